package budget

import (
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// Suggest gives the budget of a document with an array of numbered entries and a
// limit for how many there may be.
func (s *Section) Suggest() []string {
	if s.written != nil || s.document == nil || s.document.Kind != model.Struct {
		return nil
	}
	for _, f := range s.document.Fields {
		of, limit := f.Type.Bare(), "max_"+f.JSON
		if of.Kind != model.Slice || of.Elem.Kind != model.Named || of.Elem.Decl.Kind != model.Struct || !s.limits.Has(limit) {
			continue
		}
		for _, member := range of.Elem.Decl.Fields {
			if member.Type.Kind != model.Int || member.JSON != "number" && !strings.HasSuffix(member.JSON, "_number") {
				continue
			}
			return []string{
				"  budget:",
				"    entries: " + visible.YAML("/"+document.EscapeToken(f.JSON)),
				"    number: " + visible.YAML("/"+document.EscapeToken(member.JSON)),
				fmt.Sprintf("    max: { iterations: %s }", visible.YAML(limit)),
			}
		}
	}
	return nil
}
