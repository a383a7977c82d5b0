package checks

import (
	"bytes"
	"slices"
	"time"

	"github.com/bindery-go/bindery/runtime/format"
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
		others, known := len(c.stack), false
		c.operands(&r.terms[0], func(a operand) bool {
			if !known {
				known = true
				c.operands(&r.terms[i], func(b operand) bool {
					c.stack = append(c.stack, b)
					return true
				})
			}
			for k := others; k < len(c.stack) && !c.stopped; k++ {
				met = true
				a, b := like(&r.terms[0], a, c.stack[k]), like(&r.terms[i], c.stack[k], a)
				if !compared(r, &a, &b, !c.asks) {
					at, other := a.node, b.node
					if at < 0 {
						at, other = other, at
					}
					ok = c.fail(r, at, []int{other}, i, a.json(), b.json())
				}
			}
			return !c.stopped
		})
		clear(c.stack[others:])
		c.stack = c.stack[:others]
	}
	return ok && (met || !c.asks)
}

// like is an argument as the value that it is compared with has it: the 3 in the
// name of a file is the number 3.
func like(t *term, o, other operand) operand {
	if t.Func != Argument || other.text != nil && other.text[0] == '"' {
		return o
	}
	bare := []byte(unquote(o.text))
	if _, ok := jsonscan.ParseNumber(bare); ok {
		o.text = bare
	}
	return o
}

// compared reports whether two values stand in a relation. Values that cannot be
// compared are the schema's matter, and pass; in a condition they do not.
func compared(r *relation, a, b *operand, pass bool) bool {
	switch r.Kind {
	case Equal:
		if same(a, b) {
			return true
		}
		if r.within == nil {
			return false
		}
		x, ok := a.number()
		y, both := b.number()
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
		x, ok := a.time()
		y, both := b.time()
		if !ok || !both {
			return pass
		}
		if r.Kind == NotAfter {
			return !y.endsBefore(&x)
		}
		return x.endsBefore(&y)
	}
	x, ok := a.number()
	y, both := b.number()
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
type span struct {
	first, last time.Time
	at          time.Time // first, but for a leap second that of the next minute
	isDay       bool
	isLeap      bool
	// finer are the digits of the second that first does not have: those beyond
	// nanoseconds, of a leap second all, without zeros at the end.
	finer []byte
}

// timeOf reads a date-time or a date.
func timeOf(text []byte) (s span, ok bool) {
	if len(text) == 0 || text[0] != '"' {
		return s, false
	}
	text = plainText(text)
	switch {
	case format.DateTime(text):
		const second, fraction, nanoseconds = len("2006-01-02T15:04:"), len("2006-01-02T15:04:05"), len("2006-01-02T15:04:05.999999999")
		s.at = timefmt.TrustedDateTime(string(text)).Time()
		s.first = s.at
		if s.isLeap = string(text[second:second+2]) == "60"; s.isLeap { // it is in the day before
			s.first = s.first.Truncate(time.Second).Add(-time.Nanosecond)
		}
		s.last = s.first
		if text[fraction] == '.' {
			from, end := nanoseconds, fraction+bytes.IndexAny(text[fraction:], "Zz+-")
			if s.isLeap {
				from = fraction + 1
			}
			s.finer = bytes.TrimRight(text[min(from, end):end], "0")
		}
	case format.Date(text):
		s.isDay = true
		s.first = timefmt.TrustedDate(string(text)).Time()
		s.at = s.first
		s.last = s.first.AddDate(0, 0, 1).Add(-time.Nanosecond)
	default:
		return s, false
	}
	return s, true
}

// endsBefore reports whether the last moment of s is before the first of t.
func (s *span) endsBefore(t *span) bool {
	if !s.isDay && !t.isDay {
		return s.compare(t) < 0
	}
	return s.last.Before(t.first)
}

// compare orders by first moments.
func (s *span) compare(t *span) int {
	c := s.first.Compare(t.first)
	switch {
	case c != 0:
		return c
	case s.isLeap != t.isLeap:
		if s.isLeap {
			return 1
		}
		return -1
	}
	return bytes.Compare(s.finer, t.finer)
}

// instant reads a date-time, or a date as its first moment.
func instant(o operand) (time.Time, bool) {
	if o.text == nil {
		return time.Time{}, false
	}
	s, ok := o.time()
	return s.at, ok
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

// valuesOf are the values of a term as a set.
func (c *check) valuesOf(t *term) *keys {
	if t.elements != nil {
		return t.elements
	}
	key := at{&t.path, c.base(&t.path)}
	set := c.sets[key]
	switch {
	case set == nil:
		set = c.set()
		c.sets[key] = set
	case t.Func == Value || t.Func == Names:
		return set
	default:
		set.reset()
	}
	c.operands(t, func(o operand) bool {
		set.add(c.keyText(o), o.node)
		return true
	})
	return set
}

func (c *check) in(r *relation) bool {
	var among *keys
	ok, met := true, false
	c.operands(&r.terms[0], func(o operand) bool {
		if among == nil {
			among = c.valuesOf(&r.terms[1])
		}
		met = true
		if !among.has(c.keyText(o)) {
			ok = c.fail(r, o.node, nil, 1, o.json())
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
		shared = among.has(c.keyText(o))
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
		n, isNumber := o.number()
		if !isNumber {
			return true
		}
		met = true
		if n.cmp(low) < 0 || n.cmp(high) >= 0 || !n.isInteger() {
			ok = c.fail(r, o.node, list, 1, o.json(), (number{small: int64(size)}).text())
		}
		return !c.stopped
	})
	return ok && (met || !c.asks)
}

// keyBy is what counts of a value, in memory that is good until the next, and
// where the first of that is; −1 where it has none.
func (c *check) keyBy(r *relation, o operand) (key []byte, first operand) {
	if len(r.by) == 0 {
		return c.keyText(o), o
	}
	first.node = -1
	inner := &check{evaluator: c.evaluator, at: o.node, again: c.again}
	for i := range r.by {
		found, ok := inner.first(&term{Term: &Term{}, path: r.by[i]})
		if !ok {
			key = append(key, "-;"...)
			continue
		}
		if key = append(found.appendKey(key), ';'); first.node < 0 {
			first = found
		}
	}
	return key, first
}

func (c *check) unique(r *relation) bool {
	seen := c.set()
	defer c.dispose(seen)
	ok, met := true, false
	for i := range r.terms {
		c.operands(&r.terms[i], func(o operand) bool {
			key, o := c.keyBy(r, o)
			if o.node < 0 && len(r.by) > 0 {
				return true
			}
			met = true
			if first, twice := seen.add(key, o.node); twice {
				ok = c.fail(r, o.node, []int{first}, i, o.json())
			}
			return !c.stopped
		})
	}
	return ok && (met || !c.asks)
}

// order compares two values: as numbers, as date-times or else as texts.
func order(a, b *operand) (n int, ok bool) {
	x, isNumber := a.number()
	y, both := b.number()
	if isNumber && both {
		return x.cmp(y), true
	}
	s, isTime := a.time()
	t, both := b.time()
	if isTime && both {
		return s.compare(&t), true
	}
	if a.text != nil && b.text != nil && a.text[0] == '"' && b.text[0] == '"' {
		return compareText(unquote(a.text), unquote(b.text)), true
	}
	return 0, false
}

func (c *check) ordered(r *relation) bool {
	var last operand
	ok, met := true, false
	c.operands(&r.terms[0], func(o operand) bool {
		if len(r.by) > 0 {
			if _, o = c.keyBy(r, o); o.node < 0 {
				return true
			}
		}
		if met {
			n, comparable := order(&last, &o)
			if r.Descending {
				n = -n
			}
			if comparable && (n > 0 || n == 0 && r.Strictly) {
				ok = c.fail(r, o.node, []int{last.node}, 0, o.json(), last.json())
			}
		}
		met, last = true, o
		return !c.stopped
	})
	return ok && (met || !c.asks)
}

// sequence compares each value with what its place asks for. One that follows the value
// before it is not told where that was wrong: the values after a gap are right once it is
// closed.
func (c *check) sequence(r *relation) bool {
	one := number{small: 1}
	want := number{small: r.From}
	next := want
	ok, met := true, false
	c.operands(&r.terms[0], func(o operand) bool {
		met = true
		n, isNumber := o.number()
		if !isNumber {
			return true
		}
		if n.cmp(want) == 0 {
			n = want // which is quickly added to
		} else if n.cmp(next) != 0 {
			ok = c.fail(r, o.node, nil, 0, o.json(), want.text())
		}
		want, next = want.plus(one), n.plus(one)
		return !c.stopped
	})
	return ok && (met || !c.asks)
}

func (c *check) typed(r *relation) bool {
	name, ok := c.first(&r.terms[1])
	if !ok || name.text == nil || name.text[0] != '"' {
		return !c.asks
	}
	text := name.plain()
	types := r.Types[string(text)]
	if types == nil {
		types = typeNamed(text)
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
