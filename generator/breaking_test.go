package generator_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator"
)

// project is a configuration and its schema, before or after a change.
type project map[string]string

const (
	taskConfig = `version: 1
packages:
  - schema: s.yaml
    package: task
    out: gen/task
    roots: { Task: "#" }
`
	taskSchema = `type: object
required: [id, state]
properties:
  id: { type: string, pattern: "^[a-z]+$" }
  state: { enum: [open, closed] }
  n: { type: integer, default: 3 }
  when: { type: string, format: date-time }
  lines: { type: array, items: { $ref: "#/$defs/Line" } }
  u: { oneOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }] }
$defs:
  Line: { type: object, properties: { x: { type: integer } } }
  A: { type: object, required: [k], properties: { k: { const: a }, v: { type: string } } }
  B: { type: object, required: [k], properties: { k: { const: b }, w: { type: integer } } }
storage_paths: { task: "tasks/{id}.json", other: "others/{id}.json", log: "logs/{id}.jsonl" }
x-bindery:
  stores: { tasks: { path: task } }
  lines: { log: "#/$defs/Line" }
  checks: { few: { at_most: [/n, 10] } }
state_transitions: { open: [closed], closed: [open] }
agent_protocol: { work: [take, {if_hard: [ask]}, finish] }
`
)

// projectChanges are edits of a configuration and its schema, as replacements in both, with
// reports that they must lead to; none means that nothing is reported. What is said of
// documents alone has a table of its own in internal/breaking.
var projectChanges = []struct {
	name string
	edit []string
	said []string
}{
	{"nothing", nil, nil},
	{"reference/definition renamed", []string{"$defs/Line", "$defs/Row", "  Line:", "  Row:"}, []string{
		"B1203 type Line is gone",
		"B1204 field Task.Lines is []Row now; it was []Line",
		"B1204 func AppendLogFile is func(*storage.Root, string, *Row) (error) now; it was func(*storage.Root, string, *Line) (error)",
		"B1204 func LogFileLines is func(*storage.Root, string) (iter.Seq2[Row, error]) now; it was func(*storage.Root, string) (iter.Seq2[Line, error])",
	}},
	{"reference/other target", []string{`items: { $ref: "#/$defs/Line" }`, `items: { $ref: "#/$defs/A" }`}, []string{
		`B1201 /lines/*: the member "k" is required now`,
		`B1202 /lines/*: the member "k" is new: a document that has it already may have another value`,
		`B1202 /lines/*: the member "v" is new: a document that has it already may have another value`,
		"B1204 field Task.Lines is []A now; it was []Line",
	}},
	{"lines/narrowed where no document has them", []string{`items: { $ref: "#/$defs/Line" }`, "items: { type: object }", "x: { type: integer }", "x: { type: integer, maximum: 3 }"}, []string{
		"B1201 /x: maximum 3 is new",
		"B1204 field Task.Lines is []map[string]jsonvalue.Value now; it was []Line",
	}},
	{"enum/order", []string{"[open, closed]", "[closed, open]"}, nil},
	{"union/order", []string{`[{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }]`, `[{ $ref: "#/$defs/B" }, { $ref: "#/$defs/A" }]`}, nil},
	{"union/oneOf to anyOf", []string{"oneOf", "anyOf"}, nil},
	{"const/to enum", []string{"const: a", "enum: [a, aa]"}, nil},
	{"discriminator/other tag", []string{"const: a", "const: aa"}, []string{
		`B1201 /u/k: the value "a" is refused`,
		"B1203 const AKA is gone",
	}},
	{"default/changed", []string{"default: 3", "default: 4"}, []string{"B1212 /n: the default is 4 now; it was 3"}},
	{"default/spelt otherwise", []string{"default: 3", "default: 3.0"}, nil},
	{"default/gone", []string{", default: 3", ""}, []string{"B1212 /n: the default 3 is gone"}},
	{"default/new, in a branch", []string{"v: { type: string }", "v: { type: string, default: z }"}, []string{`B1212 /u/v: the default "z" is new`}},
	{"default/new, in items", []string{"x: { type: integer }", "x: { type: integer, default: 0 }"}, []string{"B1212 /lines/*/x: the default 0 is new"}},
	{"format/not asserted", []string{`"^[a-z]+$" }`, `"^[a-z]+$", format: uuid }`}, nil},
	{"nullable", []string{"n: { type: integer", "n: { nullable: true, type: integer"}, []string{"B1204 field Task.N is optional.Nullable[int64] now; it was *int64"}},
	{"check/tighter", []string{"[/n, 10]", "[/n, 9]"}, []string{"B1201 the check few is another"}},
	{"check/gone", []string{"checks: { few: { at_most: [/n, 10] } }", "checks: {}"}, nil},
	{"check/new", []string{"few: {", "many: { at_least: [/n, 1] }, few: {"}, []string{"B1201 the check many is new"}},
	{"check/new, a warning", []string{"few: {", "many: { at_least: [/n, 1], severity: warning }, few: {"}, nil},
	{"check/renamed", []string{"few: {", "little: {"}, nil},
	{"store/other path", []string{"tasks: { path: task }", "tasks: { path: other }"}, []string{"B1209 the path x-bindery.stores.tasks is others/{id}.json now; it was tasks/{id}.json"}},
	{"transition/gone", []string{"closed: [open]", "closed: []"}, []string{"B1213 state_transitions.closed may no longer be followed by open"}},
	{"transition/new", []string{"open: [closed]", "open: [closed, open]"}, nil},
	{"step/before others", []string{"[take,", "[begin, take,"}, []string{
		"B1206 implementations of WorkSteps need the method Begin now",
		"B1207 step 1 of work is begin now; it was take",
	}},
	{"step/loop for a branch", []string{"if_hard", "while_hard"}, []string{
		"B1203 step WorkSteps.IfHard is gone",
		"B1207 step 2 of work is while_hard now; it was if_hard",
	}},
	{"package/name", []string{"package: task", "package: job"}, []string{"B1205 the package in gen/task is called job now; it was task"}},
	{"package/directory", []string{"gen/task", "gen/job"}, []string{"B1210 the package task in gen/task is gone"}},
	{"package/schema moved", []string{"schema: s.yaml", "schema: t.yaml"}, nil},
	{"root/renamed and narrowed", []string{"Task:", "Job:", "[open, closed]", "[open]", "state_transitions: { open: [closed], closed: [open] }", ""}, []string{
		`B1201 /state: the value "closed" is refused`,
		"B1205 func ParseTask is called ParseJob now",
		"B1205 type Task is called Job now",
	}},
	{"config/format assertion", []string{"version: 1", "version: 1\nformat_assertion: true"}, []string{
		"B1201 /when: the format date-time is asserted now",
		"B1204 field Task.When is *timefmt.DateTime now; it was *string",
	}},
	{"config/integers", []string{"version: 1", "version: 1\nintegers: exact"}, []string{"B1204 field Task.N is *jsonvalue.Number now; it was *int64"}},
	{"config/build", []string{"version: 1", `version: 1` + "\nbuild: \"!js\""}, []string{"B1204 the package is built where !js now; it was built everywhere"}},
	{"config/header", []string{"version: 1", "version: 1\nheader: A license."}, nil},
	{"config/tags", []string{"version: 1", "version: 1\ntags: [yaml]"}, nil},
	{"config/sql", []string{"version: 1", "version: 1\nsql: true"}, nil},
	{"config/names", []string{"roots:", "names: { \"#/properties/n\": Count }\n    roots:"}, []string{"B1205 field Task.N is called Task.Count now"}},
}

func (p project) load(t *testing.T) (*generator.Workspace, generator.Config) {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range p {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	w := &generator.Workspace{FS: files, Dir: "."}
	c, ds := generator.Load(w, "bindery.yaml")
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	return w, c
}

// said lists the reports of a change, sorted.
func (p project) said(t *testing.T, now project) []string {
	t.Helper()
	var said []string
	for _, d := range p.breaks(t, now) {
		said = append(said, fmt.Sprintf("%s %s", d.Code, d.Message))
	}
	slices.Sort(said)
	return said
}

// breaks compares a project with what it has become.
func (p project) breaks(t *testing.T, now project) generator.Diagnostics {
	t.Helper()
	base, before := p.load(t)
	w, c := now.load(t)
	return generator.Breaking(context.Background(), w, c, generator.Base{Workspace: base, Config: before, Label: "old:"})
}

func TestBreaking_projects(t *testing.T) {
	before := project{"bindery.yaml": taskConfig, "s.yaml": taskSchema}
	for _, test := range projectChanges {
		t.Run(test.name, func(t *testing.T) {
			edit := strings.NewReplacer(test.edit...)
			schema := edit.Replace(taskSchema)
			now := project{"bindery.yaml": edit.Replace(taskConfig), "s.yaml": schema, "t.yaml": schema}
			got := before.said(t, now)
			if test.said == nil {
				if diff := cmp.Diff(test.said, got); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
				return
			}
			for _, line := range test.said {
				if !slices.Contains(got, line) {
					t.Errorf("nothing says %q of\n%s", line, strings.Join(got, "\n"))
				}
			}
		})
	}
}

// What the configuration no longer asks for is missed by those who use it.
func TestBreaking_configurationTakesAway(t *testing.T) {
	for _, test := range []struct{ key, want string }{
		{"tags: [yaml]", `B1204 the struct tag yaml of fields such as A.K is "" now; it was "k"`},
		{`tags: { db: "{snake}" }`, `B1204 the struct tag db of fields such as A.K is "" now; it was "k"`},
		{"sql: true", "B1203 method Task.Scan is gone"},
	} {
		before := project{"bindery.yaml": strings.Replace(taskConfig, "version: 1", "version: 1\n"+test.key, 1), "s.yaml": taskSchema}
		got := before.said(t, project{"bindery.yaml": taskConfig, "s.yaml": taskSchema})
		if !slices.Contains(got, test.want) {
			t.Errorf("%s: nothing says %q of\n%s", test.key, test.want, strings.Join(got, "\n"))
		}
	}
}

// Two packages of one name are two.
func TestBreaking_importPath(t *testing.T) {
	of := func(path string) project {
		schema := strings.Replace(taskSchema, "v: { type: string }", "v: { type: string, x-go-type: "+path+".Text }", 1)
		return project{"bindery.yaml": taskConfig, "s.yaml": schema}
	}
	got := of("example.com/a/text").said(t, of("example.com/b/text"))
	if want := "B1204 field A.V is *text_.Text of example.com/b/text now; it was *text_.Text of example.com/a/text"; !slices.Contains(got, want) {
		t.Errorf("nothing says %q of\n%s", want, strings.Join(got, "\n"))
	}
}
