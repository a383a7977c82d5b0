package place

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// mostTagValues is up to how many values of a tag a branch is named after.
const mostTagValues = 2

// findTag finds the member that tells most branches apart by listed values, one
// that all of them require before others; "" for none.
func (c *contest) findTag() string {
	count := map[string]int{}
	var all []string // in the order of the schema
	for _, b := range c.branches {
		for _, name := range declared(b.end) {
			if count[name]++; count[name] == 1 {
				all = append(all, name)
			}
		}
	}
	best, most := "", 1
	for _, name := range all {
		if count[name] == 1 {
			continue // it tells none apart
		}
		if n := c.toldApartBy(name); n > most {
			best, most = name, n
		}
	}
	return best
}

// toldApartBy counts the branches that list the values of a member, two for each
// that requires it and one for others; 0 where values repeat, but for branches that
// have names anyway, or where there is only one.
func (c *contest) toldApartBy(name string) int {
	count, listing := 0, 0
	all, inline := document.Set{}, document.Set{}
	for _, b := range c.branches {
		values := c.valuesOf(b, name)
		if values == nil {
			continue
		}
		apart := all.AddApart(values)
		if c.isInline(b.node) {
			inline.AddApart(values)
		} else {
			apart = !slices.ContainsFunc(values, inline.Has)
		}
		if !apart {
			return 0
		}
		listing++
		if count++; slices.Contains(c.places.schemas.Analysis.RequiredNames(b.end), name) {
			count++
		}
	}
	if listing < 2 {
		return 0
	}
	return count
}

// valuesOf lists the values of a member of a branch; nil where they are not
// listed or not all are scalars.
func (c *contest) valuesOf(b *branch, name string) []*document.Node {
	values, ok := c.places.schemas.Analysis.MemberValues(b.end, name)
	if !ok || len(values) == 0 || kind.OfAll(values)&(kind.Array|kind.Object|kind.Null) != 0 {
		return nil
	}
	return values
}

// tagValue names a branch by its values of the tag: "circle" gives Circle, 7 of a
// tag "op" Op7.
func (c *contest) tagValue(b *branch) []string {
	if c.tag == "" {
		return nil
	}
	return c.valueWords(c.tag, c.valuesOf(b, c.tag))
}

// valueWords names values of a member: "a" and "b" give AOrB.
func (c *contest) valueWords(member string, values []*document.Node) []string {
	return c.valueWordsBy(c.places.Words.ValueSuffix, member, values)
}

// valueWordsBy is valueWords where strings have the given suffixes.
func (c *contest) valueWordsBy(suffix func(string) string, member string, values []*document.Node) []string {
	if len(values) == 0 || len(values) > mostTagValues {
		return nil
	}
	var words []string
	for _, v := range values {
		switch v.Kind {
		case document.String:
			words = append(words, c.places.Words.Exported(suffix(v.Text)))
		default:
			words = append(words, c.places.Words.Exported(member)+c.places.Words.NumberSuffix(v.String()))
		}
	}
	return []string{strings.Join(words, "Or")}
}

// loneTag names a branch of objects by the text that it fixes a required member to, where
// other branches have no such tag: Terminal says more than Object.
func (c *contest) loneTag(b *branch) []string {
	isObject := func(b *branch) bool { return b.kinds&kind.Object != 0 }
	if c.tag != "" || b.kinds != kind.Object || len(lists.Where(c.branches, isObject)) < 2 {
		return nil
	}
	required := c.places.schemas.Analysis.RequiredNames(b.end)
	var words []string
	for _, name := range declared(b.end) {
		values := c.valuesOf(b, name)
		if slices.Contains(required, name) && len(values) == 1 && values[0].Kind == document.String {
			words = append(words, c.valueWords(name, values)...)
		}
	}
	return words
}

// title names a branch by its title.
func (c *contest) title(b *branch) []string {
	return lists.Present(c.places.titleName(b.node), c.places.titleName(b.end))
}

// kindWord names a branch by the kinds of values that it alone can be.
func (c *contest) kindWord(b *branch) []string { return lists.Present(wordOf(b.kinds, b.end)) }

// wordOf names the kinds of the values of a schema; "" where there are many.
func wordOf(kinds kind.Set, n *schema.Node) string {
	list := kinds.List()
	switch {
	case kinds == kind.Number && isInteger(n):
		return "Integer"
	case kinds.IsSingle():
		return kinds.Word()
	case len(list) == 2:
		return wordOf(list[0], n) + "Or" + wordOf(list[1], n)
	case kinds&^(kind.Null|kind.Bool|kind.Number|kind.String) == 0 && kinds != 0:
		return "Scalar"
	case len(declared(n)) > 0:
		return "Object" // it has no type, and speaks of objects
	}
	return ""
}

func isInteger(n *schema.Node) bool {
	return slices.ContainsFunc(intersect.Flatten(nil, n), intersect.WantsInteger)
}

// reference names a branch by the definitions that it adds something to.
func (c *contest) reference(b *branch) []string {
	var words []string
	for _, m := range intersect.Unconditional(b.end) {
		if e := c.places.schemas.Resolve(m); e != b.end && c.isNamed(e) {
			words = append(words, c.places.OfSchema(e).Name)
		}
	}
	return lists.Present(words...)
}

// requiredMember names a branch by the members that it requires.
func (c *contest) requiredMember(b *branch) []string {
	return c.exported(c.places.schemas.Analysis.RequiredNames(b.end))
}

// declaredMember names a branch by the members that it declares.
func (c *contest) declaredMember(b *branch) []string { return c.exported(declared(b.end)) }

// ownValue names a branch by the strings that it lists of a member and no other does, where
// the members do not tell all apart.
func (c *contest) ownValue(b *branch) []string {
	var words []string
	for _, name := range declared(b.end) {
		if values := c.valuesOf(b, name); kind.OfAll(values) == kind.String {
			words = append(words, c.valueWords(name, values)...)
		}
	}
	return lists.Present(words...)
}

func (c *contest) exported(list []string) []string {
	return lists.Present(lists.Of(list, c.places.Words.Exported)...)
}

// declared lists the members that a schema declares.
func declared(n *schema.Node) []string {
	var list []string
	listed := map[string]bool{}
	for _, m := range intersect.Flatten(nil, n) {
		for _, p := range m.Properties {
			if !p.Node.Never && !listed[p.Name] {
				listed[p.Name] = true
				list = append(list, p.Name)
			}
		}
	}
	return list
}

// content names a branch by what its values look like: the value that it fixes,
// its format, the kind of its items.
func (c *contest) content(b *branch) []string {
	a := c.places.schemas.Analysis
	if values, ok := a.Listed(b.end); ok {
		if texts := slices.DeleteFunc(slices.Clone(values), func(v *document.Node) bool { return v.Kind != document.String }); len(texts) > 0 {
			return lists.Present(append(c.valueWords("", texts), "Enum")...)
		}
		return nil
	}
	var words []string
	add := func(part *schema.Node, form string) {
		if word := c.partWord(part); word != "" {
			words = append(words, word+form)
		}
	}
	for _, n := range intersect.Flatten(nil, b.end) {
		words = append(words, c.places.Words.Exported(n.Format))
		switch {
		case b.kinds == kind.Array:
			for _, items := range append([]*schema.Node{n.Items}, n.PrefixItems...) {
				add(items, "List")
			}
		case b.kinds == kind.Object && len(n.PatternProperties) == 1 && len(n.Properties) == 0:
			add(n.PatternProperties[0].Node, "Map")
		case b.kinds == kind.Object && len(n.Properties) == 0:
			add(n.AdditionalProperties, "Map")
		}
	}
	return lists.Present(words...)
}

// partWord names a part of values: by its definition or its kind.
func (c *contest) partWord(n *schema.Node) string {
	if n == nil || n.Always || n.Never {
		return ""
	}
	if e := c.places.schemas.Resolve(n); c.isNamed(e) {
		return c.places.OfSchema(e).Name
	}
	return wordOf(c.places.schemas.Analysis.Kinds(n)&^kind.Null, c.places.schemas.Resolve(n))
}

// lastResort is the word that is numbered where nothing tells branches apart.
func (c *contest) lastResort(b *branch) []string {
	if !c.isInline(b.node) {
		return c.given(b)
	}
	if words := c.tagValue(b); len(words) > 0 {
		return words
	}
	if words := c.title(b); len(words) > 0 {
		return words
	}
	switch word := wordOf(b.kinds, b.end); {
	case word != "":
		return []string{word}
	case b.kinds == 0:
		return []string{"Nothing"}
	}
	return []string{"Any"}
}

// allWords are all that a branch could be called by among other branches.
func (c *contest) allWords(b *branch) map[string]bool {
	words := map[string]bool{}
	add := func(list []string) {
		for _, word := range list {
			words[word] = true
		}
	}
	for _, level := range append(c.levels(), c.lastResort) {
		add(level(b))
	}
	for _, name := range declared(b.end) {
		values := c.valuesOf(b, name)
		add(c.valueWords(name, values))
		add(c.valueWordsBy(c.places.Words.NumberSuffix, name, values)) // as earlier generations had them
	}
	return words
}
