package schema

import "strings"

// Place returns where the node is written: its file and the JSON Pointer in it.
func (n *Node) Place() string { return n.place }

// IsDefinition reports whether the node is a direct child of $defs or definitions.
func (n *Node) IsDefinition() bool {
	keyword, name := lastStep(n.FilePointer)
	return name && (keyword == "$defs" || keyword == "definitions")
}

// IsProperty reports whether the node is the schema of a declared member.
func (n *Node) IsProperty() bool {
	keyword, name := lastStep(n.FilePointer)
	return name && keyword == "properties"
}

// TakesName reports whether a keyword holds schemas by names.
func TakesName(keyword string) bool {
	switch keyword {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
		return true
	}
	return false
}

// TakesIndex reports whether a keyword can hold a list of schemas.
func TakesIndex(keyword string) bool {
	switch keyword {
	case "items", "prefixItems", "allOf", "anyOf", "oneOf":
		return true
	}
	return false
}

// lastStep returns the keyword that leads to the schema at a pointer, and
// whether it does so by a name: a member may be called like a keyword.
func lastStep(pointer string) (keyword string, name bool) {
	for pointer != "" {
		keyword, pointer = cutFirst(pointer)
		if name = TakesName(keyword) && pointer != ""; name {
			_, pointer = cutFirst(pointer)
		}
	}
	return keyword, name
}

// cutFirst splits the first token from a pointer.
func cutFirst(pointer string) (token, rest string) {
	pointer = pointer[1:]
	if i := strings.IndexByte(pointer, '/'); i >= 0 {
		return pointer[:i], pointer[i:]
	}
	return pointer, ""
}
