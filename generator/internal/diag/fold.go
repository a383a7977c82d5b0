package diag

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/source"
)

// People are shown so many diagnostics of one code and severity, of a file and in all. A
// mistake that a schema makes a thousand times would hide all others.
const (
	shownOfFile = 10
	shownInAll  = 50
)

// fold returns what people are shown of sorted diagnostics: what is left out of each
// code and severity is counted in a diagnostic at the end.
func (ds Diagnostics) fold() Diagnostics {
	type kind struct {
		code     Code
		severity Severity
	}
	type kindInFile struct {
		kind
		file string
	}
	var shown Diagnostics
	inFile, inAll := map[kindInFile]int{}, map[kind]int{}
	left, files := map[kind]int{}, map[kind][]string{}
	for _, d := range ds {
		k := kind{d.Code, d.Severity}
		f := kindInFile{k, d.Pos.File}
		if inFile[f] < shownOfFile && inAll[k] < shownInAll {
			inFile[f]++
			inAll[k]++
			shown = append(shown, d)
			continue
		}
		left[k]++
		if in := files[k]; len(in) == 0 || in[len(in)-1] != f.file { // they are sorted
			files[k] = append(in, f.file)
		}
	}
	var counts Diagnostics
	for k, n := range left {
		count := Diagnostic{Code: k.code, Severity: k.severity}
		if in := files[k]; len(in) == 1 {
			count.Pos = source.InFile(in[0])
			count.Message = fmt.Sprintf("and %d more of this code; --all prints all", n)
		} else {
			count.Message = fmt.Sprintf("and %d more of this code in %d files; --all prints all", n, len(in))
		}
		counts = append(counts, count)
	}
	slices.SortFunc(counts, func(a, b Diagnostic) int {
		return cmp.Or(-cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Code, b.Code))
	})
	return append(shown, counts...)
}
