package allocation

import "github.com/bindery-go/bindery/generator/internal/sections/section"

// Helpers are the function that fits texts into tokens.
func (s *Section) Helpers() []section.Helper {
	if s.allocation == nil {
		return nil
	}
	return []section.Helper{{
		Name: s.allocation.Func, Does: "fits texts into the tokens that there are", When: []string{"allocate fit trim truncate cut compress assemble budget"},
	}}
}
