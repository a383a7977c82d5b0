package model

import (
	"slices"
	"strconv"
)

// Owns reports whether a file is a schema of the package or a patch of one.
func (p *Package) Owns(file string) bool {
	if file == p.Source || file == p.Overlay && file != "" {
		return true
	}
	return slices.ContainsFunc(p.Beside, func(f SchemaFile) bool { return file == f.Source || file == f.Overlay && file != "" })
}

// Sources lists the schemas of the package.
func (p *Package) Sources() []string {
	out := []string{p.Source}
	for _, f := range p.Beside {
		out = append(out, f.Source)
	}
	return out
}

// Origin says what the package is made from: its schema, both of two, and of more the
// first and the number of the others.
func (p *Package) Origin() string {
	switch n := len(p.Beside); n {
	case 0:
		return p.Source
	case 1:
		return p.Source + " and " + p.Beside[0].Source
	default:
		return p.Source + " and " + strconv.Itoa(n) + " others"
	}
}
