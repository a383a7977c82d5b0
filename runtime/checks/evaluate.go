package checks

import (
	"bytes"
	"slices"
	"time"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// rule checks a rule at all its places, and reports whether to go on. Without a
// yield, the first violation ends it.
func (e *evaluator) rule(r *rule, yield func(Violation) bool) bool {
	places := e.search(0, r.at.steps)
	for _, at := range places {
		c := &check{evaluator: e, rule: r.rule, at: at, again: len(places) > 1}
		if r.when != nil {
			c.asks = true
			if !c.holds(r.when) {
				continue
			}
			c.asks = false
		}
		c.yield = yield
		if c.holds(r.relation); c.stopped {
			return false
		}
	}
	return true
}

// check is a rule at one place.
type check struct {
	*evaluator
	rule *Rule
	at   int
	// again is for one of several places: what is found below another value may be
	// asked for again.
	again bool
	// asks is for conditions: they do not hold where an operand is missing, and
	// nothing is reported.
	asks    bool
	silent  int // how many relations around decide what is reported
	yield   func(Violation) bool
	stopped bool
}

// holds reports whether a relation holds, and reports what does not.
func (c *check) holds(r *relation) bool {
	switch r.Kind {
	case All:
		ok := true
		for _, part := range r.of {
			ok = c.holds(part) && ok
			if !ok && (c.asks || c.stopped) {
				return false
			}
		}
		return ok
	case Any:
		if slices.ContainsFunc(r.of, c.quietly) {
			return true
		}
		return c.fail(r, c.at, nil, -1)
	case Not:
		asks := c.asks
		c.asks = true
		held := c.quietly(r.of[0])
		c.asks = asks
		return !held || c.fail(r, c.at, nil, -1)
	case Present:
		return c.present(r)
	case Absent:
		for i := range r.terms {
			if o, ok := c.first(&r.terms[i]); ok {
				return c.fail(r, o.node, nil, i)
			}
		}
		return true
	case In:
		return c.in(r)
	case Shares:
		return c.shares(r)
	case Index:
		return c.index(r)
	case Unique:
		return c.unique(r)
	case Ordered:
		return c.ordered(r)
	case Sequence:
		return c.sequence(r)
	case Typed:
		return c.typed(r)
	}
	return c.compare(r)
}

// quietly is holds without reports.
func (c *check) quietly(r *relation) bool {
	c.silent++
	defer func() { c.silent-- }()
	return c.holds(r)
}

// fail reports a violation at a value and returns false.
func (c *check) fail(r *relation, node int, related []int, term int, shown ...[]byte) bool {
	if c.asks || c.silent > 0 || c.stopped {
		return false
	}
	if c.yield == nil {
		c.stopped = true
		return false
	}
	if node < 0 {
		node = c.at
	}
	v := Violation{Rule: c.rule, At: c.place(node), Message: c.rule.Message}
	for _, other := range related {
		if other >= 0 {
			v.Related = append(v.Related, c.place(other))
		}
	}
	if v.Message == "" {
		v.Message = c.message(r, term, v.Related, shown)
	}
	c.stopped = !c.yield(v)
	return false
}

// compare decides the relations between two terms, or several for Equal.
func (c *check) compare(r *relation) bool {
	ok, met := true, false
	for i := 1; i < len(r.terms); i++ {
		c.operands(&r.terms[0], func(a operand) bool {
			c.operands(&r.terms[i], func(b operand) bool {
				met = true
				a.text, b.text = like(&r.terms[0], a.text, b.text), like(&r.terms[i], b.text, a.text)
				if !compared(r, a.text, b.text, !c.asks) {
					at, other := a.node, b.node
					if at < 0 {
						at, other = other, at
					}
					ok = c.fail(r, at, []int{other}, i, a.text, b.text)
				}
				return !c.stopped
			})
			return !c.stopped
		})
	}
	return ok && (met || !c.asks)
}

// like is the text of an argument as the value that it is compared with has it:
// the 3 in the name of a file is the number 3.
func like(t *term, text, other []byte) []byte {
	if t.Func != Argument || other[0] == '"' {
		return text
	}
	bare := []byte(unquote(text))
	if _, ok := jsonscan.ParseNumber(bare); ok {
		return bare
	}
	return text
}

// compared reports whether two values stand in a relation. Values that cannot be
// compared are the schema's matter, and pass; in a condition they do not.
func compared(r *relation, a, b []byte, pass bool) bool {
	switch r.Kind {
	case Equal:
		if same(a, b) {
			return true
		}
		if r.within == nil {
			return false
		}
		x, ok := parseNumber(a)
		y, both := parseNumber(b)
		if !ok || !both {
			return false
		}
		if x.cmp(y) < 0 {
			x, y = y, x
		}
		return x.minus(y).cmp(*r.within) <= 0
	case Differ:
		return !same(a, b)
	case Before, NotAfter:
		x, ok := timeOf(a)
		y, both := timeOf(b)
		if !ok || !both {
			return pass
		}
		if r.Kind == NotAfter {
			return !y.last.Before(x.first)
		}
		return x.last.Before(y.first)
	}
	x, ok := parseNumber(a)
	y, both := parseNumber(b)
	if !ok || !both {
		return pass
	}
	n := x.cmp(y)
	switch r.Kind {
	case AtMost:
		return n <= 0
	case AtLeast:
		return n >= 0
	case Less:
		return n < 0
	}
	return n > 0
}

// span is the time that a value names: a moment, or a day in UTC from its first
// moment to its last.
type span struct{ first, last time.Time }

// timeOf reads a date-time or a date.
func timeOf(text []byte) (s span, ok bool) {
	if len(text) == 0 || text[0] != '"' {
		return s, false
	}
	plain := unquote(text)
	if d, err := timefmt.ParseDateTime(plain); err == nil {
		return span{d.Time(), d.Time()}, true
	}
	d, err := timefmt.ParseDate(plain)
	if err != nil {
		return s, false
	}
	return span{d.Time(), d.Time().AddDate(0, 0, 1).Add(-time.Nanosecond)}, true
}

// instant reads a date-time, or a date as its first moment.
func instant(text []byte) (time.Time, bool) {
	s, ok := timeOf(text)
	return s.first, ok
}

// present decides whether each term has a value.
func (c *check) present(r *relation) bool {
	ok := true
	for i := range r.terms {
		if _, found := c.first(&r.terms[i]); !found {
			ok = c.fail(r, c.at, nil, i)
		}
	}
	return ok
}

// set is the values at a path by key.
type set struct {
	keys map[string]bool
}

// valuesOf are the values of a term as a set.
func (c *check) valuesOf(t *term) *set {
	if t.elements != nil {
		return &set{keys: t.elements}
	}
	key := at{&t.path, c.base(&t.path)}
	s := c.sets[key]
	if s == nil || t.Func != Value && t.Func != Names {
		s = &set{keys: map[string]bool{}}
		c.operands(t, func(o operand) bool {
			s.keys[keyOf(o.text)] = true
			return true
		})
		c.sets[key] = s
	}
	return s
}

func (c *check) in(r *relation) bool {
	var among *set
	ok, met := true, false
	c.operands(&r.terms[0], func(o operand) bool {
		if among == nil {
			among = c.valuesOf(&r.terms[1])
		}
		met = true
		if !among.keys[keyOf(o.text)] {
			ok = c.fail(r, o.node, nil, 1, o.text)
		}
		return !c.stopped
	})
	return ok && (met || !c.asks)
}

// shares decides whether one value is among the others. Unlike other relations it
// asks that there be one.
func (c *check) shares(r *relation) bool {
	among := c.valuesOf(&r.terms[1])
	shared := false
	c.operands(&r.terms[0], func(o operand) bool {
		shared = among.keys[keyOf(o.text)]
		return !shared
	})
	return shared || c.fail(r, c.at, nil, 1)
}

func (c *check) index(r *relation) bool {
	list, size, ok := []int(nil), 0, true // what is absent has no elements
	if nodes := c.nodes(&r.terms[1].path); len(nodes) > 0 && !c.isNull(nodes[0]) {
		list = nodes[:1]
		if size, ok = c.length(list[0]); !ok {
			return !c.asks
		}
	}
	low, high := number{small: r.From}, number{small: r.From + int64(size)}
	met := false
	c.operands(&r.terms[0], func(o operand) bool {
		n, isNumber := parseNumber(o.text)
		if !isNumber {
			return true
		}
		met = true
		if n.cmp(low) < 0 || n.cmp(high) >= 0 || n.large != nil && !n.large.IsInt() {
			ok = c.fail(r, o.node, list, 1, o.text, (number{small: int64(size)}).text())
		}
		return !c.stopped
	})
	return ok && (met || !c.asks)
}

// keyBy is what counts of a value, and where the first of that is; "" where it
// has none.
func (c *check) keyBy(r *relation, o operand) (key string, node int, shown []byte) {
	if len(r.by) == 0 {
		return keyOf(o.text), o.node, o.text
	}
	node = -1
	inner := &check{evaluator: c.evaluator, at: o.node, again: c.again}
	for i := range r.by {
		found, ok := inner.first(&term{Term: &Term{}, path: r.by[i]})
		if !ok {
			key += "-;"
			continue
		}
		if key += keyOf(found.text) + ";"; node < 0 {
			node, shown = found.node, found.text
		}
	}
	if node < 0 {
		return "", -1, nil
	}
	return key, node, shown
}

// fewValues is up to how many values are compared one by one.
const fewValues = 16

// fewDiffer reports whether values are few texts without escapes, no two of them
// equal. False leaves it open.
func (c *check) fewDiffer(r *relation) bool {
	if len(r.by) > 0 || c.asks {
		return false
	}
	var few [fewValues][]byte
	count, differ := 0, true
	for i := range r.terms {
		c.operands(&r.terms[i], func(o operand) bool {
			if differ = count < fewValues && isBare(o.text); !differ {
				return false
			}
			for _, other := range few[:count] {
				differ = differ && !bytes.Equal(other, o.text)
			}
			few[count] = o.text
			count++
			return differ
		})
		if !differ {
			break
		}
	}
	return differ
}

func (c *check) unique(r *relation) bool {
	if c.fewDiffer(r) {
		return true
	}
	seen := map[string]int{}
	ok, met := true, false
	for i := range r.terms {
		c.operands(&r.terms[i], func(o operand) bool {
			key, node, shown := c.keyBy(r, o)
			if key == "" {
				return true
			}
			met = true
			if first, twice := seen[key]; twice {
				ok = c.fail(r, node, []int{first}, i, shown)
			} else {
				seen[key] = node
			}
			return !c.stopped
		})
	}
	return ok && (met || !c.asks)
}

// order compares two values: as numbers, as date-times or else as texts.
func order(a, b []byte) (n int, ok bool) {
	x, isNumber := parseNumber(a)
	y, both := parseNumber(b)
	if isNumber && both {
		return x.cmp(y), true
	}
	s, isTime := instant(a)
	t, both := instant(b)
	if isTime && both {
		return s.Compare(t), true
	}
	if a[0] == '"' && b[0] == '"' {
		return compareText(unquote(a), unquote(b)), true
	}
	return 0, false
}

func (c *check) ordered(r *relation) bool {
	var last operand
	ok, met := true, false
	c.operands(&r.terms[0], func(o operand) bool {
		if len(r.by) > 0 {
			_, node, shown := c.keyBy(r, o)
			if node < 0 {
				return true
			}
			o = operand{node, shown}
		}
		if met {
			n, comparable := order(last.text, o.text)
			if r.Descending {
				n = -n
			}
			if comparable && (n > 0 || n == 0 && r.Strictly) {
				ok = c.fail(r, o.node, []int{last.node}, 0, o.text, last.text)
			}
		}
		met, last = true, o
		return !c.stopped
	})
	return ok && (met || !c.asks)
}

func (c *check) sequence(r *relation) bool {
	want := number{small: r.From}
	ok, met := true, false
	c.operands(&r.terms[0], func(o operand) bool {
		met = true
		n, isNumber := parseNumber(o.text)
		if !isNumber {
			return true
		}
		if n.cmp(want) != 0 {
			ok = c.fail(r, o.node, nil, 0, o.text, want.text())
			want = n // one gap is told once
		}
		want = want.plus(number{small: 1})
		return !c.stopped
	})
	return ok && (met || !c.asks)
}

func (c *check) typed(r *relation) bool {
	name, ok := c.first(&r.terms[1])
	if !ok || name.text[0] != '"' {
		return !c.asks
	}
	text := unquote(name.text)
	types := r.Types[text]
	if types == nil && isType(text) {
		types = []string{text}
	}
	if types == nil {
		return !c.asks
	}
	met := false
	for _, node := range c.nodes(&r.terms[0].path) {
		met = true
		if !slices.ContainsFunc(types, func(t string) bool { return c.isOf(node, t) }) {
			ok = c.fail(r, node, []int{name.node}, 0, c.text(node), name.text)
		}
	}
	return ok && (met || !c.asks)
}

// isOf reports whether a value is of a JSON type.
func (c *check) isOf(node int, name string) bool {
	switch c.values[node].Kind {
	case jsonscan.KindNull:
		return name == "null"
	case jsonscan.KindBool:
		return name == "boolean"
	case jsonscan.KindString:
		return name == "string"
	case jsonscan.KindArray:
		return name == "array"
	case jsonscan.KindObject:
		return name == "object"
	}
	n, ok := jsonscan.ParseNumber(c.text(node))
	return name == "number" || name == "integer" && ok && n.IsInteger()
}
