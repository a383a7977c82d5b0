package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// remarks are the keywords that ask nothing of a document.
var remarks = []string{"$schema", "$id", "id", "$anchor", "$comment", "$vocabulary", "$dynamicAnchor", "$recursiveAnchor", "$defs", "definitions",
	"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"}

// collections are the members that hold schemas: of JSON Schema, of OpenAPI and of
// Swagger.
var collections = [][]string{{"$defs"}, {"definitions"}, {"components", "schemas"}}

// Vacuous reports a schema that accepts every document, although there are others below
// it one of which is meant. Whoever wants it so writes {} or true.
func Vacuous(n *schema.Node) diag.Diagnostics {
	for _, m := range n.Doc.Members {
		if schema.IsKeyword(m.Name) && !slices.Contains(remarks, m.Name) {
			return nil
		}
	}
	for _, path := range collections {
		at := n.Doc.At(path...)
		if at == nil || at.Kind != document.Object || len(at.Members) == 0 {
			continue
		}
		const most = 5
		var there []string
		for _, m := range at.Members[:min(most, len(at.Members))] {
			there = append(there, fmt.Sprintf("%q", "#"+document.FormatPointer(append(path[:len(path):len(path)], m.Name)...)))
		}
		if len(at.Members) > most {
			there = append(there, fmt.Sprintf("and %d more", len(at.Members)-most))
		}
		return diag.Diagnostics{diag.New(diag.VacuousRoot, n.Pos, "the schema accepts every document: it only defines others").
			WithHelp("name the one that is meant, under roots in the configuration or with --pointer: %s", strings.Join(there, ", "))}
	}
	return nil
}
