package diag

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/source"
)

func at(file string, line, column int) source.Pos {
	return source.Pos{File: file, Line: line, Column: column}
}

func TestSortedIsIndependentOfDiscoveryAndDropsRepeats(t *testing.T) {
	ordered := Diagnostics{
		New(SyntaxError, at("a", 1, 2), "x"),
		New(DuplicateName, at("a", 1, 2), "a"),
		New(DuplicateName, at("a", 1, 2), "b"),
		New(SyntaxError, at("a", 3, 1), "x"),
		New(SyntaxError, at("b", 1, 1), "x"),
		New(SyntaxError, at("b", 1, 1), "x").WithRelated(at("b", 9, 9), "here"),
	}
	var shuffled Diagnostics
	for _, i := range []int{3, 5, 1, 0, 4, 2, 1, 5, 0} {
		shuffled.Add(ordered[i])
	}
	if diff := cmp.Diff(ordered, shuffled.Sorted()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestListIsBoundedAndKeepsTheWorstSeverity(t *testing.T) {
	var ds Diagnostics
	for line := range 2 * Limit {
		ds.Addf(UnknownTag, at("f", line+1, 1), "x")
	}
	if len(ds) != Limit+1 {
		t.Fatalf("%d diagnostics are kept, want %d", len(ds), Limit+1)
	}
	if ds.HasErrors() {
		t.Error("warnings alone became an error")
	}
	ds.Addf(SyntaxError, at("f", 1, 1), "x")
	if !ds.HasErrors() {
		t.Error("an error beyond the limit was forgotten")
	}
}

func TestBuildersDoNotShareMemory(t *testing.T) {
	base := New(SyntaxError, at("f", 1, 1), "x").WithRelated(at("f", 2, 1), "first")
	a := base.WithRelated(at("f", 3, 1), "a")
	b := base.WithRelated(at("f", 4, 1), "b")
	if a.Related[1].Message != "a" || b.Related[1].Message != "b" || len(base.Related) != 1 {
		t.Errorf("base %v, a %v, b %v", base.Related, a.Related, b.Related)
	}
}

func TestRegistryIsComplete(t *testing.T) {
	for _, e := range Entries() {
		if e.Title == "" || e.Explanation == "" || e.Severity.String() == "unknown" {
			t.Errorf("%s: incomplete entry %+v", e.Code, e)
		}
	}
	if _, ok := Lookup("B9999"); ok {
		t.Error("an unknown code has an entry")
	}
}
