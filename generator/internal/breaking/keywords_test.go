package breaking

import (
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/schema"
)

// TestDocuments_unknownKeyword has the comparison know nothing of uniqueItems.
func TestDocuments_unknownKeyword(t *testing.T) {
	if names := (schema.Judging() &^ compared).Names(); len(names) > 0 {
		t.Errorf("nobody compares %v", names)
	}
	defer func(before schema.Keywords) { compared = before }(compared)
	compared &^= schema.KeywordSet("uniqueItems")
	report := []string{"B1201 the document: uniqueItems is new or has another value"}
	for _, tt := range []struct {
		name, old, new string
		want           []string
	}{
		{"new", `{"type": "array"}`, `{"type": "array", "uniqueItems": true}`, append(report, "B1201 the document: equal items are refused now")},
		{"gone", `{"type": "array", "uniqueItems": true}`, `{"type": "array"}`, nil},
		{"same", `{"type": "array", "uniqueItems": true}`, `{"type": "array", "uniqueItems": true, "title": "a"}`, nil},
		{"of other values", `{"type": "string"}`, `{"type": "string", "uniqueItems": true}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := compare(t, tt.old, tt.new)
			slices.Sort(got)
			slices.Sort(tt.want)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
