package gofile

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/model"
)

func TestParts(t *testing.T) {
	for n, want := range map[int][]string{
		0:           {"types.go 0 true true"},
		perFile:     {"types.go 120 true true"},
		perFile + 1: {"types.go 120 true false", "types_2.go 1 false true"},
	} {
		m := &model.Package{Name: "sample"}
		for range n {
			m.Decls = append(m.Decls, &model.Decl{Name: "T"})
		}
		var got []string
		for part := range NewPackage(m).Parts("types") {
			got = append(got, fmt.Sprint(part.Name, " ", len(part.Decls), " ", part.First, " ", part.Last))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d declarations: %s", n, diff)
		}
	}
}
