package diag

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/templates"
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

func TestListIsBoundedAndKeepsOneOfEachCode(t *testing.T) {
	var ds Diagnostics
	for line := range 2 * Limit {
		ds.Addf(UnknownTag, at("f", line+1, 1), "x")
	}
	ds = ds.Sorted()
	if ds.HasErrors() {
		t.Error("warnings alone became an error")
	}
	for range 2 {
		ds.Addf(SyntaxError, at("f", 1, 1), "x")
		ds.Addf(DuplicateName, at("f", 1, 1), "y")
		ds.Add(New(UnknownTag, at("f", 1, 1), "z").WithSeverity(Error))
	}
	said := map[Code]int{}
	for _, d := range ds {
		said[d.Code]++
	}
	want := map[Code]int{UnknownTag: Limit + 2, TooMany: 1, SyntaxError: 1, DuplicateName: 1}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
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

// TestEntries holds the constants of codes.go against the explanations: each has one,
// and no code stands for two.
func TestEntries(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	named := map[Code]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		text, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		name, code := spec.Names[0].Name, Code(text)
		if other := named[code]; other != "" {
			t.Errorf("%s is %s and %s", code, other, name)
		}
		named[code] = name
		if _, ok := Lookup(code); !ok {
			t.Errorf("%s (%s) has no explanation", code, name)
		}
		return false
	})
	form := regexp.MustCompile(`^B[0-9]{4}$`)
	for _, e := range Entries() {
		if named[e.Code] == "" || !form.MatchString(string(e.Code)) {
			t.Errorf("%s is explained, but is not a code", e.Code)
		}
		if e.Title == "" || e.Explanation == "" || strings.Contains(e.Explanation, "\nhelp:") {
			t.Errorf("incomplete entry %+v", e)
		}
	}
	if found := strings.Count(templates.Diagnostics, "\n## "); found != len(named) {
		t.Errorf("%d sections explain %d codes", found, len(named))
	}
	if _, ok := Lookup("B9999"); ok {
		t.Error("an unknown code has an entry")
	}
}
