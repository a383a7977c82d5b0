package growth

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// TestChainsOfPackages: the code of a package does not hold what is in the packages to
// which its schema refers, so that a chain of them grows with its length. Where tests are
// not exhaustive, each kind of chain has one of the codecs.
func TestChainsOfPackages(t *testing.T) {
	schemas := map[string]func(next object) object{
		"roots that are lists": func(next object) object { return object{"type": "array", "items": next, "minItems": 1} },
		"roots that are maps":  func(next object) object { return object{"type": "object", "additionalProperties": next} },
		"roots that are maps by pattern": func(next object) object {
			return object{"type": "object", "patternProperties": object{"^x": next}, "additionalProperties": false}
		},
		"roots that are tuples": func(next object) object { return object{"type": "array", "prefixItems": []any{next, text}} },
		"roots that are unions": func(next object) object {
			return object{"oneOf": []any{text, object{"type": "object", "required": []string{"n"}, "properties": object{"n": next}}}}
		},
		"roots that may be null": func(next object) object {
			return object{"type": []string{"object", "null"}, "properties": object{"id": text, "next": next}}
		},
		"roots without type": func(next object) object { return object{"properties": object{"id": text, "next": next}} },
		"roots of two parts": func(next object) object {
			return object{"allOf": []any{object{"type": "object", "properties": object{"a": next}}, object{"properties": object{"b": text}}}}
		},
	}
	for name, link := range map[string]func(next object) object{
		"a member": func(next object) object { return object{"next": next} },
		"items":    func(next object) object { return object{"next": object{"type": "array", "items": next}} },
		"values of a map": func(next object) object {
			return object{"next": object{"type": "object", "additionalProperties": next}}
		},
		"a conjunct": func(next object) object {
			return object{"next": object{"description": "The next.", "allOf": []any{next}}}
		},
		"a value or null": func(next object) object { return object{"next": object{"oneOf": []any{object{"type": "null"}, next}}} },
		"through $defs": func(object) object {
			return object{"next": object{"$ref": "#/$defs/Next"}, "other": object{"$ref": "#/$defs/Next"}}
		},
		"a branch of other kinds": func(next object) object { return object{"next": object{"oneOf": []any{text, next}}} },
		"branches in a list": func(next object) object {
			return object{"next": object{"anyOf": []any{object{"type": "boolean"}, object{"type": "array", "items": object{"anyOf": []any{integer, next}}}}}}
		},
		"not":                func(next object) object { return object{"next": object{"not": next}} },
		"two of the members": func(next object) object { return object{"left": next, "right": next} },
	} {
		schemas[name] = func(next object) object {
			members := object{"id": object{"type": "string", "pattern": "^a[0-9]"}, "kind": object{"enum": []string{"x", "y"}}}
			schema := object{"type": "object", "properties": members, "$defs": object{"Next": next}}
			maps.Copy(members, link(next))
			return schema
		}
	}
	for i, name := range slices.Sorted(maps.Keys(schemas)) {
		schema := schemas[name]
		for j, codec := range []config.Codec{config.Fast, config.Compact} {
			if (i+j)%compiled.Every(2) != 0 {
				continue
			}
			t.Run(name+", "+string(codec), func(t *testing.T) {
				t.Parallel()
				const n = 8
				short, long := chainOfPackages(t, n, codec, schema), chainOfPackages(t, 2*n, codec, schema)
				if long*100 > short*210 {
					t.Errorf("%d packages have %d bytes, %d have %d", n, short, 2*n, long)
				}
			})
		}
	}
}

// TestMergingChainsOfPackages: where a package has to know what the next one says, since
// types and checks are made of both together, its code grows with those that are behind
// it, but not with the ways in which they can be put together.
func TestMergingChainsOfPackages(t *testing.T) {
	of := func(more object) object {
		schema := object{"type": "object", "properties": object{"id": object{"type": "string", "pattern": "^a[0-9]"}, "kind": object{"enum": []string{"x", "y"}}}}
		maps.Copy(schema, more)
		return schema
	}
	member := func(schema object) object {
		return object{"properties": object{"id": text, "next": schema}}
	}
	beside := func(next object, more object) object { more["$ref"] = next["$ref"]; return more }
	for name, c := range map[string]struct {
		percent int // of the bytes of eight packages that sixteen may have
		link    func(next object) object
	}{
		"a branch of one kind": {240, func(next object) object {
			return of(member(object{"oneOf": []any{object{"type": "object", "required": []string{"q"}}, next}}))
		}},
		"a condition": {240, func(next object) object {
			return of(member(object{"if": next, "then": object{"required": []string{"id"}}, "else": text}))
		}},
		"the whole and more": {240, func(next object) object { return of(object{"allOf": []any{next}}) }},
		"the whole twice": {240, func(next object) object {
			return of(object{"allOf": []any{next, object{"properties": object{"other": next}}}})
		}},
		"nothing else":      {240, func(next object) object { return of(object{"allOf": []any{next}, "unevaluatedProperties": false}) }},
		"assertions beside": {240, func(next object) object { return of(member(beside(next, object{"required": []string{"id"}}))) }},
		"sections":          {240, func(next object) object { more := member(next); more["limits"] = object{"max": 5}; return of(more) }},
		"two ways of the next": {520, func(next object) object {
			return of(object{"oneOf": []any{beside(next, object{"required": []string{"id"}}), object{"allOf": []any{next}, "required": []string{"kind"}}}})
		}},
		"the next or more": {520, func(next object) object {
			return of(object{"anyOf": []any{next, object{"required": []string{"kind"}}}})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const n = 8
			short, long := chainOfPackages(t, n, config.Fast, c.link), chainOfPackages(t, 2*n, config.Fast, c.link)
			if long*100 > short*c.percent {
				t.Errorf("%d packages have %d bytes, %d have %d", n, short, 2*n, long)
			}
		})
	}
}

// chainOfPackages is the number of bytes that a chain of packages becomes.
func chainOfPackages(t *testing.T, n int, codec config.Codec, link func(next object) object) int {
	t.Helper()
	files := fstest.MapFS{"go.mod": {Data: []byte("module example.com\n")}}
	var c config.Config
	for i := range n {
		schema := object{"type": "object", "properties": object{"end": text}}
		if i+1 < n {
			schema = link(object{"$ref": fmt.Sprintf("s%d.json", i+1)})
		}
		text, err := json.Marshal(schema)
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("s%d.json", i)
		files[name] = &fstest.MapFile{Data: text}
		c.Packages = append(c.Packages, config.Package{
			Schema: name, Name: fmt.Sprintf("p%d", i), Out: fmt.Sprintf("p%d", i), Codec: codec,
			Roots: []config.Root{{Name: "Link", Pointer: "#"}},
		})
	}
	out, ds := compiler.Generate(context.Background(), &workspace.Workspace{FS: files, Dir: "."}, c)
	if ds.HasErrors() || len(out) == 0 {
		t.Fatalf("%d files: %v", len(out), ds)
	}
	size := 0
	for _, text := range out {
		size += len(text)
	}
	return size
}
