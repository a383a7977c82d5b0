package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSuite sends the required tests of the official suite as Bowtie does: with all
// remote schemas in the registry of each case.
func TestSuite(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "json-schema-test-suite")
	if _, err := os.Stat(root); err != nil {
		t.Skip("2026-11-28: the official suite does not lie beside the checkout")
	}
	remotes := readRemotes(t, filepath.Join(root, "remotes"))
	for i, dir := range []string{"draft2020-12", "draft2019-09", "draft7", "draft6", "draft4"} {
		files, err := filepath.Glob(filepath.Join(root, "tests", dir, "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		h := harness{started: true, draft: drafts[i]}
		count := 0
		for _, file := range files {
			count += runFile(t, &h, file, remotes)
		}
		t.Logf("%s: %d tests", dir, count)
	}
}

func readRemotes(t *testing.T, dir string) registry {
	out := registry{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".json") {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		out["http://localhost:1234/"+name] = data
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// runFile judges the cases of a file and returns the number of its tests.
func runFile(t *testing.T, h *harness, file string, remotes registry) (count int) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var groups []struct {
		Description string
		Schema      json.RawMessage
		Tests       []struct {
			Description string
			Data        json.RawMessage
			Valid       bool
		}
	}
	if err := json.Unmarshal(data, &groups); err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		c := &testCase{Schema: g.Schema, Registry: remotes}
		for _, test := range g.Tests {
			c.Tests = append(c.Tests, struct {
				Instance json.RawMessage `json:"instance"`
			}{test.Data})
		}
		results, problem := h.try(c)
		if len(results) != len(g.Tests) {
			t.Errorf("%s: %s: %+v", file, g.Description, problem)
			continue
		}
		for i, test := range g.Tests {
			if v := results[i].Valid; v == nil || *v != test.Valid {
				t.Errorf("%s: %s: %s: %+v", file, g.Description, test.Description, results[i])
			}
		}
		count += len(g.Tests)
	}
	return count
}
