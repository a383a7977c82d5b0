package section

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const pathSchema = `
properties:
  id: {type: string, pattern: "^a$"}
  tree-id: {type: string, pattern: "^t$", nullable: true}
  n: {type: object}
  version: {type: string, pattern: "^1"}
  kind: {enum: [x, y]}
  twin: {$ref: "#/$defs/Twin"}
  maybe: {type: [string, "null"]}
$defs:
  Twin: {type: string, pattern: "^w$"}
  Other:
    properties:
      twin: {type: string, pattern: "^w$"}
      n: {type: integer}
section_schema:
  properties:
    version: {type: integer}
    only_here: {type: string, pattern: "^h$"}
`

func TestPathForms(t *testing.T) {
	for name, test := range map[string]struct {
		storage string
		want    []string // name kind text format {placeholder:width property}
		codes   []string
	}{
		"files":               {"{a: .x/s.json, b: x/log.jsonl, c: x/i.json.gz}", []string{"a file .x/s.json json", "b file x/log.jsonl jsonl", "c file x/i.json.gz json.gz"}, nil},
		"a bare file":         {"{a: s.json, notice_file: NOTICE, lock: x.lock}", []string{"a file s.json json", "notice_file file NOTICE ", "lock file x.lock lock"}, nil},
		"directory":           {"{a: .x/y/}", []string{"a dir .x/y/ "}, nil},
		"home":                {"{a: ~/.config/x/}", []string{"a dir ~/.config/x/  home"}, nil},
		"nested map":          {"{one: {a: x/y.json}, two: {a: z/}}", []string{"one.a file x/y.json json", "two.a dir z/ "}, nil},
		"queries":             {"{a: '**/INDEX.md', b: .x/**/*.md}", []string{"a query **/INDEX.md ", "b query .x/**/*.md "}, nil},
		"placeholder, bound":  {"{a: 'x/{id}/s.json'}", []string{"a file x/{id}/s.json json {id:0 /properties/id ^a$}"}, nil},
		"twice the same":      {"{a: 'x/{id}/{id}.json'}", []string{"a file x/{id}/{id}.json json {id:0 /properties/id ^a$}"}, nil},
		"hyphen, nullable":    {"{a: 'x/{tree_id}/'}", []string{"a dir x/{tree_id}/  {tree_id:0 /properties/tree-id ^t$ null}"}, nil},
		"null in the type":    {"{a: 'x/{maybe}/'}", []string{"a dir x/{maybe}/  {maybe:0 /properties/maybe  null}"}, nil},
		"format, not object":  {"{a: 'x/i-{n:03d}.gz'}", []string{"a file x/i-{n:03d}.gz gz {n:3 /$defs/Other/properties/n }"}, nil},
		"several, agreeing":   {"{a: 'x/{twin}'}", []string{"a file x/{twin}  {twin:0 /properties/twin ^w$}"}, nil},
		"several, differing":  {"{a: 'x/v{version}.md'}", []string{"a file x/v{version}.md md {version:0}"}, []string{"B0506"}},
		"enum":                {"{a: 'x/{kind}'}", []string{"a file x/{kind}  {kind:0 /properties/kind  x|y}"}, nil},
		"only in a section":   {"{a: 'x/{only_here}'}", []string{"a file x/{only_here}  {only_here:0 /section_schema/properties/only_here ^h$}"}, nil},
		"no property":         {"{a: 'x/{year}-{month}/'}", []string{"a dir x/{year}-{month}/  {year:0} {month:0}"}, []string{"B0506", "B0506"}},
		"name beside its dir": {"{feedback_dir: x/f/, feedback_file: a.json, prompts_dir: x/p/, prompt_file: b.md}", []string{"feedback_dir dir x/f/ ", "feedback_file file x/f/a.json json", "prompts_dir dir x/p/ ", "prompt_file file x/p/b.md md"}, nil},
		"name below location": {"{location: x/c/, current: now.json, history: old/}", []string{"location dir x/c/ ", "current file x/c/now.json json", "history dir x/c/old/ "}, nil},
		"no paths":            {"{format: json, compression: gzip, mime_type: text/plain, ttl: 3600, auto: true, note: a text / with words, url: 'https://x/y', days: -1}", nil, nil},
		"tree diagram":        {"{layout: \"x/\\n  y.json\\n\"}", nil, nil},
		"leads out":           {"{a: ../x.json, b: /etc/x, c: 'x//y', d: 'C:/x', e: x/CON/y, f: 'x/{', g: '../*'}", nil, []string{"B0505", "B0505", "B0505", "B0505", "B0505", "B0505", "B0505"}},
		"rules among paths":   {"{a: x/y.json, path_resolution: [{if_a: use_b}]}", []string{"a file x/y.json json"}, nil},
		"a single path":       {"x/y.json", []string{" file x/y.json json"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s, ds := Read(parse(t, pathSchema+"storage: "+test.storage+"\n"))
			var got, gotCodes []string
			for _, p := range s.Paths {
				line := fmt.Sprintf("%s %s %s %s", strings.Join(p.Name[1:], "."), p.Kind, p.Text, p.Format)
				if p.Home {
					line += " home"
				}
				for _, q := range p.Placeholders {
					line += fmt.Sprintf(" {%s:%d", q.Name, q.Width)
					if b := q.Bound; b != nil {
						line += " " + b.Pointer + " " + b.Pattern
						if len(b.Enum) > 0 {
							line += " " + strings.Join(b.Enum, "|")
						}
						if b.Nullable {
							line += " null"
						}
					}
					line += "}"
				}
				got = append(got, line)
			}
			for _, c := range codes(ds) {
				_, code, _ := strings.Cut(c, ":")
				if code != "B0501" {
					gotCodes = append(gotCodes, code)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.codes, gotCodes); diff != "" {
				t.Errorf("%s\n%v", diff, ds)
			}
		})
	}
}

func TestValuesBesidePathsAreKept(t *testing.T) {
	s, _ := Read(parse(t, "storage: {a: x/y, format: json, keep: {days: 3}, bad: ../x}\nother: {storage: {location: ~/.x/, ttl: 3}}\n"))
	var got []string
	for _, c := range s.Constants {
		got = append(got, strings.Join(c.Name, ".")+"="+c.Node.String())
	}
	if diff := cmp.Diff([]string{`storage.format="json"`, "storage.keep.days=3", `storage.bad="../x"`, "other.storage.ttl=3"}, got); diff != "" {
		t.Error(diff)
	}
	if len(s.Paths) != 2 || strings.Join(s.Paths[1].Name, ".") != "other.storage.location" {
		t.Errorf("%+v", s.Paths)
	}
}

const limitSchema = `
title: Work Order Schema
properties:
  parts: {type: array, items: {$ref: "#/$defs/Part"}}
  log: {type: array, items: {$ref: "#/$defs/CostEntry"}}
  tags: {type: object, additionalProperties: {type: string}}
  shape: {type: object, properties: {depth: {type: integer}, total_parts: {type: integer}}}
  both: {type: array}
  count: {type: integer}
$defs:
  Part:
    type: object
    properties:
      name: {type: string}
      blob: {}
      children: {type: array, items: {$ref: "#/$defs/Part"}}
      notes: {type: array}
  CostEntry:
    type: object
    properties:
      both: {type: array}
      notes: {type: array}
      part_name: {type: string}
`

func TestLimitsBindByName(t *testing.T) {
	for name, test := range map[string]struct {
		limit string
		want  string // measure target unit
	}{
		"array":                           {"max_parts", "length /properties/parts "},
		"map":                             {"max_tags", "length /properties/tags "},
		"per the document":                {"max_tags_per_order", "length /properties/tags "},
		"by the definition of the items":  {"max_cost_entries", "length /properties/log "},
		"per a definition":                {"max_children_per_part", "length /$defs/Part/properties/children "},
		"owner tells two apart":           {"max_notes_per_part", "length /$defs/Part/properties/notes "},
		"two that nothing tells apart":    {"max_notes", "none  "},
		"the root's own comes first":      {"max_both", "length /properties/both "},
		"field of a definition":           {"max_part_name_length", "runes /$defs/Part/properties/name runes"},
		"size of the document":            {"max_order_size_mb", "size  MB"},
		"size of a field":                 {"max_blob_size_bytes", "size /$defs/Part/properties/blob bytes"},
		"size of a field, by last word":   {"max_inline_blob_size_kb", "size /$defs/Part/properties/blob KB"},
		"depth of what is recursive":      {"max_depth", "depth /$defs/Part "},
		"number of what is recursive":     {"max_total_parts", "count /$defs/Part "},
		"number of what is not":           {"max_total_entries", "none  "},
		"a number of that name is data":   {"max_count", "none  "},
		"tokens":                          {"max_blob_tokens", "none  tokens"},
		"time":                            {"timeout_per_part_ms", "operational  ms"},
		"retention":                       {"order_retention_days", "operational  days"},
		"interval":                        {"check_interval_parts", "operational  "},
		"lower bound":                     {"min_parts", "length /properties/parts "},
		"per and nothing before it":       {"max_per_part", "none  "},
		"a name that is only a unit":      {"max_ms", "operational  ms"},
		"a name that is only its prefix":  {"max_", "none  "},
		"a name that is only separators_": {"__", "none  "},
	} {
		t.Run(name, func(t *testing.T) {
			s, ds := Read(parse(t, limitSchema+"limits: {"+test.limit+": 3}\n"))
			l := s.Limits[0]
			if got := fmt.Sprintf("%s %s %s", l.Measure, l.Target, l.Unit); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			unbound := l.Measure == MeasureNone || l.Measure == MeasureOperational
			if (len(codes(ds)) == 1) != unbound {
				t.Errorf("reported: %v", ds)
			}
		})
	}
}

func TestLimitsBoundBeside(t *testing.T) {
	s, _ := Read(parse(t, strings.Replace(limitSchema, "blob: {}", "blob: {}\n      depth: {type: integer}", 1)+
		"limits: {max_part_name_length: 3, max_depth: 3, max_parts: 1}\n"))
	want := [][]Bound{{{MeasureKeys, "/$defs/Part"}}, {{MeasureNumber, "/$defs/Part/properties/depth"}}, nil}
	for i, l := range s.Limits {
		if diff := cmp.Diff(want[i], l.Also); diff != "" {
			t.Errorf("%s: %s", l.Name, diff)
		}
	}
}

func TestLimitsOfOtherForms(t *testing.T) {
	s, _ := Read(parse(t, limitSchema+"limits: {max_parts: 1.5, max_tags: '3-4', nested: {max_parts: 7}, max_log: null}\n"))
	var got []string
	for _, l := range s.Limits {
		got = append(got, fmt.Sprintf("%s=%s %s", l.Name, l.Node, l.Measure))
	}
	if diff := cmp.Diff([]string{"max_parts=1.5 none", `max_tags="3-4" none`, "nested.max_parts=7 length", "max_log=null none"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCircularReferencesEnd(t *testing.T) {
	s, _ := Read(parse(t, `
properties: {a: {$ref: "#/properties/b"}, b: {$ref: "#/properties/a"}, c: {$ref: "#"}}
limits: {max_depth: 3, max_a: 1}
storage: {x: "x/{a}"}
`))
	if len(s.Limits) != 2 || len(s.Paths) != 1 {
		t.Errorf("%+v", s)
	}
}
