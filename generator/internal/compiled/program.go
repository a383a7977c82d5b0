package compiled

import "testing"

// Module is the import path that the packages of a program stand below.
const Module = "github.com/bindery-go/bindery/generator/internal/compiled/overlaid"

// Program compiles a program from its files by slash path, main.go and
// generated packages in directories of their own, and returns where it is.
// Code that does not compile fails the test.
func Program(t *testing.T, files map[string][]byte) string {
	t.Helper()
	tree := newTree(t)
	for name, data := range files {
		tree.add(name, data)
	}
	return tree.compile(t)
}
