package generator_test

import (
	"context"
	"os"
	"testing"

	"github.com/bindery-go/bindery/generator"
)

// BenchmarkGenerateFive generates the packages of the repository's own
// configuration in memory.
func BenchmarkGenerateFive(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		w := &generator.Workspace{FS: os.DirFS(".."), Dir: "."}
		c, ds := generator.Load(w, "bindery.yaml")
		if ds.HasErrors() {
			b.Fatal(ds[0])
		}
		files, ds := generator.Generate(context.Background(), w, c)
		if ds.HasErrors() || len(files) < 5 {
			b.Fatalf("%d files, %d diagnostics", len(files), len(ds))
		}
	}
}
