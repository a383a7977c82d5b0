package sections_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
)

// compactly is how the forms begin whose code is that of the compact codec.
const compactly = "compact: "

// TestPlaces: values are found, and moved, wherever documents hold them.
func TestPlaces(t *testing.T) {
	const spill = `
$defs:
  Held: {type: object, properties: {v: true, in: {type: string}}}
  Bag: {anyOf: [{type: object, properties: {first: {$ref: "#/$defs/Held"}, bag: {$ref: "#/$defs/Bag"}}}, {type: "null"}]}
  List: {type: array, items: {$ref: "#/$defs/Held"}}
  Map: {type: object, additionalProperties: {$ref: "#/$defs/Held"}}
  Copy: {type: object, required: [no, in], properties: {no: {type: string, pattern: "^c-[0-9a-f]{2}$"}, in: {type: string}}}
storage_paths: {note_file: "n/{id}.json", data: "n/{id}/", one: "one.json", values: "values/", kept: "kept/"}
limits: {max_v_size_bytes: 8}
x-bindery:
  limits: {max_v_size_bytes: {measure: size, of: "#/$defs/Held/properties/v", effect: spill}}
  stores: {notes: {path: note_file, spill: {limit: max_v_size_bytes, path: data, of: "#/$defs/Held", value: /v, in: IN, prefix: "see:"}}}`
	const put = `
		s := p.NewNotes(root)
		show(s.Put(ctx, must(p.ParseNote([]byte(DOCUMENT)))))
		show(strings.Count(string(must(os.ReadFile(dir + "/n/note-0001.json"))), "see:"), len(must(os.ReadDir(dir + "/n/note-0001"))))`
	const large = `{"v":[1,2,3,4,5,6,7]}`
	spilled := func(name, property, in, document string) storeForm {
		return storeForm{name, "  " + property + strings.ReplaceAll(spill, "IN", in),
			strings.ReplaceAll(put, "DOCUMENT", "`"+`{"id":"note-0001",`+document+"}`"), "nil\n1, 1"}
	}
	const one = "  bag: {type: object, additionalProperties: {$ref: \"#/$defs/Held\"}}\n  copies: {type: array, items: {$ref: \"#/$defs/Copy\"}}"
	alone, _, _ := strings.Cut(spill, "  stores:")
	tests := []storeForm{
		spilled("recursive objects that can be null", `bag: {$ref: "#/$defs/Bag"}`, "/bag/bag", `"bag":{"bag":{"first":`+large+`}}`),
		spilled("a list of objects that can be null", `bag: {type: array, items: {anyOf: [{$ref: "#/$defs/Held"}, {type: "null"}]}}`, "/bag", `"bag":[null,`+large+`]`),
		spilled("an object that a map points to",
			`bag: {type: object, additionalProperties: {anyOf: [{type: object, required: [first], properties: {first: {$ref: "#/$defs/Held"}}}, {type: "null"}]}}`,
			"/bag/a", `"bag":{"a":{"first":`+large+`}}`),
		spilled("a named list", `bag: {$ref: "#/$defs/List"}`, "/bag", `"bag":[`+large+`]`),
		spilled("a named list that can be null", `bag: {anyOf: [{$ref: "#/$defs/List"}, {type: "null"}]}`, "/bag", `"bag":[`+large+`]`),
		spilled("a named map", `bag: {$ref: "#/$defs/Map"}`, "/bag", `"bag":{"a":`+large+`}`),
		spilled("a named map in an object", `bag: {type: object, properties: {in: {$ref: "#/$defs/Map"}}}`, "/bag/in", `"bag":{"in":{"a":`+large+`}}`),
		spilled("a named list in a map", `bag: {type: object, additionalProperties: {$ref: "#/$defs/List"}}`, "/bag/a", `"bag":{"a":[`+large+`]}`),
		{"variables in a named map", `  bag: {type: object, properties: {in: {$ref: "#/$defs/Map"}}}` + alone + `
  stores: {notes: {path: note_file, variables: {of: "#/$defs/Held", in: /bag/in, value: /v}}}`, `
			s := p.NewNotes(root)
			x := &p.Note{ID: "note-0001"}
			show(s.Variables.Set(x, "a", p.Held{V: jsonvalue.Trusted("1")}, ""), s.Put(ctx, x))
			x = must(s.Load(x.ID))
			v, ok := s.Variables.Get(x, "a")
			show(v.V, ok, s.Variables.Names(x))
			show(s.Variables.Remove(x, "a", ""), len(x.Bag.In))`,
			"nil, nil\n1, true, [a]\nnil, 0"},
		{"a key called as a parameter is",
			"  s: {type: string}\n  bag: {type: object, additionalProperties: {$ref: \"#/$defs/Held\"}}" + strings.NewReplacer("{id}", "{s}", "IN", "/bag").Replace(spill),
			strings.ReplaceAll(put, "DOCUMENT", "`"+`{"id":"note-0001","s":"note-0001","bag":{"a":`+large+"}}`"), "nil\n1, 1"},
		{"one document", one + alone + `
  stores:
    notes:
      path: one
      ids: [/copies/*/no]
      spill: {limit: max_v_size_bytes, path: values, of: "#/$defs/Held", value: /v, in: /bag, prefix: "see:"}
      variables: {of: "#/$defs/Held", in: /bag, value: /v, snapshots: {entries: /copies, file: /in, path: kept}}`, `
			s := p.NewNotes(root)
			x := &p.Note{ID: "note-0001"}
			show(s.Variables.Set(x, "a", p.Held{V: jsonvalue.Trusted("[1,2,3,4,5,6,7]")}, ""))
			id, err := s.Variables.AddSnapshot(x, "")
			show(id, err, s.Variables.SaveSnapshot(x, id))
			show(s.Put(ctx, x))
			show(s.Variables.Set(x, "a", p.Held{V: jsonvalue.Trusted("2")}, ""))
			x = must(s.Load())
			v, _ := s.Variables.Get(x, "a")
			show(strings.Contains(v.V.Text(), "see:"), s.Variables.Inline(x, &v), v.V)
			then := must(s.Variables.LoadSnapshot(x, id))
			show(len(then.Bag), len(must(s.Variables.Differences(x, then))))`,
			"nil\nc-01, nil, nil\nnil\nnil\ntrue, nil, [1,2,3,4,5,6,7]\n1, 0"},
	}
	// What a codec has read is converted: all such forms are tried with the compact one where
	// there is the time, else the first and the last.
	named := lists.Where(tests, func(f storeForm) bool { return strings.Contains(f.name, "named") })
	for i, f := range named {
		if i%compiled.Every(len(named)-1) == 0 {
			tests = append(tests, storeForm{compactly + f.name, f.schema, f.code, f.want})
		}
	}
	var snippets []compiled.Snippet
	for _, f := range tests {
		codec := config.Fast
		if strings.HasPrefix(f.name, compactly) {
			codec = config.Compact
		}
		snippets = append(snippets, compiled.Snippet{Name: f.name, Root: "Note", Codec: codec, Schema: `
title: Note
type: object
required: [id]
properties:
  id: {type: string, pattern: "^note-[a-f0-9]{4}$"}
` + f.schema, Code: `
			dir := must(os.MkdirTemp(os.Args[1], ""))
			root := must(storage.Open(dir))
			ctx := context.Background()` + f.code})
	}
	imports := []string{
		"context context.Context", "os os.File",
		"github.com/bindery-go/bindery/runtime/storage storage.Path", "github.com/bindery-go/bindery/runtime/jsonvalue jsonvalue.Value",
	}
	for i, got := range compiled.Show(t, imports, snippets) {
		if diff := cmp.Diff(strings.Split(tests[i].want, "\n"), got); diff != "" {
			t.Errorf("%s:\n%s", tests[i].name, diff)
		}
	}
}

// TestPlacesThatCannotBe are refused, rather than taken for places that hold nothing.
func TestPlacesThatCannotBe(t *testing.T) {
	const schema = `
title: Note
type: object
required: [id]
properties:
  id: {type: string}
  bag: BAG
$defs:
  Name: {enum: [a, b]}
  Held: {type: object, properties: {v: true}}
  All: {type: array, items: {oneOf: [{$ref: "#/$defs/All"}, {$ref: "#/$defs/Held"}]}}
storage_paths: {note_file: "n/{id}.json", data: "n/{id}/"}
limits: {max_v_size_bytes: 8}
x-bindery:
  limits: {max_v_size_bytes: {measure: size, of: "#/$defs/Held/properties/v", effect: spill}}
  stores: {notes: {path: note_file, `
	const spill = `spill: {limit: max_v_size_bytes, path: data, of: "#/$defs/Held", value: /v, prefix: "see:", in: `
	const variables = `variables: {of: "#/$defs/Held", value: /v, in: `
	for name, test := range map[string]struct{ bag, stores, want string }{
		"a text": {`{type: string}`, spill + "/bag", "/bag of Note holds no Held"},
		"a part of the values of a map": {
			`{type: object, additionalProperties: {type: object, required: [first], properties: {first: {$ref: "#/$defs/Held"}}}}`,
			spill + "/bag/a", "/bag/a of Note is part of a value in a Go map",
		},
		"a list beside a member": {
			`{type: object, properties: {first: {$ref: "#/$defs/Held"}, more: {type: array, items: {$ref: "#/$defs/Held"}}}}`,
			spill + "/bag", "/bag of Note has Held in a list, a map or a union of its member more",
		},
		"lists of themselves beside a member": {
			`{type: object, properties: {first: {$ref: "#/$defs/Held"}, all: {$ref: "#/$defs/All"}}}`,
			spill + "/bag", "/bag of Note has Held in a list, a map or a union of its member all",
		},
		"a union beside a member": {
			`{type: object, properties: {first: {$ref: "#/$defs/Held"}, either: {oneOf: [{$ref: "#/$defs/Held"}, {type: string}]}}}`,
			spill + "/bag", "/bag of Note has Held in a list, a map or a union of its member either",
		},
		"lists below a pattern": {
			`{type: object, properties: {first: {$ref: "#/$defs/Held"}}, patternProperties: {"^x": {type: array, items: {$ref: "#/$defs/Held"}}}}`,
			spill + "/bag", "/bag of Note has Held in a list, a map or a union of its members of other names",
		},
		"keys that are an enum": {
			`{type: object, propertyNames: {$ref: "#/$defs/Name"}, additionalProperties: {$ref: "#/$defs/Held"}}`,
			variables + "/bag", "/bag must be an object whose members are Held",
		},
		"variables that can be null": {
			`{type: object, additionalProperties: {anyOf: [{$ref: "#/$defs/Held"}, {type: "null"}]}}`,
			variables + "/bag", "/bag must be an object whose members are Held",
		},
	} {
		t.Run(name, func(t *testing.T) {
			ds := generate(t, "Note", strings.Replace(schema, "BAG", test.bag, 1)+test.stores+"}}}\n")
			if !slices.ContainsFunc(ds, func(d diag.Diagnostic) bool {
				return d.Code == diag.BindingType && strings.Contains(d.Message, test.want)
			}) {
				t.Errorf("want %q: %v", test.want, ds)
			}
		})
	}
}
