package checks

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/runtime/internal/brief"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// quote makes a JSON string of a text.
func quote(text string) []byte {
	e := jsonscan.GetEncoder()
	e.String(text)
	quoted, err := e.Finish()
	if err != nil { // it is not UTF-8, and so equals nothing
		return []byte(`""`)
	}
	return quoted
}

// unquote is the text of a JSON string.
func unquote(text []byte) string {
	s := jsonscan.Get(text)
	defer s.Release()
	out, _ := s.String()
	return out
}

// plainText is unquote without a copy, where the string has no escapes.
func plainText(text []byte) []byte {
	if isBare(text) {
		return text[1 : len(text)-1]
	}
	return []byte(unquote(text))
}

// compareText orders texts by code points, which in UTF-8 is by bytes.
func compareText(a, b string) int { return cmp.Compare(a, b) }

// phrases tell what a comparison asks of its first value.
var phrases = map[Kind]string{
	Equal:    "must equal",
	Differ:   "must differ from",
	AtMost:   "must be at most",
	AtLeast:  "must be at least",
	Less:     "must be less than",
	More:     "must be more than",
	Before:   "must be before",
	NotAfter: "must not be after",
}

// message tells what is wrong. Shown are the values that it is about.
func (c *check) message(r *relation, i int, related []Place, shown [][]byte) string {
	value := func(k int) string { return oneLine(shown[k]) }
	there := ""
	if len(related) > 0 {
		there = ", as at " + location(related[0].InstanceLocation)
	}
	switch r.Kind {
	case Any:
		return "must keep one of these: " + join(r.of, "; ")
	case Not:
		return "must not be so: " + describe(r.of[0])
	case Present:
		return "must have a value at " + described(&r.terms[i])
	case Absent:
		return "must not be there"
	case In:
		return fmt.Sprintf("%s must be one of %s", value(0), described(&r.terms[1]))
	case Shares:
		return "must have one of its " + described(&r.terms[0]) + " among " + described(&r.terms[1])
	case Index:
		if len(related) == 0 {
			return fmt.Sprintf("%s must be an index into %s, which is absent", value(0), described(&r.terms[1]))
		}
		return fmt.Sprintf("%s must be an index into %s, which has %s elements", value(0), location(related[0].InstanceLocation), value(1))
	case Unique:
		return fmt.Sprintf("must be unique, but is %s%s", value(0), there)
	case Ordered:
		than := "less than"
		if r.Descending {
			than = "more than"
		}
		if r.Strictly {
			than = "equal to or " + than
		}
		return fmt.Sprintf("must not be %s the value before it: %s after %s", than, value(0), value(1))
	case Sequence:
		return fmt.Sprintf("must be %s, for the values count from %d without gaps, but is %s", value(1), r.From, value(0))
	case Typed:
		return fmt.Sprintf("must be of the type that %s names, %s, but is %s", described(&r.terms[1]), value(1), value(0))
	}
	what := keyed(&r.terms[i], shown[1])
	if b := value(1); b != what {
		what += ", which is " + b
	}
	subject := ""
	if r.terms[0].Func != Value || r.terms[0].path.Key || r.terms[0].constant != nil {
		subject = keyed(&r.terms[0], shown[0]) + " "
	}
	return fmt.Sprintf("%s%s %s, but is %s", subject, phrases[r.Kind], what, value(0))
}

// oneLine is a value as people read it, or its beginning.
func oneLine(text []byte) string {
	const enough = 1 << 10 // characters that may be white space
	compact, err := jsonscan.Encode(func(e *jsonscan.Encoder) { e.Compact(string(text[:min(len(text), enough)])) })
	if err != nil {
		compact = text
	}
	return brief.Text(compact)
}

// keyed is described of a term with a value: the key of an element is its index.
func keyed(t *term, value []byte) string {
	if t.path.Key && value[0] != '"' {
		return "the index of the element"
	}
	return described(t)
}

// location is a JSON Pointer as messages have it.
func location(pointer string) string {
	if pointer == "" {
		return "the document"
	}
	return brief.Pointer(pointer)
}

// functions are what messages call functions.
var functions = [...]string{
	Sum: "the sum of", Difference: "the difference of", Product: "the product of", Least: "the least of", Greatest: "the greatest of",
	Count: "the number of", Length: "the length of", First: "the first of", Names: "the names in", Milliseconds: "the milliseconds between", Seconds: "the seconds between",
}

// described tells in words what a term stands for.
func described(t *term) string {
	switch {
	case t.constant != nil:
		return brief.Text(t.Const)
	case t.Func == Argument:
		return "the argument " + t.Path
	case t.path.Key:
		return "the name of the member"
	case t.Func == Value:
		return shownPath(&t.path)
	case t.Func == Names:
		object := t.path
		object.text = t.Path
		return functions[t.Func] + " " + shownPath(&object)
	case t.Func == Count || t.Func == Length:
		return functions[t.Func] + " " + shownPath(&t.path)
	}
	var parts []string
	for i := range t.args {
		parts = append(parts, described(&t.args[i]))
	}
	return functions[t.Func] + " " + strings.Join(parts, " and ")
}

// shownPath is a path without its levels.
func shownPath(p *path) string {
	text := strings.TrimPrefix(strings.TrimLeft(p.text, "0123456789"), "/")
	switch {
	case p.Up < 0:
		return location(p.text)
	case text == "":
		return "the value"
	}
	return brief.Pointer(text)
}

// describe tells a relation in words.
func describe(r *relation) string {
	var terms []string
	for i := range r.terms {
		terms = append(terms, described(&r.terms[i]))
	}
	list := strings.Join(terms, ", ")
	switch r.Kind {
	case All:
		return join(r.of, " and ")
	case Any:
		return join(r.of, " or ")
	case Not:
		return "not " + describe(r.of[0])
	case Present:
		return list + " is there"
	case Absent:
		return list + " is absent"
	case In:
		return terms[0] + " is one of " + terms[1]
	case Shares:
		return "one of " + terms[0] + " is one of " + terms[1]
	case Index:
		return terms[0] + " is an index into " + terms[1]
	case Unique:
		return list + " is unique"
	case Ordered:
		return list + " is in order"
	case Sequence:
		return fmt.Sprintf("%s counts from %d", list, r.From)
	case Typed:
		return terms[0] + " is of the type that " + terms[1] + " names"
	}
	return terms[0] + " " + phrases[r.Kind] + " " + strings.Join(terms[1:], ", ")
}

func join(relations []*relation, between string) string {
	var parts []string
	for _, r := range relations {
		parts = append(parts, describe(r))
	}
	return strings.Join(parts, between)
}
