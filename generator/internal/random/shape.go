package random

import (
	"encoding/json"
	"fmt"
)

// shape returns a schema of one of the shapes that people write, which random
// keywords rarely make: each becomes another kind of Go type.
func (s *Source) shape(depth int) map[string]any {
	shapes := []func(depth int) map[string]any{
		s.record, s.record, s.nullable, s.tuple, s.union, s.union, s.tagged, s.mapping, s.never, s.numeric, s.list,
	}
	m := pick(s, shapes)(depth)
	if s.wide {
		s.wide = false
		m = s.long()
	}
	if s.chance(40) {
		m["default"] = s.Like(m, 3)
	}
	return m
}

// record is an object with declared members.
func (s *Source) record(depth int) map[string]any {
	members := map[string]any{}
	for range 1 + s.IntN(3) {
		members[pick(s, names)] = s.schema(depth - 1)
	}
	m := map[string]any{"type": "object", "properties": members}
	if s.chance(50) {
		m["required"] = s.names(1)
	}
	if s.chance(30) {
		m[s.rest()] = s.schema(depth - 1)
	}
	if s.chance(20) {
		m["type"] = []string{"object", "null"}
	}
	return m
}

// rest is a keyword for the members that no other speaks of.
func (s *Source) rest() string {
	if s.draft >= Draft2019 && s.chance(50) {
		return "unevaluatedProperties"
	}
	return "additionalProperties"
}

// nullable is a schema that admits null beside one kind.
func (s *Source) nullable(depth int) map[string]any {
	m := s.object(depth - 1)
	switch s.IntN(3) {
	case 0:
		m["type"] = []string{pick(s, allTypes[1:]), "null"}
	case 1:
		m = map[string]any{pick(s, []string{"anyOf", "oneOf"}): []any{map[string]any{"type": "null"}, m}}
	default:
		m = map[string]any{"enum": []any{pick(s, []any{"b", 1, "a", true}), nil}}
	}
	return m
}

// tuple is an array of fixed positions.
func (s *Source) tuple(depth int) map[string]any {
	m := map[string]any{"type": "array"}
	positions, rest := "items", "additionalItems"
	if s.draft >= Draft2020 {
		positions, rest = "prefixItems", "items"
	}
	var list []any
	for range 1 + s.IntN(2) {
		if list = append(list, s.schema(depth-1)); s.chance(60) {
			list[len(list)-1] = map[string]any{"type": s.types()}
		}
	}
	m[positions] = list
	if s.chance(60) {
		m[rest] = s.schema(depth - 1)
	}
	return m
}

// union is a list of branches, of which any may admit null.
func (s *Source) union(depth int) map[string]any {
	var branches []any
	for range 2 + s.IntN(2) {
		switch s.IntN(4) {
		case 0:
			branches = append(branches, map[string]any{"type": "null"})
		case 1:
			branches = append(branches, s.nullable(depth))
		case 2:
			branches = append(branches, map[string]any{"type": s.types()})
		default:
			branches = append(branches, s.schema(depth-1))
		}
	}
	return map[string]any{pick(s, []string{"anyOf", "oneOf"}): branches}
}

// tagged is a union of objects that a constant tells apart.
func (s *Source) tagged(depth int) map[string]any {
	var branches []any
	for i := range 2 + s.IntN(2) {
		branch := s.record(depth - 1)
		branch["properties"].(map[string]any)["a"] = map[string]any{"enum": []any{pick(s, []any{"b", i, "a", fmt.Sprint("t", i)})}}
		branch["required"] = []string{"a"}
		branches = append(branches, branch)
	}
	return map[string]any{pick(s, []string{"anyOf", "oneOf"}): branches}
}

// mapping is an object whose members all follow one schema.
func (s *Source) mapping(depth int) map[string]any {
	m := map[string]any{"type": "object", s.rest(): s.schema(depth - 1)}
	switch s.IntN(4) {
	case 0:
		m["required"] = s.names(1)
	case 1:
		m = map[string]any{"type": "object", s.rest(): s.never(depth), "required": s.names(0)}
		if len(m["required"].([]string)) == 0 {
			delete(m, "required") // draft 4 wants one at least
		}
	case 2:
		m = map[string]any{"type": "object", "patternProperties": map[string]any{pick(s, patterns): s.schema(depth - 1)}, "additionalProperties": false}
		if s.draft == Draft4 {
			m["additionalProperties"] = map[string]any{"not": map[string]any{}}
		}
	}
	return m
}

// list is an array of items that all follow one schema.
func (s *Source) list(depth int) map[string]any {
	return map[string]any{"type": "array", "items": s.schema(depth - 1), "uniqueItems": s.chance(30)}
}

// never is a schema that no value satisfies, said in many ways.
func (s *Source) never(int) map[string]any {
	return pick(s, []func() map[string]any{
		func() map[string]any { return map[string]any{"not": map[string]any{}} },
		func() map[string]any {
			return map[string]any{"type": "string", "allOf": []any{map[string]any{"type": "integer"}}}
		},
		func() map[string]any { return map[string]any{"type": "boolean", "enum": []any{"a"}} },
		func() map[string]any { return map[string]any{"type": "number", "minimum": 2, "maximum": 1} },
		func() map[string]any { return map[string]any{"type": "string", "minLength": 2, "maxLength": 1} },
		func() map[string]any {
			return map[string]any{"anyOf": []any{map[string]any{"not": map[string]any{}}, map[string]any{"enum": []any{1}, "type": "null"}}}
		},
	})()
}

// numeric bounds numbers, close together or far out.
func (s *Source) numeric(int) map[string]any {
	m := map[string]any{"type": pick(s, []any{"integer", "number", "number", []string{"integer", "null"}})}
	for range s.IntN(3) {
		m[pick(s, []string{"minimum", "maximum"})] = s.number()
	}
	if s.chance(30) {
		m["multipleOf"] = pick(s, []json.Number{"1", "0.1", "0.01", "3", "1e23", "1e-7"})
	}
	if s.chance(20) {
		branches := []any{m, map[string]any{"type": "integer", "multipleOf": 5}}
		m = map[string]any{pick(s, []string{"anyOf", "oneOf"}): branches}
	}
	return m
}

// long has more branches or values than eight bits count.
func (s *Source) long() map[string]any {
	var list []any
	isEnum := s.chance(30)
	for i := range 250 + s.IntN(20) {
		if isEnum {
			list = append(list, fmt.Sprint("v", i))
			continue
		}
		name := fmt.Sprint("m", i)
		list = append(list, map[string]any{
			"type": "object", "properties": map[string]any{name: map[string]any{"type": "boolean"}}, "required": []string{name},
		})
	}
	if isEnum {
		return map[string]any{"enum": list}
	}
	return map[string]any{pick(s, []string{"anyOf", "oneOf"}): list}
}
