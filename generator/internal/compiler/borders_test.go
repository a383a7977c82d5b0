package compiler

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
	"github.com/bindery-go/bindery/runtime/validate"
)

// borderKinds is a member of a and of e.
const borderKinds = `		"kinds": {"type": "object", "additionalProperties": false, "required": ["list2", "maybe2", "any2", "open2"], "properties": {
			"list": {"$ref": "b.json#/$defs/List"}, "pair": {"$ref": "b.json#/$defs/Pair"}, "any": {"$ref": "b.json#/$defs/Any"},
			"short": {"type": "array", "items": {"$ref": "b.json#/$defs/Any"}, "default": ["x"]},
			"empty": {"type": "array", "items": {"$ref": "b.json#/$defs/List"}, "default": [[]]},
			"orNull": {"$ref": "b.json#/$defs/OrNull"}, "maybe": {"$ref": "b.json#/$defs/Maybe"}, "maybeList": {"$ref": "b.json#/$defs/MaybeList"},
			"open": {"$ref": "b.json#/$defs/Open"},
			"list2": {"$ref": "b.json#/$defs/List"}, "maybe2": {"$ref": "b.json#/$defs/Maybe"}, "any2": {"anyOf": [{"$ref": "b.json#/$defs/Any"}, {"type": "null"}]},
			"open2": {"type": "array", "items": {"$ref": "b.json#/$defs/Open"}},
			"maybes": {"type": "object", "additionalProperties": {"oneOf": [{"$ref": "b.json#/$defs/Maybe"}, {"type": "null"}]}},
			"lists": {"type": "array", "items": {"anyOf": [{"$ref": "b.json#/$defs/List"}, {"type": "null"}]}},
			"textOrPart": {"oneOf": [{"type": "string"}, {"$ref": "b.json#/$defs/Part"}]}, "partOrAny": {"type": "object", "additionalProperties": {"anyOf": [{"$ref": "b.json"}, {"type": "integer"}, {"type": "null"}]}},
			"listOrText": {"anyOf": [{"type": "string", "maxLength": 3}, {"$ref": "b.json#/$defs/List"}]}, "anyOrNumber": {"oneOf": [{"$ref": "b.json#/$defs/Any"}, {"type": "number"}]},
			"notPart": {"not": {"$ref": "b.json#/$defs/Part"}}, "objectNotPart": {"type": "object", "not": {"$ref": "b.json#/$defs/Part"}}, "notAny": {"not": {"anyOf": [{"$ref": "b.json#/$defs/Any"}, {"type": "null"}]}}}},
`

// borderSchemas are of the packages a and e, and of those that they refer to: e can do
// without knowing of any but a few what they say, a has to know of most.
var borderSchemas = map[string]string{
	"a": `{"type": "object", "required": ["plain"], "$defs": {"Alias": {"$ref": "b.json"}}, "properties": {
		"plain": {"$ref": "b.json", "description": "One of b."},
		"alias": {"$ref": "#/$defs/Alias"},
		"list": {"type": "array", "items": {"$ref": "b.json#/$defs/Part"}},
		"map": {"type": "object", "additionalProperties": {"allOf": [{"$ref": "b.json#/$defs/Part"}], "title": "a part"}},
		"narrowed": {"$ref": "b.json#/$defs/Part", "minProperties": 2},
		"maybe": {"anyOf": [{"$ref": "b.json"}, {"type": "null"}]},
		"union": {"$ref": "b.json#/$defs/Union"},
		"names": {"$ref": "b.json#/$defs/Names"},
		"other": {"$ref": "c.json"},
` + borderKinds + `		"tagged": {"oneOf": [
			{"type": "object", "required": ["k", "p"], "properties": {"k": {"const": 1}, "p": {"$ref": "b.json#/$defs/Part"}}},
			{"type": "object", "required": ["k"], "properties": {"k": {"const": 2}, "p": {"$ref": "c.json"}}}]}},
		"allOf": [{"properties": {"twice": {"$ref": "c.json"}}}, {"properties": {"twice": {"required": ["v"]}}},
			{"properties": {"after": {"required": ["v"]}}}, {"properties": {"after": {"$ref": "c.json"}}},
			{"properties": {"chosen": {"anyOf": [{"$ref": "c.json"}, {"type": "null"}]}}}, {"properties": {"chosen": {"required": ["v"]}}}]}`,
	"e": `{"type": "object", "required": ["plain"], "$defs": {"Alias": {"$ref": "b.json"}}, "properties": {
		"plain": {"$ref": "b.json", "description": "One of b."},
		"alias": {"$ref": "#/$defs/Alias"},
		"list": {"type": "array", "items": {"$ref": "b.json#/$defs/Part"}, "contains": {"$ref": "b.json#/$defs/Part"}},
		"map": {"type": "object", "additionalProperties": {"allOf": [{"$ref": "b.json#/$defs/Part"}], "title": "a part"}},
		"union": {"$ref": "b.json#/$defs/Union"},
		"names": {"$ref": "b.json#/$defs/Names"},
		"other": {"$ref": "c.json"},
` + borderKinds + `		"maybe": {"anyOf": [{"$ref": "b.json"}, {"type": "null"}]},
		"tagged": {"oneOf": [
			{"type": "object", "required": ["k", "p"], "properties": {"k": {"const": 1}, "p": {"oneOf": [{"type": "null"}, {"$ref": "b.json#/$defs/Part"}]}}},
			{"type": "object", "required": ["k"], "properties": {"k": {"const": 2}, "p": {"$ref": "c.json"}}}]}},
		"default": {"plain": {"id": "b1"}}}`,
	"b": `{"type": "object", "required": ["id"], "properties": {
		"id": {"type": "string", "pattern": "^b[0-9]$"}, "next": {"$ref": "#"}, "part": {"$ref": "#/$defs/Part"}, "c": {"$ref": "c.json"}},
		"$defs": {
			"Part": {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer", "maximum": 9, "default": 3}, "s": {"enum": ["x", "y"]}}, "additionalProperties": false},
			"Union": {"type": "object", "oneOf": [{"required": ["u"], "properties": {"u": {"type": "string"}}}, {"required": ["v"], "properties": {"v": {"type": "string"}}}]},
			"Names": {"type": "object", "additionalProperties": {"type": "string"}},
			"List": {"type": "array", "items": {"$ref": "#/$defs/Part"}, "minItems": 1},
			"Pair": {"type": "array", "prefixItems": [{"type": "string"}, {"$ref": "c.json"}], "items": false},
			"Any": {"oneOf": [{"type": "string", "minLength": 2}, {"type": "array", "items": {"$ref": "#/$defs/Any"}}, {"$ref": "c.json"}]},
			"OrNull": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}, {"type": "null"}]},
			"Maybe": {"type": ["object", "null"], "properties": {"m": {"$ref": "#/$defs/Maybe"}}, "additionalProperties": false},
			"MaybeList": {"type": ["array", "null"], "items": {"$ref": "#/$defs/MaybeList"}},
			"Open": {"properties": {"o": {"$ref": "c.json"}}, "items": {"type": "string"}}}}`,
	"c": `{"type": "object", "properties": {"v": {"type": "number"}, "d": {"$ref": "d.json"}}, "unevaluatedProperties": false}`,
	"d": `{"type": "object", "required": ["deep"], "properties": {"deep": {"type": "boolean"}}}`,
}

// borderDocuments are of both.
var borderDocuments = []string{
	`{"plain": {"id": "b1"}}`,
	`{"plain": {"id": "c1", "next": {"id": "b2", "next": {"id": 3}}, "part": {"n": 10, "s": "z", "more": 1}}}`,
	`{"plain": {}, "alias": {"id": "x", "c": {"d": {"deep": 1}, "w": 2}}, "list": [{"n": 1}, {"n": 1.5}, {}, 7]}`,
	`{"plain": {"id": "b1"}, "map": {"k": {"n": "1"}, "l": {"n": 9, "s": "x"}}, "narrowed": {"n": 1}, "maybe": null}`,
	`{"plain": {"id": "b1"}, "maybe": {"id": "b"}, "union": {"u": 1, "v": "v"}, "names": {"a": 1, "b": "b"}}`,
	`{"plain": null, "other": {"v": 1e400, "d": {}}, "twice": {}, "tagged": {"k": 2, "p": {"d": {"deep": true}, "x": 1}}}`,
	`{"plain": {"id": "b1"}, "tagged": {"k": 1, "p": {}}, "twice": {"v": 1, "d": {"deep": "no"}}, "after": {"v": "x"}, "chosen": {"d": {"deep": 1}}}`,
	`{"plain": {"id": "b1"}, "tagged": {"k": 3}}`,
	`{"plain": {"id": "b1"}, "kinds": {"list2": [{"n": 1}], "maybe2": null, "any2": null, "open2": [1, {"o": {"v": 2}}]}}`,
	`{"plain": {"id": "b1"}, "kinds": {"list2": [], "maybe2": {"m": {"m": 1}}, "any2": "x", "open2": [{"o": {"w": 2}}, [1]]}}`,
	`{"plain": {"id": "b1"}, "kinds": {"list": [{}], "list2": null, "maybe2": {"m": null}, "any2": ["ab", ["a"], {"z": 1}], "open2": [],
		"orNull": null, "maybe": {"n": 1}, "maybeList": [null, [1]], "open": {"o": 1}, "maybes": {"a": null, "b": {"c": 1}}, "lists": [null, []]}}`,
	`{"plain": {"id": "b1"}, "kinds": {"textOrPart": "x", "partOrAny": {"a": 1, "b": null, "c": {"id": "b1"}}, "listOrText": [{"n": 1}], "anyOrNumber": 1, "notPart": {"n": 10}, "objectNotPart": {}, "notAny": 1,
		"list2": [{"n": 1}], "maybe2": null, "any2": null, "open2": []}}`,
	`{"plain": {"id": "b1"}, "kinds": {"textOrPart": {"n": 10}, "partOrAny": {"a": 1.5, "b": "x", "c": {"id": "x"}}, "listOrText": [{"n": "1"}], "anyOrNumber": {"v": "x"}, "notPart": {"n": 1}, "objectNotPart": {"n": 1}, "notAny": ["ab"]}}`,
	`{"plain": {"id": "b1"}, "kinds": {"pair": ["a", {"v": "x"}, 3], "list2": 1, "maybe2": [], "any2": 1, "open2": null, "orNull": {}, "maybeList": null}}`,
}

// TestBorders: a package whose graph ends where those of others begin has the types
// and functions that it has with all of them in its graph, and its table finds the
// same violations.
func TestBorders(t *testing.T) {
	for _, codec := range []config.Codec{config.Fast, config.Compact} {
		t.Run(string(codec), func(t *testing.T) {
			wholes, found := borderResults(t, codec, false)
			ended, foundAtEnds := borderResults(t, codec, true)
			if diff := cmp.Diff(found, foundAtEnds); diff != "" {
				t.Error(diff)
			}
			for i, name := range []string{"a", "e"} {
				compareEnded(t, name, wholes[i], ended[i])
			}
		})
	}
}

// numbers are those of nodes in generated code.
var numbers = regexp.MustCompile(`, [0-9]+\)`)

func compareEnded(t *testing.T, pkg string, whole, ended *Result) {
	t.Helper()
	if len(ended.Package.Imported) == 0 || len(ended.Graph.Nodes) >= len(whole.Graph.Nodes) {
		t.Fatalf("the graph of %s does not end anywhere: %d of %d nodes, %d imported",
			pkg, len(ended.Graph.Nodes), len(whole.Graph.Nodes), len(ended.Package.Imported))
	}
	for _, name := range slices.Sorted(maps.Keys(whole.Files)) {
		want, got := string(whole.Files[name]), string(ended.Files[name])
		switch path.Base(name) {
		case "types.go", "decode.go", "encode.go", "jsonv2.go", "bindery.manifest.json":
			if diff := cmp.Diff(numbers.ReplaceAllString(want, ", N)"), numbers.ReplaceAllString(got, ", N)")); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		case "program.bindery":
			if len(got) >= len(want) {
				t.Errorf("%s has %d bytes, %d where it holds all", name, len(got), len(want))
			}
		}
	}
	for _, doc := range borderDocuments {
		if diff := cmp.Diff(violationsOf(whole, doc), violationsOf(ended, doc)); diff != "" {
			t.Errorf("%s, %s: %s", pkg, doc, diff)
		}
	}
}

func violationsOf(r *Result, doc string) []validate.Violation {
	var found *validate.Error
	errors.As(validate.Check(r.Program, r.Graph.Roots[0].ID, []byte(doc)), &found)
	if found == nil {
		return nil
	}
	return found.Violations
}

func borderResults(t *testing.T, codec config.Codec, ends bool) (results []*Result, found string) {
	t.Helper()
	files := fstest.MapFS{"go.mod": {Data: []byte("module example.com\n")}}
	var c config.Config
	for _, name := range []string{"a", "e", "b", "c", "d"} {
		files[name+".json"] = &fstest.MapFile{Data: []byte(borderSchemas[name])}
		c.Packages = append(c.Packages, config.Package{
			Schema: name + ".json", Name: name, Out: name, ImportPath: "example.com/" + name, Codec: codec,
			Roots: []config.Root{{Name: "Root", Pointer: "#"}},
		})
	}
	units, ds := compile(context.Background(), &workspace.Workspace{FS: files, Dir: "."}, c, hooks{ends: ends})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	return resultsOf(units), fmt.Sprint(ds)
}
