package naming

// Existing are the names that a package had when it was last generated, from
// the committed manifest.
type Existing struct {
	types   map[string]string            // place keys by name
	members map[string]map[string]string // by name of the type
	byKey   map[string]string            // the inverse of types
}

// NewExisting returns the names that have been given: of the types, with the
// places that held them, and of the fields and constants of each type, with the
// members and values that they stand for.
func NewExisting(types map[string]string, members map[string]map[string]string) Existing {
	e := Existing{types: types, members: members, byKey: map[string]string{}}
	for name, key := range types {
		e.byKey[key] = name
	}
	return e
}

// Members are the names in the type at a place, with what they stand for.
func (e Existing) Members(key string) map[string]string { return e.members[e.byKey[key]] }
