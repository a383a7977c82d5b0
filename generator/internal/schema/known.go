package schema

// IsKeyword reports whether name is a keyword of any draft. The other members
// of a schema's root are sections (package section).
func IsKeyword(name string) bool {
	for i := range keywords {
		if keywords[i].name == name {
			return true
		}
	}
	return false
}
