package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// largeDir holds large schemas of public collections. It is no part of the
// repository.
const largeDir = "../../../shared/real-schemas/large"

// sized is a schema whose code is measured, with what it is generated from.
type sized struct {
	dir     string // what the paths of the package are relative to
	formats bool   // they are assertions
	config.Package
}

// sizedSchemas are the schemas of the corpus, the five of this repository and five
// large ones.
func sizedSchemas(b *testing.B) (list []sized) {
	b.Helper()
	files, err := filepath.Glob(filepath.Join(corpusDir, "*", "schema.json"))
	if err != nil || len(files) == 0 {
		b.Skip("2026-11-30: no corpus beside the repository")
	}
	for _, name := range []string{"github-workflow", "compose-spec", "geojson", "sarif-2.1.0", "vega-lite"} {
		files = append(files, filepath.Join(largeDir, name+".json"))
	}
	for _, file := range files {
		list = append(list, sized{dir: filepath.Dir(file), Package: config.Package{
			Schema: filepath.Base(file), Name: "sized", Out: "sized", Roots: []config.Root{{Name: "Root", Pointer: "#"}},
		}})
	}
	ours, ds := config.Load(&workspace.Workspace{FS: os.DirFS("../.."), Dir: "."}, "bindery.yaml")
	if ds.HasErrors() {
		b.Fatal(ds)
	}
	for _, p := range ours.Packages {
		list = append(list, sized{dir: "../..", formats: ours.AssertFormat, Package: p})
	}
	return list
}

// source is how much there is of a schema, overlay included, since parts of the
// code are written from that: stores, limits, protocols.
func (s *sized) source(b *testing.B) (size int) {
	b.Helper()
	for _, name := range []string{s.Schema, s.Overlay} {
		if name == "" {
			continue
		}
		info, err := os.Stat(filepath.Join(s.dir, name))
		if err != nil {
			b.Fatal(err)
		}
		size += int(info.Size())
	}
	return size
}

// code is how much Go is generated from it.
func (s *sized) code(b *testing.B, codec config.Codec) (size, lines int) {
	b.Helper()
	p := s.Package
	p.Codec = codec
	files, ds := compiler.Generate(context.Background(), &workspace.Workspace{FS: os.DirFS(s.dir), Dir: "."},
		config.Config{AssertFormat: s.formats, Packages: []config.Package{p}})
	if ds.HasErrors() {
		b.Fatal(ds)
	}
	for name, text := range files {
		if strings.HasSuffix(name, ".go") {
			size += len(text)
			lines += bytes.Count(text, []byte("\n"))
		}
	}
	return size, lines
}

// BenchmarkSize reports how much Go is generated for a byte of schema.
func BenchmarkSize(b *testing.B) {
	schemas := sizedSchemas(b)
	for _, c := range []struct {
		codec config.Codec
		most  float64
	}{{config.Compact, 3}, {config.Fast, 6}} {
		ratios := make([]float64, 0, len(schemas))
		for i := range schemas {
			s := &schemas[i]
			size, lines := s.code(b, c.codec)
			ratios = append(ratios, float64(size)/float64(s.source(b)))
			if c.codec == config.Compact && s.Schema == "github-workflow.json" {
				report(b, row{work: "lines of Go of " + s.Schema + ", compact", ratio: float64(lines), least: 7_000, atMost: true})
			}
		}
		slices.Sort(ratios)
		last := len(ratios) - 1
		report(b, row{
			work:  fmt.Sprintf("bytes of Go for a byte of schema, %s, median of %d schemas", c.codec, len(ratios)),
			ratio: (ratios[last/2] + ratios[len(ratios)/2]) / 2, least: c.most, atMost: true,
			detail: fmt.Sprintf("%.2f to %.2f", ratios[0], ratios[last]),
		})
	}
	b.ReportMetric(0, "ns/op")
}
