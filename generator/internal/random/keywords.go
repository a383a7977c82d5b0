package random

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// keyword is a keyword with the drafts that know it (to 0: all later ones).
type keyword struct {
	name     string
	from, to Draft
	applies  bool // it has subschemas
	value    func(s *Source, depth int) any
}

// refers reports whether the keyword is a reference.
func (k keyword) refers() bool { return strings.HasSuffix(strings.ToLower(k.name), "ref") }

// keywords is filled by init, since its functions lead back to it.
var keywords []keyword

func init() {
	sub := func(s *Source, depth int) any { return s.schema(depth) }
	list := func(s *Source, depth int) any { return s.schemas(depth) }
	named := func(names []string) func(s *Source, depth int) any {
		return func(s *Source, depth int) any {
			m := map[string]any{}
			for range 1 + s.IntN(2) {
				m[pick(s, names)] = s.schema(depth)
			}
			return m
		}
	}
	count := func(most int) func(s *Source, _ int) any {
		return func(s *Source, _ int) any { return s.IntN(most + 1) }
	}
	bound := func(s *Source, _ int) any { return s.number() }
	exclusive := func(s *Source, _ int) any {
		if s.draft == Draft4 {
			return s.chance(70)
		}
		return s.number()
	}
	flag := func(s *Source, _ int) any { return s.chance(80) }
	keywords = []keyword{
		{"type", Draft4, 0, false, func(s *Source, _ int) any { return s.types() }},
		{"type", Draft4, 0, false, func(s *Source, _ int) any { return s.types() }},
		{"enum", Draft4, 0, false, func(s *Source, _ int) any { return s.enum() }},
		{"const", Draft6, 0, false, func(s *Source, _ int) any { return s.constant() }},
		{"minimum", Draft4, 0, false, bound},
		{"maximum", Draft4, 0, false, bound},
		{"exclusiveMinimum", Draft4, 0, false, exclusive},
		{"exclusiveMaximum", Draft4, 0, false, exclusive},
		{"multipleOf", Draft4, 0, false, func(s *Source, _ int) any {
			return pick(s, []json.Number{"1", "2", "0.5", "0.01", "3", "1e-3", "1e2", "2.5", "0.1", "7", "1e23"})
		}},
		{"minLength", Draft4, 0, false, count(3)},
		{"maxLength", Draft4, 0, false, count(3)},
		{"pattern", Draft4, 0, false, func(s *Source, _ int) any { return pick(s, patterns) }},
		{"items", Draft4, 0, true, func(s *Source, depth int) any {
			if s.draft < Draft2020 && s.chance(40) {
				return s.schemas(depth)
			}
			return s.schema(depth)
		}},
		{"prefixItems", Draft2020, 0, true, list},
		{"additionalItems", Draft4, Draft2019, true, sub},
		{"contains", Draft6, 0, true, sub},
		{"minContains", Draft2019, 0, true, count(2)},
		{"maxContains", Draft2019, 0, false, count(2)},
		{"minItems", Draft4, 0, false, count(2)},
		{"maxItems", Draft4, 0, false, count(3)},
		{"uniqueItems", Draft4, 0, false, flag},
		{"unevaluatedItems", Draft2019, 0, true, sub},
		{"unevaluatedItems", Draft2019, 0, true, sub},
		{"properties", Draft4, 0, true, named(names)},
		{"properties", Draft4, 0, true, named(names)},
		{"patternProperties", Draft4, 0, true, named(patterns)},
		{"additionalProperties", Draft4, 0, true, sub},
		{"propertyNames", Draft6, 0, true, func(s *Source, depth int) any {
			outer := s.inName
			s.inName = true
			defer func() { s.inName = outer }()
			return s.schema(depth)
		}},
		{"unevaluatedProperties", Draft2019, 0, true, sub},
		{"unevaluatedProperties", Draft2019, 0, true, sub},
		{"required", Draft4, 0, false, func(s *Source, _ int) any { return s.names(1) }},
		{"dependentRequired", Draft2019, 0, false, func(s *Source, _ int) any {
			return map[string]any{pick(s, names): s.names(0)}
		}},
		{"dependentSchemas", Draft2019, 0, true, named(names)},
		{"dependencies", Draft4, Draft7, true, func(s *Source, depth int) any {
			return map[string]any{pick(s, names): s.schema(depth), pick(s, names): s.names(1)}
		}},
		{"minProperties", Draft4, 0, false, count(2)},
		{"maxProperties", Draft4, 0, false, count(3)},
		{"allOf", Draft4, 0, true, list},
		{"anyOf", Draft4, 0, true, list},
		{"oneOf", Draft4, 0, true, list},
		{"not", Draft4, 0, true, sub},
		{"if", Draft7, 0, true, sub},
		{"format", Draft4, 0, false, func(s *Source, _ int) any { return s.format() }},
		{"contentEncoding", Draft7, 0, false, func(*Source, int) any { return "base64" }},
		{"default", Draft4, 0, false, func(s *Source, _ int) any { return s.Value(1) }},
		{"title", Draft4, 0, false, func(s *Source, _ int) any { return pick(s, titles) }},
		{"description", Draft4, 0, false, func(s *Source, _ int) any { return pick(s, titles) }},
		{"$ref", Draft4, 0, false, func(s *Source, _ int) any { return s.reference() }},
		{"$ref", Draft4, 0, false, func(s *Source, _ int) any { return s.reference() }},
		{"$recursiveRef", Draft2019, Draft2019, false, func(*Source, int) any { return "#" }},
		{"$dynamicRef", Draft2020, 0, false, func(s *Source, _ int) any { return pick(s, []string{"#node", "#node", "#tree"}) }},
	}
}

var names = []string{"a", "b", "c", "ab", "", "é"}

// patterns mean the same to ECMA-262 and to RE2.
var patterns = []string{"^a", "b$", "^[a-c]$", "", "^a*b?$", "a|c", `^\w+$`, "^(ab){1,2}$", "[^a]"}

var titles = []string{"Thing", "a thing", "Kind", "", "Value /* of */ a `thing`\nand // more", "type"}

func (s *Source) names(least int) []string {
	set := map[string]bool{}
	for range least + s.IntN(2) {
		set[pick(s, names)] = true
	}
	return append([]string{}, slices.Sorted(maps.Keys(set))...)
}

func (s *Source) schemas(depth int) []any {
	var list []any
	for range 1 + s.IntN(3) {
		list = append(list, s.schema(depth))
	}
	return list
}

// formats are the asserted formats with strings of each, the second of them
// wrong, by the draft that they are from.
var formats = []struct {
	name   string
	from   Draft
	values [2]string
}{
	{"date-time", Draft4, [2]string{"2020-02-29T12:00:00.50Z", "2020-02-30T12:00:00Z"}},
	{"email", Draft4, [2]string{"a@b.c", "@"}},
	{"ipv4", Draft4, [2]string{"127.0.0.1", "127.0.0.256"}},
	{"ipv6", Draft4, [2]string{"::1", ":::"}},
	{"date", Draft7, [2]string{"2020-02-29", "2021-02-29"}},
	{"time", Draft7, [2]string{"12:00:00z", "25:00:00Z"}},
	{"uuid", Draft2019, [2]string{"00000000-0000-0000-0000-000000000000", "0"}},
}

// format returns the name of a format: where formats are not to assert, of one
// that nobody knows.
func (s *Source) format() string {
	f := pick(s, formats)
	if !s.formats || f.from > s.draft {
		return "unheard-of"
	}
	s.constants = append(s.constants, f.values[0], f.values[0], f.values[1])
	return f.name
}

var allTypes = []string{"null", "boolean", "integer", "number", "string", "array", "object", "object", "array"}

func (s *Source) types() any {
	if s.chance(60) {
		return pick(s, allTypes)
	}
	set := map[string]bool{}
	for range 1 + s.IntN(3) {
		set[pick(s, allTypes)] = true
	}
	return slices.Sorted(maps.Keys(set))
}

func (s *Source) constant() any {
	v := s.Value(1)
	s.constants = append(s.constants, v)
	return v
}

func (s *Source) enum() any {
	seen := map[string]bool{}
	var list []any
	for range 1 + s.IntN(3) {
		v := s.constant()
		if k := canonical(v); !seen[k] { // meta-schemas of old drafts want distinct values
			seen[k] = true
			list = append(list, v)
		}
	}
	return list
}

// reference returns a URI reference. Absolute ones mean the same in every resource.
func (s *Source) reference() string {
	if s.definitions == 0 || s.chance(10) {
		return Main
	}
	i := s.IntN(s.definitions)
	if i >= s.definitions/2 {
		return Main + "/" + name(i)
	}
	return Main + "#/" + s.keyOfDefinitions() + "/" + name(i)
}
