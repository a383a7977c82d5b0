package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// diagnostic is what the tables of these tests say about a diagnostic.
type diagnostic struct {
	code         diag.Code
	line, column int
}

func diagnosticsOf(ds diag.Diagnostics) []diagnostic {
	var got []diagnostic
	for _, d := range ds.Sorted() {
		got = append(got, diagnostic{d.Code, d.Pos.Line, d.Pos.Column})
	}
	return got
}

func TestJSONErrorsAreLocated(t *testing.T) {
	deep := strings.Repeat("[", MaxDepth+1)
	tests := []struct {
		name, text string
		want       diagnostic
	}{
		{"empty file", "", diagnostic{diag.EmptyDocument, 1, 1}},
		{"white space only", " \n\t", diagnostic{diag.EmptyDocument, 2, 2}},
		{"byte order mark only", "\xEF\xBB\xBF", diagnostic{diag.EmptyDocument, 1, 1}},
		{"leading zero", `{"a": 017}`, diagnostic{diag.SyntaxError, 1, 7}},
		{"negative leading zero", `[-00]`, diagnostic{diag.SyntaxError, 1, 2}},
		{"plus sign", `[+1]`, diagnostic{diag.SyntaxError, 1, 2}},
		{"no digit before the point", `[.5]`, diagnostic{diag.SyntaxError, 1, 2}},
		{"no digit after the point", `[1.]`, diagnostic{diag.SyntaxError, 1, 4}},
		{"no digit in the exponent", `[1e+]`, diagnostic{diag.SyntaxError, 1, 5}},
		{"minus alone", `-`, diagnostic{diag.SyntaxError, 1, 2}},
		{"NaN", `[NaN]`, diagnostic{diag.SyntaxError, 1, 2}},
		{"word with a valid beginning", `[truex]`, diagnostic{diag.SyntaxError, 1, 2}},
		{"number followed by letters", `[1x]`, diagnostic{diag.SyntaxError, 1, 3}},
		{"trailing comma in an array", "[1,\n]", diagnostic{diag.SyntaxError, 1, 3}},
		{"trailing comma in an object", `{"a":1,}`, diagnostic{diag.SyntaxError, 1, 7}},
		{"leading comma", `[,1]`, diagnostic{diag.SyntaxError, 1, 2}},
		{"missing comma", `[1 2]`, diagnostic{diag.SyntaxError, 1, 4}},
		{"missing colon", `{"a" 1}`, diagnostic{diag.SyntaxError, 1, 6}},
		{"missing value", `{"a":}`, diagnostic{diag.SyntaxError, 1, 6}},
		{"name without quotes", `{a:1}`, diagnostic{diag.SyntaxError, 1, 2}},
		{"single quotes", `['a']`, diagnostic{diag.SyntaxError, 1, 2}},
		{"comment", "[1, // one\n2]", diagnostic{diag.SyntaxError, 1, 5}},
		{"wrong bracket", `[1}`, diagnostic{diag.SyntaxError, 1, 3}},
		{"unclosed array", "[1,\n2", diagnostic{diag.SyntaxError, 2, 2}},
		{"unclosed object", `{"a":1`, diagnostic{diag.SyntaxError, 1, 7}},
		{"unclosed string", `["ab`, diagnostic{diag.SyntaxError, 1, 2}},
		{"line feed in a string", "[\"ab\n\"]", diagnostic{diag.SyntaxError, 1, 2}},
		{"control character in a string", "[\"a\x00\"]", diagnostic{diag.ControlCharacter, 1, 4}},
		{"unknown escape", `["a\x"]`, diagnostic{diag.SyntaxError, 1, 4}},
		{"short escape", `["\u12"]`, diagnostic{diag.SyntaxError, 1, 3}},
		{"escape at the end", `["\`, diagnostic{diag.SyntaxError, 1, 3}},
		{"invalid UTF-8", "[\"ä\xff\"]", diagnostic{diag.InvalidUTF8, 1, 4}},
		{"invalid UTF-8 outside strings", "[1]\xc0", diagnostic{diag.InvalidUTF8, 1, 4}},
		{"encoded surrogate", "[\"\xed\xa0\x80\"]", diagnostic{diag.InvalidUTF8, 1, 3}},
		{"UTF-16", "\xFF\xFE[\x00", diagnostic{diag.InvalidUTF8, 1, 1}},
		{"high surrogate alone", `["\ud800"]`, diagnostic{diag.InvalidUTF8, 1, 3}},
		{"low surrogate alone", `["\udc00\ud800"]`, diagnostic{diag.InvalidUTF8, 1, 3}},
		{"high surrogate and a character", `["\ud800\u0041"]`, diagnostic{diag.InvalidUTF8, 1, 3}},
		{"trailing data", `{} {}`, diagnostic{diag.TrailingData, 1, 4}},
		{"trailing bracket", "[]\n]", diagnostic{diag.TrailingData, 2, 1}},
		{"one level too deep", deep, diagnostic{diag.TooDeep, 1, MaxDepth + 1}},
		{"more values than are read", "[" + strings.Repeat("1,", maxValues) + "1]", diagnostic{diag.TooLarge, 1, 2 * maxValues}},
		{"NUL between tokens", "[\x00]", diagnostic{diag.SyntaxError, 1, 2}},
		{"column after wide characters", `{"äöü😀": x}`, diagnostic{diag.SyntaxError, 1, 10}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, ds := ReadJSON(source.NewFile("f.json", []byte(tt.text)))
			if got := diagnosticsOf(ds); len(got) == 0 || got[0] != tt.want {
				t.Errorf("got %v, want %v", ds, tt.want)
			}
		})
	}
}

func TestJSONGoesOnAfterClearMistakes(t *testing.T) {
	const text = `{
	"a": [1, 2,],
	"b": True, // why
	"c": 007
	"d": "\x", "e": NaN,
	/* a
	   comment */
	"f": "ok",
	"f": {"g": 1 "h": 2},
}`
	n, ds := ReadJSON(source.NewFile("f.json", []byte(text)))
	want := []diagnostic{
		{diag.SyntaxError, 2, 12}, {diag.SyntaxError, 3, 7}, {diag.SyntaxError, 4, 7}, {diag.SyntaxError, 5, 2},
		{diag.SyntaxError, 6, 2}, {diag.DuplicateName, 9, 2}, {diag.SyntaxError, 9, 15},
	}
	if got := diagnosticsOf(ds); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", ds, want)
	}
	if n != nil {
		t.Errorf("a broken file has the root %v", n)
	}
}

func TestJSONDuplicateNames(t *testing.T) {
	const text = "{\"a\": 1,\n \"b\": {\"c\": 1, \"\\u0063\": 2},\n \"a\": 3, \"a\": 4}"
	n, ds := ReadJSON(source.NewFile("f.json", []byte(text)))
	want := []diagnostic{{diag.DuplicateName, 2, 16}, {diag.DuplicateName, 3, 2}, {diag.DuplicateName, 3, 10}}
	if got := diagnosticsOf(ds); !reflect.DeepEqual(got, want) {
		t.Errorf("diagnostics = %v, want %v", ds, want)
	}
	if got := ds.Sorted()[2].Related[0].Pos; got.Line != 1 || got.Column != 2 {
		t.Errorf("the first occurrence is said to be at %v", got)
	}
	if got := n.String(); got != `{"a":1,"b":{"c":1}}` {
		t.Errorf("kept %s", got)
	}
}

func TestJSONPositions(t *testing.T) {
	n := readJSON(t, "\xEF\xBB\xBF {\"ä\": [ 1,\n\t\"x\" ] }")
	for _, tt := range []struct {
		what         string
		pos          source.Pos
		line, column int
	}{
		{"root", n.Pos, 1, 2},
		{"name", n.Members[0].NamePos, 1, 3},
		{"array", n.At("ä").Pos, 1, 8},
		{"first element", n.At("ä", "0").Pos, 1, 10},
		{"second element", n.At("ä", "1").Pos, 2, 2},
	} {
		if tt.pos.Line != tt.line || tt.pos.Column != tt.column {
			t.Errorf("%s is at %v, want %d:%d", tt.what, tt.pos, tt.line, tt.column)
		}
	}
}

func TestJSONAtTheLimits(t *testing.T) {
	readJSON(t, strings.Repeat("[", MaxDepth)+strings.Repeat("]", MaxDepth))
	long := strings.Repeat("ä", 5<<20)
	if n := readJSON(t, `{"s":"`+long+`"}`); n.Get("s").Text != long {
		t.Error("a string of 10 MB was changed")
	}
	digits := strings.Repeat("9", 1<<20)
	if n := readJSON(t, digits); n.Text != digits {
		t.Error("a number of a million digits was changed")
	}
	if n := readJSON(t, "-0.0E-07"); n.Text != "-0.0E-07" {
		t.Errorf("the number text became %s", n.Text)
	}
}

// decodeStandard is the oracle: encoding/json with exact numbers.
func decodeStandard(data []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("trailing data")
	}
	return v, nil
}

func FuzzReadJSON(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-0.5e+7,1e400,"\ud83d\ude00\/é",true,false,null],"b":{}}`,
		`{"a":1,"a":2}`, `017`, `"\ud800"`, "\"\xff\"", `[] []`, `[1,]`, `{"a":}`, "\xEF\xBB\xBF{}", "\xFF\xFE{\x00}\x00",
		strings.Repeat("[", MaxDepth), strings.Repeat(`{"a":`, MaxDepth+1),
		strings.Repeat("[", 200) + strings.Repeat("]", 200),
		`{"k1":1,"k2":1,"k3":1,"k4":1,"k5":1,"k6":1,"k7":1,"k8":1,"k9":1,"k10":1,"k11":1,"k12":1,"k13":1,"k5":1}`,
	} {
		f.Add([]byte(seed))
	}
	addLarge(f, []byte(`"`+strings.Repeat("x", 10<<20)+`"`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := source.NewFile("f.json", data)
		n, ds := ReadJSON(file)
		checkPositions(t, file, n, ds)
		if !ds.HasErrors() && n == nil {
			t.Fatal("neither a value nor an error")
		}
		want, err := decodeStandard(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")))
		switch {
		case err != nil:
			if !ds.HasErrors() {
				t.Fatalf("accepted what encoding/json refuses: %v", err)
			}
		case utf8.Valid(data):
			for _, d := range ds {
				if d.Code != diag.DuplicateName && d.Code != diag.InvalidUTF8 {
					t.Fatalf("refused what encoding/json accepts: %v", d)
				}
			}
			if len(ds) == 0 && !reflect.DeepEqual(n.Any(), want) {
				t.Fatalf("read %v, encoding/json reads %v", n.Any(), want)
			}
		}
		if len(ds) == 0 {
			again, ds := ReadJSON(source.NewFile("again.json", n.AppendJSON(nil)))
			if len(ds) > 0 || !Equal(n, again) || n.String() != again.String() {
				t.Fatalf("written as %s, which reads as %v %v", n, again, ds)
			}
		}
	})
}

// addLarge adds a seed that is run as a test, but kept from the mutator, which
// would do nothing else for the whole run.
func addLarge(f *testing.F, seed []byte) {
	if flag.Lookup("test.fuzz").Value.String() == "" {
		f.Add(seed)
	}
}

// checkPositions checks that every position is one of the file.
func checkPositions(t *testing.T, f *source.File, n *Node, ds diag.Diagnostics) {
	t.Helper()
	check := func(pos source.Pos) {
		if pos.File != f.Name || pos.Offset < 0 || pos.Offset > len(f.Data) {
			t.Fatalf("position %#v is not in the file", pos)
		}
		if len(f.Data) < 1000 && f.Pos(pos.Offset) != pos {
			t.Fatalf("position %#v contradicts its offset: %#v", pos, f.Pos(pos.Offset))
		}
	}
	for _, d := range ds {
		check(d.Pos)
		for _, r := range d.Related {
			check(r.Pos)
		}
	}
	// A plain scalar of YAML begins with its first word.
	plain := func(pos source.Pos, text string) {
		at := f.Data[pos.Offset:]
		if len(at) == 0 || !('a' <= at[0] && at[0] <= 'z') {
			return
		}
		word := text
		if i := strings.IndexAny(text, " \n\u0085\u2028\u2029"); i >= 0 {
			word = text[:i]
		}
		if !bytes.HasPrefix(at, []byte(word)) {
			t.Fatalf("%q stands at %v, where the file has %.40q", text, pos, at)
		}
	}
	var walk func(n *Node)
	walk = func(n *Node) {
		check(n.Pos)
		plain(n.Pos, n.Text)
		for _, item := range n.Items {
			walk(item)
		}
		for _, m := range n.Members {
			check(m.NamePos)
			plain(m.NamePos, m.Name)
			walk(m.Value)
		}
	}
	if n != nil {
		walk(n)
	}
}

func BenchmarkReadJSON(b *testing.B) {
	data := []byte("[" + strings.Repeat(`{"name":"value","count":12345,"nested":{"list":[1,2.5,true,null,"ä"]}},`, 1000) + "0]")
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, ds := ReadJSON(source.NewFile("f.json", data)); len(ds) > 0 {
			b.Fatal(ds)
		}
	}
}
