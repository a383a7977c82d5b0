package compiler

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
)

// OneFile is the name of the Go file of a package that has one. A name with an
// underscore could say for which systems a file is, or that it is a test.
func OneFile(name string) string { return strings.ReplaceAll(name, "_", "") + ".go" }

// joined makes one file of those of a package. What only some versions of Go compile is
// left out, as a file has one build constraint: encoding/json/v2 calls the methods of
// version 1 then.
func joined(name string, files []*rendered) []*rendered {
	var texts [][]byte
	for _, f := range files {
		switch {
		case f.err != nil:
			return []*rendered{f}
		case !f.constrained:
			texts = append(texts, f.text)
		}
	}
	out := &rendered{name: OneFile(name)}
	out.text, out.err = gofile.Join(texts)
	return []*rendered{out}
}
