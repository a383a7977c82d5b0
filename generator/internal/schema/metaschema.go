package schema

import (
	"strings"
	"sync"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// metaSchemas holds the standard meta-schemas, for schemas that refer to them
// or describe a dialect with their help. They are written from the table of
// keywords and accept what the published ones accept; their definitions have
// the published names, so that references into them work.
var metaSchemas = sync.OnceValue(buildMetaSchemas)

func buildMetaSchemas() Documents {
	docs := Documents{}
	for _, d := range dialects {
		if d.Draft < Draft2019 {
			add(docs, d.URI, singleMetaSchema(d))
			continue
		}
		add(docs, d.URI, rootMetaSchema(d))
		for _, v := range vocabularyNames {
			if v.from <= d.Draft && d.Draft <= v.to {
				uri := metaPrefix(d.Draft) + v.name
				add(docs, uri, vocabularyMetaSchema(d, v.name, v.vocabulary))
			}
		}
	}
	return docs
}

func metaPrefix(d Draft) string { return "https://json-schema.org/draft/" + d.String() + "/meta/" }

// add reads the text of a meta-schema. It is our own and has no mistakes, which
// the tests prove.
func add(docs Documents, uri, text string) {
	docs[uri], _ = document.ReadJSON(source.NewFile(uri, []byte(text)))
}

// object writes a JSON object from names and values that are JSON already.
type object struct {
	strings.Builder
}

func (o *object) member(name, value string) {
	if o.Len() > 0 {
		o.WriteString(",\n")
	}
	o.Write(document.AppendQuoted(nil, name))
	o.WriteString(": " + value)
}

func (o *object) text() string { return "{" + o.String() + "}" }

func quote(s string) string { return string(document.AppendQuoted(nil, s)) }

// singleMetaSchema is the meta-schema of a draft without vocabularies.
func singleMetaSchema(d *Dialect) string {
	m := metaWriter{d.Draft, "definitions", `{"$ref": "#"}`, map[string]bool{}}
	var o object
	o.member(d.Draft.idKeyword(), quote(d.URI+"#"))
	o.member("$schema", quote(d.URI+"#"))
	if d.Draft == Draft4 {
		o.member("type", `"object"`)
	} else {
		o.member("type", `["object", "boolean"]`)
	}
	properties := m.properties(d, ^Vocabulary(0))
	o.member("definitions", m.definitions())
	o.member("properties", properties)
	if d.Draft == Draft4 {
		o.member("dependencies", `{"exclusiveMaximum": ["maximum"], "exclusiveMinimum": ["minimum"]}`)
	}
	return o.text()
}

// head writes the members that the root and the vocabularies of the later
// drafts begin with.
func (m metaWriter) head(o *object, d *Dialect, uri string) {
	o.member("$schema", quote(d.URI))
	o.member("$id", quote(uri))
	if d.Draft == Draft2019 {
		o.member("$recursiveAnchor", "true")
	} else {
		o.member("$dynamicAnchor", `"meta"`)
	}
	o.member("type", `["object", "boolean"]`)
}

func newMetaWriter(draft Draft) metaWriter {
	if draft == Draft2019 {
		return metaWriter{draft, "$defs", `{"$recursiveRef": "#"}`, map[string]bool{}}
	}
	return metaWriter{draft, "$defs", `{"$dynamicRef": "#meta"}`, map[string]bool{}}
}

// rootMetaSchema joins the vocabularies of a draft.
func rootMetaSchema(d *Dialect) string {
	m := newMetaWriter(d.Draft)
	var o, vocabulary object
	var allOf []string
	for _, v := range vocabularyNames {
		if v.from > d.Draft || d.Draft > v.to || v.vocabulary&d.Vocabularies == 0 {
			continue
		}
		required := "true"
		if v.vocabulary == FormatAnnotation && d.Draft == Draft2019 {
			required = "false"
		}
		vocabulary.member(vocabularyPrefix(d.Draft)+v.name, required)
		allOf = append(allOf, `{"$ref": "meta/`+v.name+`"}`)
	}
	m.head(&o, d, d.URI)
	o.member("$vocabulary", vocabulary.text())
	o.member("allOf", "["+strings.Join(allOf, ", ")+"]")
	// What later drafts have replaced and still hold to its shape.
	definition := func(vocabulary, name string) string {
		return `{"$ref": "meta/` + vocabulary + `#/$defs/` + name + `"}`
	}
	var old object
	old.member("definitions", `{"type": "object", "additionalProperties": `+m.self+`, "default": {}}`)
	old.member("dependencies", `{"type": "object", "additionalProperties": {"anyOf": [`+m.self+`, `+definition("validation", "stringArray")+`]}}`)
	if m.draft == Draft2020 {
		old.member("$recursiveAnchor", definition("core", "anchorString"))
		old.member("$recursiveRef", definition("core", "uriReferenceString"))
	}
	o.member("properties", old.text())
	return o.text()
}

// vocabularyMetaSchema describes the keywords of one vocabulary.
func vocabularyMetaSchema(d *Dialect, name string, v Vocabulary) string {
	m := newMetaWriter(d.Draft)
	var o object
	m.head(&o, d, metaPrefix(d.Draft)+name)
	o.member("$vocabulary", `{`+quote(vocabularyPrefix(d.Draft)+name)+`: true}`)
	properties := m.properties(newDialect("", d.Draft, v, false), v)
	o.member("properties", properties)
	if definitions := m.definitions(); definitions != "{}" {
		o.member("$defs", definitions)
	}
	return o.text()
}
