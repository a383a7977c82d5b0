package config

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/schemas"
)

// TestListedFormatsAreKnown asks whether the formats that a configuration may list
// can be checked.
func TestListedFormatsAreKnown(t *testing.T) {
	doc, ds := document.Read(source.NewFile("bindery.schema.json", schemas.Config))
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	listed := doc.At("$defs", "format_assertion", "anyOf", "2", "items", "enum")
	if listed == nil || len(listed.Items) == 0 {
		t.Fatal("the schema lists no formats")
	}
	for _, name := range listed.Items {
		if !analysis.KnownFormat(name.Text) {
			t.Errorf("nothing checks %q", name.Text)
		}
	}
}
