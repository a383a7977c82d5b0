// Package growth makes schemas of one kind longer and longer and looks how what
// is generated grows with them. Code is measured in bytes, so that the tests do
// not depend on the machine.
package growth

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
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
	sizes  [2]int // the number of steps, and twice that
}

// families could all double at every step.
var families = []family{
	{"two required members of the next", chain(func(next object, _ int) object {
		return object{"type": "object", "required": []string{"a", "b"}, "properties": object{"a": next, "b": next}}
	}), [2]int{10, 20}},
	{"four required members of the next, with defaults", chain(func(next object, _ int) object {
		return object{
			"type": "object", "required": []string{"a", "b", "c", "d", "n"},
			"properties": object{"a": next, "b": next, "c": next, "d": next, "n": object{"type": "integer", "default": 3}},
		}
	}), [2]int{10, 20}},
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

// TestCodeGrowsWithTheSchema: twice the steps give at most twice the code and
// what it takes to write larger numbers.
func TestCodeGrowsWithTheSchema(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			half, whole := size(t, f.schema(f.sizes[0])), size(t, f.schema(f.sizes[1]))
			t.Logf("%d steps: %d kB, %d steps: %d kB", f.sizes[0], half>>10, f.sizes[1], whole>>10)
			if by := float64(whole) / float64(half); by > 2.2 {
				t.Errorf("%d steps give %d bytes, %.1f times as many as %d", f.sizes[1], whole, by, f.sizes[0])
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
	shown := compiled.Show(t, nil, []compiled.Snippet{
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
	})
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
