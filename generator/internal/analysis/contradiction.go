package analysis

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/ecma"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Contradiction is a reason why keywords of one schema leave no value of a kind.
type Contradiction struct {
	Kind    kind.Set // the kind that is left out; 0: all that the schema lists
	Keyword string   // as the schema spells it; where to look
	Reason  string
	Member  *schema.Node // of the required member that is the reason; nil for none
}

// Contradictions lists what the keywords of n itself rule out by themselves, in
// the order of the kinds. It may miss some, and names none that is not there.
func (a *Analysis) Contradictions(n *schema.Node) []Contradiction {
	if n.Never {
		return nil
	}
	list, ok := a.opposed[n]
	if !ok {
		list = a.findContradictions(n)
		a.opposed[n] = list
	}
	return list
}

func (a *Analysis) findContradictions(n *schema.Node) (list []Contradiction) {
	add := func(of kind.Set, field, format string, args ...any) {
		if kind.OfTypes(n.Types)&of != 0 || of == 0 {
			list = append(list, Contradiction{of, n.Keyword(field), fmt.Sprintf(format, args...), nil})
		}
	}
	if n.Const != nil && !typeAdmits(n.Types, n.Const) {
		add(0, "const", "the const is not of the type")
	} else if len(n.Enum) > 0 && a.literals(n) == 0 {
		add(0, "enum", "no value of the enum is of the type")
	}
	if low, high, ok := emptyRange(n); ok {
		add(kind.Number, low.field, "%s %s leaves nothing below %s %s", n.Keyword(low.field), low.text, n.Keyword(high.field), high.text)
	}
	between := func(of kind.Set, low, high string, least, most *uint64) {
		if above(least, most) {
			add(of, low, "%s %d is greater than %s %d", low, *least, high, *most)
		}
	}
	between(kind.String, "minLength", "maxLength", n.MinLength, n.MaxLength)
	patternLength(n, add)
	between(kind.Array, "minItems", "maxItems", n.MinItems, n.MaxItems)
	if n.Contains != nil && n.MinContains != nil {
		between(kind.Array, "minContains", "maxContains", n.MinContains, n.MaxContains)
		between(kind.Array, "minContains", "maxItems", n.MinContains, n.MaxItems)
	}
	between(kind.Object, "minProperties", "maxProperties", n.MinProperties, n.MaxProperties)
	if n.PropertyNames != nil && !n.PropertyNames.Never && a.Kinds(n.PropertyNames)&kind.String == 0 && len(n.Required) > 0 {
		add(kind.Object, "propertyNames", "members are required, and no name satisfies propertyNames")
	}
	if most, closed := declaredOnly(n); closed && n.MinProperties != nil && *n.MinProperties > most {
		add(kind.Object, "minProperties", "minProperties is %d, but only %d members may be there", *n.MinProperties, most)
	}
	if step := stepOver(n); step != "" {
		add(kind.Number, "multipleOf", "no multiple of %s lies between the bounds", step)
	}
	return append(list, a.requiredContradictions(n)...)
}

// patternLength finds bounds of the length that no text of the pattern keeps.
func patternLength(n *schema.Node, add func(of kind.Set, field, format string, args ...any)) {
	if n.Pattern == nil {
		return
	}
	l, ok := ecma.LengthsOf(*n.Pattern)
	switch {
	case !ok:
	case l.None && strings.HasPrefix(*n.Pattern, "/"):
		add(kind.String, "pattern", "the pattern matches no text: it is written without slashes around it")
	case l.None:
		add(kind.String, "pattern", "the pattern matches no text: something would have to stand before ^ or behind $")
	case n.MaxLength != nil && *n.MaxLength < uint64(l.Least):
		add(kind.String, "maxLength", "maxLength is %d, but what the pattern matches has %d characters or more", *n.MaxLength, l.Least)
	case n.MinLength != nil && l.Most >= 0 && *n.MinLength > uint64(l.Most):
		add(kind.String, "minLength", "minLength is %d, but what the pattern matches has %d characters or fewer", *n.MinLength, l.Most)
	}
}

// declaredOnly is how many members an object may have that admits declared ones alone.
func declaredOnly(n *schema.Node) (most uint64, closed bool) {
	if n.AdditionalProperties == nil || !n.AdditionalProperties.Never || len(n.PatternProperties) > 0 {
		return 0, false
	}
	for _, p := range n.Properties {
		if !p.Node.Never {
			most++
		}
	}
	return most, true
}

// stepOver is the step of numbers none of which lies between the bounds of a schema; ""
// where one does, or where the bounds leave nothing at all, which is told by itself.
func stepOver(n *schema.Node) string {
	text := n.MultipleOf
	if text == "" && n.Types&(schema.Integer|schema.Number) == schema.Integer {
		text = "1"
	}
	step := Rational(text)
	low, high := Rational(n.Minimum), Rational(n.Maximum)
	if step == nil || step.Sign() <= 0 || low == nil || high == nil || low.Cmp(high) > 0 {
		return ""
	}
	// The least multiple that is not below the lower bound.
	q := new(big.Rat).Quo(low, step)
	k := new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(q.Num()), q.Denom())) // rounded up
	if new(big.Rat).Mul(new(big.Rat).SetInt(k), step).Cmp(high) <= 0 {
		return ""
	}
	return text
}

// requiredContradictions lists required members that the schema refuses.
func (a *Analysis) requiredContradictions(n *schema.Node) (list []Contradiction) {
	if kind.OfTypes(n.Types)&kind.Object == 0 {
		return nil
	}
	add := func(member *schema.Node, format string, args ...any) {
		list = append(list, Contradiction{kind.Object, n.Keyword("required"), fmt.Sprintf(format, args...), member})
	}
	if most := n.MaxProperties; most != nil {
		if required := uint64(len(distinct(n.Required))); required > *most {
			add(nil, "%d members are required, but maxProperties is %d", required, *most)
		}
	}
	for _, name := range n.Required {
		if !a.shuts(n, name) {
			continue
		}
		if p := a.members.get(n, name); p != nil {
			add(p, "the member %s is required, and nothing satisfies its schema", strconv.Quote(name))
		} else {
			add(nil, "the member %s is required, and additionalProperties refuses it, since it is not declared", strconv.Quote(name))
		}
	}
	return list
}

// bound is a keyword that bounds numbers, and its value.
type bound struct{ field, text string }

// emptyRange returns a lower bound and an upper one between which there is no
// number.
func emptyRange(n *schema.Node) (low, high bound, ok bool) {
	lower := []bound{{"minimum", n.Minimum}, {"exclusiveMinimum", n.ExclusiveMinimum}}
	upper := []bound{{"maximum", n.Maximum}, {"exclusiveMaximum", n.ExclusiveMaximum}}
	for i, low := range lower {
		for j, high := range upper {
			if !ordered(low.text, high.text, i+j == 0) {
				return low, high, true
			}
		}
	}
	return low, high, false
}

// ordered reports whether one bound may lie below another. A bound that is
// absent, or too long to compare, is taken to do so.
func ordered(low, high string, orEqual bool) bool {
	a, b := Rational(low), Rational(high)
	if a == nil || b == nil {
		return true
	}
	c := a.Cmp(b)
	return c < 0 || c == 0 && orEqual
}
