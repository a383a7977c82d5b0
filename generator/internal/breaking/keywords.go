package breaking

import (
	"math/big"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// implies reports whether every value that satisfies old satisfies the keywords
// of n itself. Its references and its allOf are questions of their own.
func (c *comparer) implies(old schemas, n *schema.Node, at string) bool {
	if n.Never {
		c.refuse(at, n.Pos, source.Pos{}, "every value is refused")
		return false
	}
	if n.Always || slices.Contains(old, n) {
		return true
	}
	q := question{comparer: c, old: old, new: n, at: at, kinds: kinds(old)}
	q.types()
	q.literals()
	if q.kinds&kind.Number != 0 {
		q.numbers()
	}
	if q.kinds&kind.String != 0 {
		q.strings()
	}
	if q.kinds&kind.Array != 0 {
		q.arrays()
	}
	if q.kinds&kind.Object != 0 {
		q.objects()
	}
	q.others()
	q.branches()
	return !q.failed
}

// compared are the keywords whose values are compared by what they mean, or that
// judge nothing without one of them.
var compared = schema.KeywordSet("type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
	"minLength", "maxLength", "pattern", "format", "prefixItems", "items", "contains", "minContains", "maxContains",
	"minItems", "maxItems", "uniqueItems", "unevaluatedItems", "properties", "patternProperties", "additionalProperties",
	"propertyNames", "required", "dependentRequired", "dependentSchemas", "minProperties", "maxProperties", "unevaluatedProperties",
	"allOf", "anyOf", "oneOf", "not", "if", "then", "else")

// others compares the remaining keywords by their text.
func (q *question) others() {
	for _, keyword := range (q.new.Says() & schema.Judging() &^ compared).Names() {
		value := q.new.Doc.Get(q.new.Keyword(keyword))
		same := func(n *schema.Node) bool {
			before := n.Doc.Get(n.Keyword(keyword))
			return before != nil && value != nil && document.Equal(before, value)
		}
		if kinds := kind.OfTypes(schema.KeywordSet(keyword).AppliesTo()); q.kinds&kinds != 0 && !slices.ContainsFunc(q.old, same) {
			q.fail(keyword, "%s is new or has another value", keyword)
		}
	}
}

// question is whether values of old satisfy the schema new itself.
type question struct {
	*comparer
	old    schemas
	new    *schema.Node
	at     string
	kinds  kind.Set // that old can have
	failed bool     // the answer is no
}

// kinds are those that all of the schemas admit by "type".
func kinds(s schemas) kind.Set {
	k := kind.All
	for _, n := range s {
		k &= kind.OfTypes(n.Types)
	}
	return k
}

// pos is the place of a keyword of the new schema.
func (q *question) pos(keyword string) source.Pos {
	if m, ok := q.new.Doc.Member(q.new.Keyword(keyword)); ok {
		return m.NamePos
	}
	return q.new.Pos
}

// before is the place of a keyword in the old schemas, or of the first of them.
func (q *question) before(keyword string) source.Pos { return keywordPos(q.old, keyword) }

// fail answers no, because of a keyword.
func (q *question) fail(keyword, format string, args ...any) {
	q.refuse(q.at, q.pos(keyword), q.before(keyword), format, args...)
	q.failed = true
}

// ask asks whether a part of the new schema admits what the old ones said of the same
// values; a no is one of the whole.
func (q *question) ask(old schemas, part *schema.Node, at string) bool {
	admitted := q.admits(old, all(part), at)
	q.failed = q.failed || !admitted
	return admitted
}

func (q *question) types() {
	if q.new.Types == 0 {
		return
	}
	had := schema.Types(1<<7 - 1)
	for _, n := range q.old {
		if n.Types != 0 {
			had &= widen(n.Types)
		}
	}
	lost := had &^ widen(q.new.Types)
	if lost&schema.Number != 0 && (had&schema.Number == 0 || q.new.Types&schema.Integer != 0 && q.multiplesOfOne()) {
		lost &^= schema.Number
	}
	if lost != 0 {
		q.fail("type", "values of type %s are refused", typeNames(lost))
	}
}

// widen adds integer to number, which admits it.
func widen(t schema.Types) schema.Types {
	if t&schema.Number != 0 {
		t |= schema.Integer
	}
	return t
}

// typeNames lists types; number stands for integer as well.
func typeNames(t schema.Types) string {
	if t&schema.Number != 0 {
		t &^= schema.Integer
	}
	return strings.Join(kind.TypeNames(t), " and ")
}

// literals: values that are listed now and were not before. The old schemas list
// none, or decide would have judged them.
func (q *question) literals() {
	if q.new.Enum == nil && q.new.Const == nil {
		return
	}
	if q.kinds&^(kind.Null|kind.Bool) == 0 { // both have few values
		for _, v := range few {
			if q.kinds&kind.Of(v) != 0 && q.quietly(func() bool { return q.allAccept(q.old, v) && !q.accepts[q.new](q.new, v) }) {
				q.fail("enum", "the value %s is refused", text(v))
			}
		}
		return
	}
	keyword := "enum"
	if q.new.Enum == nil {
		keyword = "const"
	}
	q.fail(keyword, "only the listed values are accepted; any was before")
}

var few = []*document.Node{{Kind: document.Null}, {Kind: document.Bool}, {Kind: document.Bool, Bool: true}}

func (q *question) numbers() {
	q.bound("minimum", "exclusiveMinimum", 1)
	q.bound("maximum", "exclusiveMaximum", -1)
	q.multiple()
}

// bound compares the bounds of one side; sign is 1 for lower ones.
func (q *question) bound(inclusive, exclusive string, sign int) {
	of := func(n *schema.Node) (in, ex string) {
		if sign > 0 {
			return n.Minimum, n.ExclusiveMinimum
		}
		return n.Maximum, n.ExclusiveMaximum
	}
	var tightest *limit
	for _, n := range q.old {
		in, ex := of(n)
		tightest = tightest.tighter(limitOf(in, ex, sign), sign)
	}
	if q.integers() {
		tightest = tightest.whole(sign)
	}
	in, ex := of(q.new)
	wanted := limitOf(in, ex, sign)
	if wanted == nil || tightest != nil && tightest.implies(wanted, sign) {
		return
	}
	keyword := inclusive
	if wanted.exclusive {
		keyword = exclusive
	}
	if tightest == nil {
		q.fail(keyword, "%s %s is new", keyword, wanted.text)
	} else {
		q.fail(keyword, "%s is %s now; it was %s", keyword, wanted.text, tightest.text)
	}
}

// limit is one side's bound of numbers.
type limit struct {
	text      string
	value     *big.Rat // nil: too long to compare
	exclusive bool
}

// limitOf makes the tighter of two bounds, nil for none.
func limitOf(inclusive, exclusive string, sign int) *limit {
	var l *limit
	if inclusive != "" {
		l = &limit{inclusive, analysis.Rational(inclusive), false}
	}
	if exclusive != "" {
		l = l.tighter(&limit{exclusive, analysis.Rational(exclusive), true}, sign)
	}
	return l
}

func (l *limit) tighter(m *limit, sign int) *limit {
	switch {
	case m == nil:
		return l
	case l == nil || m.implies(l, sign):
		return m
	}
	return l
}

// implies reports whether a number within l is within m.
func (l *limit) implies(m *limit, sign int) bool {
	if l.value == nil || m.value == nil {
		return l.text == m.text && (l.exclusive || !m.exclusive)
	}
	c := l.value.Cmp(m.value) * sign
	return c > 0 || c == 0 && (l.exclusive || !m.exclusive)
}

// whole is the limit of whole numbers within l.
func (l *limit) whole(sign int) *limit {
	if l == nil || l.value == nil {
		return l
	}
	up := new(big.Rat).Mul(l.value, big.NewRat(int64(sign), 1)) // a lower bound either way
	n := new(big.Int).Div(up.Num(), up.Denom())                 // rounded down
	if l.exclusive || !up.IsInt() {
		n.Add(n, big.NewInt(1))
	}
	return &limit{l.text, new(big.Rat).SetInt(n.Mul(n, big.NewInt(int64(sign)))), false}
}

// integers reports whether the numbers of old are whole.
func (q *question) integers() bool {
	return q.multiplesOfOne() || slices.ContainsFunc(q.old, func(n *schema.Node) bool { return n.Types != 0 && n.Types&schema.Number == 0 })
}

// multiplesOfOne reports whether the numbers of old are multiples of a whole number.
func (q *question) multiplesOfOne() bool {
	return slices.ContainsFunc(q.old, func(n *schema.Node) bool {
		step := analysis.Rational(n.MultipleOf)
		return n.MultipleOf != "" && step != nil && step.IsInt()
	})
}

func (q *question) multiple() {
	want := q.new.MultipleOf
	if want == "" {
		return
	}
	divisor := analysis.Rational(want)
	for _, n := range q.old {
		if n.MultipleOf == want {
			return
		}
		step := analysis.Rational(n.MultipleOf)
		if n.MultipleOf == "" && n.Types&schema.Number == 0 && n.Types&schema.Integer != 0 {
			step = big.NewRat(1, 1)
		}
		if step != nil && divisor != nil && divisor.Sign() > 0 && new(big.Rat).Quo(step, divisor).IsInt() {
			return
		}
	}
	q.fail("multipleOf", "only multiples of %s are accepted", want)
}

func (q *question) strings() {
	q.atLeast("minLength", q.new.MinLength, func(n *schema.Node) *uint64 { return n.MinLength })
	q.atMost("maxLength", q.new.MaxLength, func(n *schema.Node) *uint64 { return n.MaxLength })
	if p := q.new.Pattern; p != nil && !slices.ContainsFunc(q.old, func(n *schema.Node) bool { return n.Pattern != nil && *n.Pattern == *p }) {
		q.fail("pattern", "the pattern %q is new", *p)
	}
	if f := q.new.Format; q.new.FormatAsserts && f != "" && !slices.ContainsFunc(q.old, func(n *schema.Node) bool { return n.FormatAsserts && n.Format == f }) {
		q.fail("format", "the format %s is asserted now", f)
	}
}

// atLeast compares a count that is a lower bound. Zero bounds nothing.
func (q *question) atLeast(keyword string, want *uint64, of func(*schema.Node) *uint64) {
	if want == nil || *want == 0 {
		return
	}
	var had uint64
	for _, n := range q.old {
		if v := of(n); v != nil {
			had = max(had, *v)
		}
	}
	if had < *want {
		q.fail(keyword, "%s is %d now; it was %d", keyword, *want, had)
	}
}

func (q *question) atMost(keyword string, want *uint64, of func(*schema.Node) *uint64) {
	if want == nil {
		return
	}
	var had *uint64
	for _, n := range q.old {
		if v := of(n); v != nil && (had == nil || *v < *had) {
			had = v
		}
	}
	switch {
	case had == nil:
		q.fail(keyword, "%s %d is new", keyword, *want)
	case *had > *want:
		q.fail(keyword, "%s is %d now; it was %d", keyword, *want, *had)
	}
}
