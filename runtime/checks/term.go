package checks

import (
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// operand is one value of a term.
type operand struct {
	node  int    // −1 for a value that no member of the document has
	text  []byte // JSON; nil for a whole number that was computed
	whole bool   // it is the number small
	small int64
	// Of a long value is kept what was read of it, by keeps, else in read.
	keeps *evaluator
	read  *reading
}

// longest is how long a value may be that is read anew whenever it is asked for. One
// value may be compared at many places, so that of a longer one is kept what was read:
// else the time would grow with their product.
const longest = 64

// reading is what was read of a long value: of a node, the name of one, or computed.
type reading struct {
	name   []byte // of a name, as JSON
	plain  []byte // of a string; empty until it is asked for, as is the next
	key    []byte
	number once[number]
	time   once[span]
}

// once is what was read of a text, when it was first asked for.
type once[T any] struct {
	value     T
	ok, known bool
}

func (o *once[T]) of(text []byte, read func([]byte) (T, bool)) (T, bool) {
	if !o.known {
		o.value, o.ok = read(text)
		o.known = true
	}
	return o.value, o.ok
}

// reading is what was read of a long value; nil for others.
func (o *operand) reading() *reading {
	if o.read == nil && o.keeps != nil {
		o.read = o.keeps.reading(o.node)
	}
	return o.read
}

// computedOperand is a number that was computed from the value of a node and others.
// What is not whole is rounded as its text is.
func computedOperand(node int, n number) operand {
	if n.large == nil {
		return operand{node: node, whole: true, small: n.small}
	}
	o := operand{node: node, text: n.text()}
	if len(o.text) > longest {
		o.read = new(reading)
	}
	return o
}

// json is the value as JSON.
func (o *operand) json() []byte {
	if o.text == nil {
		return (number{small: o.small}).text()
	}
	return o.text
}

// number is the value as a number; ok is false for one that is none.
func (o *operand) number() (n number, ok bool) {
	if o.whole {
		return number{small: o.small}, true
	}
	r := o.reading()
	if r == nil {
		return parseNumber(o.text)
	}
	return r.number.of(o.text, parseNumber)
}

// time is the time that the value names; ok is false where it names none.
func (o *operand) time() (s span, ok bool) {
	r := o.reading()
	if r == nil {
		return timeOf(o.text)
	}
	return r.time.of(o.text, timeOf)
}

// plain is the value of a string, which must not be changed.
func (o *operand) plain() []byte {
	if isBare(o.text) {
		return plainText(o.text)
	}
	r := o.reading()
	if r == nil {
		return plainText(o.text)
	}
	if len(r.plain) == 0 {
		r.plain = plainText(o.text)
	}
	return r.plain
}

// appendKey appends the key of the value.
func (o *operand) appendKey(b []byte) []byte {
	if o.whole {
		return strconv.AppendInt(append(b, '#'), o.small, 10)
	}
	if o.keeps == nil && o.read == nil || isBare(o.text) {
		return appendKeyOf(b, o.text) // of a bare string it is a copy anyway
	}
	return append(b, o.key()...)
}

// key is the key of the value, which must not be changed.
func (o *operand) key() []byte {
	r := o.reading()
	if r == nil {
		return o.appendKey(nil)
	}
	if len(r.key) == 0 {
		r.key = appendKeyOf(nil, o.text)
	}
	return r.key
}

// keyText is the key of a value, in memory that is good until the next.
func (e *evaluator) keyText(o operand) []byte {
	e.scratch = o.appendKey(e.scratch[:0])
	return e.scratch
}

// operand is a value of the document.
func (e *evaluator) operand(node int) operand {
	v := &e.values[node]
	o := operand{node: node, text: e.text(node), whole: v.Whole, small: v.Int}
	if len(o.text) > longest && !v.Whole {
		o.keeps = e
	}
	return o
}

// reading is what was read of the long value of a node.
func (e *evaluator) reading(node int) *reading {
	r := e.long[node]
	if r == nil {
		r = new(reading)
		e.long[node] = r
	}
	return r
}

// base is where a path starts.
func (c *check) base(p *path) int { return c.above(p.Up) }

// above is the value so many levels above the place, the document for −1.
func (c *check) above(levels int) int {
	if levels < 0 {
		return 0
	}
	base := c.at
	for range levels {
		base = int(c.values[base].Parent)
	}
	return base
}

// nodes are the values at a path, in the order of the document.
func (c *check) nodes(p *path) []int {
	base := c.base(p)
	if p.Up == 0 || !c.again {
		return c.search(base, p.steps)
	}
	key := at{p, base}
	nodes, known := c.found[key]
	if !known {
		nodes = c.search(base, p.steps)
		c.found[key] = nodes
	}
	return nodes
}

// key is the name of a member, or the index of an element.
func (c *check) key(node int) operand {
	v := &c.values[node]
	if v.Name == 0 {
		return computedOperand(node, number{small: int64(v.Index)})
	}
	name := c.scanner.NameOf(v)
	text := c.data[v.Name-1 : v.Name+len(name)+1]
	if !isBare(text) || text[len(text)-1] != '"' { // it is written with escapes, and longer
		text = quote(string(name))
	}
	return operand{node: node, text: text}
}

// keyOfMany is key for a node below which it may be asked for at many places.
func (c *check) keyOfMany(node int) operand {
	if r := c.long[^node]; r != nil {
		return operand{node: node, text: r.name, read: r}
	}
	o := c.key(node)
	if len(o.text) > longest {
		o.read = &reading{name: o.text}
		c.long[^node] = o.read
	}
	return o
}

// isNull reports whether a value is as good as absent.
func (c *check) isNull(node int) bool { return c.values[node].Kind == jsonscan.KindNull }

// operands yields the values of a term until it is told to stop.
func (c *check) operands(t *term, yield func(operand) bool) {
	switch {
	case t.constant != nil:
		yield(*t.constant)
	case t.Func == Argument:
		if text, ok := c.arguments[t.Path]; ok {
			yield(operand{node: -1, text: quote(text)})
		}
	case t.Func == First:
		for i := range t.args {
			if o, ok := c.first(&t.args[i]); ok {
				yield(o)
				return
			}
		}
	case t.Func == Names:
		for _, node := range c.nodes(&t.path) {
			if c.values[node].Name > 0 && !yield(c.key(node)) {
				return
			}
		}
	case t.Func != Value:
		if o, ok := c.computed(t); ok {
			yield(o)
		}
	default:
		c.located(&t.path, yield)
	}
}

// located yields the values at a path until it is told to stop.
func (c *check) located(p *path, yield func(operand) bool) {
	if p.Key {
		if base := c.base(p); c.values[base].Parent >= 0 {
			yield(c.keyOfMany(base))
		}
		return
	}
	for _, node := range c.nodes(p) {
		if !c.isNull(node) && !yield(c.operand(node)) {
			return
		}
	}
}

// first is the first value of a term.
func (c *check) first(t *term) (o operand, ok bool) {
	c.operands(t, func(found operand) bool {
		o, ok = found, true
		return false
	})
	return o, ok
}

// exists reports whether a path without values has none, rather than nothing
// that could have some.
func (c *check) exists(p *path) bool {
	if !p.Many() {
		return false
	}
	nodes := c.search(c.base(p), p.container)
	return len(nodes) > 0 && !c.isNull(nodes[0])
}

// result is what a function came to.
type result struct {
	operand
	ok bool
}

// computed is the value of a function. Its place is that of its first operand.
func (c *check) computed(t *term) (operand, bool) {
	if t.up == 0 || !c.again {
		return c.compute(t)
	}
	key := termAt{t, c.above(t.up)}
	r, known := c.results[key]
	if !known {
		r.operand, r.ok = c.compute(t)
		c.results[key] = r
	}
	return r.operand, r.ok
}

func (c *check) compute(t *term) (operand, bool) {
	switch t.Func {
	case Count:
		n, place := int64(0), -1
		c.located(&t.path, func(o operand) bool {
			if n++; place < 0 {
				place = o.node
			}
			return true
		})
		if n == 0 && !c.exists(&t.path) {
			return operand{}, false
		}
		return computedOperand(place, number{small: n}), true
	case Length:
		nodes := c.nodes(&t.path)
		if len(nodes) == 0 || c.isNull(nodes[0]) {
			return operand{}, false
		}
		n, ok := c.length(nodes[0])
		return computedOperand(nodes[0], number{small: int64(n)}), ok
	case Milliseconds, Seconds:
		return c.elapsed(t)
	}
	return c.arithmetic(t)
}

// length is how many characters, elements or members a value has.
func (c *check) length(node int) (int, bool) {
	switch v := &c.values[node]; v.Kind {
	case jsonscan.KindString:
		return utf8.RuneCountInString(unquote(c.text(node))), true
	case jsonscan.KindArray, jsonscan.KindObject:
		return int(v.Size), true
	}
	return 0, false
}

// elapsed is the time between two date-times.
func (c *check) elapsed(t *term) (operand, bool) {
	from, ok := c.first(&t.args[0])
	to, both := c.first(&t.args[1])
	if !ok || !both {
		return operand{}, false
	}
	start, ok := instant(from)
	end, both := instant(to)
	if !ok || !both {
		return operand{}, false
	}
	unit := int64(time.Millisecond)
	if t.Func == Seconds {
		unit = int64(time.Second)
	}
	seconds := number{small: end.Unix() - start.Unix()}
	nanos := seconds.times(number{small: int64(time.Second)}).plus(number{small: int64(end.Nanosecond() - start.Nanosecond())})
	nanos.large.Quo(nanos.large, (number{small: unit}).rat())
	return operand{node: from.node, text: nanos.text()}, true
}

// arithmetic is the value of a function on numbers.
func (c *check) arithmetic(t *term) (operand, bool) {
	var sum number
	place, exists, any := -1, false, false
	for i := range t.args {
		exists = exists || t.args[i].Func == Value && c.exists(&t.args[i].path)
		seen := false
		c.operands(&t.args[i], func(o operand) bool {
			n, ok := o.number()
			if !ok {
				return true
			}
			if seen = true; place < 0 {
				place = o.node
			}
			switch {
			case !any:
				sum, any = n, true
			case t.Func == Sum:
				sum = sum.plus(n)
			case t.Func == Difference:
				sum = sum.minus(n)
			case t.Func == Product:
				sum = sum.times(n)
			case t.Func == Least && n.cmp(sum) < 0, t.Func == Greatest && n.cmp(sum) > 0:
				sum, place = n, o.node
			}
			return true
		})
		if !seen && (t.Func == Difference || t.Func == Product) {
			return operand{}, false
		}
	}
	if !any && (t.Func != Sum || !exists) {
		return operand{}, false
	}
	return computedOperand(place, sum), true
}
