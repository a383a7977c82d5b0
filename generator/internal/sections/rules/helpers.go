package rules

import "github.com/bindery-go/bindery/generator/internal/sections/section"

// Helpers are what says that a document is complete.
func (s *Section) Helpers() []section.Helper {
	if s.rules == nil || s.rules.IsDone == "" {
		return nil
	}
	return []section.Helper{{Name: s.rules.IsDone, Does: "reports whether a document is complete", When: []string{"complete completed completion done finished non"}}}
}
