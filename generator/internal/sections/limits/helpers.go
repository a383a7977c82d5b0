package limits

import "github.com/bindery-go/bindery/generator/internal/sections/section"

// Helpers are the check of documents, and what tells that a value is too large.
func (s *Section) Helpers() (out []section.Helper) {
	if s.check != nil {
		out = append(out, section.Helper{Name: s.typeName + ".Check", Does: "names every limit that a document breaks", When: []string{"limit bound size capacity quota"}})
	}
	for _, l := range s.Limits {
		if l.Spill != nil {
			out = append(out, section.Helper{Name: s.typeName + "." + l.Spill.Func, Does: "reports whether a value is too large to stay", When: []string{"large larger big oversized"}})
		}
	}
	return out
}
