package schema

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
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
				x.visit(s.loc)
			}
		}
	}
	for _, loc := range beside {
		x.visit(loc)
	}
	for _, f := range r.order {
		if f.entry {
			x.visit(f.root)
		}
	}
	all = append(all, x.follow()...)
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
		all = append(all, loc)
		x.enter(loc.resource)
		for _, s := range loc.subs {
			// A definition is reached by who refers to it, or last.
			if s.applied() && !loc.refOnly || !s.applied() && x.unreached {
				x.visit(s.loc)
			}
		}
		for i := range loc.refs {
			x.bind(loc, &loc.refs[i])
		}
	}
	return all
}

func (x *explorer) visit(loc *location) {
	if loc != nil && !loc.queued {
		loc.queued = true
		x.queue = append(x.queue, loc)
	}
}

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
	x.visit(ref.target)
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
