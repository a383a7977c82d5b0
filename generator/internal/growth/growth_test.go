// Package growth makes schemas of one kind longer and longer and looks how what
// is generated grows with them. Code is measured in bytes, so that the tests do
// not depend on the machine.
package growth

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// object is a JSON object; encoding/json sorts its members.
type object = map[string]any

// family is a kind of schema in which one step follows the other. What is
// generated may not grow faster than the number of steps.
type family struct {
	name   string
	schema func(steps int) object
	steps  int // which are compared with twice as many
}

// families could all double at every step.
var families = []family{
	{"two required members of the next", chain(func(next object, _ int) object {
		return object{"type": "object", "required": []string{"a", "b"}, "properties": object{"a": next, "b": next}}
	}), 10},
	{"four required members of the next, with defaults", chain(func(next object, _ int) object {
		return object{
			"type": "object", "required": []string{"a", "b", "c", "d", "n"},
			"properties": object{"a": next, "b": next, "c": next, "d": next, "n": object{"type": "integer", "default": 3}},
		}
	}), 10},
	{"anyOf of the next, as it is and with a member", twoWays("anyOf"), 12},
	{"oneOf of the next, as it is and with a member", twoWays("oneOf"), 12},
	{"anyOf of two references to the next", chain(func(next object, i int) object {
		return object{"anyOf": []object{
			{"allOf": []object{next}, "minProperties": i % 3}, {"allOf": []object{next}, "maxProperties": 100 + i},
		}}
	}), 12},
	{"anyOf of three, each with the next", chain(func(next object, i int) object {
		with := func(name string) object {
			return object{"allOf": []object{next}, "properties": object{name + fmt.Sprint(i): object{"type": "integer"}}}
		}
		return object{"anyOf": []object{with("a"), with("b"), with("c")}}
	}), 10},
	{"unevaluatedProperties around the steps", func(steps int) object {
		s := twoWays("anyOf")(steps)
		s["unevaluatedProperties"] = false
		return s
	}, 12},
	{"unevaluatedProperties at every step", chain(func(next object, i int) object {
		s := object{"anyOf": []object{next, member(next, i)}, "unevaluatedProperties": false}
		return s
	}), 12},
	{"if, then and else with the next", chain(func(next object, i int) object {
		return object{"if": next, "then": member(next, i), "else": next}
	}), 12},
	{"recursive allOf", subsets, 12},
}

// inline puts each step into the next one's first branch.
func inline(steps int) object {
	return nested(steps, last, func(i int, inner object) object {
		name := fmt.Sprintf("p%d", i)
		return object{"anyOf": []object{inner, {"type": "object", "required": []string{name}, "properties": object{name: integer}}}}
	})
}

// TestNamesOfNestedTypes: a name does not get longer with each schema that it lies in.
func TestNamesOfNestedTypes(t *testing.T) {
	const longest = 260 // with what stands before and behind the name of a type
	met := map[string]bool{}
	for name, data := range compiled.Generate(t, snippet(inline(100), ""), "p") {
		if path.Ext(name) != ".go" {
			continue
		}
		for _, word := range regexp.MustCompile(`\w+`).FindAllString(string(data), -1) {
			if len(word) > longest {
				t.Fatalf("%s: a name of %d letters: %s", name, len(word), word)
			}
			met[word] = true
		}
	}
	if !met["Root"] {
		t.Error("the code has no name of a type")
	}
}

// subsets is an automaton that remembers the last steps: d000 is there always,
// and an "a" leads on to the others, which count. All sets of definitions can
// meet in one value, so that merged types would be as many.
func subsets(steps int) object {
	ref := func(i int) object { return object{"$ref": fmt.Sprintf("#/$defs/d%03d", i)} }
	defs := object{"d000": object{"type": "object", "properties": object{"a": object{"allOf": []object{ref(0), ref(1)}}, "b": ref(0)}}}
	for i := 1; i < steps; i++ {
		defs[fmt.Sprintf("d%03d", i)] = object{"type": "object", "properties": object{"a": ref(i + 1), "b": ref(i + 1)}}
	}
	defs[fmt.Sprintf("d%03d", steps)] = object{"type": "object", "properties": object{"end": object{"type": "integer"}}}
	return object{"$ref": "#/$defs/d000", "$defs": defs}
}

// word is a document in which one member leads to the next; the last object's
// end is not an integer.
func word(letters string) string {
	var b strings.Builder
	for _, letter := range letters {
		fmt.Fprintf(&b, `{"%c":`, letter)
	}
	return b.String() + `{"end":"x"}` + strings.Repeat("}", len(letters))
}

// twoWays makes schemas in which two branches lead from each step to the next.
func twoWays(keyword string) func(steps int) object {
	return chain(func(next object, i int) object {
		return object{keyword: []object{next, member(next, i)}}
	})
}

// member is the next step and a member of its own.
func member(next object, i int) object {
	name := fmt.Sprintf("p%d", i)
	return object{"$ref": next["$ref"], "properties": object{name: object{"type": "string"}}, "required": []string{name}}
}

// last is the end of chains.
var last = object{"type": "object", "required": []string{"z"}, "properties": object{"z": object{"const": "end"}}}

// chain makes schemas of definitions d0, d1, …, of which each but the last is
// made of the next.
func chain(link func(next object, i int) object) func(steps int) object {
	return func(steps int) object {
		defs := object{}
		for i := range steps {
			defs[fmt.Sprintf("d%03d", i)] = link(object{"$ref": fmt.Sprintf("#/$defs/d%03d", i+1)}, i)
		}
		defs[fmt.Sprintf("d%03d", steps)] = last
		return object{"$ref": "#/$defs/d000", "$defs": defs}
	}
}

// TestCodeGrowsWithTheSchema: twice the steps give twice the code, or up to four
// times as much where each step has the members of those after it. Every third family
// is tried, with two thirds of the steps, and all of them where tests are exhaustive.
func TestCodeGrowsWithTheSchema(t *testing.T) {
	for i, f := range families {
		if i%compiled.Every(3) != 0 {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			steps := compiled.Many(f.steps*2/3, f.steps)
			half, whole := size(t, f.schema(steps)), size(t, f.schema(2*steps))
			t.Logf("%d steps: %d kB, %d steps: %d kB", steps, half>>10, 2*steps, whole>>10)
			if by := float64(whole) / float64(half); by > 4 {
				t.Errorf("%d steps give %d bytes, %.1f times as many as %d", 2*steps, whole, by, steps)
			}
		})
	}
}

// size is the number of bytes that are generated from a schema.
func size(t *testing.T, schema object) int {
	t.Helper()
	total := 0
	for _, data := range compiled.Generate(t, snippet(schema, ""), "p") {
		total += len(data)
	}
	return total
}

// TestBoundedTypesKeepTheirVerdicts: what does not shape the type any more is
// checked all the same, in straight-line code, too, of the first where tests are not
// exhaustive.
func TestBoundedTypesKeepTheirVerdicts(t *testing.T) {
	const steps = 5
	type document struct {
		text  string
		valid bool
	}
	around := twoWays("anyOf")(steps)
	around["unevaluatedProperties"] = false
	const counted = 9             // beyond the bound
	deep := compiled.Many(12, 36) // names reach their bound at 33
	subjects := []struct {
		name      string
		schema    object
		documents []document
	}{
		{"anyOf", twoWays("anyOf")(steps), []document{ // the first branches lead to the end
			{`{"z":"end"}`, true}, {`{"z":"end","p0":1,"p4":"x","q":[]}`, true}, {`{"z":"ends"}`, false}, {`{"p0":"x"}`, false}, {`[]`, false},
		}},
		{"oneOf", twoWays("oneOf")(steps), []document{ // both branches hold where the member is a string
			{`{"z":"end"}`, true}, {`{"z":"end","p0":1,"p4":2}`, true}, {`{"z":"end","p0":"x"}`, false}, {`{"z":"end","p4":"x"}`, false}, {`{}`, false},
		}},
		{"unevaluatedProperties", around, []document{
			{`{"z":"end"}`, true}, {`{"z":"end","p0":"x","p3":"x","p4":"x"}`, true}, {`{"z":"end","p4":1}`, false}, {`{"z":"end","q":"x"}`, false},
		}},
		{"anyOf in anyOf, whose names would be long", inline(deep), []document{
			{`{"z":"end"}`, true}, {`{"p0":1}`, true}, {`{"p11":1,"p7":"x"}`, true}, {`{"p11":"x","p7":"x"}`, false}, {`{"z":"ends"}`, false}, {`[]`, false},
		}},
		{"recursive allOf", subsets(counted), []document{ // an "a" that many letters before the end asks for an integer
			{word("ababababa"), false}, {word("babababab"), true}, {word("aaaaaaaaaabbbabbbbbbbb"), false},
			{word("aaaaaaaaabbabbbbbbb"), true}, {word("aaaaaaaa"), true}, {word("aabaaaabaabaabaaabaa"), false}, {`{"a":{"b":1}}`, false},
		}},
	}
	var cases []compiled.Case
	for i, s := range subjects {
		c := compiled.Case{Name: s.name, Schema: "s.json", Files: fstest.MapFS{"s.json": {Data: []byte(snippet(s.schema, "").Schema)}}}
		if i > 0 {
			c.Codec = largeCodec()
		}
		for _, d := range s.documents {
			c.Instances = append(c.Instances, d.text)
		}
		cases = append(cases, c)
	}
	for i, out := range compiled.Run(t, cases) {
		if out.Result == nil {
			t.Fatalf("%s: %v", subjects[i].name, out.Diagnostics)
		}
		for j, d := range subjects[i].documents {
			if problem := out.Verdicts[0][j].Problem(d.text, d.valid); problem != "" {
				t.Errorf("%s: %s", subjects[i].name, problem)
			}
		}
	}
}

// largeCodec is the codec of cases that are large, of which straight-line code takes
// seconds to compile: both where tests are exhaustive.
func largeCodec() config.Codec {
	if compiled.Exhaustive() {
		return ""
	}
	return config.Compact
}

func snippet(schema object, code string) compiled.Snippet {
	text, err := json.Marshal(schema)
	if err != nil {
		panic(err)
	}
	return compiled.Snippet{Name: "growth", Schema: string(text), Code: code}
}

// TestFreshValuesOfManyLevels: what the constructors make is what they made
// when they were printed in place, and no type and no value is too large.
func TestFreshValuesOfManyLevels(t *testing.T) {
	two := families[0].schema
	wide := object{}
	var names []string
	for i := range 3000 {
		name := fmt.Sprintf("m%04d", i)
		names = append(names, name)
		wide[name] = object{"type": "string", "default": fmt.Sprint(i)}
	}
	snippets := []compiled.Snippet{
		snippet(two(3), `
			x := p.NewRoot()
			show(len(must(x.MarshalJSON())), x.A.A.A.Z, x.B.B.B.Z, x.Validate())`),
		snippet(two(40), `
			x := p.NewRoot()
			show(len(must(x.MarshalJSON())) < 1<<20, x.Validate() != nil)
			show(p.IsValidRoot([]byte("{}")), p.ValidateRoot([]byte("{}")) != nil)`),
		snippet(object{
			"type": "object", "required": []string{"w"}, "properties": object{"w": object{"$ref": "#/$defs/wide"}},
			"$defs": object{"wide": object{"type": "object", "required": names, "properties": wide}},
		}, `
			x := p.NewRoot()
			show(x.W.M0000, x.W.M2999, x.Validate())`),
	}
	snippets[2].Codec = largeCodec()
	shown := compiled.Show(t, nil, snippets)
	want := [][]string{
		{"165, end, end, nil"},
		{"true, true", "false, true"},
		{"0, 2999, nil"},
	}
	if !slices.EqualFunc(shown, want, slices.Equal[[]string]) {
		t.Errorf("%q, want %q", shown, want)
	}
}

// TestFreshValuesOfOtherPackages: the types of another package have their
// constructors here, where that has none to call.
func TestFreshValuesOfOtherPackages(t *testing.T) {
	base := `{"$defs": {
		"leaf": {"type": "object", "required": ["k"], "properties": {"k": {"const": "leaf"}}},
		"pair": {"type": "object", "required": ["a", "b"], "properties": {"a": {"$ref": "#/$defs/leaf"}, "b": {"$ref": "#/$defs/leaf"}}}},
		"type": "object", "required": ["p"], "properties": {"p": {"$ref": "#/$defs/pair"}}}`
	use := `{"type": "object", "required": ["root", "pair", "Leaf"], "properties": {
		"root": {"$ref": "base.json"}, "pair": {"$ref": "base.json#/$defs/pair"}, "Leaf": {"$ref": "#/$defs/base_leaf"}},
		"$defs": {"base_leaf": {"type": "object", "required": ["k"], "properties": {"k": {"const": "mine"}}}}}`
	w := &workspace.Workspace{FS: fstest.MapFS{"base.json": {Data: []byte(base)}, "use.json": {Data: []byte(use)}}, Dir: "."}
	pkg := func(name string) config.Package {
		return config.Package{
			Schema: name + ".json", Name: name, Out: name, ImportPath: compiled.Module + "/" + name,
			Roots: []config.Root{{Name: "Root", Pointer: "#"}},
		}
	}
	files, ds := compiler.Generate(context.Background(), w, config.Config{Packages: []config.Package{pkg("base"), pkg("use")}})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	program := map[string][]byte{"main.go": []byte(`package main

import "` + compiled.Module + `/use"

func main() {
	x := use.NewRoot()
	text, err := x.MarshalJSON()
	println(string(text), err == nil, x.Validate() == nil)
}
`)}
	for name, data := range files {
		program[name] = data
	}
	want := `{"root":{"p":{"a":{"k":"leaf"},"b":{"k":"leaf"}}},"pair":{"a":{"k":"leaf"},"b":{"k":"leaf"}},"Leaf":{"k":"mine"}} true true` + "\n"
	if got := run(t, compiled.Program(t, program)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// run returns what a program prints.
func run(t *testing.T, program string) string {
	t.Helper()
	out, err := exec.Command(program).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}
