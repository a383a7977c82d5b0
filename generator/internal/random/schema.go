// Package random makes random schemas of all drafts, and random instances that
// have a fair chance to be valid against them. The same seed gives the same
// values. Schemas use every keyword that asserts or applies, references of all
// kinds, embedded resources and mixed drafts.
package random

import (
	"math/rand/v2"
	"strconv"
)

// Draft is a draft of JSON Schema.
type Draft int

// The drafts.
const (
	Draft4    Draft = 4
	Draft6    Draft = 6
	Draft7    Draft = 7
	Draft2019 Draft = 2019
	Draft2020 Draft = 2020
)

// Drafts lists all drafts.
var Drafts = []Draft{Draft4, Draft6, Draft7, Draft2019, Draft2020}

// URI returns the meta-schema of the draft.
func (d Draft) URI() string {
	switch d {
	case Draft2019:
		return "https://json-schema.org/draft/2019-09/schema"
	case Draft2020:
		return "https://json-schema.org/draft/2020-12/schema"
	}
	return "http://json-schema.org/draft-0" + strconv.Itoa(int(d)) + "/schema#"
}

// Main is the URI of the schemas that Schema makes.
const Main = "http://oracle.test/main"

// Source makes schemas and instances.
type Source struct {
	*rand.Rand
	draft Draft
	// root is the last schema, definitions how many it has that are referred to.
	root        map[string]any
	definitions int
	// formats is set when the last schema uses formats that are known, which are
	// then to assert; wide as long as a union or a list of values is to come that
	// is too long for eight bits.
	formats, wide bool
	// constants are the values of const and enum of the last schema: good
	// candidates for instances.
	constants []any
	// inName is set within propertyNames, where no references are made:
	// jsonschema v6.0.3 takes one that leads back to a schema around it for an
	// endless cycle, as if a name were the same instance as its object.
	inName bool
}

// NewSource returns the source of a seed.
func NewSource(seed uint64) *Source { return &Source{Rand: rand.New(rand.NewPCG(seed, 0))} }

// Schema returns a schema of a random draft as JSON text.
func (s *Source) Schema() []byte {
	s.constants, s.root = nil, nil
	s.draft = pick(s, Drafts)
	s.formats = s.chance(30)
	s.wide = s.chance(1)
	s.definitions = s.IntN(mostDefinitions + 1)
	root := s.resource(Main)
	root["$schema"] = s.draft.URI()
	definitions, ok := root[s.keyOfDefinitions()].(map[string]any)
	if !ok {
		definitions = map[string]any{}
	}
	for i := range s.definitions {
		definitions[name(i)] = s.definition(i)
	}
	if len(definitions) > 0 {
		root[s.keyOfDefinitions()] = definitions
	}
	s.root = root
	return textOf(root)
}

// AssertsFormat reports whether the formats of the last schema are meant to
// assert, whatever its draft says.
func (s *Source) AssertsFormat() bool { return s.formats }

const mostDefinitions = 2

func name(i int) string { return "d" + strconv.Itoa(i) }

func (s *Source) keyOfDefinitions() string {
	if s.draft >= Draft2019 {
		return "$defs"
	}
	return "definitions"
}

// definition returns one of the definitions of the root. The later half are
// resources of their own, some of them of another draft.
func (s *Source) definition(i int) any {
	if i < s.definitions/2 {
		return s.schema(2)
	}
	outer := s.draft
	defer func() { s.draft = outer }()
	uri := Main + "/" + name(i)
	if outer >= Draft2019 && s.chance(10) {
		s.draft = pick(s, Drafts[3:])
		resource := s.resource(uri)
		resource["$schema"] = s.draft.URI()
		return resource
	}
	return s.resource(uri)
}

// resource returns a schema with an identifier and with what dynamic references
// need in each resource.
func (s *Source) resource(uri string) map[string]any {
	m := s.object(1 + s.IntN(2))
	if s.chance(60) {
		m = s.shape(1 + s.IntN(2))
	}
	if s.draft <= Draft7 {
		delete(m, "$ref") // it would hide the identifier
	}
	if s.draft == Draft4 {
		m["id"] = uri
	} else {
		m["$id"] = uri
	}
	switch s.draft {
	case Draft2019:
		if s.chance(50) {
			m["$recursiveAnchor"] = s.chance(80)
		}
	case Draft2020:
		anchored := s.object(1)
		if s.chance(75) {
			anchored["$dynamicAnchor"] = "node"
		} else {
			anchored["$anchor"] = "node"
		}
		if s.chance(30) {
			m["$dynamicAnchor"] = "tree"
		} else {
			m["$anchor"] = "tree"
		}
		m["$defs"] = map[string]any{"anchored": anchored}
	}
	return m
}

func (s *Source) chance(percent int) bool { return s.IntN(100) < percent }

func pick[T any](s *Source, list []T) T { return list[s.IntN(len(list))] }

// schema returns a schema that has subschemas up to a depth.
func (s *Source) schema(depth int) any {
	switch {
	case s.draft > Draft4 && s.chance(8):
		return s.chance(70)
	case depth >= 0 && s.chance(25):
		return s.shape(depth)
	}
	return s.object(depth)
}

func (s *Source) object(depth int) map[string]any {
	m := map[string]any{}
	for range 1 + s.IntN(3) {
		k := pick(s, keywords)
		if k.from <= s.draft && (k.to == 0 || s.draft <= k.to) && (depth > 0 || !k.applies) && !(s.inName && k.refers()) {
			m[k.name] = k.value(s, depth-1)
		}
	}
	s.complete(m, depth)
	if _, ok := m["$ref"]; ok && s.draft <= Draft7 {
		// $ref hides its siblings (draft 7 Core section 8.3), but jsonschema
		// v6.0.3 honours those that are newer than draft 4.
		for _, k := range []string{"const", "contains", "propertyNames", "if", "then", "else"} {
			delete(m, k)
		}
	}
	return m
}

// complete adds the companions without which a keyword says little or is not
// allowed.
func (s *Source) complete(m map[string]any, depth int) {
	if s.draft == Draft4 {
		for _, pair := range [][2]string{{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}} {
			if _, ok := m[pair[0]]; ok {
				m[pair[1]] = s.number()
			}
		}
	}
	if _, ok := m["if"]; ok && depth > 0 {
		m["then"], m["else"] = s.schema(depth-1), s.schema(depth-1)
	}
	if _, ok := m["additionalItems"]; ok && depth > 0 && s.draft <= Draft2019 {
		m["items"] = s.schemas(depth - 1)
	}
	if _, ok := m["minContains"]; ok && depth > 0 {
		m["contains"] = s.schema(depth - 1)
	}
	for _, unevaluated := range []string{"unevaluatedProperties", "unevaluatedItems"} {
		if _, ok := m[unevaluated]; ok && depth > 0 {
			m[pick(s, []string{"anyOf", "allOf", "oneOf"})] = s.schemas(depth - 1)
		}
	}
}
