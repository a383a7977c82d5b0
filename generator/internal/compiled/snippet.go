package compiled

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// Snippet is a schema and Go code that uses what is generated from it, as
// package p with the entry type Root. The code calls show, which prints values
// on one line, ptr, which gives a pointer to a value, and must, which gives a
// value or panics.
type Snippet struct {
	Name   string
	Schema string // YAML
	Code   string
	Root   string // another name of the entry type
	// Entries are the entry types; nil for that of the whole schema.
	Entries []config.Root
	Codec   config.Codec
}

// Show builds one program of all snippets and returns the lines that each of
// them shows. Imports are the packages that their code needs beside p.
//
// The code is compiled as part of its package: in another one the compiler makes the
// functions of the runtime for the types of p once more, which for a store takes as long
// as all of p. What it names is exported all the same, since it writes it so.
func Show(t *testing.T, imports []string, snippets []Snippet) [][]string {
	t.Helper()
	files := map[string][]byte{}
	var needs, uses strings.Builder
	for _, p := range imports {
		name, use, _ := strings.Cut(p, " ")
		fmt.Fprintf(&needs, "\t%q\n", name)
		fmt.Fprintf(&uses, "var _ %s\n", use)
	}
	var paths, calls strings.Builder
	for i, s := range snippets {
		pkg := fmt.Sprintf("c%02d", i)
		for name, data := range Generate(t, s, pkg) {
			files[name] = data
		}
		code := strings.ReplaceAll(s.Code, "p.", "")
		files[pkg+"/snippet.go"] = fmt.Appendf(nil, snippetFile, pkg, needs.String(), uses.String(), cmp.Or(s.Root, "Root"), code)
		fmt.Fprintf(&paths, "\t%q\n", path.Join(Module, pkg))
		fmt.Fprintf(&calls, "\tfmt.Println(%q)\n\t%s.RunSnippet()\n", mark, pkg)
	}
	files["main.go"] = fmt.Appendf(nil, snippetProgram, paths.String(), calls.String())
	out, err := exec.Command(Program(t, files), t.TempDir()).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, Clip(string(out)))
	}
	var shown [][]string
	for _, part := range bytes.Split(out, []byte(mark+"\n"))[1:] {
		shown = append(shown, strings.Split(strings.TrimSuffix(string(part), "\n"), "\n"))
	}
	return shown
}

// ShowInBoth is Show for one snippet, in the fast codec and in the compact one.
func ShowInBoth(t *testing.T, imports []string, s Snippet) map[config.Codec][]string {
	t.Helper()
	fast, compact := s, s
	fast.Name, fast.Codec = string(config.Fast), config.Fast
	compact.Name, compact.Codec = string(config.Compact), config.Compact
	shown := Show(t, imports, []Snippet{fast, compact})
	return map[config.Codec][]string{config.Fast: shown[0], config.Compact: shown[1]}
}

// mark is the line before what a snippet shows.
const mark = "----"

// Generate returns the files of the package pkg that is generated for a snippet.
func Generate(t *testing.T, s Snippet, pkg string) compiler.Files {
	t.Helper()
	entries := s.Entries
	if entries == nil {
		entries = []config.Root{{Name: cmp.Or(s.Root, "Root"), Pointer: "#"}}
	}
	conf := config.Config{Packages: []config.Package{{
		Schema: "s.yaml", Name: pkg, Out: pkg, Roots: entries, Codec: s.Codec,
	}}}
	w := &workspace.Workspace{FS: fstest.MapFS{"s.yaml": {Data: []byte(s.Schema)}}, Dir: "."}
	files, ds := compiler.Generate(context.Background(), w, conf)
	if ds.HasErrors() {
		t.Fatalf("%s: %v", s.Name, ds)
	}
	return files
}

const snippetProgram = `package main

import (
	"fmt"

%s)

func main() {
%s}
`

const snippetFile = `package %s

import (
	"fmt"
	"strings"

%s)

%s
var _ %s

func show(values ...any) {
	var out []string
	for _, v := range values {
		if v == nil {
			v = "nil"
		}
		out = append(out, fmt.Sprint(v))
	}
	fmt.Println(strings.Join(out, ", "))
}

func ptr[T any](v T) *T { return &v }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func RunSnippet() {
%s
}
`
