package limits

import (
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Promises implements section.Promiser: what a limit admits.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	for _, l := range s.written {
		if l.Node != nil && l.Node.Kind == document.Number {
			out = append(out, section.Promise{Kind: section.BoundPromise, Key: l.Name, Pos: l.Pos, Bound: l.Node.Text, Lower: l.Lower})
		}
	}
	return out
}
