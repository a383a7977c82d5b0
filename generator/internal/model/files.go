package model

import (
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/lists"
)

// Owns reports whether a file is a schema of the package or a patch of one.
func (p *Package) Owns(file string) bool {
	isIts := func(f SchemaFile) bool { return file == f.Source || file == f.Overlay && file != "" }
	return isIts(SchemaFile{p.Source, p.Overlay}) || slices.ContainsFunc(p.Beside, isIts)
}

// Sources lists the schemas of the package.
func (p *Package) Sources() []string {
	return append([]string{p.Source}, lists.Of(p.Beside, func(f SchemaFile) string { return f.Source })...)
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
