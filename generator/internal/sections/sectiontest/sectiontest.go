// Package sectiontest reads sections in tests.
package sectiontest

import (
	"fmt"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Parse reads a YAML document.
func Parse(t testing.TB, yaml string) *document.Node {
	t.Helper()
	doc, ds := document.Read(source.NewFile("s.yaml", []byte(yaml)))
	if doc == nil || ds.HasErrors() {
		t.Fatalf("%v\n%s", ds, yaml)
	}
	return doc
}

// Read reads the sections of a schema, in order.
func Read(doc *document.Node, sections ...section.Section) diag.Diagnostics {
	r := section.NewReader(doc, nil)
	for _, s := range sections {
		s.Read(r)
	}
	return r.Close()
}

// Codes lists the diagnostics as line:code, but for those that only say what
// was read.
func Codes(ds diag.Diagnostics) (list []string) {
	for _, d := range ds.Sorted() {
		if d.Code != diag.SectionRead {
			list = append(list, fmt.Sprintf("%d:%s", d.Pos.Line, d.Code))
		}
	}
	return list
}
