package checks

import (
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Topics implements section.Describer.
func (s *Section) Topics() []section.Topic {
	if len(s.rules) == 0 {
		return nil
	}
	t := section.Topic{Title: "Relations between members", Columns: []string{"Check", "At", "Relation", "Severity", "Message"}}
	for _, r := range s.rules {
		at, severity := r.At, "error"
		if at == "" {
			at = r.of
		}
		if r.Warning {
			severity = "warning"
		}
		t.Rows = append(t.Rows, []section.Cell{
			section.Code(r.Name), section.Code(at), section.Code(r.text), section.Prose(severity), section.Prose(r.Message),
		})
	}
	return []section.Topic{t}
}
