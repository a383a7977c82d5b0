package memory

import "github.com/bindery-go/bindery/generator/internal/sections/section"

// Promises implements section.Promiser: how many records the window keeps.
func (s *Section) Promises() []section.Promise {
	if s.written == nil {
		return nil
	}
	return []section.Promise{s.limits.Promise("x-bindery.window.capacity", "x-bindery.window", s.written.capacity, s.written.pos)}
}
