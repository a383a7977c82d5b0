package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
)

func TestRegrade(t *testing.T) {
	at := source.Pos{File: "s.yaml", Line: 1, Column: 1}
	found := diag.Diagnostics{diag.New(diag.Nullable, at, "warning"), diag.New(diag.UnknownSection, at, "info"), diag.New(diag.UnresolvedReference, at, "error")}
	for i := range found {
		entry, _ := diag.Lookup(found[i].Code)
		found[i].Severity = entry.Severity
	}
	for _, test := range []struct {
		name   string
		grades []Grade
		want   []string
	}{
		{"nothing", nil, []string{"error B0207", "warning B0220", "info B0501"}},
		{"raised", []Grade{{Code: "B0220", Severity: "error"}, {Code: "B0501", Severity: "warning"}}, []string{"error B0207", "error B0220", "warning B0501"}},
		{"lowered", []Grade{{Code: "B0220", Severity: "info"}}, []string{"error B0207", "info B0220", "info B0501"}},
		{"off", []Grade{{Code: "B0220", Severity: "off"}, {Code: "B0501", Severity: "off"}}, []string{"error B0207"}},
		{"an error lowered", []Grade{{Code: "B0207", Severity: "warning"}}, []string{"error B0602", "error B0207", "warning B0220", "info B0501"}},
		{"unknown", []Grade{{Code: "B9999", Severity: "off"}}, []string{"error B0602", "error B0207", "warning B0220", "info B0501"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, d := range Regrade(found, test.grades) {
				got = append(got, d.Severity.String()+" "+string(d.Code))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
