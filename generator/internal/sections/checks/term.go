package checks

import (
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/runtime/checks"
)

// path reads a path.
func (c *reading) path(node *document.Node) (p path, ok bool) {
	text := section.Text(node)
	if node.Kind != document.String {
		c.bad(node.Pos, `write a path, as "/facts/*/id" or, from the place of the check, "0/id"; a constant is written {const: …}`, "a path must be a text")
		return path{pos: node.Pos}, false
	}
	parsed, err := checks.ParsePath(text)
	if err != nil {
		c.bad(node.Pos, `write a path, as "/facts/*/id" or, from the place of the check, "0/id"; a text that is meant as such is written {const: `+strconv.Quote(text)+`}`, "%v", err)
		return path{pos: node.Pos}, false
	}
	return path{Path: parsed, text: text, pos: node.Pos}, true
}

// function is one that can be written.
type function struct {
	name string
	fn   checks.Func
	args int // 0 for any number, −1 for a path
	of   class
	is   class
}

var functions = []function{
	{"sum", checks.Sum, 0, numbers, numbers},
	{"difference", checks.Difference, 2, numbers, numbers},
	{"product", checks.Product, 0, numbers, numbers},
	{"least", checks.Least, 0, numbers, numbers},
	{"greatest", checks.Greatest, 0, numbers, numbers},
	{"count", checks.Count, -1, plural, numbers},
	{"length", checks.Length, -1, measured | single, numbers},
	{"first", checks.First, 0, anything, anything},
	{"names", checks.Names, -1, objects, names},
	{"milliseconds", checks.Milliseconds, 2, times | single, numbers},
	{"seconds", checks.Seconds, 2, times | single, numbers},
}

// term reads a term whose values are used as those of a class.
func (c *reading) term(node *document.Node, as class, isSet bool) (t checks.Term) {
	switch node.Kind {
	case document.String:
		if p, ok := c.path(node); ok {
			t.Path = p.text
			if isSet {
				p.pos, as = node.Pos, as|set
			}
			c.use(p, as)
		}
		return t
	case document.Number, document.Bool:
		t.Const = string(node.AppendJSON(nil))
		return t
	case document.Object:
		if len(node.Members) == 1 {
			return c.function(node.Members[0], as)
		}
	}
	c.bad(node.Pos, `write a path, a number, {const: …} or a function, as {sum: /items/*/price}`, "this is not a term")
	return t
}

// function reads a constant or a function.
func (c *reading) function(m document.Member, as class) (t checks.Term) {
	switch m.Name {
	case "const":
		t.Const = string(m.Value.AppendJSON(nil))
		_, isTime := checks.Instant(t.Const)
		if as&numbers != 0 && m.Value.Kind != document.Number || as&times != 0 && !isTime {
			c.bad(m.Value.Pos, "compare like with like, or use equal", "the constant is not %s", as)
		}
		return t
	case "argument":
		t.Func, t.Path = checks.Argument, section.Text(m.Value)
		if t.Path == "" {
			c.bad(m.Value.Pos, "write it as in {argument: session_id}", "an argument has a name")
		}
		c.named = append(c.named, t.Path)
		return t
	}
	at := slices.IndexFunc(functions, func(f function) bool { return f.name == m.Name })
	if at < 0 {
		known := []string{"const", "argument"}
		for _, f := range functions {
			known = append(known, f.name)
		}
		c.bad(m.NamePos, section.Nearest(m.Name, known), "there is no function %q", m.Name)
		return t
	}
	f := functions[at]
	t.Func = f.fn
	if f.is != anything && as&f.is == 0 && as&sorts != anything {
		c.bad(m.NamePos, "compare it with "+f.is.String(), "%s gives %s, which is not %s", f.name, f.is, as)
	}
	if f.args < 0 {
		if p, ok := c.path(m.Value); ok {
			t.Path = p.text
			c.use(p, f.of|inner)
		}
		return t
	}
	list := section.Listed(m.Value)
	if len(list) == 0 || f.args > 0 && len(list) != f.args {
		c.bad(m.Value.Pos, "write it as in {"+f.name+": [/a, /b]}", "%s takes a list of terms", f.name)
	}
	of := f.of
	if f.fn == checks.First {
		of = as &^ single
	}
	for _, item := range list {
		t.Args = append(t.Args, c.term(item, of|inner, false))
	}
	return t
}

// class is a set of bits: the sorts of values that a path may lead to, and how
// it is used.
type class uint16

const (
	numbers class = 1 << iota
	times
	arrays
	names
	measured // what has a length
	objects
	ranked   // what can be put in order
	inner    // below a function, which takes any number of values
	set      // what others are to be among
	plural   // where one value makes no sense
	single   // where only the first of several would count
	anything = class(0)
	sorts    = numbers | times | arrays | names | measured | objects | ranked
)

// sortsOf are the sorts of values: what messages call them, and which types they have.
var sortsOf = map[class]struct {
	text  string
	types schema.Types
}{
	numbers:  {"a number", schema.Integer | schema.Number},
	times:    {"a date-time or a date", schema.String},
	arrays:   {"an array", schema.Array},
	names:    {"a text", schema.String},
	measured: {"a text, an array or an object", schema.String | schema.Array | schema.Object},
	objects:  {"an object", schema.Object},
	ranked:   {"numbers, date-times or other texts", schema.Integer | schema.Number | schema.String},
	anything: {"a value", anyType},
}

func (c class) String() string { return sortsOf[c&sorts].text }

// admits reports whether values of some types are of the class.
func (c class) admits(t schema.Types) bool { return t&sortsOf[c&sorts].types != 0 }
