package schema

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
)

// repair reads what real-world schemas write and the specification does not
// know in the sense it was meant, and says so. The document is left as it is:
// a schema object that needs a repair is replaced by a copy.
func (r *registry) repair(loc *location, dialect *Dialect) {
	if loc.file.builtin {
		return
	}
	original := loc.doc
	r.warnProperties(original)
	r.noteDiscriminator(original)
	if r.options.reading(original.Pos.File).Strict {
		return
	}
	for _, repair := range []func(*location, *Dialect){r.repairNullable, r.repairExamples, r.repairEnum} {
		repair(loc, dialect)
	}
	if loc.doc != original {
		r.repaired[original] = loc.doc
		r.locations[loc.doc] = loc
	}
}

// change gives a member of the schema a new value.
func (loc *location) change(name string, value *document.Node) {
	m, _ := loc.doc.Member(name)
	changed := &document.Node{Kind: document.Object, Pos: loc.doc.Pos}
	for _, m := range loc.doc.Members {
		changed.Set(m.Name, m.NamePos, m.Value)
	}
	changed.Set(name, m.NamePos, value)
	loc.doc = changed
}

// repairNullable reads OpenAPI 3.0's "nullable: true": null joins "type" and
// "enum".
func (r *registry) repairNullable(loc *location, dialect *Dialect) {
	m, ok := loc.doc.Member("nullable")
	if !ok || !isTrue(m.Value) {
		return
	}
	null := func(kind document.Kind, text string) *document.Node {
		return &document.Node{Kind: kind, Pos: m.NamePos, Text: text}
	}
	done := false
	if types := loc.doc.Get("type"); types != nil && len(shapeTypes.check(types, dialect.Draft)) == 0 {
		done = true
		names := types.Items
		if types.Kind == document.String {
			names = []*document.Node{types}
		}
		if !document.Contains(names, null(document.String, "null")) {
			loc.change("type", &document.Node{
				Kind: document.Array, Pos: types.Pos,
				Items: append(names[:len(names):len(names)], null(document.String, "null")),
			})
		}
	}
	if enum := loc.doc.Get("enum"); enum != nil && enum.Kind == document.Array {
		done = true
		if !document.Contains(enum.Items, null(document.Null, "")) {
			loc.change("enum", &document.Node{
				Kind: document.Array, Pos: enum.Pos,
				Items: append(enum.Items[:len(enum.Items):len(enum.Items)], null(document.Null, "")),
			})
		}
	}
	if done {
		r.ds.Addf(diag.Nullable, m.NamePos, `"nullable: true" is not JSON Schema; null is added to the type`)
	} else {
		r.ds.Addf(diag.Nullable, m.NamePos, `"nullable: true" is not JSON Schema and does nothing without "type" or "enum"`)
	}
}

// repairExamples reads a map of named examples, which is OpenAPI's form, as the
// list of its values.
func (r *registry) repairExamples(loc *location, dialect *Dialect) {
	m, ok := loc.doc.Member("examples")
	if !ok || m.Value.Kind != document.Object || dialect.keywords["examples"] == nil {
		return
	}
	values := lists.Of(m.Value.Members, func(e document.Member) *document.Node { return e.Value })
	loc.change("examples", &document.Node{Kind: document.Array, Pos: m.Value.Pos, Items: values})
	r.ds.Addf(diag.ExamplesMap, m.NamePos, `"examples" is an object; its values are read as the list that it must be`)
}

// repairEnum reads an unquoted null among the strings of an enum as the word: the
// type says that a string was meant. JSON has no such spelling, so null in a
// JSON file is null.
func (r *registry) repairEnum(loc *location, dialect *Dialect) {
	types, enum := loc.doc.Get("type"), loc.doc.Get("enum")
	if types == nil || types.Kind != document.String || types.Text != "string" || enum == nil || enum.Kind != document.Array {
		return
	}
	var items []*document.Node
	for i, item := range enum.Items {
		if item.Kind != document.Null || item.Text == "" {
			continue
		}
		if items == nil {
			items = append(items, enum.Items...)
		}
		items[i] = &document.Node{Kind: document.String, Pos: item.Pos, Text: item.Text}
		r.ds.Addf(diag.NullWord, item.Pos, "null in an enum of strings is read as the word %q", item.Text)
	}
	if items != nil {
		loc.change("enum", &document.Node{Kind: document.Array, Pos: enum.Pos, Items: items})
	}
}

// warnProperties finds the keyword "additionalProperties" that slipped into
// "properties". Meta-schemas really have a property of that name, so it is
// never moved.
func (r *registry) warnProperties(schema *document.Node) {
	properties := schema.Get("properties")
	if properties == nil {
		return
	}
	if m, ok := properties.Member("additionalProperties"); ok && isSchema(m.Value, Draft2020) {
		r.ds.Addf(diag.MisplacedKeyword, m.NamePos, `"additionalProperties" is a property here, not a keyword`)
	}
}

// noteDiscriminator finds OpenAPI's "discriminator", which asserts nothing there
// either: it is a hint for tools that do not look at the branches.
func (r *registry) noteDiscriminator(schema *document.Node) {
	m, ok := schema.Member("discriminator")
	if ok && m.Value.Kind == document.Object && text(m.Value, "propertyName") != nil {
		r.ds.Addf(diag.Discriminator, m.NamePos, `"discriminator" is an annotation: the schemas of the branches tell which one is meant`)
	}
}
