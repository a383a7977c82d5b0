package schema

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
)

// maxDynamicNames bounds the number of dynamic anchors that references ask for.
const maxDynamicNames = 256

// names numbers the dynamic anchors that matter: those that some reference asks
// for. "$recursiveAnchor" counts as a dynamic anchor called recursiveName.
type names struct {
	index map[string]int
	list  []string
}

// recursiveName cannot be an anchor.
const recursiveName = "#"

func (n *names) number(name string) int {
	i, ok := n.index[name]
	if !ok {
		i = len(n.list)
		n.index[name] = i
		n.list = append(n.list, name)
	}
	return i
}

// explorer walks over all that schemas can reach, taking a dynamic reference to
// lead to every candidate that it could have in some dynamic scope.
type explorer struct {
	*registry
	names names
	queue []*location
	// entered are the resources in order of first visit; users and candidates
	// are kept by dynamic anchor.
	entered    map[*resource]bool
	users      map[int][]*location
	candidates map[int][]*location
	// borders are the schemas of other packages that nothing has entered so far.
	borders []*location
}

// explore resolves the references of all schemas that can be reached from the
// roots, and of those beside them and all others in the files of the entries. It
// then tells for each schema which dynamic anchors matter to it.
func (r *registry) explore(roots, beside []*location) *names {
	x := &explorer{
		registry:   r,
		names:      names{index: map[string]int{}},
		entered:    map[*resource]bool{},
		users:      map[int][]*location{},
		candidates: map[int][]*location{},
	}
	for _, loc := range roots {
		x.visit(loc)
	}
	all := x.follow()
	r.unreached = true
	for _, loc := range all {
		for _, s := range loc.subs {
			if !s.applied() {
				x.visitPart(s.loc)
			}
		}
	}
	for _, loc := range beside {
		x.visitPart(loc)
	}
	for _, f := range r.order {
		if f.entry {
			x.visit(f.root)
		}
	}
	all = append(all, x.follow()...)
	if len(x.candidates) > 0 { // what lies behind a border may ask for an anchor
		borders := x.borders
		r.options.Border = nil
		for _, loc := range borders {
			x.visit(loc)
		}
		all = append(all, x.follow()...)
	}
	r.unreached = false
	x.spread(all)
	return &x.names
}

// follow visits all that is queued, and what that leads to.
func (x *explorer) follow() []*location {
	var all []*location
	for len(x.queue) > 0 {
		loc := x.queue[0]
		x.queue = x.queue[1:]
		first := !loc.followed
		if first {
			loc.followed = true
			all = append(all, loc)
			x.enter(loc.resource)
		}
		for _, s := range loc.subs {
			switch {
			case s.applied() && s.inPlace() && s.keyword != "not" && !loc.refOnly: // not is asked by itself
				x.lead(loc, s.loc)
			// A definition is reached by who refers to it, or last.
			case s.applied() && !loc.refOnly, !s.applied() && x.unreached:
				x.visitPart(s.loc)
			}
		}
		for i := range loc.refs {
			if ref := &loc.refs[i]; first {
				x.bind(loc, ref)
			} else if ref.target != nil {
				x.lead(loc, ref.target)
			}
		}
	}
	return all
}

// visit has a schema followed that may speak of a value together with others.
func (x *explorer) visit(loc *location) {
	if loc == nil || loc.inPlace {
		return
	}
	loc.inPlace = true
	if !loc.queued || loc.followed { // the second time for those that it applies in place
		x.queue = append(x.queue, loc)
	}
	loc.queued, loc.border = true, false
}

// visitPart has a schema followed that speaks of a member or an item.
func (x *explorer) visitPart(loc *location) {
	if loc != nil && !loc.queued {
		loc.queued, loc.border = true, false
		x.queue = append(x.queue, loc)
	}
}

// lead goes on to a schema that loc applies in place. Where loc says nothing else,
// and no other schema speaks of its values, neither does one of those of target.
func (x *explorer) lead(loc, target *location) {
	switch {
	case loc.inPlace || !loc.onlyRefers():
		x.visit(target)
	case !x.isBorder(target):
		x.visitPart(target)
	case target != nil && !target.queued && !target.border:
		target.border = true
		x.borders = append(x.borders, target)
	}
}

// onlyRefers reports whether a schema says no more than another one to which it
// leads, or that it may be a scalar instead, but for annotations that have no value.
func (loc *location) onlyRefers() bool {
	if loc.doc.Kind != document.Object {
		return false
	}
	leads := 0
	for _, m := range loc.doc.Members {
		switch m.Name {
		case "$ref":
			leads++
			continue
		case "allOf":
			if !loc.refOnly {
				leads += max(len(m.Value.Items), 1)
			}
			continue
		case "anyOf", "oneOf":
			for _, branch := range m.Value.Items {
				if t := text(branch, "type"); !loc.refOnly && (t == nil || isComposite(t)) {
					leads++
				}
			}
			continue
		case "x-go-type", "x-go-type-import", "goJSONSchema":
			return false
		}
		k := loc.resource.dialect.keywords[m.Name]
		if k != nil && !loc.refOnly && (k.vocabulary != MetaData && k.name != "$comment" || k.name == "default") {
			return false
		}
	}
	return leads == 1
}

// isBorder reports whether the graph may end at a schema: at one of objects, of arrays or
// a union that is the type of another package.
func (x *explorer) isBorder(loc *location) bool {
	if x.options.Border == nil || loc == nil || loc.file.builtin || loc.doc.Kind != document.Object || len(loc.refs) > 0 {
		return false
	}
	for _, keyword := range []string{"const", "enum"} {
		if loc.doc.Get(keyword) != nil {
			return false
		}
	}
	if t := loc.doc.Get("type"); t != nil {
		if !isComposite(t) && !slices.ContainsFunc(t.Items, isComposite) {
			return false
		}
	}
	return x.options.Border(loc.doc.Pos.File, loc.filePointer)
}

// isComposite reports whether a type is one of those that have parts.
func isComposite(t *document.Node) bool { return t.Text == "object" || t.Text == "array" }

// enter makes the dynamic anchors of a resource candidates.
func (x *explorer) enter(res *resource) {
	if x.entered[res] {
		return
	}
	x.entered[res] = true
	for _, a := range res.dynamicAnchors() {
		// Anchors that no reference asks for are numbered as well: one may
		// come later.
		i := x.names.number(a.name)
		x.candidates[i] = append(x.candidates[i], a.loc)
		if len(x.users[i]) > 0 {
			x.visit(a.loc)
		}
	}
}

// dynamicAnchors returns the anchors that a reference can find in the dynamic
// scope once the resource has been entered.
func (res *resource) dynamicAnchors() []dynamicAnchor {
	if res.recursive {
		return append(slices.Clip(res.dynamic), dynamicAnchor{recursiveName, res.root})
	}
	return res.dynamic
}

// bind resolves a reference.
func (x *explorer) bind(loc *location, ref *reference) {
	ref.target = x.resolve(loc, *ref)
	if ref.target == nil {
		return
	}
	x.lead(loc, ref.target)
	name := ref.dynamicName()
	if name == "" {
		return
	}
	ref.dynamic = x.names.number(name)
	if len(x.users[ref.dynamic]) == 0 {
		for _, c := range x.candidates[ref.dynamic] {
			x.visit(c)
		}
	}
	x.users[ref.dynamic] = append(x.users[ref.dynamic], loc)
	if len(x.users) == maxDynamicNames+1 && len(x.users[ref.dynamic]) == 1 {
		x.ds.Addf(diag.TooManyInstances, ref.pos, "more than %d dynamic anchors are in use", maxDynamicNames)
	}
}

// dynamicName returns the anchor that the reference looks up in the dynamic
// scope, or "" when it leads to its initial target in any scope: a $dynamicRef
// is only dynamic when its initial target has the dynamic anchor that it names
// (2020-12 Core section 8.2.3.2), a $recursiveRef when the root that it leads
// to has "$recursiveAnchor": true (2019-09 Core section 8.2.4.2.1).
func (ref *reference) dynamicName() string {
	switch ref.keyword {
	case "$dynamicRef":
		u, err := parseURI(ref.text)
		if err != nil {
			return ""
		}
		name := unescapePercent(u.fragment)
		for _, a := range ref.target.resource.dynamic {
			if a.name == name && a.loc == ref.target {
				return name
			}
		}
	case "$recursiveRef":
		if ref.target.resource.recursive && ref.target == ref.target.resource.root {
			return recursiveName
		}
	}
	return ""
}

// spread fills in location.names: a name matters to the schemas that use it and
// to all that can reach one of them.
func (x *explorer) spread(all []*location) {
	if len(x.users) == 0 || len(x.users) > maxDynamicNames {
		return
	}
	parents := map[*location][]*location{}
	for _, loc := range all {
		for _, s := range loc.subs {
			parents[s.loc] = append(parents[s.loc], loc)
		}
		for _, ref := range loc.refs {
			if ref.target != nil {
				parents[ref.target] = append(parents[ref.target], loc)
			}
			if ref.dynamic >= 0 {
				for _, c := range x.candidates[ref.dynamic] {
					parents[c] = append(parents[c], loc)
				}
			}
		}
	}
	for i := range x.names.list { // in increasing order, so that names stay sorted
		queue := slices.Clone(x.users[i])
		for len(queue) > 0 {
			loc := queue[0]
			queue = queue[1:]
			if n := len(loc.names); n > 0 && loc.names[n-1] == i {
				continue
			}
			loc.names = append(loc.names, i)
			queue = append(queue, parents[loc]...)
		}
	}
}
