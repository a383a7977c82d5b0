package growth

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/output"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

var (
	text    = object{"type": "string"}
	integer = object{"type": "integer"}
)

// numbered is an object of n members with names of the given form.
func numbered(n int, form string, value func(i int) any) object {
	out := object{}
	for i := range n {
		out[fmt.Sprintf(form, i)] = value(i)
	}
	return out
}

// list is a list of n values.
func list(n int, value func(i int) any) []any {
	out := make([]any, n)
	for i := range n {
		out[i] = value(i)
	}
	return out
}

// nested puts each schema into the next.
func nested(n int, inner object, around func(i int, inner object) object) object {
	for i := range n {
		inner = around(i, inner)
	}
	return inner
}

// costs are schemas that are wide, long or deep, with a size that takes some tenths
// of a second; unless all is tried a quarter of it is.
var costs = []struct {
	name   string
	size   int
	schema func(n int) object
}{
	{"properties", 1000, func(n int) object {
		return object{"type": "object", "properties": numbered(n, "p%d", func(int) any { return text })}
	}},
	{"names that are only required", 10_000, func(n int) object {
		return object{"type": "object", "required": list(n, func(i int) any { return fmt.Sprintf("r%d", i) })}
	}},
	{"names required beside others", 2000, func(n int) object {
		return object{"type": "object", "dependentRequired": numbered(n, "a%d", func(i int) any {
			return []string{fmt.Sprintf("b%d", i), fmt.Sprintf("c%d", i)}
		})}
	}},
	{"patterns of names", 1000, func(n int) object {
		return object{"type": "object", "patternProperties": numbered(n, "^p%d_", func(int) any { return integer })}
	}},
	{"definitions that nothing refers to", 400, func(n int) object {
		return object{"type": "object", "$defs": numbered(n, "d%d", func(int) any {
			return object{"type": "object", "properties": object{"x": text}}
		})}
	}},
	{"a cycle of definitions", 400, func(n int) object {
		return object{"$ref": "#/$defs/d0", "$defs": numbered(n, "d%d", func(i int) any {
			return object{"type": "object", "properties": object{"n": object{"$ref": fmt.Sprintf("#/$defs/d%d", (i+1)%n)}}}
		})}
	}},
	{"allOf of many", 1000, func(n int) object {
		return object{"type": "object", "allOf": list(n, func(i int) any {
			return object{"properties": object{fmt.Sprintf("p%d", i): text}}
		})}
	}},
	{"members of closed parts", 5000, func(n int) object {
		return object{"type": "object", "allOf": list(2, func(part int) any {
			return object{"properties": numbered(n/2, fmt.Sprintf("p%d_%%d", part), func(int) any { return text }), "additionalProperties": false}
		})}
	}},
	{"anchors", 400, func(n int) object {
		return object{
			"type": "object", "properties": numbered(n, "p%d", func(i int) any { return object{"$ref": fmt.Sprintf("#a%d", i)} }),
			"$defs": numbered(n, "d%d", func(i int) any { return object{"$anchor": fmt.Sprintf("a%d", i), "type": "integer"} }),
		}
	}},
	{"a chain of references", 2000, func(n int) object {
		defs := numbered(n, "d%d", func(i int) any { return object{"$ref": fmt.Sprintf("#/$defs/d%d", i+1)} })
		defs[fmt.Sprintf("d%d", n)] = text
		return object{"type": "object", "properties": object{"x": object{"$ref": "#/$defs/d0"}}, "$defs": defs}
	}},
	{"positions of a tuple", 2000, func(n int) object {
		return object{"type": "array", "prefixItems": list(n, func(int) any { return text })}
	}},
	{"branches with constants", 200, func(n int) object {
		return object{"oneOf": list(n, func(i int) any {
			return object{"type": "object", "required": []string{"k"}, "properties": object{"k": object{"const": fmt.Sprintf("v%d", i)}, fmt.Sprintf("p%d", i): text}}
		})}
	}},
	{"constants", 5000, func(n int) object {
		return object{"oneOf": list(n, func(i int) any { return object{"const": fmt.Sprintf("v%d", i)} })}
	}},
	{"constants that are numbers", 5000, func(n int) object {
		return object{"anyOf": list(n, func(i int) any { return object{"const": i - n/2} })}
	}},
	{"constants of type number", 5000, func(n int) object {
		return object{"oneOf": list(n, func(i int) any { return object{"type": "number", "const": i} })}
	}},
	{"constants of two unions", 5000, func(n int) object {
		return object{"anyOf": list(2, func(half int) any {
			return object{"oneOf": list(n/2, func(i int) any { return object{"const": fmt.Sprintf("v%d", half*n+i)} })}
		})}
	}},
	{"constants beside one that is no integer", 5000, func(n int) object {
		return object{"anyOf": list(n, func(i int) any {
			if i == 0 {
				return object{"const": 1.5}
			}
			return object{"const": fmt.Sprintf("v%d", i)}
		})}
	}},
	{"branches of one kind", 4000, func(n int) object {
		return object{"anyOf": list(n, func(i int) any { return object{"type": "string", "maxLength": i} })}
	}},
	{"conditions", 250, func(n int) object {
		return object{"type": "object", "properties": object{"k": text}, "allOf": list(n, func(i int) any {
			return object{
				"if":   object{"required": []string{"k"}, "properties": object{"k": object{"const": fmt.Sprintf("v%d", i)}}},
				"then": object{"properties": object{fmt.Sprintf("x%d", i): integer}, "required": []string{fmt.Sprintf("x%d", i)}},
			}
		})}
	}},
	{"schemas that depend on members", 250, func(n int) object {
		return object{"type": "object", "dependentSchemas": numbered(n, "a%d", func(i int) any {
			return object{"required": []string{fmt.Sprintf("b%d", i)}, "properties": object{fmt.Sprintf("b%d", i): integer}}
		})}
	}},
	{"members that open branches must have", 2000, openBranches},
	{"values of an enum", 4000, func(n int) object { return object{"enum": list(n, func(i int) any { return i })} }},
}

// openBranches is a union of two objects that must have the same members.
func openBranches(n int) object {
	branch := func(member string) object {
		return object{"type": "object", "required": list(n, func(i int) any { return fmt.Sprintf("m%d", i) }), "properties": object{member: text}}
	}
	return object{"type": "object", "properties": object{"u": object{"anyOf": []any{branch("a"), branch("b")}}}}
}

// TestStraightLineCodeGrowsWithTheSchema is TestGeneratingGrowsWithTheSchema for what
// would be compact code at these sizes.
func TestStraightLineCodeGrowsWithTheSchema(t *testing.T) {
	size := compiled.Many(1000, 2000)
	grows(t, size, func(size int) time.Duration {
		return processorTime(t, func() {
			if _, ds := generateIn(t, config.Fast, openBranches(size), nil); ds.HasErrors() {
				t.Fatal(ds)
			}
		})
	})
}

// TestGeneratingGrowsWithTheSchema: four times as large a schema takes four times
// as long, give or take; it would be sixteen times where the work is quadratic. Every
// eighth kind is tried, with a quarter of its size, and all where tests are exhaustive.
func TestGeneratingGrowsWithTheSchema(t *testing.T) {
	for i, c := range costs {
		if i%compiled.Every(8) != 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			grows(t, compiled.Many(c.size/4, c.size), func(size int) time.Duration { return cost(t, c.schema(size)) })
		})
	}
}

// grows compares what a size costs with what four times the size does, which may be ten
// times as much. What else the machine does makes either of them longer, never shorter:
// until the least of what was seen of each is near enough, both are tried again.
func grows(t *testing.T, size int, cost func(size int) time.Duration) {
	t.Helper()
	const most, tries = 10, 5
	cost(size / 4) // what is made once
	small, large := cost(size), cost(4*size)
	by := func() float64 { return float64(large) / float64(max(small, 25*time.Millisecond)) }
	for range tries - 1 {
		if by() <= most {
			break
		}
		large = min(large, cost(4*size))
	}
	t.Logf("%d: %v, %d: %v", size, small, 4*size, large)
	if by() > most {
		t.Errorf("%d take %v, %.1f times as long as %d", 4*size, large, by(), size)
	}
}

// cost is the processor time that generating takes.
func cost(t *testing.T, schema object) time.Duration {
	t.Helper()
	return processorTime(t, func() {
		if ds := generate(t, schema); ds.HasErrors() {
			t.Fatal(ds)
		}
	})
}

// processorTime is what the process uses for work. Collecting garbage, which takes
// whatever processors are idle, waits until there is a gigabyte of it.
func processorTime(t *testing.T, work func()) time.Duration {
	t.Helper()
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	used := func() time.Duration {
		var used syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
			t.Fatal(err)
		}
		return time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
	before := used()
	work()
	return used() - before
}

// TestGeneratingAgain: what branches of a union were called before is found by what they
// say, not by looking through all that they were called, so that generating again takes as
// long as the first time. The two are compared at one size, since what else the machine
// does slows both alike; by looking through all it was five times as long.
func TestGeneratingAgain(t *testing.T) {
	union := object{"oneOf": list(800, func(i int) any {
		return object{"type": "object", "required": []string{"k"}, "properties": object{"k": object{"const": fmt.Sprintf("v%d", i)}, "text": text}}
	})}
	timed := func(manifest []byte) (files compiler.Files, took time.Duration) {
		took = processorTime(t, func() {
			var ds diag.Diagnostics
			if files, ds = generateAfter(t, union, manifest); ds.HasErrors() {
				t.Fatal(ds)
			}
		})
		return files, took
	}
	files, first := timed(nil)
	_, again := timed(files["p/"+output.ManifestName])
	t.Logf("the first time %v, again %v", first, again)
	if again > 3*first {
		t.Errorf("generating 800 branches takes %v again, %v the first time", again, first)
	}
}

// generate makes a package of a schema, whose codec is chosen automatically.
func generate(t *testing.T, schema object) diag.Diagnostics {
	t.Helper()
	_, ds := generateAfter(t, schema, nil)
	return ds
}

// generateAfter is generate where a package has a manifest from before, nil for none.
func generateAfter(t *testing.T, schema object, manifest []byte) (compiler.Files, diag.Diagnostics) {
	t.Helper()
	return generateIn(t, config.Auto, schema, manifest)
}

// generateIn is generateAfter with a codec.
func generateIn(t *testing.T, codec config.Codec, schema object, manifest []byte) (compiler.Files, diag.Diagnostics) {
	t.Helper()
	data, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	w := &workspace.Workspace{FS: fstest.MapFS{"s.json": {Data: data}}, Dir: "."}
	p := config.Package{Schema: "s.json", Name: "p", Out: "p", Codec: codec, Roots: []config.Root{{Name: "Root", Pointer: "#"}}}
	if manifest != nil {
		if ds := compiler.HoldNames(&p, output.ManifestName, manifest); len(ds) > 0 {
			t.Fatal(ds)
		}
	}
	return compiler.Generate(context.Background(), w, config.Config{Packages: []config.Package{p}})
}

// TestTooLarge: what cannot be made in bounded time is refused where it stands. Where
// tests are not exhaustive, every third of the schemas is tried.
func TestTooLarge(t *testing.T) {
	chainOf := func(n int, link func(i int, next object) object) object {
		defs := numbered(n, "d%d", func(i int) any { return link(i, object{"$ref": fmt.Sprintf("#/$defs/d%d", i+1)}) })
		defs[fmt.Sprintf("d%d", n)] = object{"type": "object"}
		return object{"type": "object", "properties": object{"x": object{"$ref": "#/$defs/d0"}}, "$defs": defs}
	}
	for i, tt := range []struct {
		name   string
		schema object
		want   string
	}{
		{"schemas", object{"type": "object", "properties": numbered(100_000, "p%d", func(int) any { return text })}, "more than 100000 schemas"},
		{"schemas in definitions", object{"$defs": numbered(50_000, "d%d", func(int) any { return object{"items": text} })}, "more than 100000 schemas"},
		{"types that add to each other", chainOf(1000, func(i int, next object) object {
			next["properties"] = object{fmt.Sprintf("p%d", i): text}
			return next
		}), "more than 100000 members together"},
		{"types made of each other", chainOf(1000, func(i int, next object) object {
			return object{"allOf": []object{next, {"properties": object{fmt.Sprintf("p%d", i): text}}}}
		}), "more than 100000 members together"},
		{"branches beside many members", object{
			"type": "object", "properties": numbered(1000, "p%d", func(int) any { return text }),
			"oneOf": list(1000, func(i int) any {
				return object{"required": []string{"k"}, "properties": object{"k": object{"const": i}, fmt.Sprintf("q%d", i): text}}
			}),
		}, "more than 100000 members together"},
	} {
		if i%compiled.Every(3) != 0 {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			ds := slices.DeleteFunc(generate(t, tt.schema), func(d diag.Diagnostic) bool { return d.Severity < diag.Error })
			if len(ds) != 1 || ds[0].Code != diag.SchemaTooLarge || !strings.Contains(ds[0].Message, tt.want) || ds[0].Pos.Line == 0 {
				t.Errorf("%.500v, want one %s: %s", ds, diag.SchemaTooLarge, tt.want)
			}
		})
	}
}

// TestDeepUnevaluated: what a schema has evaluated is found once, not at every
// level again.
func TestDeepUnevaluated(t *testing.T) {
	schema := nested(400, object{"type": "object", "properties": object{"z": text}}, func(i int, inner object) object {
		return object{"allOf": []object{inner}, "unevaluatedProperties": object{"type": []string{"string", "integer"}}, "properties": object{fmt.Sprintf("p%d", i): integer}}
	})
	const most = 5 * time.Second // 0.4 on the machine where it was written; 40 where each level looks again
	if took := cost(t, schema); took > most {
		t.Errorf("%v", took)
	}
}
