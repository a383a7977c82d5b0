package diag

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// alike are n diagnostics of a code in a file.
func alike(code Code, file string, n int) Diagnostics {
	var ds Diagnostics
	for line := range n {
		ds.Add(New(code, at(file, line+1, 1), "m").WithHelp(""))
	}
	return ds
}

// printed has the counts and the last lines of what Print makes of diagnostics.
func printed(t *testing.T, format Format, ds Diagnostics, all bool) (lines int, last string) {
	t.Helper()
	var b bytes.Buffer
	if err := Print(&b, format, ds, nil, all); err != nil {
		t.Fatal(err)
	}
	text := strings.TrimSpace(b.String())
	rest := strings.Split(text, "\n")
	for len(rest) > 0 && !strings.Contains(rest[0], "more of this code") {
		rest = rest[1:]
		lines++
	}
	return lines, strings.Join(rest, "\n")
}

func TestAlikeAreCounted(t *testing.T) {
	many := alike(UnknownTag, "a", 12)
	many.Add(alike(UnknownTag, "b", 10)...)
	many.Add(alike(SyntaxError, "b", 11)...)
	many.Add(New(UnknownTag, at("b", 99, 1), "m").WithHelp("").WithSeverity(Error))
	var wide Diagnostics
	for i := range 8 {
		wide.Add(alike(UnknownTag, fmt.Sprint("f", i), 9+i%2*2)...)
	}
	tests := []struct {
		name   string
		format Format
		ds     Diagnostics
		lines  int
		last   string
	}{
		{"none", Text, alike(UnknownTag, "a", 10), 10, ""},
		{"in a file, errors first", Text, many, 31,
			"b: error[B0101]: and 1 more of this code; --all prints all\n" +
				"a: warning[B0116]: and 2 more of this code; --all prints all"},
		{"in many files", Text, wide, 50, "warning[B0116]: and 30 more of this code in 5 files; --all prints all"},
		{"without a file", Text, alike(UnknownTag, "", 12), 10, "warning[B0116]: and 2 more of this code; --all prints all"},
		{"annotations", GitHub, many, 31,
			"::error file=b,title=B0101::and 1 more of this code; --all prints all\n" +
				"::warning file=a,title=B0116::and 2 more of this code; --all prints all"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines, last := printed(t, tt.format, tt.ds, false)
			if lines != tt.lines {
				t.Errorf("%d lines before the counts, want %d", lines, tt.lines)
			}
			if diff := cmp.Diff(tt.last, last); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if lines, last := printed(t, tt.format, tt.ds, true); lines != len(tt.ds) || last != "" {
				t.Errorf("with all: %d lines, and %q; want %d", lines, last, len(tt.ds))
			}
		})
	}
}

func TestFormsForMachinesHaveAll(t *testing.T) {
	for _, format := range []Format{JSON, SARIF} {
		if got := strings.Count(render(t, format, alike(UnknownTag, "a", 60)), `"message"`); got != 60 {
			t.Errorf("%s has %d diagnostics of 60", format, got)
		}
	}
}
