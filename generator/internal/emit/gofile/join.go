package gofile

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
)

// Join makes one file of the files of a package as [File.Render] returns them, under the
// header and the package comment of the first. An import has the same name in all of
// them; see [NewPackage].
func Join(files [][]byte) ([]byte, error) {
	imports := map[string]string{} // specs by path
	var head []byte
	var bodies [][]byte
	for i, text := range files {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, "", text, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		at := func(pos token.Pos) int { return set.Position(pos).Offset }
		end := at(file.Name.End())
		if i == 0 {
			head = text[:end]
		}
		for _, d := range file.Decls {
			end = at(d.End())
		}
		for _, spec := range file.Imports {
			text := importSpec(spec)
			if other := imports[spec.Path.Value]; other != "" && other != text {
				return nil, fmt.Errorf("the import %s has two names", spec.Path.Value)
			}
			imports[spec.Path.Value] = text
		}
		bodies = append(bodies, text[end:])
	}
	var b bytes.Buffer
	b.Write(head)
	b.WriteString("\n\nimport (\n")
	for _, path := range slices.Sorted(maps.Keys(imports)) {
		b.WriteString(imports[path] + "\n")
	}
	b.WriteString(")\n")
	for _, body := range bodies {
		b.Write(body)
		b.WriteByte('\n')
	}
	return format.Source(groupImports(b.Bytes()))
}

// importSpec is an import as it is written.
func importSpec(spec *ast.ImportSpec) string {
	path, _ := strconv.Unquote(spec.Path.Value) // it has been parsed
	if spec.Name != nil {
		return spec.Name.Name + " " + strconv.Quote(path)
	}
	return strconv.Quote(path)
}
