package storage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections/sectiontest"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/storage"
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
		"home":                {"{a: ~/.config/x/}", []string{"a dir ~/.config/x/ "}, nil},
		"nested map":          {"{one: {a: x/y.json}, two: {a: z/}}", []string{"one.a file x/y.json json", "two.a dir z/ "}, nil},
		"queries":             {"{a: '**/INDEX.md', b: .x/**/*.md}", []string{"a query **/INDEX.md ", "b query .x/**/*.md "}, nil},
		"placeholder, bound":  {"{a: 'x/{id}/s.json'}", []string{"a file x/{id}/s.json json {id:false /properties/id ^a$}"}, nil},
		"twice the same":      {"{a: 'x/{id}/{id}.json'}", []string{"a file x/{id}/{id}.json json {id:false /properties/id ^a$}"}, nil},
		"hyphen, nullable":    {"{a: 'x/{tree_id}/'}", []string{"a dir x/{tree_id}/  {tree_id:false /properties/tree-id ^t$}"}, nil},
		"null in the type":    {"{a: 'x/{maybe}/'}", []string{"a dir x/{maybe}/  {maybe:false /properties/maybe }"}, nil},
		"format, not object":  {"{a: 'x/i-{n:03d}.gz'}", []string{"a file x/i-{n:03d}.gz gz {n:true /$defs/Other/properties/n }"}, nil},
		"several, agreeing":   {"{a: 'x/{twin}'}", []string{"a file x/{twin}  {twin:false /properties/twin ^w$}"}, nil},
		"several, differing":  {"{a: 'x/v{version}.md'}", []string{"a file x/v{version}.md md {version:false}"}, []string{"B0506"}},
		"enum":                {"{a: 'x/{kind}'}", []string{"a file x/{kind}  {kind:false /properties/kind  x|y}"}, nil},
		"only in a section":   {"{a: 'x/{only_here}'}", []string{"a file x/{only_here}  {only_here:false /section_schema/properties/only_here ^h$}"}, nil},
		"no property":         {"{a: 'x/{year}-{month}/'}", []string{"a dir x/{year}-{month}/  {year:false} {month:false}"}, []string{"B0506", "B0506"}},
		"name beside its dir": {"{feedback_dir: x/f/, feedback_file: a.json, prompts_dir: x/p/, prompt_file: b.md}", []string{"feedback_dir dir x/f/ ", "feedback_file file x/f/a.json json", "prompts_dir dir x/p/ ", "prompt_file file x/p/b.md md"}, nil},
		"name below location": {"{location: x/c/, current: now.json, history: old/}", []string{"location dir x/c/ ", "current file x/c/now.json json", "history dir x/c/old/ "}, nil},
		"no paths":            {"{format: json, compression: gzip, mime_type: text/plain, ttl: 3600, auto: true, note: a text / with words, url: 'https://x/y', days: -1}", nil, nil},
		"tree diagram":        {"{layout: \"x/\\n  y.json\\n\"}", nil, nil},
		"leads out":           {"{a: ../x.json, b: /etc/x, c: 'x//y', d: 'C:/x', e: x/CON/y, f: 'x/{', g: '../*'}", nil, []string{"B0505", "B0505", "B0505", "B0505", "B0505", "B0505", "B0505"}},
		"rules among paths":   {"{a: x/y.json, path_resolution: [{if_a: use_b}]}", []string{"a file x/y.json json"}, nil},
		"a single path":       {"x/y.json", []string{" file x/y.json json"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := New()
			ds := sectiontest.Read(sectiontest.Parse(t, pathSchema+"storage: "+test.storage+"\n"), s)
			var got, gotCodes []string
			for _, p := range s.paths {
				line := fmt.Sprintf("%s %s %s %s", p.below(), p.Kind, p.Text, p.Format)
				for _, a := range p.Args {
					line += fmt.Sprintf(" {%s:%t", a.Name, a.Int)
					if a.Bound != "" {
						line += " " + a.Bound + " " + a.Text
						if len(a.Values) > 0 {
							line += " " + strings.Join(a.Values, "|")
						}
					}
					line += "}"
				}
				got = append(got, line)
			}
			for _, c := range sectiontest.Codes(ds) {
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
	s := New()
	sectiontest.Read(sectiontest.Parse(t, "storage: {a: x/y, format: json, keep: {days: 3}, in: [json, yaml], bad: ../x}\nother: {storage: {location: ~/.x/, ttl: 3}}\n"), s)
	var got []string
	for _, c := range s.Constants {
		got = append(got, strings.Join(c.Name, ".")+"="+c.Node.String())
	}
	if diff := cmp.Diff([]string{`storage.format="json"`, "storage.keep.days=3", `storage.in=["json","yaml"]`, `storage.bad="../x"`, "other.storage.ttl=3"}, got); diff != "" {
		t.Error(diff)
	}
	if len(s.paths) != 2 || s.paths[1].Key != "other.storage.location" {
		t.Errorf("%+v", s.paths)
	}
}

func TestScopes(t *testing.T) {
	s := New()
	sectiontest.Read(sectiontest.Parse(t, `
properties: {session_id: {type: string}}
scopes:
  global: {description: Everywhere, storage: .x/global.json}
  session: {storage: ".x/{session_id}/state.json"}
  memory: {description: Nowhere}
`), s)
	var got []string
	for _, p := range s.paths {
		got = append(got, p.Text+" "+p.name())
	}
	want := []string{".x/global.json scopes.global", ".x/{session_id}/state.json scopes.session"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestBindings(t *testing.T) {
	s := New()
	ds := sectiontest.Read(sectiontest.Parse(t, `
$defs:
  History: {type: object}
  Version: {type: object, properties: {version: {type: integer}, number: {type: integer}}}
storage: {prompt_file: "x/v{version}.md", other: "y/{version}/", log: x/y.jsonl}
x-bindery:
  placeholders: {prompt_file.version: "#/$defs/Version/properties/number"}
  lines: {log: "#/$defs/History"}
`), s)
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	// The binding of one path leaves the other path's placeholder as it was.
	if a := s.paths[0].Args[0]; a.Bound != "/$defs/Version/properties/number" || !a.Int {
		t.Errorf("%+v", a)
	}
	if a := s.paths[1].Args[0]; a.Bound != "/$defs/Version/properties/version" {
		t.Errorf("%+v", a)
	}
	if of := referenced(s.lines, s.paths[2].below()); of == nil || of.of.Text != "#/$defs/History" {
		t.Errorf("lines of %q", of)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(pathSchema + "storage: {a: 'x/{id}/i-{n:03d}.gz', b: '**/*.md', location: x/, c: y.json}")
	f.Add("scopes: {s: {storage: x/y}}")
	f.Fuzz(func(t *testing.T, text string) {
		doc, _ := document.Read(source.NewFile("s.yaml", []byte(text)))
		s := New()
		sectiontest.Read(doc, s)
		for _, p := range s.paths {
			var err error
			if p.Kind == Query {
				_, err = storage.ParseGlob(p.Text)
			} else {
				_, err = storage.ParseTemplate(p.Text)
			}
			if err != nil {
				t.Error(err)
			}
		}
	})
}

func TestPathsElsewhereAreReported(t *testing.T) {
	ds := sectiontest.Read(sectiontest.Parse(t, `
audit: {log_location: ".x/{id}/log.jsonl", days: 90, deep: {report_path: x/report.md}}
cross: {storage: {memory_path: x/m/}, list: [{file: x/y}], again_path: x/m/}
scopes: {s: {storage: "s/{id}.json"}}
root_dir: x/
not: {path: "@code/a.yaml", file: /etc/x, location: "next to a / b", formula: a/b, dir: here, log: "../x"}
`), New())
	var got []string
	for _, d := range ds.Sorted() {
		if d.Code == diag.PathElsewhere {
			got = append(got, fmt.Sprintf("%d %s; %s", d.Pos.Line, d.Message, d.Help))
		}
	}
	const help = ", of which no function is made; for functions, name it among the storage paths in an overlay: storage_paths: "
	want := []string{
		"2 audit.log_location is a path" + help + `{ log_location: ".x/{id}/log.jsonl" }`,
		"2 audit.deep.report_path is a path" + help + "{ report_path: x/report.md }",
		"5 root_dir is a path" + help + "{ root_dir: x/ }",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
