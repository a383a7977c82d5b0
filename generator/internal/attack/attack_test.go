// Package attack tries hostile documents on generated code. Time is counted in
// pieces of code that run, so that the tests do not depend on the machine.
package attack

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/attack/probe"
	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// subjects are the schemas: each recurs by a keyword, or several, that could
// read a value more than once.
var subjects = []compiled.Snippet{
	{Name: "unevaluatedProperties", Schema: `{
		"anyOf": [
			{"properties": {"c": {"$ref": "#"}}, "required": ["c"]},
			{"properties": {"d": {"$ref": "#"}}, "required": ["d"]},
			{"items": {"$ref": "#"}}
		],
		"properties": {"k": {"type": "string"}},
		"unevaluatedProperties": {"type": ["integer", "object"]}}`},
	{Name: "unevaluatedItems", Schema: `{
		"anyOf": [{"contains": {"type": "integer"}}, {"prefixItems": [{"$ref": "#"}]}],
		"properties": {"c": {"$ref": "#"}, "d": {"$ref": "#"}},
		"unevaluatedItems": {"$ref": "#"}}`},
	{Name: "oneOf", Schema: `{"oneOf": [
		{"type": "object", "properties": {"k": {"const": "a"}, "c": {"$ref": "#"}, "d": {"$ref": "#"}}, "required": ["k"]},
		{"type": "object", "properties": {"k": {"type": "string"}, "c": {"$ref": "#"}, "d": {"$ref": "#"}}, "not": {"properties": {"k": {"const": "a"}}, "required": ["k"]}},
		{"type": "array", "items": {"$ref": "#"}, "maxItems": 2},
		{"type": "array", "items": {"$ref": "#"}, "minItems": 3},
		{"type": ["string", "integer"]}]}`},
	{Name: "anyOf", Schema: `{"anyOf": [
		{"type": "object", "properties": {"c": {"$ref": "#"}, "d": {"$ref": "#"}}, "required": ["x"]},
		{"type": "object", "properties": {"c": {"$ref": "#"}, "d": {"$ref": "#"}}, "required": ["y"]},
		{"type": "object", "properties": {"c": {"$ref": "#"}, "d": {"$ref": "#"}, "k": {"type": "string"}}},
		{"type": "array", "items": {"$ref": "#"}, "contains": {"const": "y"}},
		{"type": "array", "items": {"anyOf": [{"$ref": "#"}, {"type": ["number", "string"]}]}}]}`},
	{Name: "not", Schema: `{
		"properties": {"c": {"$ref": "#"}, "d": {"$ref": "#"}}, "items": {"$ref": "#"},
		"not": {"required": ["c"], "properties": {"c": {"not": {"$ref": "#"}}}}}`},
	{Name: "if", Schema: `{
		"properties": {"d": {"$ref": "#"}},
		"if": {"properties": {"c": {"$ref": "#"}}, "required": ["c"]},
		"then": {"properties": {"c": {"$ref": "#"}}}, "else": {"items": {"$ref": "#"}},
		"dependentSchemas": {"k": {"properties": {"c": {"$ref": "#"}}}}}`},
	{Name: "two recursive schemas", Schema: `{
		"properties": {"c": {"$ref": "#"}, "d": {"$ref": "#"}}, "items": {"$ref": "#"},
		"if": {"$ref": "#/$defs/other"}, "then": {"maxProperties": 1000000},
		"$defs": {"other": {
			"properties": {"c": {"$ref": "#/$defs/other"}, "d": {"$ref": "#/$defs/other"}},
			"items": {"$ref": "#/$defs/other"}, "required": ["k"]}}}`},
	{Name: "dynamicRef", Schema: `{
		"$dynamicAnchor": "T", "anyOf": [
			{"type": "array", "items": {"$dynamicRef": "#T"}},
			{"type": "object", "additionalProperties": {"$dynamicRef": "#T"}},
			{"type": "array", "prefixItems": [{"$dynamicRef": "#T"}]},
			{"type": "string"}]}`},
	{Name: "patternProperties", Schema: `{
		"propertyNames": {"maxLength": 1000, "pattern": "^[a-z]"},
		"patternProperties": {"^c": {"$ref": "#"}, "^[cd]": {"$ref": "#"}, "[0-9]$": {"type": ["integer", "object"]}},
		"additionalProperties": {"type": ["string", "object"]}, "items": {"$ref": "#"}}`},
	{Name: "uniqueItems", Schema: `{
		"uniqueItems": true, "items": {"$ref": "#"}, "additionalProperties": {"$ref": "#"}}`},
	{Name: "contains", Schema: `{
		"contains": {"allOf": [{"$ref": "#"}, {"type": ["array", "integer"]}]}, "minContains": 0, "maxContains": 1000000,
		"items": {"$ref": "#"}, "additionalProperties": {"$ref": "#"}}`},
	{Name: "numbers", Schema: `{
		"multipleOf": 0.0001, "minimum": -1e400, "exclusiveMaximum": 123456789012345678901234567890,
		"items": {"$ref": "#"}, "additionalProperties": {"$ref": "#"}}`},
	{Name: "const and enum", Schema: `{
		"not": {"anyOf": [{"const": {"c": {"c": []}, "d": 1}}, {"enum": [[1, [2], "x"], {"k": "a", "c": 1e3}]}]},
		"items": {"$ref": "#"}, "additionalProperties": {"$ref": "#"}}`},
	{Name: "typed tree", Schema: `{
		"type": "object",
		"properties": {"c": {"$ref": "#"}, "d": {"$ref": "#"}, "k": {"type": "string", "maxLength": 100000}}}`},
	{Name: "typed tree of lists", Schema: `{
		"type": ["array", "integer"], "items": {"$ref": "#"}}`},
}

// What a document may take when it gets twice as long, and at most.
const (
	// growth allows for sorting: n log n.
	growth = 2.4
	// bytesPerByte is the memory that all operations of a probe together
	// allocate (three readings, two encodings, the list of violations) for a
	// byte of the document. The least that a value takes is two bytes, "1,": its
	// place in the evaluator's document is 64.
	bytesPerByte = 600
	// texts is the memory for two lists of violations, each with up to 8 MB of
	// locations and messages, however short the document is.
	texts = 64 << 20
	// longestText is the length of an error text.
	longestText = 8 << 10
)

func TestHostileDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("2026-11-28: takes a quarter of a minute")
	}
	work := map[string]uint64{} // of the half as long document
	for m := range measures(t) {
		name := m.Subject + ", " + m.Document
		pieces := counted(t, m.Counters)
		t.Logf("%s: %d bytes: %d pieces of code, %d kB, valid: %v", name, m.Length, pieces, m.Allocated>>10, m.Valid)
		if half, ok := work[name]; !ok {
			work[name] = pieces
		} else if by := float64(pieces) / float64(half); by > growth {
			t.Errorf("%s: %d pieces of code run for size %d, %.1f times as many as for the half", name, pieces, m.Size, by)
		}
		if limit := uint64(bytesPerByte*m.Length + texts); m.Allocated > limit {
			t.Errorf("%s: %d bytes allocated for a document of %d, want at most %d", name, m.Allocated, m.Length, limit)
		}
		if m.Texts > longestText {
			t.Errorf("%s: an error text of %d bytes", name, m.Texts)
		}
	}
}

// measures builds the program and yields what it measures.
func measures(t *testing.T) func(yield func(probe.Measure) bool) {
	files := map[string][]byte{}
	var imports, list strings.Builder
	for i, s := range subjects {
		pkg := fmt.Sprintf("p%02d", i)
		for name, data := range compiled.Generate(t, s, pkg) {
			files[name] = data
		}
		fmt.Fprintf(&imports, "\t%q\n", path.Join(compiled.Module, pkg))
		fmt.Fprintf(&list, "\t\tprobe.Of(%q, %s.ParseRoot, %[2]s.ValidateRoot, %[2]s.IsValidRoot),\n", s.Name, pkg)
	}
	files["main.go"] = fmt.Appendf(nil, program, imports.String(), list.String())
	cmd := exec.Command(compiled.Counting(t, files), t.TempDir())
	if compiled.Exhaustive() {
		cmd.Args = append(cmd.Args, "all")
	}
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+t.TempDir())
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return func(yield func(probe.Measure) bool) {
		dec := json.NewDecoder(bufio.NewReader(out))
		for dec.More() {
			var m probe.Measure
			if err := dec.Decode(&m); err != nil {
				t.Fatal(err)
			}
			if !yield(m) {
				break
			}
		}
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
}

const program = `package main

import (
	"os"

	"github.com/bindery-go/bindery/generator/internal/attack/probe"
%s)

func main() {
	err := probe.Serve(os.Args[1], len(os.Args) > 2, []probe.Subject{
%s	})
	if err != nil {
		panic(err)
	}
}
`
