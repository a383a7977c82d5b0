package limits

import (
	"cmp"

	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Topics implements section.Describer.
func (s *Section) Topics() []section.Topic {
	if len(s.Limits) == 0 {
		return nil
	}
	t := section.Topic{Title: "Limits", Columns: []string{"Limit", "Value", "Unit", "What it bounds", "Go"}}
	for _, l := range s.Limits {
		t.Rows = append(t.Rows, []section.Cell{
			section.Code(l.Key), section.Code(l.Value.String()), section.Prose(l.Unit),
			section.Prose(cmp.Or(l.Bounds, "not checked")), section.Code(l.Name),
		})
	}
	return []section.Topic{t}
}
