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
