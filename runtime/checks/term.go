package checks

import (
	"time"
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// operand is one value of a term.
type operand struct {
	node int    // −1 for a value that no member of the document has
	text []byte // JSON
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
	if p.Up == 0 && len(p.steps) == 0 {
		return []int{base}
	}
	if !c.again {
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

// key is the name of a member as JSON, or the index of an element.
func (c *check) key(v *jsonscan.Kept) []byte {
	if v.Name == 0 {
		return (number{small: int64(v.Index)}).text()
	}
	return quote(string(c.scanner.NameOf(v)))
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
			yield(operand{-1, quote(text)})
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
			if v := &c.values[node]; v.Name > 0 && !yield(operand{node, c.key(v)}) {
				return
			}
		}
	case t.Func != Value:
		if o, ok := c.computed(t); ok {
			yield(o)
		}
	case t.path.Key:
		base := c.base(&t.path)
		if v := &c.values[base]; v.Parent >= 0 {
			yield(operand{base, c.key(v)})
		}
	default:
		for _, node := range c.nodes(&t.path) {
			if !c.isNull(node) && !yield(operand{node, c.text(node)}) {
				return
			}
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

// exists reports whether a term without values has none, rather than nothing
// that could have some.
func (c *check) exists(t *term) bool {
	if t.Func != Value || !t.path.Many() {
		return false
	}
	base := c.base(&t.path)
	nodes := c.search(base, t.path.container)
	return len(nodes) > 0 && !c.isNull(nodes[0])
}

// result is what a function came to.
type result struct {
	operand
	ok bool
}

// computed is the value of a function. Its place is that of its first operand.
func (c *check) computed(t *term) (operand, bool) {
	if t.up == 0 {
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
		counted := *t
		counted.Term = &Term{Path: t.Path}
		n := number{}
		place := -1
		c.operands(&counted, func(o operand) bool {
			if n.small++; place < 0 {
				place = o.node
			}
			return true
		})
		if n.small == 0 && !c.exists(&counted) {
			return operand{}, false
		}
		return operand{place, n.text()}, true
	case Length:
		nodes := c.nodes(&t.path)
		if len(nodes) == 0 || c.isNull(nodes[0]) {
			return operand{}, false
		}
		n, ok := c.length(nodes[0])
		return operand{nodes[0], (number{small: int64(n)}).text()}, ok
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
	start, ok := instant(from.text)
	end, both := instant(to.text)
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
	return operand{from.node, nanos.text()}, true
}

// arithmetic is the value of a function on numbers.
func (c *check) arithmetic(t *term) (operand, bool) {
	var sum number
	place, exists, any := -1, false, false
	for i := range t.args {
		exists = exists || c.exists(&t.args[i])
		seen := false
		c.operands(&t.args[i], func(o operand) bool {
			n, ok := parseNumber(o.text)
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
	return operand{place, sum.text()}, true
}
