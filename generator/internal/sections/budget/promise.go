package budget

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Promises implements section.Promiser: what may be spent.
func (s *Section) Promises() []section.Promise {
	b := s.written
	if b == nil {
		return nil
	}
	const within = "x-bindery.budget"
	out := lists.Of(b.Most, func(m *Most) section.Promise {
		return s.limits.Promise(within+".max."+string(m.Resource), within, m.Written, m.Pos)
	})
	if b.Leave > 0 {
		out = append(out, section.Promise{Kind: section.BoundPromise, Key: within + ".leave", Within: within, Pos: b.pos, Bound: strconv.FormatInt(b.Leave, 10), Lower: true})
	}
	return out
}
