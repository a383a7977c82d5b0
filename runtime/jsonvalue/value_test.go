package jsonvalue

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/google/go-cmp/cmp"
)

func parse(t *testing.T, text string) Value {
	t.Helper()
	v, err := Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestZeroValueIsAbsent(t *testing.T) {
	var v Value
	if !v.IsZero() || v.IsNull() || v.Kind() != jsonscan.KindInvalid || v.Text() != "" || v.Len() != 0 {
		t.Error("the zero Value is something")
	}
	if !v.Equal(Value{}) || v.Equal(Null()) || Null().Equal(v) {
		t.Error("absent equals only absent")
	}
	if !v.Get("x").IsZero() || !v.At(0).IsZero() {
		t.Error("absent has children")
	}
	if _, ok := v.Lookup(""); ok {
		t.Error("a pointer finds something in nothing")
	}
	type holder struct {
		V Value `json:"v,omitzero"`
		N Value `json:"n,omitzero"`
	}
	out, err := json.Marshal(holder{N: Null()})
	if err != nil || string(out) != `{"n":null}` {
		t.Errorf("omitzero: %s %v", out, err)
	}
}

func TestTextIsKept(t *testing.T) {
	const text = "{ \"b\" : 1.50e+0 ,\n\t\"a\" : \"\\u0061 b\" }"
	v := parse(t, " "+text+"\n")
	if v.Text() != text {
		t.Errorf("Text: %q", v.Text())
	}
	out, err := v.MarshalJSON()
	if want := `{"b":1.50e+0,"a":"\u0061 b"}`; err != nil || string(out) != want {
		t.Errorf("MarshalJSON: %s %v", out, err)
	}
	var back Value
	if err := json.Unmarshal(out, &back); err != nil || !back.Equal(v) || back == v {
		t.Errorf("round trip: %v %v", back, err)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]SyntaxError{
		"":                     {jsonscan.ProblemUnexpectedEnd, 0, 1, 1, "the text is empty: expected a JSON value"},
		"{\"é\":1,\n \"é\":2}": {jsonscan.ProblemDuplicateName, 10, 2, 2, `the member name "é" is given twice in one object (first in line 1)`},
		"[\"é\",?]":            {jsonscan.ProblemUnexpectedByte, 6, 1, 6, `unexpected "?": expected a value`},
		"1 2":                  {jsonscan.ProblemTrailing, 2, 1, 3, `there is more text after the document: unexpected "2"`},
	} {
		_, err := Parse([]byte(text))
		var got *SyntaxError
		if !errors.As(err, &got) || *got != want {
			t.Errorf("%q: %v, want %+v", text, err, want)
		}
		var v Value
		if err := v.UnmarshalJSON([]byte(text)); err == nil || !v.IsZero() {
			t.Errorf("%q unmarshals to %v", text, v)
		}
	}
	_, err := Parse([]byte("[1,\n 2 3]"))
	if err == nil || err.Error() != `jsonvalue: line 2, column 4: unexpected "3": expected ',' or ']'` {
		t.Errorf("message: %v", err)
	}
}

func TestScalars(t *testing.T) {
	type scalars struct {
		kind      jsonscan.Kind
		b, bOK    bool
		i         int64
		iOK       bool
		u         uint64
		uOK       bool
		f         float64
		fOK       bool
		s         string
		sOK, null bool
	}
	tests := map[string]scalars{
		`null`:                   {kind: jsonscan.KindNull, null: true},
		`true`:                   {kind: jsonscan.KindBool, b: true, bOK: true},
		`false`:                  {kind: jsonscan.KindBool, bOK: true},
		`1e2`:                    {kind: jsonscan.KindNumber, i: 100, iOK: true, u: 100, uOK: true, f: 100, fOK: true},
		`-1.5`:                   {kind: jsonscan.KindNumber, f: -1.5, fOK: true},
		`18446744073709551615`:   {kind: jsonscan.KindNumber, u: math.MaxUint64, uOK: true},
		`-9223372036854775808.0`: {kind: jsonscan.KindNumber, i: math.MinInt64, iOK: true, f: math.MinInt64, fOK: true},
		`1e400`:                  {kind: jsonscan.KindNumber},
		`"a\u0062\n"`:            {kind: jsonscan.KindString, s: "ab\n", sOK: true},
		`""`:                     {kind: jsonscan.KindString, sOK: true},
		`[]`:                     {kind: jsonscan.KindArray},
		`{}`:                     {kind: jsonscan.KindObject},
	}
	for text, want := range tests {
		v := parse(t, text)
		got := scalars{kind: v.Kind(), null: v.IsNull()}
		got.b, got.bOK = v.Bool()
		got.i, got.iOK = v.Int64()
		got.u, got.uOK = v.Uint64()
		got.f, got.fOK = v.Float64()
		got.s, got.sOK = v.Str()
		if got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

func TestChildren(t *testing.T) {
	v := parse(t, `{"a": [1, {"x": null}, "s"], "\u0062" : true, "": {}, "c/d~e": 0}`)
	var names, texts []string
	for name, child := range v.Members() {
		names, texts = append(names, name), append(texts, child.Text())
	}
	if diff := cmp.Diff([]string{"a", "b", "", "c/d~e"}, names); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{`[1, {"x": null}, "s"]`, `true`, `{}`, `0`}, texts); diff != "" {
		t.Error(diff)
	}
	texts = nil
	for i, child := range v.Get("a").Elements() {
		if i == 2 {
			break
		}
		texts = append(texts, child.Text())
	}
	if diff := cmp.Diff([]string{"1", `{"x": null}`}, texts); diff != "" {
		t.Error(diff)
	}
	if v.Len() != 4 || v.Get("a").Len() != 3 || v.Get("b").Len() != 0 {
		t.Error("Len is wrong")
	}
	for range v.Elements() {
		t.Error("an object has elements")
	}
	for range v.Get("a").Members() {
		t.Error("an array has members")
	}
}

func TestLookup(t *testing.T) {
	// The examples of RFC 6901 section 5.
	v := parse(t, `{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8, "~1": 9}`)
	for pointer, want := range map[string]string{
		"": v.Text(), "/foo": `["bar", "baz"]`, "/foo/0": `"bar"`, "/": "0", "/a~1b": "1", "/c%d": "2", "/e^f": "3",
		"/g|h": "4", "/i\\j": "5", "/k\"l": "6", "/ ": "7", "/m~0n": "8", "/~01": "9",
	} {
		if got, ok := v.Lookup(pointer); !ok || got.Text() != want {
			t.Errorf("%q: %s %v", pointer, got, ok)
		}
	}
	for _, pointer := range []string{"foo", "/foo/2", "/foo/-", "/foo/00", "/foo/+1", "/foo/", "/foo/0/0", "/x", "//", "/foo/99999999999999999999"} {
		if got, ok := v.Lookup(pointer); ok {
			t.Errorf("%q finds %s", pointer, got)
		}
	}
}

func TestConstructors(t *testing.T) {
	must := func(v Value, err error) Value {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
		return v
	}
	for want, v := range map[string]Value{
		"null":                 Null(),
		"true":                 FromBool(true),
		"-9223372036854775808": FromInt(math.MinInt64),
		"18446744073709551615": FromUint(math.MaxUint64),
		"0.1":                  must(FromFloat(0.1)),
		`"<é\"\n"`:             must(FromString("<é\"\n")),
		"1.50":                 FromNumber(TrustedNumber("1.50")),
		`{"a":[1,null]}`:       must(Of(map[string]any{"a": []any{1, nil}})),
		"[1, 2]":               must(Of(Trusted("[1, 2]"))),
	} {
		if v.Text() != want {
			t.Errorf("%s, want %s", v, want)
		}
	}
	if _, err := FromFloat(math.Inf(1)); err != jsonscan.ErrNotFinite {
		t.Errorf("infinity: %v", err)
	}
	if _, err := FromString("\xff"); err != jsonscan.ErrInvalidUTF8 {
		t.Errorf("invalid UTF-8: %v", err)
	}
	if v, err := Of(make(chan int)); err == nil || !v.IsZero() {
		t.Errorf("a channel: %v %v", v, err)
	}
}

func TestReadAndAppend(t *testing.T) {
	s := jsonscan.Get([]byte(`[ {"a" : 1} , "` + strings.Repeat("x", 100) + `", 1.0 ]`))
	defer s.Release()
	e := jsonscan.GetEncoder()
	e.BeginArray()
	for s.EnterArray(); s.Element(); {
		v, ok := Read(s)
		if !ok {
			t.Fatal("Read failed")
		}
		e.Element()
		v.Append(e)
	}
	e.Element()
	Value{}.Append(e)
	e.EndArray()
	out, err := e.Finish()
	if want := `[{"a":1},"` + strings.Repeat("x", 100) + `",1.0,null]`; err != nil || string(out) != want {
		t.Errorf("%s %v", out, err)
	}
	s = jsonscan.Get([]byte(`{"a":1,"a":2}`))
	defer s.Release()
	if v, ok := Read(s); ok || !v.IsZero() {
		t.Error("Read takes duplicate names")
	}
}

func TestEqual(t *testing.T) {
	if !parse(t, `{"a":1.0,"b":[]}`).Equal(parse(t, `{"b":[ ],"\u0061":1e0}`)) {
		t.Error("equal values differ")
	}
	if parse(t, `1`).Equal(parse(t, `"1"`)) || parse(t, `[1,2]`).Equal(parse(t, `[2,1]`)) {
		t.Error("different values are equal")
	}
}
