package random

import (
	"maps"
	"slices"
	"strings"
)

// Like returns a value that has a fair chance to satisfy a schema, with
// containers up to a depth. It follows what says most about a value and leaves
// the rest to chance.
func (s *Source) Like(schema any, depth int) any {
	m, ok := schema.(map[string]any)
	if !ok || depth <= 0 || s.chance(5) {
		return s.Value(depth)
	}
	if ref, ok := m["$ref"].(string); ok {
		return s.Like(s.target(ref), depth-1)
	}
	if v, ok := m["const"]; ok {
		return v
	}
	if list, ok := m["enum"].([]any); ok && len(list) > 0 {
		return pick(s, list)
	}
	for _, keyword := range []string{"oneOf", "anyOf", "allOf"} {
		if list, ok := m[keyword].([]any); ok && s.chance(80) {
			return s.merged(s.Like(pick(s, list), depth), m, depth)
		}
	}
	switch s.typeOf(m) {
	case "object":
		return s.objectLike(m, depth)
	case "array":
		return s.arrayLike(m, depth)
	case "string":
		if len(s.constants) > 0 && s.chance(50) {
			return pick(s, s.constants)
		}
		return pick(s, stringValues)
	case "integer", "number":
		for _, bound := range []string{"minimum", "maximum", "multipleOf"} {
			if v, ok := m[bound]; ok && s.chance(30) {
				return v
			}
		}
		return s.number()
	case "boolean":
		return s.chance(50)
	case "null":
		return nil
	}
	return s.Value(depth)
}

// typeOf is the type of the values that a schema speaks of.
func (s *Source) typeOf(m map[string]any) string {
	switch t := m["type"].(type) {
	case string:
		return t
	case []string:
		return pick(s, t)
	}
	for _, hint := range [][2]string{
		{"properties", "object"}, {"required", "object"}, {"additionalProperties", "object"}, {"patternProperties", "object"},
		{"prefixItems", "array"}, {"items", "array"}, {"minimum", "number"}, {"pattern", "string"}, {"format", "string"},
	} {
		if _, ok := m[hint[0]]; ok && s.chance(70) {
			return hint[1]
		}
	}
	return ""
}

func (s *Source) objectLike(m map[string]any, depth int) map[string]any {
	out := map[string]any{}
	properties, _ := m["properties"].(map[string]any)
	required, _ := m["required"].([]string)
	for _, name := range names {
		sub, declared := properties[name]
		isRequired := slices.Contains(required, name)
		switch {
		case declared && (isRequired || s.chance(50)):
			out[name] = s.Like(sub, depth-1)
		case isRequired, !declared && s.chance(10):
			out[name] = s.Like(m["additionalProperties"], depth-1)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if strings.HasPrefix(name, "m") { // of a wide union
			out[name] = s.Like(properties[name], depth-1)
		}
	}
	return out
}

func (s *Source) arrayLike(m map[string]any, depth int) any {
	out := []any{}
	positions, _ := m["prefixItems"].([]any)
	if list, ok := m["items"].([]any); ok {
		positions = list
	}
	for _, p := range positions {
		if s.chance(10) {
			break
		}
		out = append(out, s.Like(p, depth-1))
	}
	for range s.IntN(3) {
		out = append(out, s.Like(m["items"], depth-1))
	}
	return out
}

// merged adds to an object what the schema around its branch asks for.
func (s *Source) merged(v any, m map[string]any, depth int) any {
	object, ok := v.(map[string]any)
	if !ok {
		return v
	}
	more := s.objectLike(m, depth)
	maps.Copy(more, object)
	return more
}

// target is what a reference of Source.reference leads to.
func (s *Source) target(ref string) any {
	i := strings.LastIndexByte(ref, '/')
	definitions, _ := s.root[s.keyOfDefinitions()].(map[string]any)
	if sub, ok := definitions[ref[i+1:]]; ok {
		return sub
	}
	return s.root
}
