package lower_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// TestTheModelCanBeDumped encodes the models of the five systems, recursive
// types and all, and finds them the same in every run.
func TestTheModelCanBeDumped(t *testing.T) {
	files, err := filepath.Glob("../../../schemas/*.overlay.yaml")
	if err != nil || len(files) != 5 {
		t.Fatalf("%d overlays: %v", len(files), err)
	}
	var conf config.Config
	for _, overlay := range files {
		name := filepath.Base(overlay[:len(overlay)-len(".overlay.yaml")])
		schema := name + ".yaml"
		if _, err := os.Stat("../../../schemas/" + schema); err != nil {
			schema = name + ".json"
		}
		conf.Packages = append(conf.Packages, config.Package{
			Schema: schema, Overlay: filepath.Base(overlay), Name: "x", Out: name, Roots: []config.Root{{Name: "Root", Pointer: "#"}},
		})
	}
	dump := func() []byte {
		results, ds := compiler.Compile(context.Background(), &workspace.Workspace{FS: os.DirFS("../../../schemas"), Dir: "."}, conf)
		if ds.HasErrors() {
			t.Fatal(ds)
		}
		var out bytes.Buffer
		for _, r := range results {
			if err := json.NewEncoder(&out).Encode(r.Package); err != nil {
				t.Fatal(err)
			}
		}
		return out.Bytes()
	}
	first := dump()
	if again := dump(); !bytes.Equal(first, again) {
		t.Error("the model differs from run to run")
	}
}
