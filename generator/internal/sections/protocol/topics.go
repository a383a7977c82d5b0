package protocol

import "github.com/bindery-go/bindery/generator/internal/sections/section"

// Topics implements section.Describer.
func (s *Section) Topics() []section.Topic {
	if len(s.Operations) == 0 {
		return nil
	}
	t := section.Topic{Title: "Operations"}
	for _, op := range s.Operations {
		t.Charts = append(t.Charts, section.Chart{
			Title: op.Name, Doc: op.Doc, Runs: op.Run, Interface: op.Interface, Mermaid: op.FlowChart(), SVG: op.Drawing(),
		})
	}
	return []section.Topic{t}
}
