package inject

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections/checks"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	runtimechecks "github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/inject"
)

// verifier holds a policy against the schema of its documents.
type verifier struct {
	*written
	root   *schema.Node
	report func(diag.Diagnostic)
	failed bool
}

func (v *verifier) bad(at section.Word, where, help, format string, args ...any) {
	v.failed = true
	bad(v.report, at.Pos, where, help, format, args...)
}

// reach lists the schemas at a path, none where it leads nowhere, which is
// reported.
func (v *verifier) reach(p section.Word, where string) []*schema.Node {
	return checks.Reach(v.root, strings.TrimSuffix(message(where, ""), ": "), p.Text, p.Pos, func(d diag.Diagnostic) {
		v.failed = true
		v.report(d)
	})
}

// at lists the schemas at a path that reading has let through.
func (v *verifier) at(path string) []*schema.Node { return checks.At(v.root, steps(path)) }

// purposes finds the purposes: those that are listed, or those of the enum of the
// member, which is returned.
func (v *verifier) purposes() (enum *schema.Node) {
	w := v.written
	for _, p := range w.purposes {
		w.Purposes = append(w.Purposes, p.Text)
	}
	if w.purpose.Text == "" {
		v.known()
		return nil
	}
	for _, n := range v.reach(w.purpose, "purpose") {
		if len(n.Enum) > 0 {
			enum = n
		}
	}
	if v.failed {
		return nil
	}
	var values []string
	if enum != nil {
		for _, value := range enum.Enum {
			if value.Kind == document.String {
				values = append(values, value.Text)
			}
		}
	}
	switch {
	case w.purposes == nil && enum == nil:
		v.bad(w.purpose, "purpose", "add purposes: [planner, responder]", "%s has no enum that lists the purposes", w.purpose.Text)
	case w.purposes == nil:
		w.Purposes = values
	default:
		for _, p := range w.purposes {
			if enum != nil && !slices.Contains(values, p.Text) {
				v.bad(p, "purposes", section.Nearest(p.Text, values), "%s is never %s", w.purpose.Text, strconv.Quote(p.Text))
			}
		}
	}
	v.known()
	return enum
}

// known reports purposes that do not exist.
func (v *verifier) known() {
	for _, g := range append(slices.Clone(v.written.grants), v.open...) {
		for _, a := range g.to {
			if !v.isPurpose(a) {
				v.bad(a.Word, g.where, section.Nearest(a.Text, v.Purposes), "there is no purpose %s", strconv.Quote(a.Text))
			}
		}
	}
}

// isPurpose reports whether the purpose exists that may see a member.
func (v *verifier) isPurpose(a allowed) bool { return slices.Contains(v.Purposes, a.Text) }

// knows reports whether all purposes exist that may see a member.
func (v *verifier) knows(g *grant) bool { return lists.Every(g.to, v.isPurpose) }

// conditions holds what is asked of values against the schema.
func (v *verifier) conditions() {
	for _, a := range v.asked {
		if a.Failed() {
			continue
		}
		for _, at := range a.at {
			if len(v.at(at)) == 0 {
				continue // which has been reported where the path is
			}
			if !a.Verify(v.root, at, v.report) {
				v.failed = true
				break
			}
		}
	}
}

// wanted are the types of members of some kinds.
var wanted = map[kind]struct {
	types schema.Types
	what  string
}{
	wholeNumber: {schema.Integer | schema.Number, "a whole number"},
	aNumber:     {schema.Integer | schema.Number, "a number"},
	freeText:    {schema.String, "a text"},
	someObject:  {schema.Object, "an object"},
}

// targets holds the paths against the schema.
func (v *verifier) targets() {
	r := &v.Policy.Report
	for _, p := range v.paths {
		if p.kind == freeText && takesMembers(v.at(around(p.Text))) {
			continue
		}
		nodes := v.reach(p.Word, p.where)
		if nodes == nil {
			continue
		}
		types, known := typesOf(nodes)
		switch p.kind {
		case container:
			if known && types&(schema.Array|schema.Object) == 0 {
				v.bad(p.Word, p.where, "name an array, or an object by key", "%s is no list", p.Text)
			}
		case object:
			if known && types&schema.Object == 0 || !takesMembers(nodes) {
				v.bad(p.Word, p.where, "name an object that admits members of any name", "%s cannot take what is told", p.Text)
			}
		case wholeNumber, aNumber, freeText, someObject:
			if want := wanted[p.kind]; known && types&want.types == 0 {
				v.bad(p.Word, p.where, "name another member", "%s must be %s", p.Text, want.what)
			}
		case budgetReport:
			for _, name := range []string{"max_tokens", "used_tokens_est", "section_usage", "degradations", "omissions"} {
				if len(v.at(p.Text+"/"+name)) == 0 && !takesMembers(nodes) {
					v.bad(p.Word, p.where, "name an object that has max_tokens, used_tokens_est, section_usage, degradations and omissions", "%s has no %s", p.Text, name)
					break
				}
			}
		case choices, conflicts:
			isTexts, ok := v.takes(p, types, known)
			if !ok {
				continue
			}
			switch {
			case p.kind == conflicts:
				r.Conflicts.Texts = isTexts
			case strings.HasSuffix(p.where, ".selected"):
				r.Selected.Texts = isTexts
			case strings.HasSuffix(p.where, ".omitted"):
				r.Omitted.Texts = isTexts
			}
		}
	}
	v.conflictIDs()
}

// takes reports whether an array takes entries: texts, or objects with the
// members that tell.
func (v *verifier) takes(p target, types schema.Types, known bool) (isTexts, ok bool) {
	want := []string{"item", "reason"}
	if p.kind == conflicts {
		want = []string{"type", "detail"}
	}
	bad := func(format string, args ...any) (isTexts, ok bool) {
		v.bad(p.Word, p.where, "name an array of texts, or of objects with "+strings.Join(want, " and "), format, args...)
		return false, false
	}
	elements := v.at(p.Text + "/*")
	of, knownOf := typesOf(elements)
	switch {
	case known && types&schema.Array == 0:
		return bad("%s is no array", p.Text)
	case knownOf && of&schema.String != 0:
		return true, true
	case knownOf && of&schema.Object == 0:
		return bad("%s has no such elements", p.Text)
	}
	for _, name := range want {
		if len(v.at(p.Text+"/*/"+name)) == 0 && !takesMembers(elements) {
			return bad("the elements of %s have no member %s", p.Text, name)
		}
	}
	for _, n := range elements {
		for _, name := range n.Required {
			if !slices.Contains(want, name) {
				return bad("the elements of %s need %s, which is not known", p.Text, name)
			}
		}
	}
	return false, true
}

// conflictIDs holds the name of the identifiers of a conflict against the schema.
func (v *verifier) conflictIDs() {
	r := &v.Policy.Report
	if r.ConflictIDs == "" || v.failed || v.written.failed {
		return
	}
	at := section.Word{Text: r.Conflicts.Into, Pos: v.pos}
	if r.Conflicts.Into == "" || r.Conflicts.Texts {
		v.bad(at, "report.conflict_ids", "name under conflicts an array of objects", "conflicts are not told as objects")
		return
	}
	path := r.Conflicts.Into + "/*/" + r.ConflictIDs
	if types, known := typesOf(v.at(path)); known && types&schema.Array == 0 {
		v.bad(at, "report.conflict_ids", "name a member that is an array of texts", "%s is no array", path)
	}
}

// takesMembers reports whether objects admit members of any name and value.
func takesMembers(nodes []*schema.Node) bool {
	for _, n := range nodes {
		if a := n.AdditionalProperties; a != nil && !a.Always {
			return false
		}
		if n.PropertyNames != nil || n.UnevaluatedProperties != nil && n.UnevaluatedProperties.Never || n.MaxProperties != nil {
			return false
		}
	}
	return true
}

// steps reads a path that reading has let through.
func steps(path string) []runtimechecks.Step {
	p, _ := runtimechecks.ParsePath(path)
	return p.Steps
}

func typesOf(nodes []*schema.Node) (types schema.Types, known bool) {
	for _, n := range nodes {
		if n.Types != 0 {
			types |= n.Types
			known = true
		}
	}
	return types, known
}

// grants finds the members that some purpose may not see, each with what takes
// its place, and the objects whose undeclared members some may not see.
func (v *verifier) grants() {
	var whole []concrete
	for _, g := range v.written.grants {
		if g.Text == "" || v.reach(g.Word, "members") == nil {
			continue
		}
		for _, path := range v.expand(g.Text) {
			whole = append(whole, concrete{path, g})
		}
	}
	open := lists.Where(v.open, func(g *grant) bool { return g.Text != "" && v.reach(g.Word, "undeclared") != nil })
	if v.written.failed {
		return // who may see what is not known
	}
	// Parents come before what is in them.
	slices.SortStableFunc(whole, func(x, y concrete) int { return strings.Count(x.path, "/") - strings.Count(y.path, "/") })
	for i, c := range whole {
		if v.knows(c.grant) && !v.implied(c, whole[:i]) {
			v.member(c)
		}
	}
	for _, g := range open {
		nodes := v.at(g.Text)
		o := inject.Open{Path: g.Text, Denied: v.denied(g)}
		for _, n := range nodes {
			for _, p := range n.Properties {
				o.Declared = append(o.Declared, p.Name)
			}
		}
		slices.Sort(o.Declared)
		o.Declared = slices.Compact(o.Declared)
		if len(o.Denied) > 0 {
			v.Open = append(v.Open, o)
		}
	}
}

// concrete is a member without wildcards over declared names.
type concrete struct {
	path  string
	grant *grant
}

// expand lists the members that a path leads to, by name where they have one.
func (v *verifier) expand(path string) []string {
	paths := []string{""}
	for _, step := range steps(path) {
		var next []string
		for _, p := range paths {
			if !step.Any {
				if q := p + "/" + escape(step.Name); len(v.at(q)) > 0 {
					next = append(next, q)
				}
				continue
			}
			var declared []string
			for _, n := range v.at(p) {
				for _, m := range n.Properties {
					if q := p + "/" + escape(m.Name); !slices.Contains(declared, q) {
						declared = append(declared, q)
					}
				}
			}
			if declared == nil && len(v.at(p+"/*")) > 0 {
				declared = []string{p + "/*"}
			}
			next = append(next, declared...)
		}
		paths = next
	}
	return paths
}

// around is the path of what a member is in.
func around(path string) string { return path[:strings.LastIndexByte(path, '/')] }

func escape(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "*", "~2").Replace(name)
}

// denied are the purposes that never see a member.
func (v *verifier) denied(g *grant) (list []string) {
	return lists.Where(v.Purposes, func(p string) bool { return g.of(p) == "" })
}

// implied reports whether whoever may not see a member does not see one around
// it either; so it is of one that all may see.
func (v *verifier) implied(c concrete, before []concrete) bool {
	return lists.Every(v.Purposes, func(p string) bool {
		mine := c.grant.of(p)
		return mine == "true" || slices.ContainsFunc(before, func(b concrete) bool {
			theirs := b.grant.of(p)
			return strings.HasPrefix(c.path, b.path+"/") && (theirs == mine || theirs == "")
		})
	})
}

// of is on what condition a purpose may see a member: "" is never, "true" always.
func (g *grant) of(purpose string) string {
	for _, a := range g.to {
		if a.Text == purpose {
			return cmp.Or(a.yaml, "true")
		}
	}
	return ""
}

// member adds a member that some purpose may not see.
func (v *verifier) member(c concrete) {
	m := inject.Member{Path: c.path, Denied: v.denied(c.grant)}
	for _, a := range c.grant.to {
		if a.when != nil {
			m.When = append(m.When, inject.Condition{Purpose: a.Text, Relation: *a.when})
		}
	}
	var ok bool
	if m.Empty, ok = v.emptied(c.path); !ok {
		v.bad(c.grant.Word, "members", "make it optional in the overlay, give it a default that says nothing, or say who may see what is around it",
			"%s is required, and no empty value is valid there", c.path)
		return
	}
	v.Members = append(v.Members, m)
}

// emptied is what takes the place of a value that may not be seen: "" where it
// can be left out.
func (v *verifier) emptied(path string) (text string, ok bool) {
	required, all := false, steps(path)
	step, nodes := all[len(all)-1], checks.At(v.root, all)
	for _, n := range checks.At(v.root, all[:len(all)-1]) {
		required = required || !step.Any && slices.Contains(n.Required, step.Name) ||
			n.MinProperties != nil && *n.MinProperties > 0 || step.Any && n.MinItems != nil && *n.MinItems > 0
	}
	if !required {
		return "", true
	}
	types, known := typesOf(nodes)
	admits := func(e empty) bool {
		return !slices.ContainsFunc(nodes, func(n *schema.Node) bool { return refuses(n, e) })
	}
	for _, e := range empties {
		if types&e.types != 0 && admits(e) {
			return e.value, true
		}
	}
	for _, n := range nodes {
		if n.Default != nil {
			return n.Default.String(), true
		}
	}
	null := empty{schema.Null, "null", func(*schema.Node) bool { return false }}
	if (types&schema.Null != 0 || !known) && admits(null) {
		return null.value, true
	}
	return "", false
}

// empty is a value that says nothing.
type empty struct {
	types   schema.Types
	value   string
	refuses func(*schema.Node) bool // by a keyword for such values
}

var empties = []empty{
	{schema.Array, "[]", func(n *schema.Node) bool {
		return n.MinItems != nil && *n.MinItems > 0 || n.Contains != nil && (n.MinContains == nil || *n.MinContains > 0)
	}},
	{schema.Object, "{}", func(n *schema.Node) bool {
		return len(n.Required) > 0 || n.MinProperties != nil && *n.MinProperties > 0
	}},
	{schema.String, `""`, func(n *schema.Node) bool {
		return n.MinLength != nil && *n.MinLength > 0 || n.Pattern != nil || n.Format != "" && n.FormatAsserts
	}},
}

// admitting are the keywords that accept every empty value, or of which refuses
// knows when they do not.
var admitting = schema.KeywordSet("type", "enum", "const", "allOf", "anyOf", "oneOf", "if", "then", "else", "format",
	"minItems", "maxItems", "uniqueItems", "prefixItems", "items", "unevaluatedItems", "contains", "minContains", "maxContains",
	"required", "minProperties", "maxProperties", "properties", "patternProperties", "additionalProperties", "propertyNames",
	"dependentRequired", "dependentSchemas", "unevaluatedProperties",
	"minLength", "maxLength", "pattern")

// refuses reports whether a schema may refuse an empty value.
func refuses(n *schema.Node, e empty) bool {
	isEmpty := func(listed *document.Node) bool { return listed.String() == e.value }
	if n.Enum != nil && !slices.ContainsFunc(n.Enum, isEmpty) || n.Const != nil && !isEmpty(n.Const) || n.Never || e.refuses(n) {
		return true
	}
	others := n.Says() & schema.Judging() &^ admitting
	return others != 0 && (others.AppliesTo() == 0 || others.AppliesTo()&e.types != 0)
}
