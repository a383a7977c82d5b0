package trouble

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// TestTheModelCanBeDumped encodes the models of the five systems, recursive
// types and all, and finds them the same in every run.
func TestTheModelCanBeDumped(t *testing.T) {
	conf, ds := config.Load(&workspace.Workspace{FS: os.DirFS("../../.."), Dir: "."}, "bindery.yaml")
	if ds.HasErrors() || len(conf.Packages) != 5 {
		t.Fatalf("%d packages: %v", len(conf.Packages), ds)
	}
	dump := func() []byte {
		results, ds := compiler.Compile(context.Background(), &workspace.Workspace{FS: os.DirFS("../../.."), Dir: "."}, conf)
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
