package checks

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	jsonkind "github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/spelling"
	"github.com/bindery-go/bindery/runtime/checks"
)

// verifier holds the paths of a rule against the schema of its documents.
type verifier struct {
	rule   *rule
	root   *schema.Node
	report func(diag.Diagnostic)
}

func (v *verifier) verify() {
	at, _ := checks.ParsePath(v.rule.At)
	if !v.reaches(path{Path: at, text: v.rule.At, pos: v.rule.pos}, anything) {
		return
	}
	wild := map[int]bool{}
	for _, u := range v.rule.uses {
		from := at
		if u.base != nil {
			from, _ = u.base.From(at)
		}
		whole, ok := u.From(from)
		if !ok {
			v.bad(u.path, "at is "+shown(v.rule.At)+": go up fewer levels, or start with / at the document", "%s leads above the document", u.text)
			continue
		}
		if u.Key {
			continue
		}
		if u.as&plural != 0 && !u.Many() {
			v.bad(u.path, "write "+u.text+"/* for what is in it", "%s leads to one value, where several are asked for", u.text)
			continue
		}
		if u.as&single != 0 && u.Many() {
			v.bad(u.path, "put the common part into at, and write the path from there, as 0/name", "%s leads to several values, of which only the first would count", u.text)
			continue
		}
		if v.reaches(path{Path: whole, text: u.text, pos: u.pos}, u.as) {
			v.once(at, u, wild)
		}
	}
	for _, c := range v.rule.constants {
		v.listed(at, c)
	}
	for _, pair := range v.rule.compared {
		v.comparable(at, pair[0], pair[1])
	}
}

// comparable reports two sides that have no type in common, so that they are never
// equal.
func (v *verifier) comparable(at checks.Path, x, y side) {
	a, b := v.typesOf(at, x), v.typesOf(at, y)
	if a == 0 || b == 0 || a&b != 0 {
		return
	}
	shown := func(types schema.Types) string {
		if types&schema.Number != 0 {
			types &^= schema.Integer
		}
		return strings.Join(jsonkind.TypeNames(types), " or ")
	}
	v.report(diag.New(diag.BindingType, y.pos, v.rule.message("%s is never equal to %s: that is %s, and this is %s"), y.text, x.text, shown(a), shown(b)).
		WithHelp("name another member, or compare like with like"))
}

// typesOf is the types that a side may have, an integer being a number too, and
// null, which is not compared, none; 0 where they are not known.
func (v *verifier) typesOf(at checks.Path, s side) schema.Types {
	types := s.types
	if s.member {
		whole, ok := s.From(at)
		if !ok || s.Key {
			return 0
		}
		types = Types(v.root, whole.Steps)
	}
	if types &^= schema.Null; types&(schema.Integer|schema.Number) != 0 {
		types |= schema.Integer | schema.Number
	}
	return types
}

// listed reports constants that are none of the values that a member may have.
func (v *verifier) listed(at checks.Path, c constant) {
	whole, ok := c.From(at)
	if !ok || c.Key {
		return
	}
	var values []*document.Node
	for _, n := range At(v.root, whole.Steps) {
		values = append(values, n.Enum...)
		if n.Const != nil {
			values = append(values, n.Const)
		}
	}
	if len(values) == 0 {
		return
	}
	texts := lists.Of(values, func(value *document.Node) string { return string(value.AppendJSON(nil)) })
	for _, value := range c.values {
		text := string(value.AppendJSON(nil))
		if value.Kind == document.Null || slices.ContainsFunc(values, func(n *document.Node) bool { return document.Equal(n, value) }) {
			continue
		}
		help := "it may be " + strings.Join(texts, ", ")
		if near := spelling.Nearest(text, texts); near != "" {
			help = "did you mean " + near + "?"
		}
		v.bad(path{text: c.text, pos: value.Pos}, help, "%s is never %s", c.text, text)
	}
}

// once keeps the time linear: a path with wildcards whose values are looked at
// one by one is not to be looked at anew from every place of the check.
func (v *verifier) once(at checks.Path, u use, wild map[int]bool) {
	deep := func(p checks.Path) bool {
		return slices.ContainsFunc(p.Steps, func(s checks.Step) bool { return s.Deep })
	}
	switch {
	case u.Many() && u.Up >= 0 && deep(u.Path) && deep(at):
		v.bad(u.path, "name the members on the way instead of one **", "%s and at both have **", u.text)
	case !u.Many() || u.as&(inner|set) != 0:
	case at.Many() && u.Up != 0:
		v.bad(u.path, "use a function, as {greatest: "+u.text+"}, or make the check at the document", "%s has several values, which would be compared anew at every place of %s", u.text, shown(v.rule.At))
	case u.pair > 0:
		if wild[u.pair] {
			v.bad(u.path, "put the common part into at, and write the paths from there, as 0/name", "two paths of the relation have wildcards, so that every value would be compared with every other")
		}
		wild[u.pair] = true
	}
}

func (v *verifier) bad(p path, help, format string, args ...any) {
	v.report(diag.New(diag.BadCheck, p.pos, v.rule.message(format), args...).WithHelp("%s", help))
}

func shown(path string) string {
	return cmp.Or(path, "the document")
}

// reaches reports whether a path leads to members that the schema declares and
// that may be what they are used as; if not, it says so.
func (v *verifier) reaches(p path, as class) bool {
	nodes := inPlace([]*schema.Node{v.root})
	for i, step := range p.Steps {
		next := below(nodes, step)
		if len(next) == 0 {
			v.lost(p, nodes, i)
			return false
		}
		nodes = next
	}
	if types := Types(v.root, p.Steps); types != 0 && !as.admits(types) {
		v.report(diag.New(diag.BindingType, p.pos, v.rule.message("%s must lead to %s, but the schema has %s there"), p.text, as, strings.Join(jsonkind.TypeNames(types), " or ")).
			WithHelp("the relation is between such values: name another member, or another relation"))
		return false
	}
	if formats := formatsOf(nodes); as&times != 0 && len(formats) > 0 && !slices.ContainsFunc(formats, isTime) {
		v.report(diag.New(diag.BindingType, p.pos, v.rule.message("%s must lead to %s, but the schema has the format %s there"), p.text, as, strings.Join(formats, " or ")).
			WithHelp("the relation is between moments: name another member, or give it the format date-time or date"))
		return false
	}
	return true
}

// formatsOf lists the formats that some schemas name.
func formatsOf(nodes []*schema.Node) (formats []string) {
	for _, n := range nodes {
		if n.Format != "" && !slices.Contains(formats, n.Format) {
			formats = append(formats, n.Format)
		}
	}
	return formats
}

func isTime(format string) bool { return format == "date-time" || format == "date" }

// lost reports a step that leads nowhere.
func (v *verifier) lost(p path, nodes []*schema.Node, i int) {
	var known []string
	for _, n := range nodes {
		for _, m := range n.Properties {
			known = append(known, m.Name)
		}
	}
	slices.Sort(known)
	known = slices.Compact(known)
	help := "the values there have no members"
	if near := spelling.Nearest(p.Steps[i].Name, known); near != "" {
		help = "did you mean " + near + "?"
	} else if len(known) > 0 {
		help = "the members there are " + strings.Join(known[:min(len(known), 20)], ", ")
	}
	token := p.Steps[i].Name
	if p.Steps[i].Any {
		token = "*"
	}
	v.report(diag.New(diag.LostBinding, p.pos, v.rule.message("%s leads nowhere: the schema has no %q there"), p.text, token).WithHelp("%s", help))
}

// inPlace lists the schemas that may have a say on a value, with what they refer
// to and what they apply in place, whether or not on condition.
func inPlace(nodes []*schema.Node) []*schema.Node {
	return slices.Collect(components.Reached(func(n *schema.Node) []*schema.Node {
		return lists.Where(n.InPlace(), func(part *schema.Node) bool { return part != n.Not })
	}, nodes...))
}

// below lists the schemas that may have a say on the members or elements that a
// step leads to.
func below(nodes []*schema.Node, step checks.Step) []*schema.Node {
	if step.Deep {
		return descendants(nodes)
	}
	return inPlace(children(nodes, step))
}

// children lists the schemas that members or elements have themselves.
func children(nodes []*schema.Node, step checks.Step) []*schema.Node {
	var out []*schema.Node
	for _, n := range nodes {
		declared := false
		for _, m := range n.Properties {
			if step.Any || m.Name == step.Name {
				out = append(out, m.Node)
				declared = true
			}
		}
		for _, m := range n.PatternProperties {
			if step.Any || matches(m.Pattern, step.Name) {
				out = append(out, m.Node)
				declared = true
			}
		}
		for _, rest := range []*schema.Node{n.AdditionalProperties, n.UnevaluatedProperties} {
			if rest != nil && !rest.Never && (step.Any || !declared) {
				out = append(out, rest)
			}
		}
		out = append(out, elements(n, step)...)
	}
	return out
}

// elements lists the schemas of the elements that a step leads to.
func elements(n *schema.Node, step checks.Step) []*schema.Node {
	index, err := strconv.ParseUint(step.Name, 10, 31)
	if err != nil && !step.Any {
		return nil
	}
	var out []*schema.Node
	for i, item := range n.PrefixItems {
		if step.Any || i == int(index) {
			out = append(out, item)
		}
	}
	for _, item := range []*schema.Node{n.Items, n.UnevaluatedItems, n.Contains} {
		if item != nil && !item.Never && (step.Any || int(index) >= len(n.PrefixItems)) {
			out = append(out, item)
		}
	}
	return out
}

// matches reports whether a name may match a pattern: where Go cannot say, it may.
func matches(pattern, name string) bool {
	re, err := regexp.Compile(pattern)
	return err != nil || re.MatchString(name)
}

// descendants lists the schemas of values and of all below them.
func descendants(nodes []*schema.Node) []*schema.Node {
	seen := lists.Set(nodes)
	for i := 0; i < len(nodes); i++ {
		for _, next := range below(nodes[i:i+1], checks.Step{Any: true}) {
			if !seen[next] {
				seen[next] = true
				nodes = append(nodes[:len(nodes):len(nodes)], next)
			}
		}
	}
	return nodes
}

// Types is the types that values at some steps from documents may have, 0 where
// the schema does not say.
func Types(root *schema.Node, steps []checks.Step) schema.Types {
	nodes := []*schema.Node{root}
	for _, step := range steps {
		if step.Deep {
			return 0
		}
		nodes = children(inPlace(nodes), step)
	}
	var types schema.Types
	for _, n := range nodes {
		types |= admitted(n, map[*schema.Node]schema.Types{})
	}
	if types == anyType {
		return 0
	}
	return types
}

const anyType = schema.Null | schema.Boolean | schema.Integer | schema.Number | schema.String | schema.Array | schema.Object

// admitted is the types of what a schema may admit. Known are those of schemas
// that were asked before, every type of one that is being asked.
func admitted(n *schema.Node, known map[*schema.Node]schema.Types) schema.Types {
	if types, ok := known[n]; ok {
		return types
	}
	types := anyType
	known[n] = types
	only := func(some schema.Types) {
		if some&schema.Number != 0 {
			some |= schema.Integer
		}
		types &= some
	}
	if n.Types != 0 {
		only(n.Types)
	}
	if n.Const != nil {
		only(typesOf(n.Const))
	}
	if n.Enum != nil {
		only(typesOf(n.Enum...))
	}
	for _, r := range n.Refs {
		only(admitted(r.Target, known))
	}
	for _, part := range n.AllOf {
		only(admitted(part, known))
	}
	for _, branches := range [][]*schema.Node{n.AnyOf, n.OneOf} {
		var some schema.Types
		for _, branch := range branches {
			some |= admitted(branch, known)
		}
		if len(branches) > 0 {
			only(some)
		}
	}
	known[n] = types
	return types
}

// typesOf are the types of values; a number may be a whole one.
func typesOf(values ...*document.Node) schema.Types {
	types := jsonkind.OfAll(values).Types()
	if types&schema.Number != 0 {
		types |= schema.Integer
	}
	return types
}
