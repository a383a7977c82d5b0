package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestSARIFIsValid judges reports by the standard's own schema.
func TestSARIFIsValid(t *testing.T) {
	schema := filepath.Join(repository(t), "..", "shared", "real-schemas", "large", "sarif-2.1.0.json")
	if _, err := os.Stat(schema); err != nil {
		t.Skip("2026-11-28: the schema of SARIF is not beside this checkout:", err)
	}
	dir := t.TempDir()
	mistakes := filepath.Join(dir, "mistakes, {all}.json")
	err := os.WriteFile(mistakes, []byte(`{"type": "object", "titel": "[a](b) {c}", "properties": {"a": {"type": "strng"}, "b": {"enum": []}},
		"$defs": {"one": {"$id": "https://example.com/one"}, "two": {"$id": "https://example.com/one"}}}`), 0o666)
	if err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"diagnostics with related places": {"lint", mistakes},
		"a diagnostic without a place":    {"lint", "-c", filepath.Join(dir, "missing.yaml")},
		"the catalogue":                   {"explain"},
		"one rule":                        {"explain", "B0226"},
	} {
		t.Run(name, func(t *testing.T) {
			var report, errs bytes.Buffer
			run(append(args, "--format", "sarif"), &report, &errs)
			file := filepath.Join(t.TempDir(), "report.json")
			if err := os.WriteFile(file, report.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			if report.Len() == 0 || errs.Len() > 0 {
				t.Fatalf("%d bytes; %s", report.Len(), errs.String())
			}
			var found bytes.Buffer
			if got := run([]string{"validate", "--format-assertion", "--schema", schema, file}, &found, &found); got != exitClean {
				t.Errorf("%s\n%s", found.String(), report.String())
			}
		})
	}
}
