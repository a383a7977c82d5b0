package validate_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/validate"
)

const loneSurrogate = `a surrogate escape stands alone: characters beyond U+FFFF need two, \uD800-\uDBFF and then \uDC00-\uDFFF`

// malformed are texts that are not JSON, with what is said of them and where.
var malformed = []struct {
	text    string
	at      int
	message string
}{
	{"", 0, "the text is empty: expected a JSON value"},
	{" \t\r\n", 4, "the text is empty: expected a JSON value"},
	{"\xEF\xBB\xBF{}", 0, "the text starts with a byte order mark: save it as UTF-8 without one"},
	{"[1,]", 3, "a comma may not be followed by ']': remove the comma or add a value"},
	{"[[],]", 4, "a comma may not be followed by ']': remove the comma or add a value"},
	{"[1, \n ]", 6, "a comma may not be followed by ']': remove the comma or add a value"},
	{"[,]", 1, `unexpected ",": expected a value`},
	{"[1,,2]", 3, `unexpected ",": expected a value`},
	{"[1 2]", 3, `unexpected "2": expected ',' or ']'`},
	{"[1:2]", 2, `unexpected ":": expected ',' or ']'`},
	{"[1}", 2, `unexpected "}": expected ',' or ']'`},
	{"[}", 1, `unexpected "}": expected a value`},
	{"[", 1, "the text ends where a value should follow"},
	{"[1", 2, "the text ends where ',' or ']' should follow"},
	{"[1,", 3, "the text ends where a value should follow"},
	{"]", 0, `unexpected "]": expected a value`},
	{"}", 0, `unexpected "}": expected a value`},
	{",", 0, `unexpected ",": expected a value`},
	{`{"a":1,}`, 7, "a comma may not be followed by '}': remove the comma or add a member"},
	{`{"a":{"b":1},}`, 13, "a comma may not be followed by '}': remove the comma or add a member"},
	{`{,}`, 1, `unexpected ",": expected a member name in double quotes`},
	{`{a:1}`, 1, `unexpected "a": expected a member name in double quotes`},
	{`{'a':1}`, 1, `unexpected "'": expected a member name in double quotes (strings need double quotes)`},
	{`{1:1}`, 1, `unexpected "1": expected a member name in double quotes`},
	{`{"a"}`, 4, `unexpected "}": expected ':' after the member name`},
	{`{"a" 1}`, 5, `unexpected "1": expected ':' after the member name`},
	{`{"a",1}`, 4, `unexpected ",": expected ':' after the member name`},
	{`{"a":}`, 5, `unexpected "}": expected a value`},
	{`{"a"::1}`, 5, `unexpected ":": expected a value`},
	{`{"a":1 "b":2}`, 7, `unexpected "\"": expected ',' or '}'`},
	{`{"a":1;"b":2}`, 6, `unexpected ";": expected ',' or '}'`},
	{`{"a":1]`, 6, `unexpected "]": expected ',' or '}'`},
	{`{]`, 1, `unexpected "]": expected a member name in double quotes`},
	{`{`, 1, "the text ends where a member name in double quotes should follow"},
	{`{"a"`, 4, "the text ends where ':' after the member name should follow"},
	{`{"a":`, 5, "the text ends where a value should follow"},
	{`{"a":1`, 6, "the text ends where ',' or '}' should follow"},
	{`{"a":1,`, 7, "the text ends where a member name in double quotes should follow"},
	{`{"a":1,"a":2}`, 7, `the member name "a" is given twice in one object (first in line 1)`},
	{"{\"b\":{\"a\":0},\n\"a\":1,\"c\":[{\"a\":3}],\n\"\\u0061\":2}", 35, `the member name "a" is given twice in one object (first in line 2)`},
	{`[{"a":{"b":1,"b":2}}]`, 13, `the member name "b" is given twice in one object (first in line 1)`},
	{"01", 0, "a number may not have leading zeros"},
	{"[-012]", 1, "a number may not have leading zeros"},
	{"-", 1, "the text ends where a digit should follow"},
	{"[-]", 2, `unexpected "]": expected a digit`},
	{"+1", 0, `unexpected "+1": expected a value`},
	{".5", 0, `unexpected ".5": expected a value`},
	{"1.", 2, "the text ends where a digit after the decimal point should follow"},
	{"[1.e5]", 3, `unexpected "e5": expected a digit after the decimal point`},
	{"1e", 2, "the text ends where a digit in the exponent should follow"},
	{"[1e+]", 4, `unexpected "]": expected a digit in the exponent`},
	{"0x10", 1, `there is more text after the document: unexpected "x10"`},
	{"1_000", 1, `there is more text after the document: unexpected "_000"`},
	{"NaN", 0, `unexpected "NaN": expected a value (JSON has no NaN: use null or a string)`},
	{"-Infinity", 1, `unexpected "Infinity": expected a digit (JSON has no infinity: use null or a string)`},
	{"nul", 0, `unexpected "nul": expected a value`},
	{"[True]", 1, `unexpected "True": expected a value (JSON spells it true)`},
	{"[None]", 1, `unexpected "None": expected a value (JSON spells it null)`},
	{"[undefined]", 1, `unexpected "undefined": expected a value (leave the member out, or use null)`},
	{"truefalse", 4, `there is more text after the document: unexpected "false"`},
	{"'a'", 0, `unexpected "'": expected a value (strings need double quotes)`},
	{`"a`, 0, "the string has no closing quote"},
	{`["a\"]`, 1, "the string has no closing quote"},
	{"\"a\nb\"", 2, `a control character in a string must be written as an escape, such as \n or \u0000`},
	{"{\"a\tb\":1}", 3, `a control character in a string must be written as an escape, such as \n or \u0000`},
	{`"\x41"`, 1, `unknown escape: the known ones are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits`},
	{`"\u12g4"`, 1, `\u must be followed by four hexadecimal digits`},
	{`"\ud800"`, 1, loneSurrogate},
	{`["\ud800\u0041"]`, 2, loneSurrogate},
	{`{"\udc00":1}`, 2, loneSurrogate},
	{"\"a\xff\"", 2, "the string is not valid UTF-8"},
	{"[\"\xed\xa0\x80\"]", 2, "the string is not valid UTF-8"},
	{"[\xff]", 1, "unexpected byte that is not UTF-8: expected a value"},
	{"[\x00]", 1, `unexpected "\u0000": expected a value`},
	{"[1, // one\n2]", 4, `unexpected "/": expected a value (JSON has no comments)`},
	{"[1 /* one */]", 3, `unexpected "/": expected ',' or ']' (JSON has no comments)`},
	{"# one\n1", 0, `unexpected "#": expected a value (JSON has no comments)`},
	{"1 2", 2, `there is more text after the document: unexpected "2"`},
	{"{} []", 3, `there is more text after the document: unexpected "["`},
	{"[1]]", 3, `there is more text after the document: unexpected "]"`},
	{"null\x00", 4, `there is more text after the document: unexpected "\u0000"`},
	{strings.Repeat("[", 10_001), 10_000, "arrays and objects are nested more than 10,000 levels deep"},
	{strings.Repeat(`{"a":`, 10_001), 50_000, "arrays and objects are nested more than 10,000 levels deep"},
}

// TestReaders: all readers of the runtime refuse the same texts, in the same words,
// at the same place.
func TestReaders(t *testing.T) {
	t.Parallel()
	program := &validate.Program{Nodes: []validate.Node{{}}, Resources: []string{""}}
	for _, test := range malformed {
		name := test.text[:min(len(test.text), 20)]
		t.Run(name, func(t *testing.T) {
			data := []byte(test.text)
			line, column := jsonscan.LineColumn(data, test.at)
			if message, at := jsonscan.Explain(data); message != test.message || at != test.at {
				t.Errorf("Explain: %d: %s, want %d: %s", at, message, test.at, test.message)
			}
			var syntax *validate.SyntaxError
			if !errors.As(validate.Check(program, 0, data), &syntax) || *syntax != (validate.SyntaxError{Offset: test.at, Line: line, Column: column, Message: test.message}) {
				t.Errorf("validate: %+v", syntax)
			}
			var value *jsonvalue.SyntaxError
			if _, err := jsonvalue.Parse(data); !errors.As(err, &value) || value.Message != test.message || value.Offset != test.at || value.Line != line || value.Column != column {
				t.Errorf("jsonvalue: %v", err)
			}
			if jsonscan.Valid(data) || validate.Holds(program, 0, data) {
				t.Error("Valid or Holds takes it")
			}
			if problem, _ := jsonscan.Check(data); problem == jsonscan.ProblemNone {
				t.Error("Check finds nothing")
			}
		})
	}
	if len(malformed) < 60 {
		t.Errorf("%d texts", len(malformed))
	}
}

// TestExplain_documents says nothing of documents.
func TestExplain_documents(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"0", " [1, {\"a\": null}] ", `{"a":{"a":1},"b":"\ud83d\ude00"}`, strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)} {
		if message, _ := jsonscan.Explain([]byte(text)); message != "" {
			t.Error(message)
		}
	}
}
