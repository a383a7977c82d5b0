package compiler

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"testing"
	"testing/fstest"
	"weak"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// TestGraphsAreLetGo: the models of packages do not hold the graphs that they were
// made of. The graph of each holds the schemas of all packages that it refers to, so
// that all graphs of a chain together grow with the square of its length.
func TestGraphsAreLetGo(t *testing.T) {
	schemas := map[string]string{
		"a": `{"type": "object", "properties": {"next": {"$ref": "b.json"}, "kind": {"enum": ["x", "y"], "default": "x"}}}`,
		"b": `{"type": "object", "oneOf": [{"required": ["c"]}, {"required": ["d"]}], "properties": {"c": {"$ref": "c.json"}, "d": {"type": ["string", "integer"]}}}`,
		"c": `{"type": "array", "items": {"type": "string", "pattern": "^a"}, "limits": {"max_items": 3}}`,
		"d": `{"type": "object", "required": ["d_id"], "allOf": [{"$ref": "a.json"}],
			"properties": {"d_id": {"$ref": "#/$defs/ID"}, "parts": {"allOf": [{"$ref": "c.json"}]}}, "$defs": {"ID": {"type": "string", "pattern": "^d$"}},
			"storage_paths": {"d_file": "d/{d_id}/{kind}.json"}, "limits": {"max_parts": 3}, "x-bindery": {"stores": {"ds": {"path": "d_file"}}}}`,
	}
	w := &workspace.Workspace{FS: fstest.MapFS{}, Dir: "."}
	var c config.Config
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		w.FS.(fstest.MapFS)[name+".json"] = &fstest.MapFile{Data: []byte(schemas[name])}
		c.Packages = append(c.Packages, config.Package{
			Schema: name + ".json", Name: name, Out: name, ImportPath: "example.com/" + name,
			Roots: []config.Root{{Name: "Root", Pointer: "#"}},
		})
	}
	graphs := make(chan weak.Pointer[schema.Node], len(c.Packages))
	units, ds := modelled(context.Background(), w, c, hooks{ends: true, lowered: func(u *unit) {
		graphs <- weak.Make(u.graph.Roots[0])
		u.release()
	}})
	if ds.HasErrors() || len(graphs) != len(c.Packages) {
		t.Fatalf("%d graphs: %v", len(graphs), ds)
	}
	runtime.GC()
	for range c.Packages {
		if g := <-graphs; g.Value() != nil {
			t.Errorf("the graph with %s is still held", g.Value().Place())
		}
	}
	for _, u := range units {
		if u.result == nil {
			t.Errorf("%s: %v", u.Name, u.found)
		}
	}
	runtime.KeepAlive(units)
}
