package docs

import (
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/describe"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// rules lists what is asked of a value beside its type: what the schemas say, what
// applies together with them, and what they say of items and of members that have no
// type of their own. What a type of the package says stands at that type; its own
// declaration is own, nil for a member.
func (b *builder) rules(of []*schema.Node, own *model.Decl) []Rule {
	c := &collector{builder: b, own: own, seen: map[*schema.Node]bool{}, said: map[Rule]bool{}}
	for _, n := range of {
		c.collect(n, "", own != nil)
	}
	return c.rules
}

type collector struct {
	*builder
	own   *model.Decl
	seen  map[*schema.Node]bool
	said  map[Rule]bool
	rules []Rule
}

func (c *collector) add(on, words, code string) {
	r := Rule{on + words, code}
	if !c.said[r] {
		c.said[r] = true
		c.rules = append(c.rules, r)
	}
}

// with adds a rule that has code, where the schema says it.
func (c *collector) with(on, words, code string) {
	if code != "" {
		c.add(on, words, code)
	}
}

// where adds a rule of words, where it holds.
func (c *collector) where(holds bool, on, words string) {
	if holds {
		c.add(on, words, "")
	}
}

// collect adds the rules of a schema; on says of what they are, "" for the value. Those
// of a type that is declared are left to it, but for the one to begin with.
func (c *collector) collect(n *schema.Node, on string, first bool) {
	if c.seen[n] || !first && c.declared[n.ID] != nil {
		return
	}
	c.seen[n] = true
	if n.Never {
		c.add(on, "nothing is valid", "")
		return
	}
	c.strings(n, on)
	c.numbers(n, on)
	c.arrays(n, on)
	c.objects(n, on)
	c.values(n, on)
	c.whole(n, on)
	c.keywords(n, on, (schema.Judging() &^ explained).Names()...)
	for _, r := range n.Refs {
		c.collect(r.Target, on, false)
	}
	for _, part := range n.AllOf {
		c.collect(part, on, false)
	}
	if n.Items != nil {
		c.collect(n.Items, on+"each item: ", false)
	}
	for i, item := range n.PrefixItems {
		if c.own == nil {
			c.collect(item, fmt.Sprintf("%sitem %d: ", on, i), false)
		}
	}
	if n.AdditionalProperties != nil && !n.AdditionalProperties.Never {
		c.collect(n.AdditionalProperties, on+"each other member: ", false)
	}
	if n.PropertyNames != nil {
		c.collect(n.PropertyNames, on+"each name: ", false)
	}
}

// explained are the keywords that the functions below have words for, or that show
// in the types.
var explained = schema.KeywordSet("type", "const", "enum", "minLength", "maxLength", "pattern", "format",
	"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf",
	"prefixItems", "items", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains", "unevaluatedItems",
	"properties", "required", "additionalProperties", "propertyNames", "minProperties", "maxProperties",
	"dependentRequired", "patternProperties", "dependentSchemas", "unevaluatedProperties",
	"allOf", "anyOf", "oneOf", "not", "if", "then", "else")

func (c *collector) strings(n *schema.Node, on string) {
	c.phrases(on, describe.Count(n.MinLength, n.MaxLength, "character"))
	if n.Pattern != nil {
		c.add(on, "matches ", *n.Pattern)
	}
	if n.Format != "" {
		words := "has the format "
		if !n.FormatAsserts {
			words = "is meant to have the format "
		}
		c.add(on, words, n.Format)
	}
	c.with(on, "holds bytes in ", n.ContentEncoding)
	c.with(on, "holds ", n.ContentMediaType)
}

// phrases adds what is said without code.
func (c *collector) phrases(on string, list []string) {
	for _, phrase := range list {
		c.add(on, phrase, "")
	}
}

func (c *collector) numbers(n *schema.Node, on string) {
	switch { // where a bound stands twice, both are told
	case n.Minimum != "" && n.ExclusiveMinimum != "" || n.Maximum != "" && n.ExclusiveMaximum != "":
		c.phrases(on, describe.Range(n.Minimum, n.Maximum, false, false))
		c.phrases(on, describe.Range(n.ExclusiveMinimum, n.ExclusiveMaximum, true, true))
	default:
		c.phrases(on, describe.Range(n.Minimum+n.ExclusiveMinimum, n.Maximum+n.ExclusiveMaximum, n.ExclusiveMinimum != "", n.ExclusiveMaximum != ""))
	}
	c.with(on, "a multiple of ", n.MultipleOf)
}

func (c *collector) arrays(n *schema.Node, on string) {
	c.phrases(on, describe.Count(n.MinItems, n.MaxItems, "item"))
	c.where(n.UniqueItems, on, "no two items are equal")
	c.where(n.Items != nil && n.Items.Never, on, "no further items")
	c.keywords(n, on, "contains", "minContains", "maxContains", "unevaluatedItems")
}

func (c *collector) objects(n *schema.Node, on string) {
	c.phrases(on, describe.Count(n.MinProperties, n.MaxProperties, "member"))
	c.where(n.AdditionalProperties != nil && n.AdditionalProperties.Never, on, "no other members")
	for _, name := range n.Required {
		if c.own == nil || c.own.Kind != model.Struct || c.own.FieldsByMember()[name] == nil { // declared members say it themselves
			c.add(on, "has the member ", name)
		}
	}
	for _, d := range n.DependentRequired {
		c.add(on, "with the member "+d.Name+" also ", strings.Join(d.Required, ", "))
	}
	c.where(n.PropertyNames != nil && n.PropertyNames.Never, on, "no members")
	c.keywords(n, on, "patternProperties", "dependentSchemas", "unevaluatedProperties")
}

func (c *collector) values(n *schema.Node, on string) {
	if n.Const != nil {
		c.add(on, "is ", n.Const.String())
	}
	if n.Enum == nil || c.own != nil && c.own.Kind == model.Enum {
		return
	}
	list := lists.Of(n.Enum, func(v *document.Node) string { return v.String() })
	c.add(on, "one of ", strings.Join(list, ", "))
}

// whole adds the keywords that judge a value by other schemas.
func (c *collector) whole(n *schema.Node, on string) {
	c.keywords(n, on, "anyOf", "oneOf", "not", "if", "then", "else")
	c.where(n.ReadOnly, on, "set by the system that owns it (readOnly)")
	c.where(n.WriteOnly, on, "written, never read (writeOnly)")
}

// keywords adds keywords as the schema writes them.
func (c *collector) keywords(n *schema.Node, on string, names ...string) {
	for _, name := range names {
		if n.Says()&schema.KeywordSet(name) == 0 {
			continue
		}
		name = n.Keyword(name)
		if v := n.Doc.Get(name); v != nil {
			c.add(on, name+" ", clip(v))
		}
	}
}

// clip is a value as JSON. Of one that no reader would follow only the begin is
// shown: the schema has it all.
func clip(v *document.Node) string {
	const most = 1500
	text := v.String()
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
