package generator_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator"
	"github.com/bindery-go/bindery/generator/internal/diag"
)

// places is a schema with members of every sort: behind references, optional,
// nullable, in arrays of arrays, maps, tuples, unions and conditions.
const places = `$schema: https://json-schema.org/draft/2020-12/schema
type: object
properties:
  order: {$ref: "#/$defs/order"}
  orders: {type: [array, "null"], items: {$ref: "#/$defs/order"}}
  byID: {type: object, additionalProperties: {$ref: "#/$defs/order"}}
  pat: {type: object, patternProperties: {"^x": {type: object, properties: {name: {type: string}, n: {type: number}}}}, additionalProperties: false}
  matrix: {type: array, items: {type: array, items: {type: integer}}}
  rows: {type: integer}
  cols: {type: integer}
  picks: {type: array, items: {type: integer}}
  cells: {type: array, items: {type: array, prefixItems: [{type: integer}, {type: integer}]}}
  union:
    oneOf:
      - {type: object, required: [kind, lo], properties: {kind: {const: range}, lo: {type: number}, hi: {type: [number, "null"]}}}
      - {type: object, required: [kind, at], properties: {kind: {const: point}, at: {type: number}}}
      - {type: string}
  events:
    type: array
    items:
      anyOf:
        - {type: object, properties: {type: {const: open}, at: {type: string, format: date-time}, ref: {type: string}}}
        - {type: object, properties: {type: {const: close}, at: {type: string, format: date-time}, of: {type: [string, "null"]}}}
  tree: {$ref: "#/$defs/node"}
  total: {type: [number, "null"]}
  tags: {type: [array, "null"], items: {type: string}}
  settings: {type: object, properties: {type: {type: string}, value: {}}}
  cfg:
    allOf:
      - {type: object, properties: {min: {type: integer}}}
      - {properties: {max: {type: integer}}}
    if: {required: [max]}
    then: {properties: {step: {type: integer}}}
  pair: {type: array, prefixItems: [{type: string, format: date-time}, {type: string, format: date-time}]}
  due: {type: string, format: date}
  paid: {type: [string, "null"], format: date}
  opens: {type: string, format: time}
  made: {type: string, format: date-time}
  "odd/na~me": {type: object, properties: {"a b": {type: integer}, "0": {type: integer}}}
$defs:
  order:
    type: object
    properties:
      id: {type: string}
      parent: {type: [string, "null"]}
      lines: {type: array, items: {type: object, properties: {sku: {type: string}, qty: {type: integer}, price: {type: number}}}}
      total: {type: number}
      count: {type: integer}
      opened: {type: string, format: date-time}
      closed: {type: [string, "null"], format: date-time}
      status: {enum: [open, closed]}
      note: {type: string}
      next: {$ref: "#/$defs/order"}
  node:
    type: object
    properties:
      v: {type: integer}
      kids: {type: array, items: {$ref: "#/$defs/node"}}
`

// related is the schema with one check, c, and its documents.
func related(check string) (*generator.Workspace, generator.Package) {
	return relatedTo(places, check)
}

// relatedTo is a schema with one check, c, and its documents.
func relatedTo(schema, check string) (*generator.Workspace, generator.Package) {
	w := &generator.Workspace{Dir: ".", FS: fstest.MapFS{
		"s.yaml": {Data: []byte(schema)},
		"o.yaml": {Data: []byte("x-bindery: {checks: {c: " + check + "}}")},
	}}
	return w, generator.Package{
		Schema: "s.yaml", Overlay: "o.yaml", Name: "p", Out: "p", Roots: []generator.Root{{Name: "Root", Pointer: "#"}},
	}
}

// TestRelations holds documents against each relation at each sort of place.
func TestRelations(t *testing.T) {
	for _, c := range []struct {
		name, check string
		kept        []string
		broken      []string
	}{
		{"key=member map $ref", `{at: "/byID/*", equal: [0/id, "0#"]}`, []string{`{"byID":{"a":{"id":"a"},"b":{}}}`}, []string{`{"byID":{"a":{"id":"x"}}}`}},
		{"key=member pattern", `{at: "/pat/*", equal: [0/name, "0#"]}`, []string{}, []string{`{"pat":{"xa":{"name":"xb"}}}`}},
		{"unique by nested", `{unique: "/orders/*/lines/*/sku"}`, []string{}, []string{`{"orders":[{"lines":[{"sku":"1"}]},{"lines":[{"sku":"1"}]}]}`}},
		{"unique by within each", `{at: "/orders/*", unique: "0/lines/*/sku"}`, []string{`{"orders":[{"lines":[{"sku":"1"}]},{"lines":[{"sku":"1"}]}]}`}, []string{}},
		{"unique by pair", `{unique: "/orders/*", by: [0/id, 0/status]}`, []string{`{"orders":[{"id":"1","status":"open"},{"id":"1","status":"closed"}]}`}, []string{`{"orders":[{"id":"1","status":"open"},{"id":"1","status":"open"}]}`}},
		{"nullable list", `{unique: "/orders/*/id"}`, []string{`{"orders":null}`}, []string{}},
		{"index", `{index: ["/picks/*", /orders]}`, []string{`{"picks":[0,1],"orders":[{},{}]}`}, []string{`{"picks":[0,2],"orders":[{},{}]}`}},
		{"index from 1", `{index: ["/picks/*", /orders], from: 1}`, []string{`{"picks":[2],"orders":[{},{}]}`}, []string{}},
		{"index into what is absent", `{index: ["/picks/*", /orders]}`, []string{`{"orders":null}`, `{"picks":[]}`}, []string{`{"picks":[0]}`, `{"picks":[0],"orders":null}`}},
		{"dates", `{before: [/due, /paid]}`, []string{`{"due":"2026-01-01","paid":"2026-01-02"}`, `{"due":"2026-01-01","paid":null}`}, []string{`{"due":"2026-01-02","paid":"2026-01-01"}`, `{"due":"2026-01-01","paid":"2026-01-01"}`}},
		{"dates that may be the same", `{not_after: [/due, /paid]}`, []string{`{"due":"2026-01-01","paid":"2026-01-01"}`}, []string{`{"due":"2026-01-02","paid":"2026-01-01"}`}},
		{"a moment of the day", `{not_after: [/made, /due]}`, []string{`{"made":"2026-01-01T23:59:59Z","due":"2026-01-01"}`}, []string{`{"made":"2026-01-02T00:00:00Z","due":"2026-01-01"}`, `{"made":"2026-01-01T23:30:00-01:00","due":"2026-01-01"}`}},
		{"a moment before the day", `{before: [/made, /due]}`, []string{`{"made":"2025-12-31T23:59:59Z","due":"2026-01-01"}`}, []string{`{"made":"2026-01-01T12:00:00Z","due":"2026-01-01"}`}},
		{"a moment after the day", `{before: [/due, /made]}`, []string{`{"made":"2026-01-02T00:00:00Z","due":"2026-01-01"}`}, []string{`{"made":"2026-01-01T12:00:00Z","due":"2026-01-01"}`}},
		{"days between dates", `{equal: [{seconds: [/due, /paid]}, 86400]}`, []string{`{"due":"2026-02-28","paid":"2026-03-01"}`}, []string{`{"due":"2026-01-01","paid":"2026-01-03"}`}},
		{"a constant date", `{before: [{const: "2026-01-01"}, /due]}`, []string{`{"due":"2026-01-02"}`}, []string{`{"due":"2026-01-01"}`}},
		{"dates in order", `{ordered: /tags/*}`, []string{`{"tags":["2026-01-01","2026-01-01T10:00:00Z","2026-01-02"]}`}, []string{`{"tags":["2026-01-02","2026-01-01T10:00:00Z"]}`}},
		{"index matrix rows", `{index: ["/cells/*/0", /matrix]}`, []string{`{"cells":[[1,5]],"matrix":[[1],[2]]}`}, []string{`{"cells":[[2,5]],"matrix":[[1],[2]]}`}},
		{"parent resolves", `{in: ["/orders/*/parent", "/orders/*/id"]}`, []string{`{"orders":[{"id":"a"},{"id":"b","parent":"a"},{"parent":null}]}`}, []string{`{"orders":[{"id":"a"},{"id":"b","parent":"z"}]}`}},
		{"ref in map keys", `{in: ["/orders/*/parent", {names: /byID}]}`, []string{`{"orders":[{"parent":"k"}],"byID":{"k":{}}}`}, []string{`{"orders":[{"parent":"q"}],"byID":{"k":{}}}`}},
		{"subset", `{in: ["/tags/*", {const: [a, b]}]}`, []string{}, []string{`{"tags":["a","c"]}`}},
		{"sum nested", `{at: "/orders/*", equal: [0/total, {sum: "0/lines/*/price"}]}`, []string{`{"orders":[{"total":0.3,"lines":[{"price":0.1},{"price":0.2}]}]}`}, []string{}},
		{"sum map", `{equal: [/total, {sum: "/byID/*/total"}]}`, []string{}, []string{`{"total":3,"byID":{"a":{"total":1},"b":{"total":3}}}`}},
		{"sum array of array", `{equal: [/total, {sum: "/matrix/*/*"}]}`, []string{`{"total":10,"matrix":[[1,2],[3,4]]}`}, []string{`{"total":11,"matrix":[[1,2],[3,4]]}`}},
		{"count", `{equal: [/rows, {count: "/matrix/*"}]}`, []string{`{"rows":2,"matrix":[[],[]]}`}, []string{}},
		{"count map", `{equal: [/rows, {length: /byID}]}`, []string{}, []string{`{"rows":2,"byID":{"a":{}}}`}},
		{"count rows of each", `{at: "/matrix/*", equal: [{length: "0"}, /cols]}`, []string{}, []string{`{"cols":2,"matrix":[[1,2],[1]]}`}},
		{"each order count", `{at: /order, equal: [0/count, {count: "0/lines/*"}]}`, []string{`{"order":{"count":1,"lines":[{}]}}`, `{"order":{"count":0}}`}, []string{`{"order":{"count":1,"lines":[]}}`}},
		{"most union", `{at_most: [/union/lo, /union/hi]}`, []string{`{"union":{"kind":"range","lo":3,"hi":null}}`, `{"union":"x"}`}, []string{`{"union":{"kind":"range","lo":3,"hi":2}}`}},
		{"allOf min max", `{less: [/cfg/min, /cfg/max]}`, []string{}, []string{`{"cfg":{"min":2,"max":2}}`}},
		{"then member", `{at_most: [/cfg/step, /cfg/max]}`, []string{}, []string{`{"cfg":{"step":3,"max":2}}`}},
		{"ordered by", `{ordered: "/orders/*", by: 0/opened}`, []string{`{"orders":[{"opened":"2026-01-02T01:00:00+02:00"},{"opened":"2026-01-01T23:30:00Z"}]}`}, []string{`{"orders":[{"opened":"2026-01-02T00:00:00Z"},{"opened":"2026-01-01T23:00:00Z"}]}`}},
		{"ordered desc strictly", `{ordered: "/picks/*", descending: true, strictly: true}`, []string{}, []string{`{"picks":[3,3]}`}},
		{"ordered anyOf", `{ordered: "/events/*/at"}`, []string{}, []string{`{"events":[{"type":"open","at":"2026-01-02T00:00:00Z"},{"type":"close","at":"2026-01-01T00:00:00Z"}]}`}},
		{"time before", `{at: "/orders/*", before: [0/opened, 0/closed]}`, []string{`{"orders":[{"opened":"2026-01-02T00:00:00Z","closed":null}]}`}, []string{`{"orders":[{"opened":"2026-01-02T00:00:00Z","closed":"2026-01-01T00:00:00Z"}]}`}},
		{"tuple", `{before: [/pair/0, /pair/1]}`, []string{}, []string{`{"pair":["2026-01-02T00:00:00Z","2026-01-01T00:00:00Z"]}`}},
		{"present when", `{at: "/orders/*", when: {equal: [0/status, {const: closed}]}, present: 0/closed}`, []string{`{"orders":[{"status":"open"}]}`}, []string{`{"orders":[{"status":"closed","closed":null}]}`}},
		{"present when term count", `{when: {more: [{count: "/orders/*"}, 1]}, present: /total}`, []string{}, []string{`{"orders":[{},{}]}`}},
		{"typed", `{typed: [/settings/value, /settings/type]}`, []string{`{"settings":{"type":"null","value":null}}`}, []string{`{"settings":{"type":"integer","value":1.5}}`}},
		{"typed map", `{at: /settings, typed: [0/value, 0/type], types: {int: integer, either: [string, "null"]}}`, []string{}, []string{`{"settings":{"type":"either","value":3}}`}},
		{"recursion", `{at: "/tree/kids/*", more: [0/v, 2/v]}`, []string{}, []string{`{"tree":{"v":3,"kids":[{"v":2}]}}`}},
		{"names with slash, tilde and space", `{equal: ["/odd~1na~0me/a b", "/odd~1na~0me/0"]}`, []string{}, []string{`{"odd/na~me":{"a b":1,"0":2}}`}},
		{"from levels above", `{at: "/orders/*/lines/*", at_most: [0/qty, 2/count]}`, []string{}, []string{`{"orders":[{"count":1,"lines":[{"qty":2}]}]}`}},
		{"index equals member", `{at: "/orders/*", equal: [0/count, "0#"]}`, []string{`{"orders":[{"count":0},{"count":1}]}`}, []string{`{"orders":[{"count":0},{"count":2}]}`}},
		{"next optional chain", `{at: /order, differ: [0/id, 0/next/id]}`, []string{}, []string{`{"order":{"id":"a","next":{"id":"a"}}}`}},
		{"sequence", `{sequence: "/orders/*/count"}`, []string{}, []string{`{"orders":[{"count":1},{"count":3}]}`}},
		{"equal of objects", `{equal: [/order, /order/next]}`, []string{}, []string{`{"order":{"next":{"next":{}}}}`}},
		{"within", `{equal: [/total, {product: [/rows, /cols]}], within: 0.5}`, []string{`{"total":6.4,"rows":2,"cols":3}`}, []string{}},
		{"seconds", `{at: /order, equal: [0/count, {seconds: [0/opened, 0/closed]}]}`, []string{`{"order":{"count":90,"opened":"2026-01-01T00:00:00Z","closed":"2026-01-01T00:01:30Z"}}`}, []string{}},
		{"any", `{any: [{present: /total}, {present: /rows}]}`, []string{}, []string{`{}`}},
		{"not", `{not: {equal: [/rows, /cols]}}`, []string{}, []string{`{"rows":2,"cols":2}`}},
		{"greatest", `{equal: [/total, {greatest: "/picks/*"}]}`, []string{`{"total":3,"picks":[1,3,2]}`}, []string{`{"total":2,"picks":[1,3,2]}`}},
		{"an element by index", `{equal: [/total, /matrix/0/0]}`, []string{}, []string{`{"total":1,"matrix":[[2]]}`}},
		{"string length", `{at_most: [{length: /order/note}, /rows]}`, []string{}, []string{`{"order":{"note":"日本語"},"rows":2}`}},
		{"shares with names", `{shares: ["/tags/*", {names: /byID}]}`, []string{}, []string{`{"tags":["a"],"byID":{"b":{}}}`}},
		{"names in ids", `{in: [{names: /byID}, "/orders/*/id"]}`, []string{`{"orders":[{"id":"a"}],"byID":{"a":{}}}`}, []string{`{"orders":[{"id":"a"}],"byID":{"a":{},"b":{}}}`}},
		{"names nested", `{at: "/orders/*", in: [0/parent, {names: /byID}]}`, []string{}, []string{`{"orders":[{"parent":"b"}],"byID":{"a":{}}}`}},
		{"functions of functions", `{equal: [{first: [/total, {count: "/picks/*"}]}, {greatest: [{length: /tags}, 1]}]}`, []string{`{"picks":[5]}`}, []string{`{"total":3,"tags":["a"]}`}},
		{"names null value", `{in: [/order/id, {names: "/odd~1na~0me"}]}`, []string{`{"order":{"id":"a b"},"odd/na~me":{"a b":1}}`}, []string{}},
	} {
		w, p := related(c.check)
		v, ds := generator.NewValidator(w, generator.Config{}, p)
		if ds.HasErrors() {
			t.Errorf("%s: %v", c.name, ds)
			continue
		}
		for _, doc := range c.kept {
			if found := v.ValidateText("d.json", ".json", []byte(doc)); len(found) > 0 {
				t.Errorf("%s: %s: %v", c.name, doc, found)
			}
		}
		for _, doc := range c.broken {
			found := v.ValidateText("d.json", ".json", []byte(doc))
			if len(found) != 1 || !strings.Contains(found[0].Message, "/x-bindery/checks/c") || found[0].Pos.Line != 1 || found[0].Pos.Column < 1 {
				t.Errorf("%s: %s: %v", c.name, doc, found)
			}
		}
	}
}

// TestMistakesInRelations: each is one located error with help.
func TestMistakesInRelations(t *testing.T) {
	for _, check := range []string{
		`{equal: [/order/idd, /order/id]}`,
		`{at: "/byID/*/lines", unique: "0/*/skuu"}`,
		`{at: /orders, sum: /x}`,
		`{equal: [/total, {sum: "/orders/*/id"}]}`,
		`{less: ["/orders/*/id", /total]}`,
		`{index: ["/picks/*", /rows]}`,
		`{unique: "/orders/*", by: 0/idd}`,
		`{unique: "/orders/*", by: id}`,
		`{ordered: "/orders/*", by: 0/lines}`,
		`{typed: [/settings/value, /settings/type], types: {x: strin}}`,
		`{at: "/orders/*", equal: [2/id, "0#"]}`,
		`{at: "/orders/*", equal: [5/id, "0#"]}`,
		`{present: /union/lo2}`,
		`{in: ["/tags/*", /rows]}`,
		`{in: [/tags, "/tags/*"]}`,
		`{severity: fatal, present: /total}`,
		`{message: "", present: /total}`,
		`{at_most: [/total, /rows], when: {present: /zz}}`,
		`{equal: [/total]}`,
		`{equal: /total}`,
		`{sequence: /rows}`,
		`{equal: [/total, {argument: }]}`,
		`{equal: [/total, {count: /rows}]}`,
		`{equal: [/total, {length: /rows}]}`,
		`{equal: [/total, {const: x}]}`,
		`{all: []}`,
		`{not: [{present: /total}]}`,
		`{of: "#/$defs/nope", present: /total}`,
		`{of: "#/$defs/order", present: /total}`,
		`{shares: ["/tags/*", {const: [1, 2]}]}`,
		`{within: -1, equal: [/total, /rows]}`,
		`{at_most: ["/orders/*/total", "/orders/*/count"]}`,
		`{equal: ["/matrix/*/*", "/picks/*"]}`,
		`{present: /pat/yz}`,
		`{present: /pair/5}`,
		`{present: "/pair/*/x"}`,
		`{before: [/opens, /made]}`,
		`{equal: [{seconds: [/made, /opens]}, 3]}`,
		`{before: [/due, {const: "2026-13-01"}]}`,
		`{present: "/orders/*/id"}`,
		`{index: ["/picks/*", "/orders/*/lines"]}`,
		`{typed: ["/orders/*/note", "/orders/*/status"]}`,
		`{equal: [/total, {length: "/orders/*/note"}]}`,
		`{equal: [/total, {seconds: ["/orders/*/opened", "/orders/*/closed"]}]}`,
		`{all: [{present: [/total, "/orders/*/lines/*/sku"]}]}`,
	} {
		w, p := related(check)
		_, ds := generator.Generate(context.Background(), w, generator.Config{Packages: []generator.Package{p}})
		var errs []diag.Diagnostic
		for _, d := range ds {
			if d.Severity == diag.Error {
				errs = append(errs, d)
			}
		}
		if len(errs) == 0 || errs[0].Pos.File != "o.yaml" || errs[0].Help == "" || !strings.HasPrefix(errs[0].Message, "x-bindery.checks.c") {
			t.Errorf("%s: %v", check, ds)
		}
		if _, ds := generator.NewValidator(w, generator.Config{}, p); !ds.HasErrors() && !strings.HasPrefix(check, "{of:") {
			t.Errorf("%s: documents are held against what is mistaken", check)
		}
	}
}
