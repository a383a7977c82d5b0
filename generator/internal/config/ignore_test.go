package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
)

func TestAcceptedDiagnostics(t *testing.T) {
	warning := diag.New(diag.Nullable, source.Pos{File: "s.yaml", Line: 3, Column: 1}, "w")
	mistake := diag.New(diag.UnresolvedReference, source.Pos{File: "s.yaml", Line: 5, Column: 1}, "e")
	entry := func(code, path string, line int) Ignore {
		return Ignore{Code: code, Path: path, Line: line, Pos: source.Pos{File: "bindery.yaml", Line: 9, Column: 5}}
	}
	tests := []struct {
		name   string
		found  diag.Diagnostics
		ignore []Ignore
		want   []string
	}{
		{"by code", diag.Diagnostics{warning}, []Ignore{entry("B0220", "", 0)}, nil},
		{"by place", diag.Diagnostics{warning}, []Ignore{entry("B0220", "s.yaml", 3)}, nil},
		{"twice", diag.Diagnostics{warning}, []Ignore{entry("B0220", "", 0), entry("B0220", "s.yaml", 0)}, nil},
		{"of another file", diag.Diagnostics{warning}, []Ignore{entry("B0220", "t.yaml", 0)}, []string{
			"bindery.yaml:9:5: error[B0603]: no diagnostic B0220 in t.yaml to accept",
			`s.yaml:3:1: warning[B0220]: w`,
		}},
		{"of another line", nil, []Ignore{entry("B0220", "t.yaml", 4), entry("B0221", "", 7)}, []string{
			"bindery.yaml:9:5: error[B0603]: no diagnostic B0220 in line 4 of t.yaml to accept",
			"bindery.yaml:9:5: error[B0603]: no diagnostic B0221 in line 7 to accept",
		}},
		{"an error", diag.Diagnostics{mistake}, []Ignore{entry("B0207", "", 0), entry("B0220", "", 0)}, []string{
			"bindery.yaml:9:5: error[B0603]: B0207 is an error, which cannot be accepted",
			"s.yaml:5:1: error[B0207]: e",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, d := range Accept(test.found, test.ignore) {
				got = append(got, d.String())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
