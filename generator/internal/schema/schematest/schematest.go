// Package schematest makes graphs of schemas for tests.
package schematest

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Graph builds the graph of a schema, in JSON or YAML, that refers to no other file
// and has no errors.
func Graph(t testing.TB, text string) *schema.Graph {
	t.Helper()
	const uri = "file:///test.yaml"
	doc, ds := document.Read(source.NewFile("test.yaml", []byte(text)))
	if ds.HasErrors() {
		t.Fatal(text, ds)
	}
	g, ds := schema.Build([]schema.Entry{{URI: uri}}, schema.Options{Loader: schema.Documents{uri: doc}})
	if ds.HasErrors() {
		t.Fatal(text, ds)
	}
	return g
}
