package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// measure is what there is to say of Go code from a schema.
type measure struct {
	types, numbered int // exported types, and those that only a number tells apart
	untyped, fields int // fields of exported structs, and those that can be anything
	lines           int
	names           map[string]bool
}

func (m *measure) String() string {
	return fmt.Sprintf("%d\t%d\t%d\t%d\t%d\t", m.types, m.numbered, m.untyped, m.fields, m.lines)
}

// measureDir measures the package in a directory.
func measureDir(dir string) (*measure, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	m := &measure{names: map[string]bool{}}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := m.add(text); err != nil {
			return nil, err
		}
	}
	m.count()
	return m, nil
}

// measureText measures a package of one file.
func measureText(text []byte) (*measure, error) {
	m := &measure{names: map[string]bool{}}
	if err := m.add(text); err != nil {
		return nil, err
	}
	m.count()
	return m, nil
}

func (m *measure) add(text []byte) error {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		return err
	}
	m.lines += bytes.Count(text, []byte("\n"))
	for _, decl := range file.Decls {
		types, ok := decl.(*ast.GenDecl)
		if !ok || types.Tok != token.TYPE {
			continue
		}
		for _, spec := range types.Specs {
			m.declare(spec.(*ast.TypeSpec))
		}
	}
	return nil
}

// declare notes a type. What belongs to a union, its kind and the interface of its
// variants, is not counted as one.
func (m *measure) declare(spec *ast.TypeSpec) {
	name := spec.Name.Name
	if !spec.Name.IsExported() {
		return
	}
	m.names[name] = true
	fields, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range fields.Fields.List {
		for _, n := range f.Names {
			if !n.IsExported() || n.Name == "Extra" || n.Name == "NonObject" || n.Name == "AdditionalProperties" {
				continue
			}
			m.fields++
			if isAny(f.Type) {
				m.untyped++
			}
		}
	}
}

// isAny reports whether a type, or what it is a pointer, a list or a map of, can be any
// JSON.
func isAny(t ast.Expr) bool {
	switch t := t.(type) {
	case *ast.StarExpr:
		return isAny(t.X)
	case *ast.ArrayType:
		return isAny(t.Elt)
	case *ast.MapType:
		return isAny(t.Value)
	case *ast.InterfaceType:
		return len(t.Methods.List) == 0
	case *ast.Ident:
		return t.Name == "any"
	case *ast.IndexExpr: // optional.Nullable[T]
		return isAny(t.Index)
	case *ast.SelectorExpr:
		x, _ := t.X.(*ast.Ident)
		return x != nil && (x.Name == "jsonvalue" && t.Sel.Name == "Value" || x.Name == "json" && t.Sel.Name == "RawMessage")
	}
	return false
}

var number = regexp.MustCompile(`_?[0-9]+$`)

// count counts the types: one is numbered where its name is another's with a number
// behind it, or has an option's.
func (m *measure) count() {
	for name := range m.names {
		base := strings.TrimSuffix(strings.TrimSuffix(name, "Kind"), "Variant")
		if base != name && m.names[base] && m.names[base+"Kind"] && m.names[base+"Variant"] {
			continue
		}
		m.types++
		at := number.FindStringIndex(name)
		if at != nil && m.names[name[:at[0]]] || optionNumber.MatchString(name) {
			m.numbered++
		}
	}
}

var optionNumber = regexp.MustCompile(`Option[0-9]`)
