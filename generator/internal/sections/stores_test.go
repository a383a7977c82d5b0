package sections_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/diag"
)

// storeForm is one form of a store: a schema, Go code that uses what is generated
// from it as package p, and what that code shows.
type storeForm struct{ name, schema, code, want string }

const notes = `
title: Note
type: object
required: [id]
properties:
  id: {type: string, pattern: "^note-[a-f0-9]{4}$"}
  n: {type: integer}
  kind: {enum: [fast, slow]}
  part: {type: object, properties: {of: {type: string}, at: {type: string}}}
  values: {type: array, items: {$ref: "#/$defs/Held"}}
  lines: {type: array, items: {$ref: "#/$defs/Line"}}
  size: {type: integer}
  state: {type: string}
  bag: {type: object, properties: {first: {$ref: "#/$defs/Held"}}, additionalProperties: {$ref: "#/$defs/Held"}}
  mixed:
    type: object
    properties: {first: {$ref: "#/$defs/Held"}, count: {type: integer}}
    additionalProperties: {$ref: "#/$defs/Held"}
  matched: {type: object, properties: {first: {$ref: "#/$defs/Held"}}, patternProperties: {"^x-": {$ref: "#/$defs/Held"}}}
  closed: {type: object, properties: {first: {$ref: "#/$defs/Held"}}, additionalProperties: false}
  copies: {type: array, items: {$ref: "#/$defs/Copy"}}
  kept: {type: object, additionalProperties: {$ref: "#/$defs/Kept"}}
$defs:
  Copy: {type: object, required: [no, in], properties: {no: {type: string, pattern: "^c-[0-9a-f]{2}$"}, in: {type: string}}}
  Line: {type: object, required: [key], properties: {key: {type: string, pattern: "^l-[0-9a-f]{2}$"}, of: {type: string}, what: {type: string}, was: true, is: true}}
  Held: {type: object, properties: {v: true, in: {type: string}}}
  Kept:
    type: object
    properties:
      v: true
      sort: {type: string}
      fixed: {type: boolean}
      note: {type: [string, "null"]}
      any: true
      tags: {type: array, items: {type: string}}
      more: {type: object, properties: {a: {type: integer}, b: {oneOf: [{type: string}, {type: integer}]}}}
      inner: {$ref: "#/$defs/Kept"}
`

var storeForms = []storeForm{
	{
		name:   "derived from the only path that documents say all of",
		schema: `storage_paths: {note_file: "n/{id}.json", report: "n/{id}.md", list: "list.json"}`,
		code: `
			s := p.NewNoteStore(root)
			show(s.Create(ctx, &p.Note{ID: "note-0001"}))
			show(s.Create(ctx, &p.Note{ID: "note-0001"}) != nil)
			x, err := s.Load("note-0001")
			show(x.ID, err)
			_, err = s.Load("note-1")
			show(err)`,
		want: `
			nil
			true
			note-0001, nil
			storage: path "n/{id}.json": id "note-1" does not match ^note-[a-f0-9]{4}$`,
	},
	{
		name: "keys of several parts, one an enum, one a number",
		schema: `
storage_paths: {note_file: "n/{kind}/{n:03d}/{of}.json"}
x-bindery:
  placeholders: {of: "#/properties/part/properties/of"}
  stores: {notes: {path: note_file, find: [/part/of, /part/at, /n]}}`,
		code: `
			s := p.NewNotes(root)
			add := func(kind p.NoteKind, n int64, of string) {
				show(s.Create(ctx, &p.Note{ID: "note-0001", Kind: &kind, N: &n, Part: &p.NotePart{Of: &of}}))
			}
			add("fast", 1, "a")
			add("fast", 2, "b")
			add("slow", 1, "a")
			for x, err := range s.OfKind("fast") {
				show(*x.N, err)
			}
			for x, err := range s.OfKindN("slow", 1) {
				show(*x.Kind, err)
			}
			for x, err := range s.FindByOf("a") {
				show(*x.Kind, err)
			}
			for key, err := range s.Keys() {
				show(key, err)
			}
			show(s.Delete(ctx, p.NotesKey{Kind: "fast", N: 2, Of: "b"}))
			show(s.Create(ctx, &p.Note{ID: "note-0001"}))
			kind, n, of := p.NoteKind("fast"), int64(1), "z"
			show(s.CreateAs(ctx, p.NotesKey{Kind: "fast", N: 7, Of: "a"}, &p.Note{ID: "note-0001", Kind: &kind, N: &n, Part: &p.NotePart{Of: &of}}))`,
		want: `
			nil
			nil
			nil
			1, nil
			2, nil
			slow, nil
			fast, nil
			slow, nil
			{fast 1 a}, nil
			{fast 2 b}, nil
			{slow 1 a}, nil
			nil
			storage: path "n/{kind}/{n:03d}/{of}.json": kind "" is absent or null
			n/fast/007/a.json: the path has n "7", the document "1"`,
	},
	{
		name: "IDs, logs, values, counts",
		schema: `
storage_paths: {note_file: "n/{id}/note.json", log: "n/{id}/log.jsonl", data: "n/{id}/data/", other: "o/{id}.txt"}
limits: {max_lines: 4, max_v_size_bytes: 8}
x-bindery:
  lines: {log: "#/$defs/Line"}
  limits: {max_v_size_bytes: {measure: size, of: "#/$defs/Held/properties/v", effect: spill}}
  stores:
    notes:
      path: note_file
      ids: [/lines/*/key]
      log: {path: log, entries: /lines, key: /key, limit: max_lines, keep: 2}
      spill: {limit: max_v_size_bytes, path: data, of: "#/$defs/Held", value: /v, in: /values, prefix: "see:"}
      set: {/size: size, /n: {length: /lines}}`,
		code: `
			s := p.NewNotes(root)
			x := must(s.CreateNew(ctx, func(id string) (*p.Note, error) { return &p.Note{ID: id}, nil }))
			for range 6 {
				show(s.Update(ctx, x.ID, func(x *p.Note) error {
					x.Lines = append(x.Lines, p.Line{Key: p.NextKey(x)})
					return nil
				}))
			}
			show(s.Update(ctx, x.ID, func(x *p.Note) error {
				x.Values = []p.Held{{V: jsonvalue.Trusted("[1,2,3,4,5]")}, {V: jsonvalue.Trusted("1")}}
				return nil
			}))
			id := x.ID
			x = must(s.Load(id))
			show(len(x.Lines), *x.N, x.Lines[len(x.Lines)-1].Key)
			v, _ := x.Values[0].V.Str()
			show(strings.HasPrefix(v, "see:n/"+id+"/data/sha256-"), x.Values[1].V)
			for line, err := range p.LogFileLines(root, id) {
				show(line.Key, err)
			}
			show(len(must(os.ReadDir(root.Dir()+"/n/"+id+"/data"))))
			show(s.Delete(ctx, id))
			show(len(must(os.ReadDir(root.Dir()))))`,
		want: `
			nil
			nil
			nil
			nil
			nil
			nil
			nil
			3, 3, l-06
			true, 1
			l-01, nil
			l-02, nil
			l-03, nil
			l-04, nil
			l-05, nil
			l-06, nil
			1
			nil
			0`,
	},
	{
		name: "named variables: journal, snapshots, scopes",
		schema: `
storage_paths: {note_file: "n/{id}/note.json", kept: "n/{id}/kept/", data: "n/{id}/data/", all: "all.json", kinds: "k/{kind}.json"}
limits: {max_bag: 3, max_v_size_bytes: 8}
x-bindery:
  limits: {max_v_size_bytes: {measure: size, of: "#/$defs/Held/properties/v", effect: spill}}
  stores:
    notes:
      path: note_file
      ids: [/lines/*/key, /copies/*/no]
      spill: {limit: max_v_size_bytes, path: data, of: "#/$defs/Held", value: /v, in: /bag, prefix: "see:"}
      set: {/state: {present: /bag/first/v, then: full, else: empty}}
      variables:
        of: "#/$defs/Held"
        in: /bag
        value: /v
        journal: {entries: /lines, operation: /what, words: [new, changed, gone], name: /of, old: /was, new: /is}
        snapshots: {entries: /copies, file: /in, path: kept}
        scopes: {by: /in, default: kind, stores: {kind: kinds, all: everything}}
    everything: {path: all}
    kinds: {path: kinds}`,
		code: `
			s := p.NewNotes(root)
			kind := p.NoteKind("fast")
			a := must(s.CreateNew(ctx, func(id string) (*p.Note, error) { return &p.Note{ID: id, Kind: &kind}, nil })).ID
			b := must(s.CreateNew(ctx, func(id string) (*p.Note, error) { return &p.Note{ID: id, Kind: &kind}, nil })).ID
			set := func(id, name, value string, in string) error {
				return s.Update(ctx, id, func(x *p.Note) error {
					v := p.Held{V: jsonvalue.Trusted(value)}
					if in != "" {
						v.In = &in
					}
					var old *p.Held
					if was, ok := s.Variables.Get(x, name); ok {
						old = &was
					}
					if err := s.Variables.Set(x, name, v, ""); err != nil {
						return err
					}
					return s.Variables.Share(ctx, x, name, old)
				})
			}
			get := func(id, name string) string {
				x := must(s.Load(id))
				found, err := s.Variables.Find(x, name)
				if err == nil {
					err = s.Variables.Inline(found.In, &found.Variable)
				}
				return fmt.Sprint(found.Scope, " ", found.Variable.V, " ", err == nil)
			}
			show(set(a, "first", "1", ""))
			show(get(a, "first"), get(b, "first"))
			show(set(a, "second", "[2,2,2,2,2]", ""))
			show(get(b, "second"))
			var id string
			show(s.Update(ctx, a, func(x *p.Note) (err error) {
				if id, err = s.Variables.AddSnapshot(x, ""); err == nil {
					err = s.Variables.SaveSnapshot(x, id)
				}
				return err
			}), id)
			show(set(a, "second", "3", "all"))
			show(get(b, "second"))
			show(set(b, "second", "4", "no"))
			show(set(a, "third", "5", ""))
			show(set(a, "fourth", "[6,6,6,6,6]", "") != nil)
			show(s.Update(ctx, a, func(x *p.Note) error {
				snapshot, err := s.Variables.LoadSnapshot(x, id)
				if err != nil {
					return err
				}
				changes, err := s.Variables.Differences(x, snapshot)
				if err != nil {
					return err
				}
				if err := s.Variables.Apply(x, changes, "back"); err != nil {
					return err
				}
				return s.Variables.Reshare(ctx, x, changes)
			}))
			x := must(s.Load(a))
			for _, line := range x.Lines {
				show(line.Key, *line.What, *line.Of, len(line.Was.Text()) > 9, len(line.Is.Text()) > 9)
			}
			show(get(b, "second"), get(b, "third"))
			show(*x.State, s.Variables.Names(x))
			show(s.Update(ctx, a, func(x *p.Note) error { return s.Variables.Remove(x, "first", "") }))
			show(*must(s.Load(a)).State)`,
		want: `
			nil
			 1 true,   false
			nil
			kind [2,2,2,2,2] true
			nil, c-01
			nil
			all 3 true
			variables: no scope is called "no"
			nil
			true
			nil
			l-01, new, first, false, false
			l-02, new, second, false, true
			l-03, changed, second, true, false
			l-04, new, third, false, false
			l-05, changed, second, false, true
			l-06, gone, third, false, false
			kind [2,2,2,2,2] true,   false
			full, [first second]
			nil
			empty`,
	},
	{
		name: "names that no variable can have",
		schema: `
storage_paths: {note_file: "n/{id}.json", closed_file: "c/{id}.json", matched_file: "m/{id}.json"}
x-bindery:
  stores:
    notes: {path: note_file, variables: {of: "#/$defs/Held", in: /mixed, value: /v}}
    closed: {path: closed_file, variables: {of: "#/$defs/Held", in: /closed, value: /v}}
    matched: {path: matched_file, variables: {of: "#/$defs/Held", in: /matched, value: /v}}`,
		code: `
			x := &p.Note{ID: "note-0001"}
			for _, name := range []string{"first", "other", "count"} {
				show(p.NewNotes(root).Variables.Set(x, name, p.Held{V: jsonvalue.Trusted("1")}, ""))
			}
			for _, name := range []string{"first", "x-a"} {
				show(p.NewMatched(root).Variables.Set(x, name, p.Held{V: jsonvalue.Trusted("1")}, ""))
			}
			for _, name := range []string{"first", "other"} {
				show(p.NewClosed(root).Variables.Set(x, name, p.Held{V: jsonvalue.Trusted("1")}, ""))
			}
			show(p.NewNotes(root).Create(ctx, x), string(must(x.MarshalJSON())))`,
		want: `
			nil
			nil
			n/note-0001.json: variable "count": variables: the document has no place for a variable of this name
			nil
			m/note-0001.json: variable "x-a": variables: the document has no place for a variable of this name
			nil
			c/note-0001.json: variable "other": variables: the document has no place for a variable of this name
			nil, {"id":"note-0001","mixed":{"first":{"v":1},"other":{"v":1}},"matched":{"first":{"v":1}},"closed":{"first":{"v":1}}}`,
	},
	{
		name: "a write says only what changes",
		schema: `
storage_paths: {note_file: "n/{id}.json"}
x-bindery:
  stores:
    notes:
      path: note_file
      variables:
        of: "#/$defs/Kept"
        in: /kept
        value: /v
        read_only: /fixed
        types: {member: /sort, of: {string: words, number: count, "null": nothing}}`,
		code: `
			s := p.NewNotes(root)
			x := &p.Note{ID: "note-0001"}
			write := func(text string) {
				v := must(p.ParseNote([]byte("{\"id\": \"note-0001\", \"kept\": {\"v\": " + text + "}}"))).Kept["v"]
				given := v.Clone()
				old, err := s.Variables.Current(x, "v")
				if err != nil {
					show(err)
					return
				}
				v1 := v
				s.Variables.Complete(&v1, old)
				show(string(must(v1.MarshalJSON())))
				show(string(must(v.MarshalJSON())) == string(must(given.MarshalJSON()))) // nothing that v shares is changed
				show(s.Variables.Set(x, "v", v1, ""))
			}
			write("{\"v\": 1, \"note\": \"n\", \"any\": [1], \"tags\": [\"t\"], \"more\": {\"a\": 1, \"b\": \"b\", \"c\": 1}, \"inner\": {\"v\": 1, \"note\": \"i\"}, \"else\": 1}")
			write("{\"v\": \"text\"}")
			write("{\"v\": null, \"sort\": \"own\", \"note\": null, \"any\": false, \"tags\": [], \"more\": {\"a\": 2, \"d\": 2}, \"inner\": {\"v\": 2}}")
			write("{\"v\": [1], \"more\": {\"b\": 3}, \"fixed\": true}")
			write("{\"v\": 3}")
			show(s.Create(ctx, x))`,
		want: `
			{"v":1,"sort":"count","note":"n","any":[1],"tags":["t"],"more":{"a":1,"b":"b","c":1},"inner":{"v":1,"note":"i"},"else":1}
			true
			nil
			{"v":"text","sort":"words","note":"n","any":[1],"tags":["t"],"more":{"a":1,"b":"b","c":1},"inner":{"v":1,"note":"i"},"else":1}
			true
			nil
			{"v":null,"sort":"own","note":null,"any":false,"tags":[],"more":{"a":2,"b":"b","c":1,"d":2},"inner":{"v":2},"else":1}
			true
			nil
			{"v":[1],"fixed":true,"note":null,"any":false,"tags":[],"more":{"a":2,"b":3,"c":1,"d":2},"inner":{"v":2},"else":1}
			true
			nil
			variables: the variable is read-only: "v"
			nil`,
	},
}

// noteOf is the schema of notes for a form: members that it does not speak of would be
// code to compile.
func noteOf(form string) string {
	form = strings.ToLower(form)
	var kept strings.Builder
	speaks, definitions := true, ""
	for line := range strings.Lines(notes) {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		name, _, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch {
		case indent == 0:
			speaks = true
			if name == "$defs" {
				definitions = kept.String() // a definition is kept for what refers to it
			}
		case indent == 2:
			speaks = name == "id" || strings.Contains(form, strings.ToLower(name)) || strings.Contains(definitions, "#/$defs/"+name+`"`)
		}
		if speaks {
			kept.WriteString(line)
		}
	}
	return strings.TrimSuffix(kept.String(), "$defs:\n")
}

func TestStoreForms(t *testing.T) {
	var snippets []compiled.Snippet
	for _, f := range storeForms {
		code := strings.ReplaceAll(f.code, "root.Dir()", "dir")
		snippets = append(snippets, compiled.Snippet{Name: f.name, Schema: noteOf(f.schema+f.code) + f.schema, Root: "Note", Code: `
			dir := must(os.MkdirTemp(os.Args[1], ""))
			root := must(storage.Open(dir))
			ctx := context.Background()` + code})
	}
	imports := []string{
		"context context.Context", "os os.File",
		"github.com/bindery-go/bindery/runtime/storage storage.Path", "github.com/bindery-go/bindery/runtime/jsonvalue jsonvalue.Value",
	}
	for i, got := range compiled.Show(t, imports, snippets) {
		want := strings.Split(strings.ReplaceAll(strings.TrimSpace(storeForms[i].want), "\t", ""), "\n")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:\n%s", storeForms[i].name, diff)
		}
	}
}

// TestDocumentsOfAnyForm keeps documents that are not objects with declared
// members.
func TestDocumentsOfAnyForm(t *testing.T) {
	var snippets []compiled.Snippet
	for _, schema := range []string{
		"type: object\nadditionalProperties: {type: integer}",
		"type: array\nitems: {type: integer}",
		"oneOf: [{type: object, required: [a], properties: {a: {type: integer}}}, {type: object, additionalProperties: {type: string}}]",
		"type: string",
		"type: [object, \"null\"]\nproperties: {a: {type: integer}}",
	} {
		snippets = append(snippets, compiled.Snippet{Schema: schema + `
storage_paths: {file: "n.json", each: "n/{name}.json"}
x-bindery: {stores: {files: {path: file}, several: {path: each}}}`, Root: "Note", Code: `
			dir := must(os.MkdirTemp(os.Args[1], ""))
			root := must(storage.Open(dir))
			ctx := context.Background()
			one, several := p.NewFiles(root), p.NewSeveral(root)
			for _, text := range []string{"{}", "{\"a\": 1}", "{\"a\": \"b\"}", "[1]", "\"s\"", "null"} {
				x, err := p.ParseNote([]byte(text))
				if err != nil {
					continue
				}
				show(one.Put(ctx, x), several.CreateAs(ctx, "a-1", x))
				y, z := must(one.Load()), must(several.Load("a-1"))
				show(string(must(y.MarshalJSON())), string(must(z.MarshalJSON())), several.Delete(ctx, "a-1"))
			}`})
	}
	imports := []string{"context context.Context", "os os.File", "github.com/bindery-go/bindery/runtime/storage storage.Path"}
	want := [][]string{{`{}`, `{"a":1}`}, {`[1]`}, {`{}`, `{"a":1}`, `{"a":"b"}`}, {`"s"`}, {`{}`, `{"a":1}`, `null`}}
	for i, got := range compiled.Show(t, imports, snippets) {
		var lines []string
		for _, text := range want[i] {
			lines = append(lines, "nil, nil", text+", "+text+", nil")
		}
		if diff := cmp.Diff(lines, got); diff != "" {
			t.Errorf("%s:\n%s", snippets[i].Schema, diff)
		}
	}
}

// TestStoresOfAnyName: messages have the name of a store as it is written.
func TestStoresOfAnyName(t *testing.T) {
	const schema = `
title: Note
type: object
required: [id]
properties:
  id: {type: string}
  bag: {type: object, additionalProperties: {$ref: "#/$defs/Held"}}
$defs:
  Held: {type: object, properties: {v: true, s: {type: string}}}
storage_paths: {note_file: "n/{id}.json", text: "t/{id}.txt", data: "n/{id}/", all: "{id}.json"}
limits: {max_v_size_bytes: 8}
x-bindery: {limits: {max_v_size_bytes: {measure: size, of: "#/$defs/Held/properties/v", effect: spill}}, stores: {"in 100%d": `
	for stores, want := range map[string]string{
		`{path: text}`:                          ": t/{id}.txt is not a JSON or YAML file",
		`{path: note_file, of: "#/$defs/Held"}`: ": #/$defs/Held is not a root type: list it under roots in bindery.yaml",
		`{path: note_file, spill: {limit: max_v_size_bytes, path: data, of: "#/$defs/Held/properties/s", value: /v, in: /bag, prefix: "see:"}}`: ".spill: of must be an object with a Go type of its own",
		`{path: note_file, index: {path: all, entries: all, key: id, members: {id: /id}}}`:                                                      ".index: path must be a JSON file that takes no arguments",
		`{path: note_file, variables: {of: "#/$defs/Held/properties/s", in: /bag, value: /v}}`:                                                  ".variables: of must be an object with a Go type of its own",
		`{path: note_file, variables: {of: "#/$defs/Held", in: /bag, value: /v, scopes: {by: /s, stores: {a: none}}}}`:                          ".variables.scopes: there is no store none of the same documents",
	} {
		ds := generate(t, "Note", schema+stores+"}}\n")
		if !slices.ContainsFunc(ds, func(d diag.Diagnostic) bool { return d.Message == "x-bindery.stores.in 100%d"+want }) {
			t.Errorf("want %q: %v", want, ds)
		}
	}
}

// TestTotalsOfWhatIsDropped: where release drops elements of an array that no log has,
// nothing knows how many there have been.
func TestTotalsOfWhatIsDropped(t *testing.T) {
	const schema = `
title: Note
type: object
required: [id]
properties:
  id: {type: string}
  n: {type: integer}
  items: {type: array, items: {type: object, properties: {id: {type: string}}}}
  others: {type: array, items: {type: object, properties: {id: {type: string}}}}
storage_paths: {note_file: "n/{id}.json", log: "n/{id}.jsonl"}
limits: {most: 5}
x-bindery: {stores: {notes: {path: note_file, set: {/n: {total: /items}}`
	const wrong = "x-bindery.stores.notes.set./n must be {length: member} for an array that release shortens, unless the log has its entries"
	for more, want := range map[string]bool{
		`, release: {/items: most}`: true,
		`, release: {/items: most}, log: {path: log, entries: /others, key: /id}`: true,
		``:                           false,
		`, release: {/others: most}`: false,
		`, release: {/items: most}, log: {path: log, entries: /items, key: /id}`: false,
		`, release: {/items: most}, log: 3`:                                      false, // of which alone there is a report
		`, release: {/items: most}, log: {path: log, entries: 3, key: /id}`:      false,
	} {
		ds := generate(t, "Note", schema+more+"}}}\n")
		if got := slices.ContainsFunc(ds, func(d diag.Diagnostic) bool { return d.Message == wrong }); got != want {
			t.Errorf("%q: %v", more, ds)
		}
	}
}
