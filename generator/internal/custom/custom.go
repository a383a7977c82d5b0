// Package custom has the Go types that users give to the values of schemas: how
// they are named, and whether they are there with the methods that generated code
// calls.
package custom

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"golang.org/x/mod/module"

	"github.com/bindery-go/bindery/generator/internal/names"
)

// Type is a Go type that another package declares and that reads and writes its
// own values.
type Type struct {
	Import string // path of the package
	// Package is the name by which the package is imported; "" for the one that
	// its path says.
	Package string
	Name    string
	// Nilable says that nil stands for a member that is absent.
	Nilable bool
	// HoldsNull says that the type itself reads and writes null, as one of several
	// kinds of values.
	HoldsNull bool
}

// Parse reads a type as "path/of/package.Name".
func Parse(text string) (Type, error) {
	at := strings.LastIndexByte(text, '.')
	if at <= 0 || at < strings.LastIndexByte(text, '/') {
		return Type{}, fmt.Errorf("%q is not a Go type of a package, such as github.com/google/uuid.UUID", text)
	}
	return New(text[:at], "", text[at+1:])
}

// New returns a type by the path of its package, the name by which that is
// imported ("" for its own), and its name.
func New(importPath, pkg, name string) (Type, error) {
	t := Type{Import: importPath, Package: pkg, Name: name}
	if !names.IsExported(name) {
		return t, fmt.Errorf("%q is not the exported name of a Go type", name)
	}
	var invalid *module.InvalidPathError
	switch err := module.CheckImportPath(importPath); {
	case errors.As(err, &invalid):
		return t, fmt.Errorf("%q is not an import path: %w", importPath, invalid.Err)
	case err != nil:
		return t, err
	}
	if pkg != "" && !names.IsPackage(pkg) {
		return t, fmt.Errorf("%q cannot be the name of an import", pkg)
	}
	return t, nil
}

var version = regexp.MustCompile(`^v[0-9]+$`)

// PackageName is the name by which the package is imported: what is asked for, else
// the last part of its path without a version, as most packages are called.
func (t Type) PackageName() string {
	if t.Package != "" {
		return t.Package
	}
	dir, last := path.Split(t.Import)
	if version.MatchString(last) && dir != "" {
		last = path.Base(dir)
	}
	if stem, suffix, ok := strings.Cut(last, "."); ok && version.MatchString(suffix) {
		last = stem
	}
	last = strings.TrimSuffix(strings.TrimPrefix(last, "go-"), "-go")
	return names.Package(last)
}

// String is the type as [Parse] reads it.
func (t Type) String() string { return t.Import + "." + t.Name }
