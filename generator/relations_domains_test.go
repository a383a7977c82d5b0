package generator_test

import (
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator"
)

// domain is a schema with relations and the documents that keep or break them.
type domain struct {
	name, schema string
	relations    []relationCase
}

type relationCase struct {
	check        string
	kept, broken []string
}

// TestRelationsOfDomains holds documents of five sorts against relations of each
// kind.
func TestRelationsOfDomains(t *testing.T) {
	for _, d := range domains {
		for _, c := range d.relations {
			w, p := relatedTo(d.schema, c.check)
			v, ds := generator.NewValidator(w, generator.Config{}, p)
			if ds.HasErrors() {
				t.Errorf("%s: %s: %v", d.name, c.check, ds)
				continue
			}
			for _, doc := range c.kept {
				if found := v.ValidateText("d.json", ".json", []byte(doc)); len(found) > 0 {
					t.Errorf("%s: %s: %s: %v", d.name, c.check, doc, found)
				}
			}
			for _, doc := range c.broken {
				found := v.ValidateText("d.json", ".json", []byte(doc))
				if len(found) != 1 || !strings.Contains(found[0].Message, "/x-bindery/checks/c") || found[0].Pos.Line != 1 || found[0].Pos.Column < 1 {
					t.Errorf("%s: %s: %s: %v", d.name, c.check, doc, found)
				}
			}
		}
	}
}

var domains = []domain{
	{"orders of customers", `
type: object
properties:
  customers: {type: object, additionalProperties: {$ref: "#/$defs/customer"}}
  orders: {type: array, items: {$ref: "#/$defs/order"}}
  due: {type: string, format: date}
  paidOn: {type: [string, "null"], format: date}
  opens: {type: string, format: time}
  closes: {type: string, format: time}
  lead: {type: string, format: duration}
  summary:
    anyOf:
      - {type: "null"}
      - {type: object, properties: {count: {type: integer}, gross: {type: number}, first: {type: string, format: date-time}, byStatus: {type: object, additionalProperties: {type: integer}}}}
$defs:
  entity: {type: object, required: [id], properties: {id: {type: string}, created: {type: string, format: date-time}}}
  customer: {type: object, properties: {name: {type: string}, limit: {type: [number, "null"]}}}
  line: {type: object, properties: {sku: {type: string}, qty: {type: integer}, unit: {type: number}, amount: {type: number}}}
  order:
    allOf:
      - {$ref: "#/$defs/entity"}
      - type: object
        properties:
          customer: {type: string}
          lines: {type: array, items: {$ref: "#/$defs/line"}}
          discount: {type: [number, "null"]}
          shipping: {type: number}
          total: {type: number}
          status: {enum: [open, paid, shipped]}
          ship_to: {type: object, properties: {city: {type: string}}}
          paid:
            oneOf:
              - {type: object, required: [method], properties: {method: {const: card}, at: {type: string, format: date-time}}}
              - {type: object, required: [method], properties: {method: {const: invoice}, due: {type: string, format: date-time}, at: {type: string, format: date-time}}}
          history: {type: array, items: {type: object, properties: {state: {type: string}, at: {type: string, format: date-time}}}}
          parent: {type: [string, "null"]}
`, []relationCase{
		{`{unique: "/orders/*/id"}`, []string{`{"orders":[{"id":"a"},{"id":"b"}]}`}, []string{`{"orders":[{"id":"a"},{"id":"a"}]}`}},
		{`{in: ["/orders/*/customer", {names: /customers}]}`, []string{`{"orders":[{"id":"a","customer":"x"}],"customers":{"x":{}}}`}, []string{`{"orders":[{"id":"a","customer":"x"}]}`, `{"orders":[{"id":"a","customer":"y"}],"customers":{"x":{}}}`}},
		{`{at: "/orders/*/lines/*", equal: [0/amount, {product: [0/qty, 0/unit]}], within: 0.01}`, []string{`{"orders":[{"id":"a","lines":[{"qty":3,"unit":0.333,"amount":1.0}]}]}`, `{"orders":[{"id":"a","lines":[{"qty":3,"amount":1.02}]}]}`}, []string{`{"orders":[{"id":"a","lines":[{"qty":3,"unit":0.333,"amount":1.02}]}]}`}},
		{`{at: "/orders/*", equal: [0/total, {difference: [{sum: ["0/lines/*/amount", 0/shipping]}, {first: [0/discount, 0]}]}]}`, []string{`{"orders":[{"id":"a","total":9,"shipping":2,"discount":3,"lines":[{"amount":4},{"amount":6}]}]}`, `{"orders":[{"id":"a","total":12,"shipping":2,"discount":null,"lines":[{"amount":4},{"amount":6}]}]}`}, []string{`{"orders":[{"id":"a","total":12,"shipping":2,"discount":1,"lines":[{"amount":4},{"amount":6}]}]}`}},
		{`{at: "/orders/*", ordered: "0/history/*", by: 0/at}`, nil, []string{`{"orders":[{"id":"a","history":[{"at":"2026-01-02T00:00:00Z"},{"at":"2026-01-01T00:00:00Z"}]}]}`}},
		{`{at: "/orders/*/history/*", not_after: [2/created, 0/at]}`, nil, []string{`{"orders":[{"id":"a","created":"2026-01-02T00:00:00Z","history":[{"at":"2026-01-01T00:00:00Z"}]}]}`}},
		{`{at: "/orders/*", not_after: [0/created, 0/paid/at]}`, nil, []string{`{"orders":[{"id":"a","created":"2026-01-02T00:00:00Z","paid":{"method":"invoice","at":"2026-01-01T00:00:00Z"}}]}`, `{"orders":[{"id":"a","created":"2026-01-02T00:00:00Z","paid":{"method":"card","at":"2026-01-01T00:00:00Z"}}]}`}},
		{`{at: "/orders/*", when: {in: [0/status, {const: [paid, shipped]}]}, present: [0/paid, 0/ship_to]}`, []string{`{"orders":[{"id":"a","status":"open"}]}`}, []string{`{"orders":[{"id":"a","status":"shipped","paid":{"method":"card"}}]}`}},
		{`{equal: [/summary/count, {count: "/orders/*"}]}`, []string{`{"summary":null,"orders":[]}`, `{"summary":{"count":3}}`}, []string{`{"summary":{"count":3},"orders":[]}`}},
		{`{equal: [/summary/gross, {sum: "/orders/*/total"}]}`, nil, []string{`{"summary":{"gross":3},"orders":[{"id":"a","total":2}]}`}},
		{`{all: [{in: ["/orders/*/parent", "/orders/*/id"]}, {unique: "/orders/*/parent"}]}`, nil, []string{`{"orders":[{"id":"a","parent":"b"}]}`, `{"orders":[{"id":"a"},{"id":"b","parent":"a"},{"id":"c","parent":"a"}]}`}},
		{`{at: "/orders/*", differ: [0/parent, 0/id]}`, nil, []string{`{"orders":[{"id":"a","parent":"a"}]}`}},
		{`{before: [/due, /paidOn]}`, []string{`{"due":"2026-01-01","paidOn":"2026-01-02"}`, `{"due":"2026-01-01","paidOn":null}`}, []string{`{"due":"2026-01-02","paidOn":"2026-01-01"}`}},
		{`{equal: [{seconds: [/due, /paidOn]}, 86400]}`, []string{`{"due":"2026-01-01","paidOn":"2026-01-02"}`}, []string{`{"due":"2026-01-01","paidOn":"2026-01-03"}`}},
		{`{in: ["/orders/*/status", {names: /summary/byStatus}]}`, []string{`{"orders":[{"id":"a","status":"open"}],"summary":{"byStatus":{"open":1}}}`}, []string{`{"orders":[{"id":"a","status":"open"}],"summary":{"byStatus":{"paid":1}}}`}},
		{`{equal: [{count: "/orders/*"}, {sum: "/summary/byStatus/*"}]}`, nil, []string{`{"orders":[{"id":"a","status":"open"}],"summary":{"byStatus":{"paid":2}}}`}},
		{`{at: "/orders", at_most: [{count: "0/*"}, 2]}`, nil, []string{`{"orders":[{"id":"a"},{"id":"b"},{"id":"c"}]}`}},
		{`{any: [{absent: /summary}, {all: [{present: /summary/count}, {at_least: [/summary/count, 1]}]}], message: "count it"}`, []string{`{}`}, []string{`{"summary":{}}`, `{"summary":{"count":0}}`}},
		{`{not: {shares: ["/orders/*/id", "/orders/*/parent"]}}`, nil, []string{`{"orders":[{"id":"a"},{"id":"b","parent":"a"}]}`}},
	}},
	{"a graph of targets", `
type: object
properties:
  default: {type: [string, "null"]}
  targets:
    type: object
    additionalProperties:
      type: object
      properties:
        deps: {type: array, items: {type: string}}
        outputs: {type: [array, "null"], items: {type: string}}
        inputs: {type: array, items: {type: string}}
        level: {type: integer}
        cache: {oneOf: [{type: "null"}, {type: object, properties: {key: {type: string}, ttl: {type: integer}}}]}
        env: {type: object, additionalProperties: {type: string}}
  order: {type: array, items: {type: string}}
  nodes: {type: array, items: {type: string}}
  edges: {type: array, items: {type: array, prefixItems: [{type: integer}, {type: integer}], items: false, minItems: 2}}
  phases: {type: array, items: {type: object, properties: {n: {type: integer}, steps: {type: array, items: {type: object, properties: {uses: {type: integer}, target: {type: string}, needs: {type: array, items: {type: string}}}}}}}}
  toolchains: {type: array, items: {anyOf: [{type: string}, {type: object, properties: {name: {type: string}, version: {type: string}}}]}}
`, []relationCase{
		{`{in: ["/targets/*/deps/*", {names: /targets}]}`, []string{`{"targets":{"a":{"deps":["b"]},"b":{"deps":[]}}}`}, []string{`{"targets":{"a":{"deps":["b"]}}}`}},
		{`{at: "/targets/*/deps/*", differ: ["0", "2#"]}`, []string{`{"targets":{"a":{"deps":["b"]}}}`}, []string{`{"targets":{"a":{"deps":["a"]}}}`}},
		{`{index: ["/edges/*/*", /nodes]}`, []string{`{"nodes":["x","y"],"edges":[[0,1]]}`}, []string{`{"nodes":["x"],"edges":[[0,1]]}`}},
		{`{unique: "/edges/*"}`, []string{`{"edges":[[0,1],[1,0]]}`}, []string{`{"edges":[[0,1],[0,1]]}`}},
		{`{at: "/edges/*", less: [0/0, 0/1]}`, nil, []string{`{"edges":[[1,1]]}`}},
		{`{all: [{in: [{names: /targets}, "/order/*"]}, {in: ["/order/*", {names: /targets}]}, {unique: "/order/*"}]}`, []string{`{"targets":{"a":{}},"order":["a"]}`}, []string{`{"targets":{"a":{}},"order":[]}`, `{"targets":{"a":{}},"order":["a","b"]}`, `{"targets":{"a":{}},"order":["a","a"]}`, `{"targets":{"a":{}}}`}},
		{`{unique: "/targets/*/outputs/*"}`, []string{`{"targets":{"a":{"outputs":null},"b":{"outputs":["o"]}}}`}, []string{`{"targets":{"a":{"outputs":["o"]},"b":{"outputs":["o"]}}}`}},
		{`{in: [/default, {names: /targets}]}`, []string{`{"default":null}`}, []string{`{"default":"a"}`, `{"default":"a","targets":{}}`}},
		{`{at: "/targets/*", when: {present: 0/cache}, present: [0/cache/key, 0/inputs/0]}`, []string{`{"targets":{"a":{"cache":null}}}`}, []string{`{"targets":{"a":{"cache":{"key":"k"}}}}`}},
		{`{sequence: "/phases/*/n", from: 0}`, []string{`{"phases":[{"n":0},{"n":1}]}`}, []string{`{"phases":[{"n":0},{"n":2}]}`}},
		{`{sequence: "/phases/*/n", from: -1}`, []string{`{"phases":[{"n":-1},{"n":0}]}`}, nil},
		{`{at: "/phases/*", equal: [0/n, "0#"]}`, nil, []string{`{"phases":[{"n":1}]}`}},
		{`{in: ["/phases/*/steps/*/target", "/order/*"], severity: warning}`, nil, []string{`{"phases":[{"steps":[{"target":"x"}]}],"order":[]}`}},
		{`{unique: "/toolchains/*"}`, []string{`{"toolchains":["go",{"name":"go"}]}`}, []string{`{"toolchains":["go","go"]}`, `{"toolchains":[{"name":"go","version":"1"},{"version":"1","name":"go"}]}`}},
		{`{unique: "/toolchains/*", by: [0/name]}`, []string{`{"toolchains":["go","go"]}`}, []string{`{"toolchains":[{"name":"go","version":"1"},{"version":"2","name":"go"}]}`}},
		{`{unique: "/targets/*", by: 0/level}`, []string{`{"targets":{"a":{},"b":{}}}`}, []string{`{"targets":{"a":{"level":1},"b":{"level":1.0}}}`}},
		{`{at: "/targets/*", at_most: [{length: 0/env}, 2]}`, nil, []string{`{"targets":{"a":{"env":{"a":"1","b":"2","c":"3"}}}}`}},
		{`{at_most: [{length: /targets}, {length: /order}]}`, nil, []string{`{"targets":{"a":{}},"order":[]}`}},
		{`{ordered: "/targets/*/level"}`, nil, []string{`{"targets":{"a":{"level":2},"b":{"level":1}}}`}},
		{`{in: [{names: "/targets/*/env"}, {const: [PATH, HOME]}]}`, []string{`{"targets":{"a":{"env":{"HOME":"1"}}}}`}, []string{`{"targets":{"a":{"env":{"X":"1"}}}}`}},
		{`{at: "/targets/*", not: {shares: ["0/inputs/*", "0/outputs/*"]}}`, []string{`{"targets":{"a":{"inputs":["x"],"outputs":["y"]}}}`}, []string{`{"targets":{"a":{"inputs":["x"],"outputs":["x"]}}}`}},
		{`{at: "/targets/*", not: {in: ["0#", "0/deps/*"]}}`, []string{`{"targets":{"a":{"deps":["b"]}}}`}, []string{`{"targets":{"a":{"deps":["a"]}}}`}},
		{`{equal: ["/targets/a/level", 1]}`, nil, []string{`{"targets":{"a":{"level":2}}}`}},
		{`{at: "/targets/*", equal: [0/level, {sum: [{count: "0/deps/*"}, 1]}]}`, []string{`{"targets":{"a":{"level":1}}}`}, []string{`{"targets":{"a":{"level":1,"deps":["b"]}}}`}},
		{`{at: "/phases/*/steps/*", when: {present: 0/uses}, absent: [0/target, 0/needs]}`, nil, []string{`{"phases":[{"steps":[{"uses":1,"target":"x"}]}]}`}},
		{`{absent: "/targets/*/level"}`, nil, []string{`{"targets":{"a":{"level":1}}}`}},
	}},
	{"threads and turns", `
type: object
properties:
  participants: {type: object, additionalProperties: {type: object, properties: {since: {type: string, format: date-time}, role: {enum: [admin, member]}}}}
  owner: {type: string}
  unread: {type: integer, minimum: 0}
  pinned: {type: array, items: {type: integer}}
  last_read: {type: [string, "null"]}
  threads: {type: array, items: {$ref: "#/$defs/message"}}
  messages: {type: array, items: {$ref: "#/$defs/turn"}}
  usage: {type: object, properties: {prompt: {type: integer}, completion: {type: integer}, total: {type: integer}}}
$defs:
  message:
    type: object
    required: [id]
    properties:
      id: {type: string}
      from: {type: string}
      sent: {type: string, format: date-time}
      edited: {type: [string, "null"], format: date-time}
      replies: {type: array, items: {$ref: "#/$defs/message"}}
      reactions: {type: object, additionalProperties: {type: array, items: {type: string}}}
  turn:
    oneOf:
      - {type: object, required: [role, text], properties: {role: {const: user}, text: {type: string}, seq: {type: integer}}}
      - {type: object, required: [role], properties: {role: {const: assistant}, seq: {type: integer}, calls: {type: array, items: {type: object, properties: {id: {type: string}, args: {}, argtype: {type: string}}}}}}
      - {type: object, required: [role, call], properties: {role: {const: tool}, seq: {type: integer}, call: {type: string}}}
`, []relationCase{
		{`{unique: "/threads/**/id"}`, []string{`{"threads":[{"id":"a","replies":[{"id":"b"}]}]}`}, []string{`{"threads":[{"id":"a","replies":[{"id":"b","replies":[{"id":"a"}]}]}]}`}},
		{`{in: ["/threads/**/from", {names: /participants}]}`, nil, []string{`{"threads":[{"id":"a","from":"u","replies":[{"id":"b","from":"v"}]}],"participants":{"u":{}}}`}},
		{`{at: "/threads/**/replies/*", not_after: [2/sent, 0/sent]}`, nil, []string{`{"threads":[{"id":"a","sent":"2026-01-02T00:00:00Z","replies":[{"id":"b","sent":"2026-01-01T00:00:00Z"}]}]}`, `{"threads":[{"id":"a","sent":"2026-01-01T00:00:00Z","replies":[{"id":"b","sent":"2026-01-03T00:00:00Z","replies":[{"id":"c","sent":"2026-01-02T00:00:00Z"}]}]}]}`}},
		{`{at: "/threads/*", before: [0/sent, 0/edited]}`, []string{`{"threads":[{"id":"a","sent":"2026-01-01T00:00:00Z","edited":null}]}`}, []string{`{"threads":[{"id":"a","sent":"2026-01-01T00:00:00Z","edited":"2026-01-01T00:00:00Z"}]}`}},
		{`{in: ["/messages/*/call", "/messages/*/calls/*/id"]}`, []string{`{"messages":[{"role":"assistant","calls":[{"id":"x"}]},{"role":"tool","call":"x"}]}`}, []string{`{"messages":[{"role":"tool","call":"x"}]}`}},
		{`{sequence: "/messages/*/seq"}`, nil, []string{`{"messages":[{"role":"user","text":"","seq":1},{"role":"assistant","seq":3}]}`}},
		{`{ordered: "/messages/*", by: 0/seq, strictly: true}`, nil, []string{`{"messages":[{"role":"user","text":"","seq":1},{"role":"assistant","seq":1}]}`}},
		{`{index: ["/pinned/*", /messages]}`, nil, []string{`{"pinned":[0]}`, `{"pinned":[-1],"messages":[{"role":"assistant"}]}`}},
		{`{at_most: [/unread, {count: "/messages/*"}]}`, nil, []string{`{"unread":1,"messages":[]}`}},
		{`{equal: [/usage/total, {sum: [/usage/prompt, /usage/completion]}]}`, []string{`{"usage":{"total":3}}`}, []string{`{"usage":{"total":3,"prompt":1,"completion":1}}`, `{"usage":{"total":3,"prompt":1}}`}},
		{`{at: "/messages/*/calls/*", typed: [0/args, 0/argtype], types: {json: [object, array], text: string}}`, []string{`{"messages":[{"role":"assistant","calls":[{"args":[],"argtype":"json"}]}]}`}, []string{`{"messages":[{"role":"assistant","calls":[{"args":"x","argtype":"json"}]}]}`}},
		{`{in: ["/threads/**/reactions/*/*", {names: /participants}]}`, nil, []string{`{"threads":[{"id":"a","reactions":{"+1":["u"]}}],"participants":{}}`}},
		{`{at: "/threads/**/reactions/*", unique: "0/*"}`, []string{`{"threads":[{"id":"a","reactions":{"+1":["u"],"-1":["u"]}}]}`}, []string{`{"threads":[{"id":"a","reactions":{"+1":["u","u"]}}]}`}},
		{`{when: {present: /owner}, shares: [/owner, {names: /participants}]}`, []string{`{"owner":"u","participants":{"u":{}}}`}, []string{`{"owner":"u","participants":{}}`}},
		{`{at: "/participants/*", when: {equal: [0/role, {const: admin}]}, present: 0/since}`, nil, []string{`{"participants":{"u":{"role":"admin"}}}`}},
		{`{any: [{absent: /last_read}, {in: [/last_read, "/threads/**/id"]}]}`, []string{`{"last_read":null}`}, []string{`{"last_read":"z","threads":[{"id":"a"}]}`}},
		{`{ordered: "/threads/*/sent", descending: true}`, nil, []string{`{"threads":[{"id":"a","sent":"2026-01-01T00:00:00Z"},{"id":"b","sent":"2026-01-02T00:00:00Z"}]}`}},
		{`{unique: "/messages/**/id"}`, nil, []string{`{"messages":[{"role":"assistant","calls":[{"id":"x"},{"id":"x"}]}]}`}},
		{`{not: {present: "/threads/*/edited"}}`, []string{`{"threads":[{"id":"a","edited":null}]}`}, []string{`{"threads":[{"id":"a","edited":"2026-01-01T00:00:00Z"}]}`}},
	}},
	{"channels and frames", `
type: object
properties:
  started: {type: string, format: date-time}
  interval: {type: number}
  tolerance: {type: [number, "null"]}
  channels: {type: array, items: {$ref: "#/$defs/channel"}}
  frames: {type: array, items: {type: object, properties: {t: {type: string, format: date-time}, seq: {type: integer}, values: {type: array, items: {type: [number, "null"]}}}}}
  rows: {type: array, items: {type: array, items: {type: array, items: {type: integer}}}}
  alarms: {type: object, patternProperties: {"^a-": {type: object, properties: {channel: {type: string}, value: {}, type: {type: string}, from: {type: integer}, to: {type: [integer, "null"]}}}}}
  calibrations: {type: [array, "null"], items: {type: object, properties: {on: {type: string, format: date}, offset: {type: number}}}}
  mean: {type: number}
  peak: {type: number}
  battery: {anyOf: [{type: "null"}, {type: object, properties: {level: {type: integer}, low: {type: integer}}}]}
$defs:
  channel: {allOf: [{type: object, required: [name], properties: {name: {type: string}}}, {type: object, properties: {min: {type: number}, max: {type: number}, kind: {enum: [analog, digital]}, states: {type: array, items: {type: string}}}}]}
`, []relationCase{
		{`{at: "/channels/*", less: [0/min, 0/max]}`, []string{`{"channels":[{"name":"a","min":1,"max":2},{"name":"b","min":1}]}`}, []string{`{"channels":[{"name":"a","min":2,"max":2}]}`}},
		{`{at: "/frames/*", equal: [{length: 0/values}, {count: "/channels/*"}]}`, []string{`{"channels":[{"name":"a"}],"frames":[{"values":[null]}]}`}, []string{`{"channels":[{"name":"a"}],"frames":[{"values":[1,2]}]}`}},
		{`{at: "/rows/*", equal: [{length: "0"}, {length: /rows}]}`, []string{`{"rows":[[[],[]],[[],[]]]}`}, []string{`{"rows":[[[],[]],[[]]]}`}},
		{`{unique: "/rows/*/*/*"}`, []string{`{"rows":[[[1],[2,3]]]}`}, []string{`{"rows":[[[1],[2,1]]]}`}},
		{`{at: "/rows/*/*", ordered: "0/*", strictly: true}`, []string{`{"rows":[[[1,2],[1]]]}`}, []string{`{"rows":[[[2,1]]]}`}},
		{`{at: "/alarms/*", typed: [0/value, 0/type], types: {level: number, state: string, none: "null"}}`, []string{`{"alarms":{"a-1":{"value":3,"type":"level"},"a-2":{"value":null,"type":"none"},"a-3":{"value":3,"type":"other"}}}`}, []string{`{"alarms":{"a-1":{"value":"x","type":"level"}}}`, `{"alarms":{"a-1":{"value":0,"type":"none"}}}`}},
		{`{at: "/alarms/*", at_most: [0/from, 0/to]}`, []string{`{"alarms":{"a-1":{"from":3,"to":null}}}`}, []string{`{"alarms":{"a-1":{"from":3,"to":2}}}`}},
		{`{in: ["/alarms/*/channel", "/channels/*/name"], message: "name a channel"}`, []string{`{"alarms":{"a-1":{"channel":"a"}},"channels":[{"name":"a"}]}`}, []string{`{"alarms":{"a-1":{"channel":"b"}},"channels":[{"name":"a"}]}`}},
		{`{ordered: "/calibrations/*", by: 0/on, descending: true}`, []string{`{"calibrations":[{"on":"2026-02-01"},{"offset":1},{"on":"2026-01-01"}]}`, `{"calibrations":null}`}, []string{`{"calibrations":[{"on":"2026-01-01"},{"offset":1},{"on":"2026-02-01"}]}`}},
		{`{equal: [/peak, {greatest: ["/frames/*/values/*"]}]}`, []string{`{"peak":3.0,"frames":[{"values":[1,null]},{"values":[3]}]}`}, []string{`{"peak":2,"frames":[{"values":[1]},{"values":[3]}]}`}},
		{`{equal: [{product: [/mean, {count: "/frames/*/values/*"}]}, {sum: "/frames/*/values/*"}], within: 0.1}`, []string{`{"mean":2.03,"frames":[{"values":[1,3]}]}`}, []string{`{"mean":2.3,"frames":[{"values":[1,3]}]}`}},
		{`{at: "/frames/*", not_after: [/started, 0/t]}`, []string{`{"started":"2026-01-01T00:00:00+01:00","frames":[{"t":"2025-12-31T23:00:00Z"}]}`}, []string{`{"started":"2026-01-01T00:00:00Z","frames":[{"t":"2025-12-31T23:59:59.999Z"}]}`}},
		{`{at: "/frames/*", when: {more: [0/seq, 0]}, at_least: [{seconds: [/started, 0/t]}, /interval]}`, []string{`{"interval":2,"started":"2026-01-01T00:00:00Z","frames":[{"seq":0,"t":"2026-01-01T00:00:00Z"},{"seq":1,"t":"2026-01-01T00:00:02Z"}]}`}, []string{`{"interval":2,"started":"2026-01-01T00:00:00Z","frames":[{"seq":1,"t":"2026-01-01T00:00:01Z"}]}`}},
		{`{sequence: "/frames/*/seq", from: 0}`, nil, []string{`{"frames":[{"seq":0},{"seq":0}]}`}},
		{`{when: {present: /battery}, any: [{absent: /battery/low}, {less: [/battery/low, /battery/level]}]}`, []string{`{"battery":null}`, `{"battery":{"level":5,"low":1}}`}, []string{`{"battery":{"level":1,"low":5}}`}},
		{`{at: "/channels/*", when: {equal: [0/kind, {const: digital}]}, all: [{present: 0/states/1}, {absent: [0/min, 0/max]}]}`, []string{`{"channels":[{"name":"a","kind":"digital","states":["x","y"]},{"name":"b","kind":"analog","min":1}]}`}, []string{`{"channels":[{"name":"a","kind":"digital","states":["x"]}]}`, `{"channels":[{"name":"a","kind":"digital","states":["x","y"],"max":1}]}`}},
	}},
	{"accounts and entries", `
type: object
required: [accounts]
properties:
  opening: {type: number}
  closing: {type: number}
  year: {type: object, properties: {from: {type: string, format: date}, to: {type: string, format: date}}}
  accounts: {type: object, additionalProperties: {$ref: "#/$defs/account"}}
  entries: {type: array, items: {$ref: "#/$defs/entry"}}
  locks: {type: array, items: {type: string, format: date}}
  currencies: {type: array, items: {enum: [EUR, USD, JPY]}}
  approved: {type: object, properties: {by: {type: string}, at: {type: [string, "null"], format: date-time}}}
$defs:
  account: {type: object, properties: {no: {type: string}, parent: {type: [string, "null"]}, kind: {enum: [asset, debt]}, balance: {type: number}}}
  side: {type: object, required: [account, amount], properties: {account: {type: string}, amount: {type: number}}}
  entry:
    type: object
    properties:
      no: {type: integer}
      on: {type: string, format: date}
      debit: {type: array, items: {$ref: "#/$defs/side"}}
      credit: {type: array, items: {$ref: "#/$defs/side"}}
      currency: {type: string}
      reverses: {type: [integer, "null"]}
      by: {type: string}
      checker: {type: string}
`, []relationCase{
		{`{at: "/entries/*", equal: [{sum: "0/debit/*/amount"}, {sum: "0/credit/*/amount"}]}`, []string{`{"accounts":{},"entries":[{"debit":[{"account":"a","amount":0.1},{"account":"a","amount":0.2}],"credit":[{"account":"b","amount":0.3}]}]}`, `{"accounts":{},"entries":[{"debit":[],"credit":[]}]}`}, []string{`{"accounts":{},"entries":[{"debit":[{"account":"a","amount":1}],"credit":[]}]}`, `{"accounts":{},"entries":[{"debit":[{"account":"a","amount":12345678901234567890.01}],"credit":[{"account":"a","amount":12345678901234567890.02}]}]}`}},
		{`{equal: [/closing, {sum: [/opening, {difference: [{sum: "/entries/*/debit/*/amount"}, {sum: "/entries/*/credit/*/amount"}]}]}]}`, []string{`{"accounts":{},"opening":10,"closing":12,"entries":[{"debit":[{"account":"a","amount":5}],"credit":[{"account":"a","amount":3}]}]}`}, []string{`{"accounts":{},"opening":10,"closing":13,"entries":[{"debit":[{"account":"a","amount":5}],"credit":[{"account":"a","amount":3}]}]}`}},
		{`{all: [{in: ["/entries/*/debit/*/account", {names: /accounts}]}, {in: ["/entries/*/credit/*/account", {names: /accounts}]}]}`, []string{`{"accounts":{"a":{}},"entries":[{"debit":[{"account":"a","amount":5}]}]}`}, []string{`{"accounts":{"a":{}},"entries":[{"credit":[{"account":"b","amount":5}]}]}`}},
		{`{at: "/accounts/*", equal: [0/no, "0#"]}`, []string{`{"accounts":{"10":{"no":"10"}}}`}, []string{`{"accounts":{"10":{"no":"1"}}}`}},
		{`{in: ["/accounts/*/parent", {names: /accounts}]}`, []string{`{"accounts":{"1":{"parent":null},"2":{"parent":"1"}}}`}, []string{`{"accounts":{"2":{"parent":"1"}}}`}},
		{`{at: "/accounts/*", differ: [0/parent, "0#"]}`, nil, []string{`{"accounts":{"1":{"parent":"1"}}}`}},
		{`{in: ["/entries/*/reverses", "/entries/*/no"]}`, []string{`{"accounts":{},"entries":[{"no":1},{"no":2,"reverses":1},{"reverses":null}]}`}, []string{`{"accounts":{},"entries":[{"no":2,"reverses":3}]}`}},
		{`{unique: "/entries/*/reverses"}`, nil, []string{`{"accounts":{},"entries":[{"reverses":1},{"reverses":1.0}]}`}},
		{`{at: "/entries/*", all: [{not_after: [/year/from, 0/on]}, {not_after: [0/on, /year/to]}]}`, []string{`{"accounts":{},"year":{"from":"2026-01-01","to":"2026-12-31"},"entries":[{"on":"2026-12-31"},{"on":"2026-01-01"}]}`}, []string{`{"accounts":{},"year":{"from":"2026-01-01","to":"2026-12-31"},"entries":[{"on":"2027-01-01"}]}`, `{"accounts":{},"year":{"from":"2026-01-01"},"entries":[{"on":"2025-12-31"}]}`}},
		{`{ordered: "/entries/*", by: 0/on}`, []string{`{"accounts":{},"entries":[{"on":"2026-01-01"},{},{"on":"2026-01-01"}]}`}, []string{`{"accounts":{},"entries":[{"on":"2026-01-02"},{},{"on":"2026-01-01"}]}`}},
		{`{before: [/year/to, /approved/at]}`, []string{`{"accounts":{},"year":{"to":"2026-12-31"},"approved":{"at":"2027-01-01T00:00:00Z"}}`, `{"accounts":{},"year":{"to":"2026-12-31"},"approved":{"at":null}}`}, []string{`{"accounts":{},"year":{"to":"2026-12-31"},"approved":{"at":"2026-12-31T23:59:59Z"}}`}},
		{`{at: "/entries/*", differ: [0/by, 0/checker], when: {present: [0/by, 0/checker]}}`, nil, []string{`{"accounts":{},"entries":[{"by":"a","checker":"a"}]}`}},
		{`{in: ["/entries/*/currency", "/currencies/*"]}`, []string{`{"accounts":{},"entries":[{"currency":"EUR"}],"currencies":["EUR"]}`}, []string{`{"accounts":{},"entries":[{"currency":"CHF"}],"currencies":["EUR"]}`}},
		{`{not: {shares: ["/locks/*", "/entries/*/on"]}}`, []string{`{"accounts":{},"locks":["2026-01-01"],"entries":[{"on":"2026-01-02"}]}`}, []string{`{"accounts":{},"locks":["2026-01-01"],"entries":[{"on":"2026-01-01"}]}`}},
		{`{at: "/accounts/*", when: {equal: [0/kind, {const: asset}]}, at_least: [0/balance, 0]}`, []string{`{"accounts":{"a":{"kind":"debt","balance":-1}}}`}, []string{`{"accounts":{"a":{"kind":"asset","balance":-0.01}}}`}},
		{`{at_most: [{count: "/entries/*"}, {product: [{length: /accounts}, 2]}], severity: warning}`, nil, []string{`{"accounts":{},"entries":[{}]}`}},
	}},
}
