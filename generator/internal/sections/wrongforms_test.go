package sections_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/overlay"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// TestNothingFollowsFromAWrongForm: where a value of x-bindery has the wrong form nothing
// else is told, wherever it stands in the overlays of the five systems. Without
// BINDERY_EXHAUSTIVE some places have to do.
func TestNothingFollowsFromAWrongForm(t *testing.T) {
	each := 17
	if compiled.Exhaustive() {
		each = 1
	}
	for _, system := range []struct {
		schema, overlay string
		roots           []config.Root
	}{
		{"rlm-state.yaml", "rlm-state.overlay.yaml", []config.Root{{Name: "State", Pointer: "#"}}},
		{"rlm-trajectory.yaml", "rlm-trajectory.overlay.yaml", []config.Root{{Name: "Trajectory", Pointer: "#"}}},
		{"memory-packet.json", "memory-packet.overlay.yaml", []config.Root{{Name: "MemoryPacket", Pointer: "#"}}},
		{"reflection-memory.json", "reflection-memory.overlay.yaml", []config.Root{{Name: "ReflectionMemory", Pointer: "#"}}},
		{"social-rl.yaml", "social-rl.overlay.yaml", []config.Root{{Name: "RoundResult", Pointer: "#/$defs/RoundResult"}, {Name: "PolicyState", Pointer: "#/$defs/PolicyState"}, {Name: "RolePolicies", Pointer: "#/$defs/RolePolicies"}}},
	} {
		t.Run(system.schema, func(t *testing.T) {
			doc, ds := overlay.Apply(schemaFile(t, system.schema), schemaFile(t, system.overlay))
			if ds.HasErrors() {
				t.Fatal(ds)
			}
			for i, place := range placesBelow(doc.Get("x-bindery"), []string{"x-bindery"}) {
				if i%each == 0 {
					wrongAt(t, doc.Clone(), place, system.roots)
				}
			}
		})
	}
}

// wrongAt puts a value of the wrong form into a schema, and compiles it.
func wrongAt(t *testing.T, doc *document.Node, place []string, roots []config.Root) {
	t.Helper()
	at := doc.At(place...)
	*at = document.Node{Kind: document.Array, Pos: at.Pos, Items: []*document.Node{{Kind: document.Object}}}
	text := doc.AppendJSON(nil)
	w := &workspace.Workspace{FS: fstest.MapFS{"s.json": {Data: text}}, Dir: "."}
	_, ds := compiler.Compile(t.Context(), w, config.Config{
		AssertFormat: true, Packages: []config.Package{{Schema: "s.json", Name: "x", Out: "x", Roots: roots}},
	})
	written, _ := document.Read(source.NewFile("s.json", text))
	pointers := map[source.Pos]string{}
	notePointers(pointers, written, "")
	wrong := document.FormatPointer(place...)
	for _, d := range ds {
		// It may be told of what the value is in, and of what is in it.
		if of := pointers[d.Pos]; d.Severity == diag.Error && !strings.HasPrefix(of, wrong) && !strings.HasPrefix(wrong, of) {
			t.Errorf("%s is wrong, and of %s is told: %s", wrong, of, d.Message)
		}
	}
}

func schemaFile(t *testing.T, name string) *document.Node {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "schemas", name))
	if err != nil {
		t.Fatal(err)
	}
	doc, ds := document.Read(source.NewFile(name, data))
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	return doc
}

// placesBelow lists the places of a value and of all in it.
func placesBelow(n *document.Node, at []string) (list [][]string) {
	list = append(list, at)
	for _, m := range n.Members {
		list = append(list, placesBelow(m.Value, append(at[:len(at):len(at)], m.Name))...)
	}
	for i, item := range n.Items {
		list = append(list, placesBelow(item, append(at[:len(at):len(at)], strconv.Itoa(i)))...)
	}
	return list
}

// notePointers notes the pointers of names and values by where they stand.
func notePointers(pointers map[source.Pos]string, n *document.Node, at string) {
	if _, ok := pointers[n.Pos]; !ok {
		pointers[n.Pos] = at
	}
	for _, m := range n.Members {
		below := document.AppendToken(at, m.Name)
		pointers[m.NamePos] = below
		notePointers(pointers, m.Value, below)
	}
	for i, item := range n.Items {
		notePointers(pointers, item, document.AppendToken(at, strconv.Itoa(i)))
	}
}
