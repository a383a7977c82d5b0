package generator

import (
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/scaffold"
	"github.com/bindery-go/bindery/generator/internal/spelling"
)

// Systems lists the systems that a project can begin with.
func Systems() []string { return scaffold.Systems() }

// Scaffold returns the files that a project of a Go module begins with, by slash
// path; system is one of Systems, or "" for a small schema of its own.
func Scaffold(system, module string) (map[string][]byte, error) {
	return scaffold.Files(system, module)
}

// ScaffoldExample returns the arguments of bindery that check the example of a project
// that Scaffold has made.
func ScaffoldExample(system string) string { return scaffold.Example(system) }

// Nearest returns the candidate that a misspelt word was probably meant to be, "" for none.
func Nearest(word string, candidates []string) string { return spelling.Nearest(word, candidates) }

// PackageName makes a Go package name of any text.
func PackageName(text string) string { return names.Package(text) }
