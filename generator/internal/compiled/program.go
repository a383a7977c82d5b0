package compiled

import "testing"

// Module is the import path that the packages of a program stand below.
const Module = "github.com/bindery-go/bindery/generator/internal/compiled/overlaid"

// Program compiles a program from its files by slash path, main.go and
// generated packages in directories of their own, and returns where it is.
// Code that does not compile fails the test.
func Program(t *testing.T, files map[string][]byte) string {
	t.Helper()
	return treeOf(t, files).compile(t)
}

// Counting is Program for a program in which package runtime/coverage counts
// how often each piece of generated code and of the runtime runs.
func Counting(t *testing.T, files map[string][]byte) string {
	t.Helper()
	return treeOf(t, files).compile(t, "-cover", "-covermode=atomic", "-coverpkg="+Module+"/...,github.com/bindery-go/bindery/runtime/...")
}

// Vetted is Program for code in which go vet must find nothing as well, where tests are
// exhaustive.
func Vetted(t *testing.T, files map[string][]byte) string {
	t.Helper()
	tree := treeOf(t, files)
	bin := tree.compile(t)
	if Exhaustive() {
		if err := tree.goTool("vet", quick, "./..."); err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

func treeOf(t *testing.T, files map[string][]byte) *tree {
	t.Helper()
	tree := newTree(t)
	tree.addAll(files)
	return tree
}
