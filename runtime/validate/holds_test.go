package validate

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// counted is a format that counts the strings it is asked about: how often the
// values of a document are judged.
func counted(n *int) Format {
	return Format{"counted", func([]byte) bool { *n++; return true }}
}

// nested is a document of n levels with one string each.
func nested(n int) string {
	return strings.Repeat(`{"text":"t","next":`, n) + "{}" + strings.Repeat("}", n)
}

// evaluated is the schema whose unevaluatedProperties has to know which branch
// holds:
//
//	{"anyOf": [{"properties": {"next": {"$ref": "#"}}, "required": ["next"]}, true],
//	 "properties": {"text": {"format": "counted"}}, "unevaluatedProperties": false}
func evaluated(n *int) *Program {
	return oneResource(
		Node{AnyOf: []int{1, 2}, Properties: []Property{{"text", 3}}, UnevaluatedProperties: &Child{4}},
		Node{Pointer: "/anyOf/0", Properties: []Property{{"next", 5}}, Required: []string{"next"}},
		Node{Pointer: "/anyOf/1"},
		Node{Pointer: "/properties/text", Format: counted(n)},
		Node{Pointer: "/unevaluatedProperties", Never: true},
		Node{Pointer: "/anyOf/0/properties/next", Refs: []Ref{{Node: 0}}},
	)
}

// outwards asks about every object of a nested document, the innermost first, as
// generated code does.
func outwards(p *Program, doc string) bool {
	s := jsonscan.Get([]byte(doc))
	defer s.Release()
	for at := strings.LastIndexByte(doc, '{'); at >= 0; at = strings.LastIndexByte(doc[:at], '{') {
		s.Seek(at)
		if !s.Skip() || !HoldsAt(p, 0, s, at) {
			return false
		}
	}
	return true
}

func TestHoldsAtEachLevel(t *testing.T) {
	t.Parallel()
	judged := 0
	p := evaluated(&judged)
	for _, depth := range []int{10, 100, 1000, 5000} {
		judged = 0
		if !outwards(p, nested(depth)) {
			t.Fatal("not valid")
		}
		if judged > 8*depth {
			t.Errorf("%d levels: %d strings judged", depth, judged)
		}
	}
}

// A fault on a level is a fault of all that hold it, and of no other.
func TestHoldsAtFindsFaults(t *testing.T) {
	t.Parallel()
	n := 0
	p := evaluated(&n)
	const depth, bad = 40, 25
	doc := strings.Replace(nested(depth), `{"text":"t","next":`, `{"text":"t","nest":`, bad)
	doc = strings.Replace(doc, `nest`, `next`, bad-1)
	s := jsonscan.Get([]byte(doc))
	defer s.Release()
	level := depth
	for at := strings.LastIndexByte(doc, '{'); at >= 0; at = strings.LastIndexByte(doc[:at], '{') {
		s.Seek(at)
		s.Skip()
		if got, want := HoldsAt(p, 0, s, at), Holds(p, 0, s.Span(at)); got != want || want != (level >= bad) {
			t.Errorf("level %d: %v, on its own %v", level, got, want)
		}
		level--
	}
}

// The values of two programs are asked about in turn.
func TestHoldsAtOfTwoPrograms(t *testing.T) {
	t.Parallel()
	numbers := oneResource(Node{Types: Number})
	strings := oneResource(Node{Types: String})
	s := jsonscan.Get([]byte(`["a",1]`))
	defer s.Release()
	s.EnterArray()
	for i := 0; s.Element(); i++ {
		at := s.Pos()
		s.Skip()
		if HoldsAt(strings, 0, s, at) != (i == 0) || HoldsAt(numbers, 0, s, at) != (i == 1) {
			t.Error("element", i)
		}
	}
}

// What follows the value may be no JSON: the whole document is refused then, and
// read once only.
func TestHoldsAtInBrokenDocument(t *testing.T) {
	t.Parallel()
	judged := 0
	p := evaluated(&judged)
	doc := nested(500) + "?"
	s := jsonscan.Get([]byte(doc))
	defer s.Release()
	refused := 0
	for at := strings.LastIndexByte(doc, '{'); at >= 0; at = strings.LastIndexByte(doc[:at], '{') {
		s.Seek(at)
		s.Skip()
		if !HoldsAt(p, 0, s, at) {
			refused++
		}
	}
	if refused == 0 || judged > 8*500 {
		t.Errorf("refused %d times, %d strings judged", refused, judged)
	}
}

// Two recursive schemas, one of which starts the other at every level:
//
//	{"properties": {"next": {"$ref": "#"}}, "not": {"$ref": "#/$defs/other"}}
//	other: {"properties": {"next": {"$ref": other}, "text": {"format": "counted"}}, "required": ["last"]}
func TestCheckOfTwoDescents(t *testing.T) {
	t.Parallel()
	judged := 0
	p := oneResource(
		Node{Properties: []Property{{"next", 1}}, Not: &Child{2}},
		Node{Pointer: "/properties/next", Refs: []Ref{{Node: 0}}},
		Node{Pointer: "/not", Refs: []Ref{{Node: 3}}},
		Node{Pointer: "/$defs/other", Properties: []Property{{"next", 4}, {"text", 5}}, Required: []string{"last"}},
		Node{Pointer: "/$defs/other/properties/next", Refs: []Ref{{Node: 6}}},
		Node{Pointer: "/$defs/other/properties/text", Format: counted(&judged)},
		// Without the condition the innermost level would decide all.
		Node{Pointer: "/$defs/other/properties/next/anyOf", AnyOf: []int{3, 7}},
		Node{Pointer: "/$defs/other/properties/next/anyOf/1", Types: Object},
	)
	for _, depth := range []int{10, 100, 1000} {
		judged = 0
		if err := Check(p, 0, []byte(nested(depth))); err != nil {
			t.Fatal(err)
		}
		if judged > 8*depth {
			t.Errorf("%d levels: %d strings judged", depth, judged)
		}
	}
}

// A parsed document takes 64 bytes a value, and as much again, half as much on
// average, while its memory grows. The names of a wide object take as much while it is
// read: they are told apart by a hash table.
func TestMemoryOfDocuments(t *testing.T) {
	for _, test := range []struct {
		name, doc    string
		values, each int
	}{
		{"many small values", "[" + strings.Repeat("1,", 100_000) + "1]", 100_000, 160},
		{"wide object", wide(100_000), 100_000, 320},
		{"commas in a string", `"` + strings.Repeat(",", 1_000_000) + `"`, 1, 160},
		{"no document", strings.Repeat("[,", 1_000_000), 100, 160},
		{"half a document", strings.Repeat("[", 1_000_000), jsonscan.MaxDepth, 160},
	} {
		data := []byte(test.doc)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var d document
		d.read(data)
		runtime.ReadMemStats(&after)
		got := after.TotalAlloc - before.TotalAlloc
		if most := uint64(test.each*test.values + 20_000); got > most {
			t.Errorf("%s: %d bytes for %d values, want at most %d", test.name, got, test.values, most)
		}
	}
}

func wide(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"k%d":0`, i)
	}
	return "{" + b.String()[1:] + "}"
}

// doubling is a schema in which each of n steps applies the next in two ways, of
// which one adds a member, below a keyword that asks what was evaluated:
//
//	d0: {"anyOf": [{"$ref": "d1"}, {"$ref": "d1", "properties": {"p0": true}}]}
func doubling(n int, judged *int) *Program {
	nodes := []Node{
		{Refs: []Ref{{Node: 4}}, UnevaluatedProperties: &Child{1}},
		{Never: true},
		{Types: Object, Properties: []Property{{"z", 3}}, Required: []string{"z"}},
		{Format: counted(judged)},
	}
	for i := range n {
		at := len(nodes)
		next := at + 3
		if i == n-1 {
			next = 2
		}
		nodes = append(nodes,
			Node{AnyOf: []int{at + 1, at + 2}},
			Node{Refs: []Ref{{Node: next}}},
			Node{Refs: []Ref{{Node: next}}, Properties: []Property{{fmt.Sprint("p", i), 3}}})
	}
	return oneResource(nodes...)
}

// What was evaluated is found out once for each step, not once for each way
// through the steps.
func TestMarksAreRemembered(t *testing.T) {
	t.Parallel()
	for doc, valid := range map[string]bool{
		`{"z":"1","p0":"2","p7":"3"}`: true, `{"z":"1","q":"2"}`: false, `{"p0":"1"}`: false, `[]`: false,
	} {
		for _, steps := range []int{8, 40, 400} {
			judged := 0
			p := doubling(steps, &judged)
			if err := Check(p, 0, []byte(doc)); (err == nil) != valid {
				t.Errorf("%d steps, %s: %v", steps, doc, err)
			}
			if most := 1000 + 4*steps; judged > most {
				t.Errorf("%d steps, %s: %d strings judged, want at most %d", steps, doc, judged, most)
			}
		}
	}
}
