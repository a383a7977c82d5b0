package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/source"
)

// readJSON returns the root of a text that must have no diagnostics.
func readJSON(t *testing.T, text string) *Node {
	t.Helper()
	n, diagnostics := ReadJSON(source.NewFile("test.json", []byte(text)))
	if len(diagnostics) > 0 {
		t.Fatalf("%.100q: %v", text, diagnostics)
	}
	return n
}

func TestEqual(t *testing.T) {
	long := strings.Repeat("9", 60)
	tests := []struct {
		name string
		a, b string
		want bool
	}{
		{"integer and fraction", "1", "1.0", true},
		{"integer and exponent", "100", "1e2", true},
		{"negative exponent", "0.001", "1E-3", true},
		{"beyond float64", "1e400", "10e399", true},
		{"beyond float64 and unequal", "1e400", "1e401", false},
		{"beyond float64 precision", "9007199254740993", "9007199254740992", false},
		{"all zeros", "0", "-0.00e99", true},
		{"zero and not", "0", "1e-400", false},
		{"sign", "1", "-1", false},
		{"leading zeros of the exponent", "1e0002", "100", true},
		{"exponent beyond int64", "1e" + long + "9", "10e" + long + "8", true},
		{"exponent beyond int64 with a borrow", "1e1" + strings.Repeat("0", 60), "10e" + long, true},
		{"exponent beyond int64 and unequal", "1e" + long + "9", "1e" + long + "8", false},
		{"exponents of both signs", "1e" + long, "1e-" + long, false},
		{"small exponents of both signs", "10e-1", "0.1e1", true},
		{"trailing zeros", "1.500", "15e-1", true},
		{"number and string", "1", `"1"`, false},
		{"strings after escapes", `"a\u0062"`, `"ab"`, true},
		{"members in any order", `{"a":1,"b":2}`, `{"b":2.0,"a":1}`, true},
		{"missing member", `{"a":1,"b":2}`, `{"a":1,"c":2}`, false},
		{"more members", `{"a":1}`, `{"a":1,"b":2}`, false},
		{"null member and no member", `{"a":null}`, `{}`, false},
		{"elements in order", `[1,2]`, `[2,1]`, false},
		{"shorter array", `[1,2]`, `[1]`, false},
		{"true and false", `true`, `false`, false},
		{"false and null", `false`, `null`, false},
		{"empty containers", `[]`, `{}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, b := readJSON(t, tt.a), readJSON(t, tt.b)
			if got := Equal(a, b); got != tt.want {
				t.Errorf("Equal(%s, %s) = %v", tt.a, tt.b, got)
			}
			if got := Equal(b, a); got != tt.want {
				t.Errorf("Equal(%s, %s) = %v", tt.b, tt.a, got)
			}
		})
	}
	if !Equal(nil, nil) || Equal(nil, readJSON(t, "null")) {
		t.Error("nil is not equal to nil alone")
	}
}

func TestAppendJSONKeepsTextsAndOrder(t *testing.T) {
	const text = `{"b":1.50,"a":[1e400,-0,"\u0000\u001f\n\"\\/é😀",true,null],"":{}}`
	if got := readJSON(t, text).String(); got != text {
		t.Errorf("got %s, want %s", got, text)
	}
	if got := string(AppendQuoted(nil, "a\xffb")); got != "\"a\uFFFDb\"" {
		t.Errorf("invalid UTF-8 became %s", got)
	}
}

func TestAppendJSONOfEscapes(t *testing.T) {
	got := readJSON(t, `[ "\/\b\f\u0041\ud83d\ude00" , 1 ]`).String()
	if want := `["/\b\fA😀",1]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestMembers runs on an object that is small enough to be searched and on one
// that has an index.
func TestMembers(t *testing.T) {
	for _, members := range []int{3, 5 * indexFrom} {
		t.Run(fmt.Sprint(members), func(t *testing.T) {
			n := &Node{Kind: Object}
			for i := range members {
				n.Set(fmt.Sprint("k", i), source.Pos{}, &Node{Kind: Number, Text: fmt.Sprint(i)})
			}
			original := n.Clone()
			n.Set("k1", source.Pos{Line: 7}, &Node{Kind: Null})
			if m, ok := n.Member("k1"); !ok || m.Value.Kind != Null || m.NamePos.Line != 7 || n.Members[1].Name != "k1" {
				t.Errorf("Member(k1) = %+v, %v", m, ok)
			}
			if !n.Delete("k0") || n.Delete("k0") || n.Get("k0") != nil {
				t.Error("k0 was not removed exactly once")
			}
			last := fmt.Sprint("k", members-1)
			if got := n.Get(last); got == nil || got.Text != fmt.Sprint(members-1) {
				t.Errorf("Get(%s) = %v after a removal", last, got)
			}
			if _, ok := n.Member("absent"); ok || n.Get("absent") != nil {
				t.Error("found a member that is absent")
			}
			if original.Get("k0") == nil || original.Get("k1").Text != "1" {
				t.Error("the clone changed with the original")
			}
		})
	}
}

func TestNilNodeHasNothing(t *testing.T) {
	var n *Node
	if n.Get("a") != nil || n.Child("0") != nil || n.At("a", "b") != nil || n.Clone() != nil || n.String() != "" {
		t.Error("a nil node has something")
	}
}

func TestAny(t *testing.T) {
	got := fmt.Sprintf("%#v", readJSON(t, `{"a":[1.0,"x",true,null]}`).Any())
	want := `map[string]interface {}{"a":[]interface {}{"1.0", "x", true, interface {}(nil)}}`
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTranscriptLeadsBackToTheOriginal(t *testing.T) {
	f := source.NewFile("x.yaml", []byte("a: [1, two]\nb:\n  c: |\n    text\n"))
	n, diagnostics := ReadYAML(f)
	if len(diagnostics) > 0 {
		t.Fatal(diagnostics)
	}
	script := n.Transcribe()
	again := readJSON(t, string(script.JSON))
	if !Equal(n, again) {
		t.Errorf("the JSON is %s", script.JSON)
	}
	var check func(original, written *Node)
	check = func(original, written *Node) {
		if got := script.PosOfOffset(written.Pos.Offset); got != original.Pos {
			t.Errorf("offset %d leads to %v, want %v", written.Pos.Offset, got, original.Pos)
		}
		if got := script.PosOfLine(written.Pos.Line); got != original.Pos {
			t.Errorf("line %d leads to %v, want %v", written.Pos.Line, got, original.Pos)
		}
		for i := range original.Items {
			check(original.Items[i], written.Items[i])
		}
		for i, m := range original.Members {
			if got := script.PosOfLine(written.Members[i].NamePos.Line); got != m.NamePos {
				t.Errorf("name %q leads to %v, want %v", m.Name, got, m.NamePos)
			}
			check(m.Value, written.Members[i].Value)
		}
	}
	check(n, again)
}

func TestLines(t *testing.T) {
	f := source.NewFile("x.jsonl", []byte("\xEF\xBB\xBF{\"a\":1}\r\n\n  \t\n[2]\n 3"))
	type line struct {
		JSON         string
		Line, Offset int
	}
	var got []line
	for l := range Lines(f) {
		got = append(got, line{string(l.JSON), l.Pos.Line, l.Pos.Offset})
	}
	want := []line{{`{"a":1}`, 1, 3}, {"[2]", 4, 17}, {" 3", 5, 21}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for l := range Lines(f) {
		if l.Pos.Line > 1 {
			t.Error("the iteration went on after break")
		}
		break
	}
}
