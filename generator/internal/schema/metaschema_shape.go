package schema

import "strings"

// metaWriter writes keyword shapes as schemas.
type metaWriter struct {
	draft Draft
	defs  string          // keyword of the definitions
	self  string          // reference to the meta-schema
	used  map[string]bool // definitions that have been referred to
}

// properties writes a member for each keyword of the dialect in the
// vocabularies. "definitions" and "dependencies" belong to no vocabulary of the
// later drafts but to the root meta-schema, "$defs" to no older draft.
func (m *metaWriter) properties(d *Dialect, of Vocabulary) string {
	var o object
	for i := range keywords {
		k := &keywords[i]
		if d.keywords[k.name] != k || k.vocabulary&of == 0 {
			continue
		}
		if d.Draft >= Draft2019 && (k.name == "definitions" || k.name == "dependencies") ||
			d.Draft < Draft2019 && k.name == "$defs" {
			continue
		}
		o.member(k.name, m.shape(k))
	}
	return o.text()
}

// define returns a reference to a definition.
func (m *metaWriter) define(name string) string {
	m.used[name] = true
	return `{"$ref": "#/` + m.defs + `/` + name + `"}`
}

// shape writes the schema of a keyword's value.
func (m *metaWriter) shape(k *keyword) string {
	switch k.shape {
	case shapeSchema:
		return m.self
	case shapeSchemaOrBool:
		return `{"anyOf": [{"type": "boolean"}, ` + m.self + `]}`
	case shapeSchemaArray:
		return m.define("schemaArray")
	case shapeSchemaMap:
		if k.name == "patternProperties" && m.draft >= Draft6 {
			return `{"type": "object", "additionalProperties": ` + m.self + `, "propertyNames": {"format": "regex"}, "default": {}}`
		}
		return `{"type": "object", "additionalProperties": ` + m.self + `, "default": {}}`
	case shapeItems:
		return `{"anyOf": [` + m.self + `, ` + m.define("schemaArray") + `]}`
	case shapeDependencies:
		return `{"type": "object", "additionalProperties": {"anyOf": [` + m.self + `, ` + m.define("stringArray") + `]}}`
	case shapeTypes:
		simple := m.define("simpleTypes")
		return `{"anyOf": [` + simple + `, {"type": "array", "items": ` + simple + `, "minItems": 1, "uniqueItems": true}]}`
	case shapeNumber:
		return `{"type": "number"}`
	case shapePositiveNumber:
		if m.draft == Draft4 {
			return `{"type": "number", "minimum": 0, "exclusiveMinimum": true}`
		}
		return `{"type": "number", "exclusiveMinimum": 0}`
	case shapeCount:
		return m.count(k.name)
	case shapeBool:
		return `{"type": "boolean", "default": false}`
	case shapeString:
		return `{"type": "string"}`
	case shapePattern:
		return `{"type": "string", "format": "regex"}`
	case shapeURI, shapeURIReference, shapeResourceURI:
		return m.uri(k)
	case shapeAnchor:
		if m.draft >= Draft2020 {
			return m.define("anchorString")
		}
		return `{"type": "string", "pattern": "^[A-Za-z][-A-Za-z0-9.:_]*$"}`
	case shapeArray:
		if k.name == "enum" && m.draft <= Draft6 {
			return `{"type": "array", "minItems": 1, "uniqueItems": true}`
		}
		return `{"type": "array"}`
	case shapeStrings, shapeNames:
		return m.define("stringArray")
	case shapeStringsMap:
		return `{"type": "object", "additionalProperties": ` + m.define("stringArray") + `}`
	case shapeVocabulary:
		return `{"type": "object", "propertyNames": {"type": "string", "format": "uri"}, "additionalProperties": {"type": "boolean"}}`
	}
	return `{}`
}

// count refers to the definition of a length; a lower bound defaults to 0,
// except for minContains.
func (m *metaWriter) count(keyword string) string {
	name := "nonNegativeInteger"
	if m.draft == Draft4 {
		name = "positiveInteger"
	}
	if keyword == "minContains" || strings.HasPrefix(keyword, "max") {
		return m.define(name)
	}
	m.define(name)
	return m.define(name + "Default0")
}

func (m *metaWriter) uri(k *keyword) string {
	switch {
	case m.draft == Draft4:
		return `{"type": "string"}`
	case k.shape == shapeResourceURI && m.draft == Draft2020:
		m.define("uriReferenceString")
		return `{"$ref": "#/$defs/uriReferenceString", "pattern": "^[^#]*#?$"}`
	case k.shape == shapeResourceURI:
		return `{"type": "string", "format": "uri-reference", "pattern": "^[^#]*#?$"}`
	case k.shape == shapeURI && m.draft == Draft2020:
		return m.define("uriString")
	case k.shape == shapeURI:
		return `{"type": "string", "format": "uri"}`
	case m.draft == Draft2020:
		return m.define("uriReferenceString")
	}
	return `{"type": "string", "format": "uri-reference"}`
}

// metaDefinitions are the definitions of the published meta-schemas in the order
// in which they are written.
var metaDefinitions = []struct {
	name, text string
}{
	{"anchorString", `{"type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"}`},
	{"uriString", `{"type": "string", "format": "uri"}`},
	{"uriReferenceString", `{"type": "string", "format": "uri-reference"}`},
	{"schemaArray", `{"type": "array", "minItems": 1, "items": SELF}`},
	{"positiveInteger", `{"type": "integer", "minimum": 0}`},
	{"positiveIntegerDefault0", `{"allOf": [{"$ref": "#/DEFS/positiveInteger"}, {"default": 0}]}`},
	{"nonNegativeInteger", `{"type": "integer", "minimum": 0}`},
	{"nonNegativeIntegerDefault0", `{"allOf": [{"$ref": "#/DEFS/nonNegativeInteger"}, {"default": 0}]}`},
	{"simpleTypes", `{"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]}`},
	{"stringArray", `{"type": "array", "items": {"type": "string"}, MIN"uniqueItems": true}`},
}

// definitions writes the definitions that have been referred to.
func (m *metaWriter) definitions() string {
	min := ""
	if m.draft == Draft4 {
		min = `"minItems": 1, `
	}
	fill := strings.NewReplacer("SELF", m.self, "DEFS", m.defs, "MIN", min)
	var o object
	for _, d := range metaDefinitions {
		if m.used[d.name] {
			o.member(d.name, fill.Replace(d.text))
		}
	}
	return o.text()
}
