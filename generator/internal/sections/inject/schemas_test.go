package inject_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// policyCase is a policy with what it makes of documents.
type policyCase struct {
	compiled.Snippet
	want []string
}

// others are policies of schemas that have nothing to do with packets.
var others = []policyCase{
	// Purposes of its own, an object by key, an order without a report.
	{compiled.Snippet{Name: "notes by key", Schema: `
type: object
required: [notes, owner]
properties:
  owner: {type: string}
  phone: {type: string}
  notes: {type: object, additionalProperties: {type: object, required: [text], properties: {text: {type: string}, secret: {type: boolean}, weight: {type: number}}}}
x-bindery:
  inject:
    purposes: [public, staff-only]
    members: {/phone: [staff-only], /owner: [staff-only]}
    lists:
      notes:
        of: /notes
        id: 0#
        only: {open: {not: {equal: [0/secret, true]}, for: [public], else: secret}}
        order: {by: 0/weight, descending: true}
        top: {argument: most}
`, Code: `
	x := must(p.ParseRoot([]byte(` + "`" + `{"owner":"o","phone":"1","notes":{"a":{"text":"t"},"b":{"text":"t","secret":true,"weight":9},"c":{"text":"t","weight":2}}}` + "`" + `)))
	y, r, err := x.ForPurpose(p.PurposePublic, time.Unix(0, 0))
	show(string(must(y.MarshalJSON())), err)
	for _, o := range r.Omitted { show(o.Item, o.Reason) }
	y, _, err = x.ForPurpose(p.PurposeStaffOnly, time.Unix(0, 0), inject.Argument("most", "1"))
	show(string(must(y.MarshalJSON())), err)`},
		[]string{
			`{"owner":"","notes":{"a":{"text":"t"},"c":{"text":"t","weight":2}}}, nil`,
			`/phone, not for public`, `/owner, not for public`, `notes/b, secret`,
			`{"owner":"o","phone":"1","notes":{"b":{"text":"t","secret":true,"weight":9}}}, nil`,
		}},

	// A list by length and numbers; texts as reports; the time in another zone.
	{compiled.Snippet{Name: "alerts", Schema: `
type: object
required: [alerts]
properties:
  audience: {enum: [operator, customer]}
  alerts: {type: array, items: {type: object, required: [code], properties: {code: {type: integer}, level: {enum: [info, warn, fatal]}, until: {type: string, format: date-time}, text: {type: string}}}}
  log: {type: array, items: {type: string}}
  chosen: {type: array, items: {type: object, required: [item, reason], properties: {item: {type: string}, reason: {type: string}}, additionalProperties: false}}
x-bindery:
  inject:
    name: ForAudience
    purpose: /audience
    lists:
      alerts:
        of: /alerts
        id: 0/code
        only:
          grave: {in: [0/level, {const: [warn, fatal]}], for: customer}
          current: {any: [{absent: 0/until}, {before: [{argument: now}, 0/until]}], else: over}
          short: {at_most: [{length: 0/text}, 5]}
    report: {omitted: /log, selected: /chosen}
`, Code: `
	x := must(p.ParseRoot([]byte(` + "`" + `{"alerts":[{"code":1,"level":"fatal","text":"a"},{"code":2,"level":"info","text":"b"},{"code":3,"level":"warn","until":"1970-01-01T01:00:00+01:00","text":"c"},
		{"code":4,"level":"warn","until":"1970-01-01T02:00:00+01:00","text":"too long"},{"code":5,"level":"warn"}],"log":["alerts/0: old"]}` + "`" + `)))
	y, _, err := x.ForAudience("customer", time.Unix(0, 0))
	show(string(must(y.MarshalJSON())), err)
	z, _, _ := y.ForAudience("customer", time.Unix(0, 0))
	show(string(must(z.MarshalJSON())) == string(must(y.MarshalJSON())))`},
		[]string{
			`{"audience":"customer","alerts":[{"code":1,"level":"fatal","text":"a"}],"log":["alerts/0: old","alerts/2: not grave","alerts/3: over","alerts/4: not short","alerts/5: not short"],` +
				`"chosen":[{"item":"alerts/1","reason":"grave, current, short"}]}, nil`,
			`true`,
		}},

	// References that refer to each other; a list that depends on another; members of elements.
	{compiled.Snippet{Name: "closure", Schema: `
type: object
properties:
  posts: {type: array, items: {type: object, required: [id, mail], properties: {id: {type: string}, by: {type: string}, mail: {type: string}, draft: {type: boolean}, note: {type: string}}}}
  replies: {type: array, items: {type: object, properties: {to: {type: string}}}}
  people: {type: object, additionalProperties: {type: object, properties: {boss: {type: string}}}}
x-bindery:
  inject:
    purposes: [reader]
    members: {/posts/*/mail: [], /posts/*/note: {reader: {present: /people}}}
    lists:
      posts: {of: /posts, id: 0/id, only: {final: {absent: 0/draft}}}
      replies: {of: /replies, only: {answered: {in: [0/to, /posts/*/id]}}}
    references:
      people: {of: /people, uses: {/posts/*/by: {boss: ""}, /people/*/boss: {}}}
`, Code: `
	x := must(p.ParseRoot([]byte(` + "`" + `{"posts":[{"id":"1","by":"ann","mail":"m","note":"n"},{"id":"2","by":"zoe","mail":"m","draft":true},{"id":"3","by":"new","mail":"m"}],
		"replies":[{"to":"1"},{"to":"2"}],"people":{"ann":{"boss":"bob"},"bob":{"boss":"cy"},"cy":{"boss":"ann"},"zoe":{}}}` + "`" + `)))
	y, _, err := x.ForPurpose(p.PurposeReader, time.Unix(0, 0))
	show(string(must(y.MarshalJSON())), err)`},
		[]string{`{"posts":[{"id":"1","by":"ann","mail":"","note":"n"},{"id":"3","by":"new","mail":""}],"replies":[{"to":"1"}],` +
			`"people":{"ann":{"boss":"bob"},"bob":{"boss":"cy"},"cy":{"boss":"ann"},"new":{"boss":""}}}, nil`}},

	// Nullable and defaulted members that cannot be absent, a condition on the
	// purpose's argument, conflicts as texts, several lists as one.
	{compiled.Snippet{Name: "empties", Schema: `
type: object
required: [score, state, rules, tags]
properties:
  score: {type: [number, "null"]}
  state: {enum: [hidden, shown], default: hidden}
  rules: {type: object, required: [level], properties: {level: {type: integer}}, default: {level: 0}}
  tags: {type: array, items: {type: string}}
  a: {type: array, items: {type: object, properties: {k: {type: string}, v: {type: integer}}}}
  b: {type: array, items: {type: object, properties: {k: {type: string}, v: {type: integer}}}}
  clash: {type: array, items: {type: string}}
  how: {type: object}
x-bindery:
  inject:
    purposes: [in, out]
    members:
      /score: [in]
      /state: {in: true, out: {equal: [{argument: show}, {const: "yes"}]}}
      /rules: [in]
      /tags: [in]
    lists:
      both:
        of: [/a, /b]
        order: [{by: 0/v}, {by: 0/k, descending: true}]
        top: 3
        flags: {negative: {less: [0/v, 0]}, alike: {same: 0/k}}
    report: {conflicts: /clash, filters: /how}
`, Code: `
	x := must(p.ParseRoot([]byte(` + "`" + `{"score":1.5,"state":"shown","rules":{"level":3},"tags":["t"],"a":[{"k":"x","v":2},{"k":"y","v":1},{"k":"z"}],"b":[{"k":"x","v":1},{"k":"w","v":-1}]}` + "`" + `)))
	y, _, err := x.ForPurpose(p.PurposeOut, time.Unix(0, 0))
	show(string(must(y.MarshalJSON())), err)
	z, _, _ := y.ForPurpose(p.PurposeOut, time.Unix(0, 0))
	show(string(must(z.MarshalJSON())) == string(must(y.MarshalJSON())))`},
		[]string{
			`{"score":null,"state":"hidden","rules":{"level":0},"tags":[],"a":[{"k":"y","v":1}],"b":[{"k":"x","v":1},{"k":"w","v":-1}],"clash":["both: negative: #1"],` +
				`"how":{"both":{"top":3},"now":"1970-01-01T00:00:00Z","purpose":"out"}}, nil`,
			`true`,
		}},

	// A nullable list of a definition, unions told apart by a constant, an order by
	// time with a window that the caller gives, members of elements of elements.
	{compiled.Snippet{Name: "timeline", Schema: `
type: object
properties:
  from: {type: string, format: date-time}
  entries: {type: [array, "null"], items: {$ref: "#/$defs/entry"}}
  byDay: {type: object, patternProperties: {"^d": {$ref: "#/$defs/entry"}}, additionalProperties: false}
  told: {type: array, items: {type: string}}
$defs:
  entry:
    oneOf:
      - {type: object, required: [kind, at], properties: {kind: {const: call}, at: {type: string, format: date-time}, parts: {type: array, items: {type: object, properties: {who: {type: string}, phone: {type: string}}}}}}
      - {type: object, required: [kind, at], properties: {kind: {const: note}, at: {type: string, format: date-time}, text: {type: string}, secret: {type: boolean}}}
x-bindery:
  inject:
    name: ForReader
    purposes: [clerk, public]
    members: {/entries/*/parts/*/phone: [clerk]}
    lists:
      entries:
        of: /entries
        id: 0/at
        only:
          recent: {any: [{absent: /from}, {not_after: [/from, 0/at]}], else: before the window}
          open: {not: {equal: [0/secret, true]}, for: public, else: secret}
        order: {by: 0/at, descending: true}
        top: {first: [{argument: most}, 2]}
      byDay: {of: /byDay, id: 0#, only: {note: {equal: [0/kind, {const: note}]}}}
    report: {omitted: /told}
`, Code: `
	x := must(p.ParseRoot([]byte(` + "`" + `{"from":"2026-01-02T00:00:00Z","entries":[{"kind":"call","at":"2026-01-02T01:00:00+01:00","parts":[{"who":"a","phone":"1"}]},
		{"kind":"note","at":"2026-01-03T00:00:00Z","text":"t","secret":true},{"kind":"note","at":"2026-01-01T23:59:59Z"},{"kind":"note","at":"2026-01-04T00:00:00Z","text":"u"},{"kind":"call","at":"2026-01-02T12:00:00Z"}],
		"byDay":{"d1":{"kind":"note","at":"2026-01-01T00:00:00Z"},"d2":{"kind":"call","at":"2026-01-01T00:00:00Z"}}}` + "`" + `)))
	for _, purpose := range []p.Purpose{p.PurposePublic, p.PurposeClerk} {
		y, _, err := x.ForReader(purpose, time.Unix(0, 0), inject.Argument("most", "3"))
		z, _, _ := y.ForReader(purpose, time.Unix(0, 0), inject.Argument("most", "3"))
		show(string(must(z.MarshalJSON())) == string(must(y.MarshalJSON())))
		y.Told = nil
		show(string(must(y.MarshalJSON())), err)
	}
	none, _, err := must(p.ParseRoot([]byte(` + "`" + `{"entries":null}` + "`" + `))).ForReader(p.PurposeClerk, time.Unix(0, 0))
	show(string(must(none.MarshalJSON())), err)`},
		[]string{
			`true`,
			`{"from":"2026-01-02T00:00:00Z","entries":[{"kind":"call","at":"2026-01-02T01:00:00+01:00","parts":[{"who":"a"}]},{"kind":"note","at":"2026-01-04T00:00:00Z","text":"u"},{"kind":"call","at":"2026-01-02T12:00:00Z"}],` +
				`"byDay":{"d1":{"kind":"note","at":"2026-01-01T00:00:00Z"}}}, nil`,
			`true`,
			`{"from":"2026-01-02T00:00:00Z","entries":[{"kind":"note","at":"2026-01-03T00:00:00Z","text":"t","secret":true},{"kind":"note","at":"2026-01-04T00:00:00Z","text":"u"},{"kind":"call","at":"2026-01-02T12:00:00Z"}],` +
				`"byDay":{"d1":{"kind":"note","at":"2026-01-01T00:00:00Z"}}}, nil`,
			`{"entries":null,"told":[]}, nil`,
		}},
}

func TestPoliciesOfOtherSchemas(t *testing.T) {
	var snippets []compiled.Snippet
	cases := slices.Concat(others, domains)
	for _, c := range cases {
		snippets = append(snippets, c.Snippet)
	}
	for i, got := range compiled.Show(t, []string{"time time.Time", "github.com/bindery-go/bindery/runtime/inject inject.Option"}, snippets) {
		if diff := cmp.Diff(cases[i].want, got); diff != "" {
			t.Errorf("%s: %s", cases[i].Name, diff)
		}
	}
}
