package gofile

import (
	"iter"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/model"
)

// perFile is the number of declarations from which what is printed for each is spread
// over several files.
const perFile = 120

// Part is one of the files over which what is printed for declarations is spread.
type Part struct {
	*File
	Decls       []*model.Decl
	First, Last bool
}

// Parts makes the files name.go, name_2.go and so on; at least the first.
func (p *Package) Parts(name string) iter.Seq[Part] {
	return func(yield func(Part) bool) {
		file := name + ".go"
		for n, rest := 1, p.Model.Decls; ; n++ {
			decls := rest[:min(perFile, len(rest))]
			rest = rest[len(decls):]
			if !yield(Part{p.NewFile(file), decls, n == 1, len(rest) == 0}) || len(rest) == 0 {
				return
			}
			file = name + "_" + strconv.Itoa(n+1) + ".go"
		}
	}
}
