package memory

import "github.com/bindery-go/bindery/generator/internal/sections/section"

// Helpers are the methods of the memory.
func (s *Section) Helpers() []section.Helper {
	m := s.memory
	if m == nil {
		return nil
	}
	noun := section.Nouns(m.Record.Name) + " memory"
	return []section.Helper{
		{Name: m.Type + ".Add", Does: "adds a record, and drops what the window has no room for", When: []string{"remember memorize"}},
		{Name: m.Type + ".Add", Does: "adds a record, and drops what the window has no room for", When: []string{"add store save append update keep record", noun}},
		{Name: m.Type + ".InContext", Does: "gives the records that are in the window", When: []string{"context inject recall retrieve"}},
		{Name: m.Type + ".InContext", Does: "gives the records that are in the window", When: []string{"load read get fetch", noun}},
	}
}
