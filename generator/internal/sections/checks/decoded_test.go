package checks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/config"
)

// related is a schema with members of the sorts that decoded values have.
const related = `
type: object
additionalProperties: false
properties:
  n: {type: integer}
  m: {type: integer, format: int32}
  most: {type: [integer, "null"]}
  flag: {type: boolean}
  name: {type: string}
  word: {enum: [x, "y"]}
  at: {type: string, format: date-time}
  until: {type: [string, "null"], format: date-time}
  list: {type: array, items: {type: integer}}
  names: {type: array, items: {type: string}}
  none: {type: array, items: {type: [integer, "null"]}}
  rows: {type: [array, "null"], items: {type: integer}}
  mixed: {type: array, items: {type: [string, integer, "null"]}}
  items: {type: array, items: {$ref: "#/$defs/item"}}
  map: {type: object, additionalProperties: {$ref: "#/$defs/item"}}
  parts: {type: object, properties: {x: {$ref: "#/$defs/item"}, "y": {anyOf: [{$ref: "#/$defs/item"}, {type: "null"}]}}, additionalProperties: {$ref: "#/$defs/item"}}
  tree: {$ref: "#/$defs/tree"}
$defs:
  tree: {type: object, properties: {next: {anyOf: [{$ref: "#/$defs/tree"}, {type: "null"}]}, list: {type: array, items: {type: integer}}}}
  item:
    type: object
    required: [id, value]
    properties:
      id: {type: string}
      n: {type: integer}
      at: {type: string, format: date-time}
      until: {type: [string, "null"], format: date-time}
      type: {enum: [text, number, any, "null"]}
      value: {type: [string, integer, boolean, "null", array], items: {type: integer}}
      counts: {type: object, additionalProperties: {type: integer}}
      parts: {type: object, additionalProperties: {$ref: "#/$defs/item"}}
      pair: {type: object, properties: {x: {$ref: "#/$defs/item"}, "y": {$ref: "#/$defs/item"}}, additionalProperties: false}
x-bindery:
  checks:
`

// TestDecodedRelations: what is found to keep its relations once it is decoded does so as a
// document. Each set of relations has a function that tells, and random documents that do
// and do not keep them.
func TestDecodedRelations(t *testing.T) {
	sets := []string{
		`a: {equal: [/n, /m]}|b: {at_most: [/n, /most]}|c: {less: [/list/*, /n]}`,
		`a: {at_least: [/n, {count: "/list/*"}]}|b: {more: [{sum: [/n, /m]}, /most]}`,
		`a: {unique: /list/*}|b: {unique: /items/*/id}|c: {in: [/names/*, /items/*/id]}`,
		`a: {not_after: [/at, /until]}|b: {at: /items/*, before: [0/at, 0/until]}|c: {ordered: /items/*/at}`,
		`a: {ordered: /list/*, strictly: true}|b: {index: [/n, /names], from: 1}|c: {index: [/list/*, /items]}`,
		`a: {at: /parts/*, equal: [0/id, "0#"]}|b: {at: /parts/*, typed: [0/value, 0/type], types: {text: [string, "null"], any: [string, number, boolean, "null", array]}}`,
		`a: {at: /map/*, differ: [0/id, "0#"]}|b: {at: /map/*, unique: 0/counts/*}|d: {at: /map/*/parts/*, differ: [0/id, "0#"]}|c: {unique: /items/*, by: 0/n}`,
		`a: {all: [{equal: [/flag, true]}, {equal: [/word, {const: x}]}]}|b: {differ: [/name, /word]}|c: {equal: [/at, /until]}`,
		`a: {at: /items/*, equal: [0/n, /n]}|b: {ordered: /items/*/n, descending: true}|c: {in: [/word, {const: x}]}`,
		`a: {index: [/n, /rows]}|b: {at_most: [{count: "/rows/*"}, /most]}`,
		`a: {sequence: /list/*}|b: {sequence: /none/*, from: 0}`,
		`a: {sequence: /items/*/n, from: -1}|b: {sequence: /rows/*, from: 2}`,
	}
	var cases []compiled.Case
	r := rand.New(rand.NewPCG(1, 2))
	for i, set := range sets {
		c := compiled.Case{Name: fmt.Sprint(i), Schema: "main.yaml", Config: config.Config{AssertFormat: true}, Files: relatedBy(set)}
		for range compiled.Many(300, 3000) {
			c.Instances = append(c.Instances, document(r))
		}
		cases = append(cases, c)
	}
	for i, out := range compiled.Run(t, cases) {
		if out.Result == nil {
			t.Errorf("%s: %v", sets[i], out.Diagnostics)
			continue
		}
		if !tells(&out) {
			t.Errorf("%s: no function tells of decoded values", sets[i])
		}
		kept := 0
		for k, v := range out.Verdicts[0] {
			if v.IsValid {
				kept++
			}
			if problem := v.Problem(cases[i].Instances[k], v.Validate == ""); problem != "" {
				t.Errorf("%s: %s", sets[i], problem)
			}
		}
		if n := len(out.Verdicts[0]); kept < n/50 || kept > n-n/50 {
			t.Errorf("%s: %d of %d documents keep them", sets[i], kept, n)
		}
	}
}

// TestRelationsOfWhatIsNotThere: where decoded values do not show that something is absent
// or null, or show it in more than one place, they are found to keep no more relations than
// their documents do.
func TestRelationsOfWhatIsNotThere(t *testing.T) {
	sets := []struct{ rules, documents string }{
		{`a: {in: [/n, {count: "/list/*"}]}`, `{"n": 0}|{"n": 0, "list": []}`},
		{`a: {at: /parts/*, in: [/n, 0/counts/*]}`, `{"n": 0, "parts": {"y": null}}|{"n": 0, "parts": {}}`},
		{`a: {at: /parts/*, in: ["0#", 0/id]}`, `{"parts": {"y": null}}`},
		{`a: {at: /parts/*, index: [/n, 0/value]}`, `{"n": 0, "parts": {"y": null}}`},
		{`a: {at: /parts/*, equal: [/n, /m, 0/n]}`, `{"n": 0, "m": 1, "parts": {"y": null}}|{"n": 0, "m": 1, "parts": {}}`},
		{`a: {at: /parts/*, unique: [/n, /m, 0/n]}`, `{"n": 1, "m": 1, "parts": {"y": null}}`},
		{`a: {equal: [/n, {count: "/mixed/*"}]}`, `{"n": 2, "mixed": ["a", null]}|{"n": 1, "mixed": ["a", null]}`},
		{`a: {equal: [/n, {count: "/none/*"}]}`, `{"n": 2, "none": [1, null]}|{"n": 1, "none": [1, null]}`},
		{`a: {index: [/n, /rows]}`, `{"n": 0}|{"n": 0, "rows": null}|{"n": 0, "rows": []}|{"n": 0, "rows": [7]}`},
		{
			`a: {at: /items/*, unique: 0/pair/*, by: 0/pair/x/n}`,
			`{"items": [{"id": "", "value": 1, "pair": {"x": {"id": "", "value": 1, "n": 1}}}]}|` +
				`{"items": [{"id": "", "value": 1, "pair": {"x": {"id": "", "value": 1, "pair": {"x": {"id": "", "value": 1, "n": 1}}}}}]}`,
		},
		{`a: {index: [/n, /tree/next/list]}`, `{"n": 0, "tree": {"next": {"list": [7]}}}|{"n": 1, "tree": {"next": {"list": [7]}}}|{"n": 1, "tree": {"next": null}}`},
		{`a: {equal: [/n, /n]}|b: {differ: [/flag, {const: true}]}`, `{"n": 1, "flag": false}|{"n": 1, "flag": true}`},
	}
	var cases []compiled.Case
	for i, set := range sets {
		cases = append(cases, compiled.Case{
			Name: fmt.Sprint(i), Schema: "main.yaml", Config: config.Config{AssertFormat: true}, Files: relatedBy(set.rules),
			Instances: strings.Split(set.documents, "|"),
		})
	}
	for i, out := range compiled.RunVetted(t, cases) {
		if out.Result == nil {
			t.Errorf("%s: %v", sets[i].rules, out.Diagnostics)
			continue
		}
		for k, v := range out.Verdicts[0] {
			if problem := v.Problem(cases[i].Instances[k], v.Validate == ""); problem != "" {
				t.Errorf("%s: %s", sets[i].rules, problem)
			}
		}
	}
}

// TestLeftToTheRuntime: the order of members is only in the document, and what would be
// collected from it or read at each of many places, in a time that grows with their product,
// the runtime collects and reads once.
func TestLeftToTheRuntime(t *testing.T) {
	for rules, want := range map[string]bool{
		`a: {ordered: /map/*/n}`: false, `a: {ordered: /items/*/counts/*}`: false, `a: {at: /map/*, ordered: 0/counts/*}`: false, `a: {ordered: /items/*/n}`: true,
		`a: {sequence: /map/*/n}`: false, `a: {sequence: /mixed/*}`: false, `a: {at: /items/*, sequence: 0/value/*}`: false, `a: {sequence: /rows/*}`: true,
		`a: {at: /items/*, before: [0/at, /until]}`: false, `a: {before: [/items/*/at, /until]}`: false, `a: {at: /items/*, before: [0/at, 0/until]}`: true,
		`a: {at: /items/*, in: [0/id, /names/*]}`: false, `a: {in: [/items/*/id, /names/*]}`: true, `a: {at: /items/*, in: [0/n, 0/counts/*]}`: true,
	} {
		c := compiled.Case{Schema: "main.yaml", Config: config.Config{AssertFormat: true}, Files: relatedBy(rules)}
		out := compiled.Generated(&c)
		if out.Result == nil || tells(&out) != want {
			t.Errorf("%s: %v; a function tells of decoded values: %t, want %t", rules, out.Diagnostics, !want, want)
		}
	}
}

// relatedBy is the schema with rules, one a line.
func relatedBy(rules string) fstest.MapFS {
	return fstest.MapFS{"main.yaml": {Data: []byte(related + "    " + strings.ReplaceAll(rules, "|", "\n    ") + "\n")}}
}

// tells reports whether generated code has a function that tells of decoded values.
func tells(out *compiled.Outcome) bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(out.Result.Files)), func(code []byte) bool { return bytes.Contains(code, []byte("keepsRoot(x) || ")) })
}

// document is a random document of the schema.
func document(r *rand.Rand) string {
	numbers := []any{0, 1, 2, json.RawMessage("1.0"), json.RawMessage("2e0"), 3, -1, 4}
	texts := []any{"x", "y", "", json.RawMessage(`"\u0078"`), "é", "2026-01-01T00:00:00Z"}
	times := []any{"2026-01-01T00:00:00Z", "2026-01-01T00:00:00.0Z", "2026-01-01T01:00:00+01:00", "2016-12-31T23:59:60Z", "2017-01-01t00:00:00z", "2026-01-01T00:00:00.0000000001Z"}
	one := func(of []any) any { return of[r.IntN(len(of))] }
	list := func(of []any, n int) any {
		out := []any{}
		for range r.IntN(n) {
			out = append(out, one(of))
		}
		return out
	}
	some := func(members map[string]func() any) map[string]any {
		out := map[string]any{}
		for _, name := range []string{"n", "m", "most", "flag", "name", "word", "at", "until", "list", "names", "none", "rows", "items", "map", "parts", "type", "counts"} {
			if value := members[name]; value != nil && r.IntN(3) > 0 {
				out[name] = value()
			}
		}
		return out
	}
	number := func() any { return one(numbers) }
	text := func() any { return one(texts) }
	time := func() any { return one(times) }
	item := func() any {
		out := some(map[string]func() any{
			"n": number, "at": time,
			"until":  func() any { return one(append([]any{nil}, times...)) },
			"type":   func() any { return one([]any{"text", "number", "any", "null"}) },
			"counts": func() any { return map[string]any{"x": number(), "y": number()} },
		})
		out["id"], out["value"] = text(), one([]any{"t", 1, true, nil, []any{1}, json.RawMessage("1.0")})
		return out
	}
	items := func() any {
		out := []any{}
		for range r.IntN(4) {
			out = append(out, item())
		}
		return out
	}
	members := func(nullable string) func() any {
		return func() any {
			out := map[string]any{}
			for range r.IntN(4) {
				out[fmt.Sprint(one([]any{"x", "y", "z", "é"}))] = item()
			}
			if nullable != "" && r.IntN(4) == 0 {
				out[nullable] = nil
			}
			return out
		}
	}
	data, err := json.Marshal(some(map[string]func() any{
		"n": number, "m": number, "name": text, "at": time,
		"most":  func() any { return one(append([]any{nil}, numbers...)) },
		"flag":  func() any { return r.IntN(4) > 0 },
		"word":  func() any { return one([]any{"x", "y"}) },
		"until": func() any { return one(append([]any{nil}, times...)) },
		"list":  func() any { return list(numbers, 4) },
		"names": func() any { return list(texts, 4) },
		"none":  func() any { return list(append([]any{nil}, numbers...), 4) },
		"rows":  func() any { return one([]any{nil, list(numbers, 4), list(numbers, 4)}) },
		"items": items, "map": members(""), "parts": members("y"),
	}))
	if err != nil {
		panic(err)
	}
	return string(data)
}
