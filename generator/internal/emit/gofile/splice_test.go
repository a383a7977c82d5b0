package gofile_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestTreeOfIdentifiers refuses Go source in the place of an identifier: what Id is
// given is one name, and what Op is given is an operator. Text in their place is right
// only by luck: nobody qualifies or checks what stands in it.
func TestTreeOfIdentifiers(t *testing.T) {
	name, operator := regexp.MustCompile(`^[\pL\pN_]*$`), regexp.MustCompile(`^[^\pL]*$`)
	helpers := filepath.Join("..", "gofile", "text.go") // where such parts have a name
	for _, dir := range []string{"..", "../../sections"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || path == helpers {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) != 1 {
					return true
				}
				method, ok := call.Fun.(*ast.SelectorExpr)
				if !ok || method.Sel.Name != "Id" && method.Sel.Name != "Op" {
					return true
				}
				for _, text := range literals(call.Args[0]) {
					if method.Sel.Name == "Id" && !name.MatchString(text) || method.Sel.Name == "Op" && !operator.MatchString(text) {
						t.Errorf("%v: %s(%q)", files.Position(call.Pos()), method.Sel.Name, text)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// literals are the texts that a sum of texts is made of; what calls return is not.
func literals(e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value)
		return []string{text}
	case *ast.BinaryExpr:
		return append(literals(e.X), literals(e.Y)...)
	case *ast.ParenExpr:
		return literals(e.X)
	}
	return nil
}
