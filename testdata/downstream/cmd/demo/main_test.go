package main

import (
	"os"
	"strings"
	"testing"
)

func TestDemo(t *testing.T) {
	want, err := os.ReadFile("testdata/output.txt")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for range 2 { // also where it has been before
		var out strings.Builder
		if err := run(t.Context(), dir, &out); err != nil {
			t.Fatal(err)
		}
		if out.String() != string(want) {
			t.Errorf("the demo says\n%s", out.String())
		}
	}
}
