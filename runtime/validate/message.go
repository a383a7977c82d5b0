package validate

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/runtime/format"
	"github.com/bindery-go/bindery/runtime/internal/brief"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Messages say what has to be, then what is. They quote schema and document as
// they are spelt, cut to a readable length.

const (
	// briefLength is the length in bytes of the arrays and objects that a message
	// shows.
	briefLength = 60
	// fewValues is the number of values that a message lists.
	fewValues = 8
)

func itoa(i int) string    { return strconv.Itoa(i) }
func utoa(u uint64) string { return strconv.FormatUint(u, 10) }

// quote returns s as a JSON string, cut when it is long.
func quote[T ~string | ~[]byte](s T) string {
	// No JSON is shorter than the text: what is cut here is cut there.
	b, _ := json.Marshal(brief.Text(s)) // cannot fail for a string
	return brief.Text(b)
}

// brief returns the value at index i as a message shows it.
func (e *evaluator) brief(i int) string {
	v := &e.doc.values[i]
	switch {
	case v.kind == jsonscan.KindArray && v.end-v.pos > briefLength:
		return "an array"
	case v.kind == jsonscan.KindObject && v.end-v.pos > briefLength:
		return "an object"
	}
	text := brief.Text(e.doc.raw(i))
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' ' // white space within an array or object
		}
		return r
	}, text)
}

// index returns the place of an element in its array.
func (e *evaluator) index(i int) string { return itoa(int(e.doc.values[i].index)) }

func plural(n uint64, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "y"):
		return utoa(n) + " " + strings.TrimSuffix(noun, "y") + "ies"
	}
	return utoa(n) + " " + noun + "s"
}

// orList joins words with commas and "or".
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// typeList names types with their articles.
func typeList(types Types) string {
	var words []string
	for _, t := range [...]struct {
		t    Types
		name string
	}{
		{String, "a string"}, {Integer, "an integer"}, {Number, "a number"}, {Boolean, "true or false"},
		{Object, "an object"}, {Array, "an array"}, {Null, "null"},
	} {
		if types&t.t != 0 && !(t.t == Integer && types&Number != 0) {
			words = append(words, t.name)
		}
	}
	return orList(words)
}

// valueList lists values, or counts them when they are many.
func valueList(values []string) string {
	if len(values) > fewValues {
		return "one of the " + itoa(len(values)) + " values that the schema lists"
	}
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = brief.Text(v)
	}
	return orList(words)
}

func (e *evaluator) enumMessage(values []string, i int) string {
	if len(values) == 0 {
		return "no value is allowed here"
	}
	message := "must be " + valueList(values) + ", but is " + e.brief(i)
	if len(values) > fewValues && e.doc.values[i].kind == jsonscan.KindString {
		if near, ok := nearest(e.doc.raw(i), values); ok {
			message += " (did you mean " + brief.Text(near) + "?)"
		}
	}
	return message
}

// neverMessage tells that a value may not be where it is.
func (e *evaluator) neverMessage(i int) string {
	by := e.report.via
	switch by.keyword {
	case "additionalProperties", "unevaluatedProperties", "properties", "patternProperties":
		name := e.doc.name(i)
		message := "the property " + quote(name) + " is not allowed"
		var names []string
		for _, p := range by.plan.Properties {
			if !e.nodes[p.Node].Never {
				names = append(names, p.Name)
			}
		}
		if near, ok := nearest(name, names); ok {
			message += " (did you mean " + quote(near) + "?)"
		}
		return message
	case "propertyNames":
		return "no property is allowed here: " + quote(e.doc.name(i))
	case "items", "unevaluatedItems", "prefixItems":
		if n := len(by.plan.PrefixItems); n > 0 {
			return "must have at most " + plural(uint64(n), "item") + ": item " + e.index(i) + " is not allowed"
		}
		return "item " + e.index(i) + " is not allowed"
	}
	return "no value is allowed here"
}

// formatMessage says what a format wants.
func formatMessage(name string) string {
	if wanted := format.Wanted(name); wanted != "" {
		return "must be " + wanted
	}
	return "must have the format " + quote(name)
}

// nearest returns the candidate that differs least from s by typing mistakes,
// when it differs by few.
func nearest(text []byte, candidates []string) (string, bool) {
	const most = 64 // bytes; longer texts are not mistyped names
	if len(text) > most {
		return "", false
	}
	s := string(text)
	best, bestDistance := "", 1+min(2, len(s)/2)
	for _, c := range candidates {
		if len(c) > most || c == s {
			continue
		}
		if d := distance(s, c); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best, best != ""
}

// distance is the number of bytes to insert, delete or replace, or neighbours
// to swap, that lead from a to b (optimal string alignment).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
