package inject_test

import "github.com/bindery-go/bindery/generator/internal/compiled"

// domains are policies of five sorts of documents, each for all its purposes and
// twice.
var domains = []policyCase{
	// Dates as days, entities through allOf, a top that the document names, a map as references.
	{compiled.Snippet{Name: "orders", Schema: `
type: object
required: [view, orders, settings]
properties:
  view: {$ref: "#/$defs/view"}
  settings: {type: object, properties: {top: {type: [integer, "null"]}}}
  coupons: {type: array, items: {type: object, required: [code], properties: {code: {type: string}, until: {type: [string, "null"], format: date}, from: {type: string, format: date}, secret: {type: string}}}}
  customers: {type: object, additionalProperties: {type: object, required: [name], properties: {name: {type: string}, email: {type: string, format: email}, vip: {type: boolean}}}}
  orders:
    type: array
    items:
      allOf:
        - {$ref: "#/$defs/entity"}
        - type: object
          required: [customer, cost]
          properties:
            customer: {type: string}
            cost: {type: number, default: 0}
            state: {enum: [open, paid, void]}
            tags: {type: array, items: {type: string}}
            lines: {type: array, items: {type: object, required: [sku], properties: {sku: {type: string}, margin: {type: number}}}}
  want: {type: array, items: {type: string}}
  why: {type: array, items: {type: object, required: [item, reason], properties: {item: {type: string}, reason: {type: string}}}}
  out: {type: array, items: {type: string}}
$defs:
  view: {enum: [shop, warehouse, tax]}
  entity: {type: object, required: [id], properties: {id: {type: string}, at: {type: string, format: date-time}}}
x-bindery:
  inject:
    name: ForView
    purpose: /view
    members:
      /orders/*/cost: [tax]
      /orders/*/lines/*/margin: [tax, shop]
      /customers/*/email: {shop: true, tax: {equal: [{argument: mail}, {const: "yes"}]}}
    lists:
      coupons:
        of: /coupons
        id: 0/code
        only:
          begun: {any: [{absent: 0/from}, {not_after: [0/from, {argument: now}]}]}
          current: {any: [{absent: 0/until}, {not_after: [{argument: now}, 0/until]}], else: over}
      orders:
        of: /orders
        id: 0/id
        only:
          live: {differ: [0/state, {const: void}], else: void}
          wanted: {any: [{absent: /want/0}, {shares: [0/tags/*, /want/*]}]}
        order: [{by: 0/at, descending: true}, {by: 0/id}]
        top: {first: [{argument: most}, /settings/top, 2]}
        flags: {twice: {same: 0/id}}
    references:
      customers: {of: /customers, id: 0#, uses: {/orders/*/customer: {name: ""}}}
    report: {selected: /why, omitted: /out}
`, Code: `
	const doc = ` + "`" + `{"view":"shop","settings":{"top":null},"coupons":[{"code":"a","until":"2026-06-01"},{"code":"b","until":"2026-05-31"},{"code":"c","from":"2026-06-02"},{"code":"d","until":null,"from":"2026-06-01"}],
	"customers":{"u":{"name":"U","email":"u@x.org"},"v":{"name":"V"}},
	"orders":[{"id":"1","customer":"u","cost":3,"at":"2026-01-01T00:00:00Z","state":"paid","tags":["x"],"lines":[{"sku":"s","margin":1}]},{"id":"2","customer":"w","cost":4,"at":"2026-01-02T00:00:00+00:00","state":"open"},{"id":"3","customer":"v","cost":4,"state":"void"},{"id":"4","customer":"v","cost":4,"state":"open"},{"id":"5","customer":"v","cost":4}]}` + "`" + `
	x := must(p.ParseRoot([]byte(doc)))
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	for _, v := range []p.View{p.ViewShop, p.ViewWarehouse, p.ViewTax} {
		y, _, err := x.ForView(v, now)
		show(string(must(y.MarshalJSON())), err, y.Validate())
		z, _, _ := y.ForView(v, now)
		show(string(must(z.MarshalJSON())) == string(must(y.MarshalJSON())))
	}
	_, _, err := x.ForView(p.ViewTax, now, inject.Argument("most", "abc"))
	show(err)
	y, _, err := x.ForView(p.ViewTax, now, inject.Argument("most", "1e0"), inject.Argument("mail", "yes"))
	show(string(must(y.MarshalJSON())), err)`},
		[]string{
			`{"view":"shop","settings":{"top":null},"coupons":[{"code":"a","until":"2026-06-01"},{"code":"d","until":null,"from":"2026-06-01"}],"customers":{"u":{"name":"U","email":"u@x.org"},"w":{"name":""}},"orders":[{"id":"1","at":"2026-01-01T00:00:00Z","customer":"u","cost":0,"state":"paid","tags":["x"],"lines":[{"sku":"s","margin":1}]},{"id":"2","at":"2026-01-02T00:00:00+00:00","customer":"w","cost":0,"state":"open"}],"why":[{"item":"coupons/a","reason":"begun, current"},{"item":"coupons/d","reason":"begun, current"},{"item":"orders/1","reason":"live, wanted"},{"item":"orders/2","reason":"live, wanted"}],"out":["/orders/0/cost: not for shop","/orders/1/cost: not for shop","/orders/2/cost: not for shop","/orders/3/cost: not for shop","/orders/4/cost: not for shop","coupons/b: over","coupons/c: not begun","orders/3: void","orders/4: beyond the first 2 by at descending, id","orders/5: void"]}, nil, nil`,
			`true`,
			`{"view":"warehouse","settings":{"top":null},"coupons":[{"code":"a","until":"2026-06-01"},{"code":"d","until":null,"from":"2026-06-01"}],"customers":{"u":{"name":"U"},"w":{"name":""}},"orders":[{"id":"1","at":"2026-01-01T00:00:00Z","customer":"u","cost":0,"state":"paid","tags":["x"],"lines":[{"sku":"s"}]},{"id":"2","at":"2026-01-02T00:00:00+00:00","customer":"w","cost":0,"state":"open"}],"why":[{"item":"coupons/a","reason":"begun, current"},{"item":"coupons/d","reason":"begun, current"},{"item":"orders/1","reason":"live, wanted"},{"item":"orders/2","reason":"live, wanted"}],"out":["/orders/0/cost: not for warehouse","/orders/1/cost: not for warehouse","/orders/2/cost: not for warehouse","/orders/3/cost: not for warehouse","/orders/4/cost: not for warehouse","/customers/u/email: not for warehouse","/orders/0/lines/0/margin: not for warehouse","coupons/b: over","coupons/c: not begun","orders/3: void","orders/4: beyond the first 2 by at descending, id","orders/5: void"]}, nil, nil`,
			`true`,
			`{"view":"tax","settings":{"top":null},"coupons":[{"code":"a","until":"2026-06-01"},{"code":"d","until":null,"from":"2026-06-01"}],"customers":{"u":{"name":"U"},"w":{"name":""}},"orders":[{"id":"1","at":"2026-01-01T00:00:00Z","customer":"u","cost":3,"state":"paid","tags":["x"],"lines":[{"sku":"s","margin":1}]},{"id":"2","at":"2026-01-02T00:00:00+00:00","customer":"w","cost":4,"state":"open"}],"why":[{"item":"coupons/a","reason":"begun, current"},{"item":"coupons/d","reason":"begun, current"},{"item":"orders/1","reason":"live, wanted"},{"item":"orders/2","reason":"live, wanted"}],"out":["/customers/u/email: not for tax","coupons/b: over","coupons/c: not begun","orders/3: void","orders/4: beyond the first 2 by at descending, id","orders/5: void"]}, nil, nil`,
			`true`,
			`inject: not a number of elements: the first "abc" of orders, write a whole number of 0 or more`,
			`{"view":"tax","settings":{"top":null},"coupons":[{"code":"a","until":"2026-06-01"},{"code":"d","until":null,"from":"2026-06-01"}],"customers":{"w":{"name":""}},"orders":[{"id":"2","at":"2026-01-02T00:00:00+00:00","customer":"w","cost":4,"state":"open"}],"why":[{"item":"coupons/a","reason":"begun, current"},{"item":"coupons/d","reason":"begun, current"},{"item":"orders/2","reason":"live, wanted"}],"out":["coupons/b: over","coupons/c: not begun","orders/1: beyond the first 1 by at descending, id","orders/3: void","orders/4: beyond the first 1 by at descending, id","orders/5: void"]}, nil`,
		}},

	// References that lead on, keys as identifiers, members of what may be null, terms that are told.
	{compiled.Snippet{Name: "build", Schema: `
type: object
properties:
  targets: {type: object, additionalProperties: {$ref: "#/$defs/target"}}
  artifacts: {type: array, items: {type: object, required: [path], properties: {path: {type: string}, from: {type: array, items: {type: string}}, note: {type: string}}}}
  private: {type: boolean}
  log: {type: object}
$defs:
  target:
    type: object
    required: [kind]
    properties:
      kind: {enum: [lib, bin, test]}
      level: {type: integer}
      env: {type: object, additionalProperties: {type: string}}
      outputs: {type: array, items: {type: string}}
      owner: {anyOf: [{type: "null"}, {type: object, properties: {team: {type: string}}}]}
x-bindery:
  inject:
    purposes: [ci, user]
    members:
      /targets/*/env: [ci]
      /targets/*/env/*: [ci]
      /targets/*/owner/team: [ci]
      /private: [ci]
    lists:
      targets:
        of: /targets
        id: 0#
        only:
          kept: {in: [0/kind, {const: [lib, bin]}], for: user}
          named: {differ: ["0#", {const: tmp}]}
        order: {by: "0#"}
        top: 2
    references:
      artifacts: {of: /artifacts, id: 0/path, texts: 0/note, uses: [/targets/*/outputs/*, /artifacts/*/from/*]}
    report: {filters: {into: /log, with: {private: /private, count: {count: /targets/*}}}}
`, Code: `
	x := must(p.ParseRoot([]byte(` + "`" + `{"private":true,"targets":{"z":{"kind":"lib","outputs":["o1"],"env":{"A":"1"},"owner":{"team":"t"}},"a":{"kind":"bin","outputs":["o2"],"owner":null},"tmp":{"kind":"bin"},"t":{"kind":"test","outputs":["o3"]},"m":{"kind":"lib"}},
	"artifacts":[{"path":"o1","from":["s1"]},{"path":"s1","from":["s2","o1"]},{"path":"s2"},{"path":"o3"},{"path":"o1","note":"again"},{"path":"zz"}],"log":{"mine":1}}` + "`" + `)))
	now := time.Unix(0, 0)
	for _, v := range []p.Purpose{p.PurposeCi, p.PurposeUser} {
		y, r, err := x.ForPurpose(v, now)
		show(string(must(y.MarshalJSON())), err, y.Validate())
		for _, o := range r.Omitted { show(o.Item, o.Reason) }
		z, _, _ := y.ForPurpose(v, now)
		show(string(must(z.MarshalJSON())) == string(must(y.MarshalJSON())))
	}`},
		[]string{
			`{"targets":{"a":{"kind":"bin","outputs":["o2"],"owner":null},"m":{"kind":"lib"}},"artifacts":[],"private":true,"log":{"count":2,"mine":1,"now":"1970-01-01T00:00:00Z","private":true,"purpose":"ci","targets":{"only":["named"],"top":2}}}, nil, nil`,
			`targets/t, beyond the first 2 by place`,
			`targets/tmp, not named`,
			`targets/z, beyond the first 2 by place`,
			`true`,
			`{"targets":{"a":{"kind":"bin","outputs":["o2"],"owner":null},"m":{"kind":"lib"}},"artifacts":[],"log":{"count":2,"mine":1,"now":"1970-01-01T00:00:00Z","purpose":"user","targets":{"only":["kept","named"],"top":2}}}, nil, nil`,
			`/private, not for user`,
			`/targets/z/env, not for user`,
			`/targets/z/owner/team, not for user`,
			`targets/t, not kept`,
			`targets/tmp, not named`,
			`targets/z, beyond the first 2 by place`,
			`true`,
		}},

	// Messages of several variants, lists in lists, members that decide and are not shown.
	{compiled.Snippet{Name: "chat", Schema: `
type: object
required: [messages]
properties:
  since: {type: string, format: date-time}
  messages: {type: array, items: {oneOf: [
    {type: object, required: [role, text], properties: {role: {const: user}, text: {type: string}, at: {type: string, format: date-time}, mood: {type: string}}},
    {type: object, required: [role], properties: {role: {const: assistant}, at: {type: string, format: date-time}, thoughts: {type: string}, calls: {type: array, items: {type: object, required: [id], properties: {id: {type: string}, args: {}}}}}},
    {type: object, required: [role, call], properties: {role: {const: tool}, at: {type: string, format: date-time}, call: {type: string}, result: {}}}]}}
  threads: {type: array, items: {$ref: "#/$defs/post"}}
  told: {type: array, items: {type: object, additionalProperties: true, properties: {item: {type: string}}}}
$defs:
  post: {type: object, required: [id], properties: {id: {type: string}, hidden: {type: boolean}, replies: {type: [array, "null"], items: {$ref: "#/$defs/post"}}}}
x-bindery:
  inject:
    purposes: [model, audit]
    members:
      /messages/*/thoughts: [audit]
      /messages/*/mood: [audit]
      /messages/*/text: {audit: true, model: {present: /since}}
      /threads/*/replies/*/hidden: [audit]
    lists:
      messages:
        of: /messages
        only:
          recent: {not_after: [{first: [{argument: since}, /since, {const: "1970-01-01T00:00:00Z"}]}, 0/at], else: old}
          answered: {any: [{absent: 0/call}, {in: [0/call, /messages/*/calls/*/id]}], else: of no call}
        order: {by: 0/at, descending: true}
        top: {first: [{argument: most}, 3]}
        conceal: 0/thoughts
      replies:
        of: /threads/*/replies
        id: 0/id
        only: {shown: {not: {equal: [0/hidden, true]}, for: [model]}}
    report: {omitted: /told}
`, Code: `
	x := must(p.ParseRoot([]byte(` + "`" + `{"messages":[{"role":"user","text":"hi","at":"2026-01-01T00:00:00Z","mood":"m"},{"role":"assistant","at":"2026-01-02T00:00:00Z","thoughts":"deep","calls":[{"id":"c"}]},{"role":"tool","call":"c","at":"2026-01-03T00:00:00Z","result":1},{"role":"tool","call":"d","at":"2026-01-04T00:00:00Z"},{"role":"user","text":"x"},{"role":"user","text":"bye","at":"2026-01-05T00:00:00Z"}],
	"threads":[{"id":"t","replies":[{"id":"r","hidden":true},{"id":"q"}]},{"id":"u","replies":null},{"id":"v"}]}` + "`" + `)))
	now := time.Unix(0, 0)
	for _, v := range []p.Purpose{p.PurposeModel, p.PurposeAudit} {
		y, _, err := x.ForPurpose(v, now)
		show(string(must(y.MarshalJSON())), err, y.Validate())
		z, _, _ := y.ForPurpose(v, now)
		show(string(must(z.MarshalJSON())) == string(must(y.MarshalJSON())))
	}`},
		[]string{
			`{"messages":[{"role":"assistant","at":"2026-01-02T00:00:00Z","calls":[{"id":"c"}]},{"role":"tool","at":"2026-01-03T00:00:00Z","call":"c","result":1},{"role":"user","text":"","at":"2026-01-05T00:00:00Z"}],"threads":[{"id":"t","replies":[{"id":"q"}]},{"id":"u","replies":null},{"id":"v"}],"told":[{"item":"/messages/1/thoughts","reason":"not for model"},{"item":"/messages/0/mood","reason":"not for model"},{"item":"/messages/0/text","reason":"not for model"},{"item":"/messages/4/text","reason":"not for model"},{"item":"/messages/5/text","reason":"not for model"},{"item":"/threads/0/replies/0/hidden","reason":"not for model"},{"item":"messages/#0 of the input","reason":"beyond the first 3 by at descending"},{"item":"messages/#3 of the input","reason":"of no call"},{"item":"messages/#4 of the input","reason":"old"},{"item":"replies/r","reason":"not shown"}]}, nil, nil`,
			`true`,
			`{"messages":[{"role":"assistant","at":"2026-01-02T00:00:00Z","thoughts":"deep","calls":[{"id":"c"}]},{"role":"tool","at":"2026-01-03T00:00:00Z","call":"c","result":1},{"role":"user","text":"bye","at":"2026-01-05T00:00:00Z"}],"threads":[{"id":"t","replies":[{"id":"r","hidden":true},{"id":"q"}]},{"id":"u","replies":null},{"id":"v"}],"told":[{"item":"messages/#0 of the input","reason":"beyond the first 3 by at descending"},{"item":"messages/#3 of the input","reason":"of no call"},{"item":"messages/#4 of the input","reason":"old"}]}, nil, nil`,
			`true`,
		}},

	// Patterns of names, arrays of arrays, members that are null where they may not be seen.
	{compiled.Snippet{Name: "sensors", Schema: `
type: object
required: [site, channels, alarms, mode]
properties:
  site: {type: string, minLength: 1, default: hidden}
  mode: {enum: [live, test, null]}
  window: {type: [object, "null"], properties: {from: {type: [string, "null"], format: date-time}, days: {type: integer}}}
  channels: {type: object, patternProperties: {"^c": {type: object, required: [unit], properties: {unit: {type: string}, max: {type: number}, group: {type: array, items: {type: string}}, calibrated: {type: string, format: date}}}}, additionalProperties: false}
  frames: {type: array, items: {type: object, required: [t], properties: {t: {type: string, format: date-time}, by: {type: string}, values: {type: array, items: {type: array, items: {type: number}}}, quality: {type: [number, "null"]}}}}
  alarms: {type: array, minItems: 0, items: {type: object, required: [code], properties: {code: {type: integer}, level: {type: integer}, channel: {type: string}, cleared: {type: boolean}}}}
  groups: {type: array, items: {type: string}}
  keys: {type: array, items: {type: object, properties: {k: {type: string}}, additionalProperties: {type: string}}}
  log: {type: array, items: {type: string}}
  clash: {type: array, items: {type: object, properties: {type: {type: string}, detail: {type: string}}}}
x-bindery:
  inject:
    name: ForScreen
    purposes: [wall, lab]
    members:
      /site: [lab]
      /mode: [lab]
      /frames/*/values/*/*: [lab]
      /channels/*/max: [lab]
      /alarms/*/level: [lab]
    undeclared: {/keys/*: [lab]}
    lists:
      channels:
        of: /channels
        id: 0#
        only:
          wanted: {any: [{absent: /groups/0}, {shares: [0/group/*, /groups/*]}], else: of no group that is wanted}
          calibrated: {not_after: [{argument: now}, 0/calibrated], for: [wall], else: out of calibration}
      frames:
        of: /frames
        id: 0/t
        only:
          known: {in: [0/by, {names: /channels}], else: of another channel}
          inside: {any: [{absent: /window/from}, {not_after: [/window/from, 0/t]}]}
          good: {at_least: [{first: [0/quality, 0]}, 0.5], for: wall}
        order: [{by: 0/quality, descending: true}, {by: 0/t, descending: true}]
        top: {first: [{argument: frames}, {product: [/window/days, 2]}, 3]}
      alarms:
        of: /alarms
        id: 0/code
        only: {open: {any: [{absent: 0/cleared}, {equal: [0/cleared, false]}], else: cleared}}
        order: {by: 0/level, descending: true}
        top: 2
        flags: {of the same channel: {same: 0/channel}, of a level: {more: [0/level, 1]}}
    report: {omitted: /log, conflicts: /clash}
`, Code: `
	x := must(p.ParseRoot([]byte(` + "`" + `{"site":"s","mode":"live","window":{"from":null,"days":1},"channels":{"ca":{"unit":"C","max":3,"group":["g"],"calibrated":"2026-06-01"},"cb":{"unit":"K","group":["h"],"calibrated":"2026-07-01"},"cc":{"unit":"C","group":["g"],"calibrated":"2026-05-31"}},
	"frames":[{"t":"2026-01-01T00:00:00Z","by":"ca","values":[[1,2],[]],"quality":0.5},{"t":"2026-01-02T00:00:00Z","by":"cc","quality":0.9},{"t":"2026-01-03T00:00:00Z","by":"ca","quality":null},{"t":"2026-01-04T00:00:00Z","by":"ca","quality":0.7},{"t":"2026-01-05T00:00:00Z","by":"ca","quality":0.6}],
	"alarms":[{"code":1,"level":1,"channel":"ca"},{"code":2,"level":9,"channel":"ca"},{"code":3,"level":5,"cleared":true},{"code":4,"level":4,"channel":"ca"}],"groups":["g"],"keys":[{"k":"a","x/y":"secret"}]}` + "`" + `)))
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	for _, v := range []p.Purpose{p.PurposeWall, p.PurposeLab} {
		y, _, err := x.ForScreen(v, now)
		show(string(must(y.MarshalJSON())), err, y.Validate())
		z, _, _ := y.ForScreen(v, now)
		show(string(must(z.MarshalJSON())) == string(must(y.MarshalJSON())))
	}`},
		[]string{
			`{"site":"hidden","mode":null,"window":{"from":null,"days":1},"channels":{"ca":{"unit":"C","group":["g"],"calibrated":"2026-06-01"}},"frames":[{"t":"2026-01-04T00:00:00Z","by":"ca","quality":0.7},{"t":"2026-01-05T00:00:00Z","by":"ca","quality":0.6}],"alarms":[{"code":2,"channel":"ca"},{"code":4,"channel":"ca"}],"groups":["g"],"keys":[{"k":"a"}],"log":["/site: not for wall","/mode: not for wall","/channels/ca/max: not for wall","/alarms/0/level: not for wall","/alarms/1/level: not for wall","/alarms/2/level: not for wall","/alarms/3/level: not for wall","/frames/0/values/0/0: not for wall","/frames/0/values/0/1: not for wall","/keys/0/x~1y: not declared, not for wall","channels/cb: of no group that is wanted","channels/cc: out of calibration","frames/2026-01-01T00:00:00Z: beyond the first 2 by quality descending, t descending","frames/2026-01-02T00:00:00Z: of another channel","frames/2026-01-03T00:00:00Z: not good","alarms/1: beyond the first 2 by level descending","alarms/3: cleared"],"clash":[{"type":"of the same channel","detail":"alarms: of the same channel ca: 2, 4"}]}, nil, nil`,
			`true`,
			`{"site":"s","mode":"live","window":{"from":null,"days":1},"channels":{"ca":{"unit":"C","max":3,"group":["g"],"calibrated":"2026-06-01"},"cc":{"unit":"C","group":["g"],"calibrated":"2026-05-31"}},"frames":[{"t":"2026-01-02T00:00:00Z","by":"cc","quality":0.9},{"t":"2026-01-04T00:00:00Z","by":"ca","quality":0.7}],"alarms":[{"code":2,"level":9,"channel":"ca"},{"code":4,"level":4,"channel":"ca"}],"groups":["g"],"keys":[{"k":"a","x/y":"secret"}],"log":["channels/cb: of no group that is wanted","frames/2026-01-01T00:00:00Z: beyond the first 2 by quality descending, t descending","frames/2026-01-03T00:00:00Z: beyond the first 2 by quality descending, t descending","frames/2026-01-05T00:00:00Z: beyond the first 2 by quality descending, t descending","alarms/1: beyond the first 2 by level descending","alarms/3: cleared"],"clash":[{"type":"of the same channel","detail":"alarms: of the same channel ca: 2, 4"},{"type":"of a level","detail":"alarms: of a level: 2, 3, 4"}]}, nil, nil`,
			`true`,
		}},

	// Rules on several dates, labels one by one, references that refer to each other, concealed texts.
	{compiled.Snippet{Name: "ledger", Schema: `
type: object
required: [entries, opened]
properties:
  opened: {type: string, format: date}
  closed: {type: [string, "null"], format: date}
  entries: {type: array, items: {$ref: "#/$defs/entry"}}
  accounts: {type: array, items: {type: object, required: [no], properties: {no: {type: string}, parent: {type: string}, iban: {type: string}}}}
  rates: {type: object, additionalProperties: {type: number}}
  omitted: {type: array, items: {type: object, required: [item], properties: {item: {type: string}, reason: {type: string}}}}
  how: {type: object, properties: {by: {type: object}, circumstances: {type: object}}}
$defs:
  entry:
    type: object
    required: [no, debit, credit, amount]
    properties:
      no: {type: integer}
      on: {type: string, format: date}
      debit: {type: string}
      credit: {type: string}
      amount: {type: [number, "null"]}
      currency: {type: string}
      memo: {type: string}
      private: {type: boolean}
      labels: {type: array, items: {type: string}}
x-bindery:
  inject:
    name: ForOffice
    purposes: [bank, tax, owner]
    members:
      /entries/*/amount: [tax, owner]
      /entries/*/labels/*: [owner]
      /accounts/*/iban: {bank: true, owner: true, tax: {any: [{equal: [{argument: iban}, {const: "yes"}]}, {present: /closed}]}}
      /rates: [tax, owner]
    lists:
      entries:
        of: /entries
        id: 0/no
        only:
          in the year: {all: [{not_after: [/opened, 0/on]}, {any: [{absent: /closed}, {not_after: [0/on, /closed]}]}], else: of another year}
          business: {not: {equal: [0/private, true]}, for: [tax, bank], else: private}
          of size: {at_least: [0/amount, 10], for: [bank], else: small}
        order: [{by: 0/on}, {by: 0/no}]
        top: {argument: first}
        conceal: 0/memo
    references:
      accounts: {of: /accounts, id: 0/no, uses: {/entries/*/debit: {}, /entries/*/credit: {}, /accounts/*/parent: {}}}
      rates: {of: /rates, uses: [/entries/*/currency]}
    report: {omitted: /omitted, filters: {into: /how/circumstances, with: {year: /opened}}, determinism: /how/by}
`, Code: `
	x := must(p.ParseRoot([]byte(` + "`" + `{"opened":"2026-01-01","closed":null,"entries":[{"no":3,"on":"2026-03-01","debit":"10","credit":"20","amount":99.5,"currency":"EUR","labels":["a","b"]},{"no":1,"on":"2025-12-31","debit":"11","credit":"20","amount":5,"currency":"USD","memo":"gift for Ann"},
	{"no":2,"on":"2026-01-01","debit":"12","credit":"20","amount":3,"private":true,"memo":"wine"},{"no":4,"debit":"10","credit":"20","amount":null}],"accounts":[{"no":"10","parent":"1","iban":"i"},{"no":"1"},{"no":"20"},{"no":"99"}],"rates":{"EUR":1,"USD":0.9},"omitted":[{"item":"x","reason":"no wine"}]}` + "`" + `)))
	now := time.Unix(0, 0)
	for _, v := range []p.Purpose{p.PurposeBank, p.PurposeTax, p.PurposeOwner} {
		y, _, err := x.ForOffice(v, now)
		show(string(must(y.MarshalJSON())), err, y.Validate())
		z, _, _ := y.ForOffice(v, now)
		show(string(must(z.MarshalJSON())) == string(must(y.MarshalJSON())))
	}`},
		[]string{
			`{"opened":"2026-01-01","closed":null,"entries":[],"accounts":[],"omitted":[{"item":"/rates","reason":"not for bank"},{"item":"/entries/0/amount","reason":"not for bank"},{"item":"/entries/1/amount","reason":"not for bank"},{"item":"/entries/2/amount","reason":"not for bank"},{"item":"/entries/0/labels/0","reason":"not for bank"},{"item":"/entries/0/labels/1","reason":"not for bank"},{"item":"entries/3","reason":"small"},{"item":"entries/1","reason":"of another year, small"},{"item":"entries/2","reason":"private, small"},{"item":"entries/4","reason":"of another year, small"}],"how":{"by":{"order":{"entries":"on, no"}},"circumstances":{"entries":{"only":["in the year","business","of size"]},"now":"1970-01-01T00:00:00Z","purpose":"bank","year":"2026-01-01"}}}, nil, nil`,
			`true`,
			`{"opened":"2026-01-01","closed":null,"entries":[{"no":3,"on":"2026-03-01","debit":"10","credit":"20","amount":99.5,"currency":"EUR","labels":[]}],"accounts":[{"no":"10","parent":"1"},{"no":"1"},{"no":"20"}],"rates":{"EUR":1},"omitted":[{"item":"/accounts/0/iban","reason":"not for tax"},{"item":"/entries/0/labels/0","reason":"not for tax"},{"item":"/entries/0/labels/1","reason":"not for tax"},{"item":"entries/1","reason":"of another year"},{"item":"entries/2","reason":"private"},{"item":"entries/4","reason":"of another year"}],"how":{"by":{"order":{"entries":"on, no"}},"circumstances":{"entries":{"only":["in the year","business"]},"now":"1970-01-01T00:00:00Z","purpose":"tax","year":"2026-01-01"}}}, nil, nil`,
			`true`,
			`{"opened":"2026-01-01","closed":null,"entries":[{"no":3,"on":"2026-03-01","debit":"10","credit":"20","amount":99.5,"currency":"EUR","labels":["a","b"]},{"no":2,"on":"2026-01-01","debit":"12","credit":"20","amount":3,"memo":"wine","private":true}],"accounts":[{"no":"10","parent":"1","iban":"i"},{"no":"1"},{"no":"20"},{"no":"12"}],"rates":{"EUR":1},"omitted":[{"item":"x","reason":"no wine"},{"item":"entries/1","reason":"of another year"},{"item":"entries/4","reason":"of another year"}],"how":{"by":{"order":{"entries":"on, no"}},"circumstances":{"entries":{"only":["in the year"]},"now":"1970-01-01T00:00:00Z","purpose":"owner","year":"2026-01-01"}}}, nil, nil`,
			`true`,
		}},
}
