package validate

import (
	"errors"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/google/go-cmp/cmp"
)

func TestSyntaxErrors(t *testing.T) {
	t.Parallel()
	anything := oneResource(Node{})
	for _, test := range []struct {
		name, doc string
		at        int
		message   string
	}{
		{"empty", "", 0, "the text is empty: expected a JSON value"},
		{"white space only", " \n ", 3, "the text is empty: expected a JSON value"},
		{"byte order mark", "\xEF\xBB\xBF1", 0, "the text starts with a byte order mark: save it as UTF-8 without one"},
		{"trailing data", "1 2", 2, `there is more text after the document: unexpected "2"`},
		{"trailing bracket", "[]]", 2, `there is more text after the document: unexpected "]"`},
		{"comma before ]", "[1,]", 3, "a comma may not be followed by ']': remove the comma or add a value"},
		{"comma before }", `{"a":1,}`, 7, "a comma may not be followed by '}': remove the comma or add a member"},
		{"no comma", "[1 2]", 3, `unexpected "2": expected ',' or ']'`},
		{"no colon", `{"a" 1}`, 5, `unexpected "1": expected ':' after the member name`},
		{"wrong bracket", `{"a":1]`, 6, `unexpected "]": expected ',' or '}'`},
		{"open array", "[1", 2, "the text ends where ',' or ']' should follow"},
		{"open object", `{"a":`, 5, "the text ends where a value should follow"},
		{"open string", `["ab`, 1, "the string has no closing quote"},
		{"open escape", `"\`, 0, "the string has no closing quote"},
		{"single quotes", "'a'", 0, `unexpected "'": expected a value (strings need double quotes)`},
		{"name without quotes", "{a: 1}", 1, `unexpected "a": expected a member name in double quotes`},
		{"comment", "[1, // one\n2]", 4, `unexpected "/": expected a value (JSON has no comments)`},
		{"word of another language", "[None]", 1, `unexpected "None": expected a value (JSON spells it null)`},
		{"not a number", "-Infinity", 1, `unexpected "Infinity": expected a digit (JSON has no infinity: use null or a string)`},
		{"leading zero", "[-012]", 1, "a number may not have leading zeros"},
		{"no fraction", "1.", 2, "the text ends where a digit after the decimal point should follow"},
		{"no exponent", "1e+,", 3, `unexpected ",": expected a digit in the exponent`},
		{"half a literal", "nul", 0, `unexpected "nul": expected a value`},
		{"control character", "\"a\tb\"", 2, `a control character in a string must be written as an escape, such as \n or \u0000`},
		{"unknown escape", `"\x41"`, 1, `unknown escape: the known ones are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits`},
		{"short escape", `"\u12"`, 1, `\u must be followed by four hexadecimal digits`},
		{"lone high surrogate", `"\ud83d"`, 1, `a surrogate escape stands alone: characters beyond U+FFFF need two, \uD800-\uDBFF and then \uDC00-\uDFFF`},
		{"lone low surrogate", `"\udc00\ud83d"`, 1, `a surrogate escape stands alone: characters beyond U+FFFF need two, \uD800-\uDBFF and then \uDC00-\uDFFF`},
		{"invalid UTF-8", "\"a\xff\"", 2, "the string is not valid UTF-8"},
		{"surrogate in UTF-8", "\"\xed\xa0\x80\"", 1, "the string is not valid UTF-8"},
		{"duplicate name", `{"a":1,"b":2,"a":3}`, 13, `the member name "a" is given twice in one object (first in line 1)`},
		{"duplicate name by escape", `{"a":1,"\u0061":3}`, 7, `the member name "a" is given twice in one object (first in line 1)`},
		{"duplicate among many", `{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"b":0,"a":0}`, 55, `the member name "b" is given twice in one object (first in line 1)`},
		{"deep", strings.Repeat("[", 10_001), 10_000, "arrays and objects are nested more than 10,000 levels deep"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := Check(anything, 0, []byte(test.doc))
			var e *SyntaxError
			if !errors.As(err, &e) {
				t.Fatalf("got %v", err)
			}
			line, column := jsonscan.LineColumn([]byte(test.doc), test.at)
			want := &SyntaxError{Offset: test.at, Line: line, Column: column, Message: test.message}
			if diff := cmp.Diff(want, e); diff != "" {
				t.Error(diff)
			}
			if Holds(anything, 0, []byte(test.doc)) {
				t.Error("Holds accepts it")
			}
		})
	}
}

// FuzzSyntax compares what is read value by value with what the scanner skips at once, and
// the values with the text.
func FuzzSyntax(f *testing.F) {
	for _, doc := range []string{
		`{"a":[1,-0.5e+3,true,false,null,"\u00e9\ud83d\ude00\n"],"":{}}`, "[[],[[]],{}]", "1e400", "\"\xed\xa0\x80\"",
		`{"a":1,"\u0061":2}`, "[1,]", "01", "-", "\xEF\xBB\xBF1", `"\ud800x"`, " [ 1 , 2 ] ", `{"a":{"a":1},"b":[{"b":1,"b":2}]}`,
	} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var d document
		err := d.parse(data)
		if valid := jsonscan.Valid(data); valid != (err == nil) {
			t.Fatalf("skipped: %v, read: %v", valid, err)
		}
		if err == nil && !jsonscan.Equal(data, []byte(rebuild(&d, 0))) {
			t.Fatalf("%s became %s", data, rebuild(&d, 0))
		}
		if err != nil && (err.Offset < 0 || err.Offset > len(data)) {
			t.Fatalf("offset %d of %d", err.Offset, len(data))
		}
	})
}

// rebuild writes a document anew from its values.
func rebuild(d *document, i int) string {
	v := d.values[i]
	if v.kind == jsonscan.KindString {
		return string(appendString(nil, string(d.text(i))))
	}
	if v.kind < jsonscan.KindArray {
		return string(d.raw(i))
	}
	var parts []string
	for c := i + 1; c < int(v.next); c = int(d.values[c].next) {
		name := ""
		if v.kind == jsonscan.KindObject {
			name = string(appendString(nil, string(d.name(c)))) + ":"
		}
		parts = append(parts, name+rebuild(d, c))
	}
	if len(parts) != int(v.count) {
		return "wrong count"
	}
	if v.kind == jsonscan.KindObject {
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "[" + strings.Join(parts, ",") + "]"
}
