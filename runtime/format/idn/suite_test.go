package idn_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/bindery-go/bindery/runtime/format/idn"
)

// suiteDir is where a checkout of the official JSON Schema Test Suite may lie.
const suiteDir = "../../../../shared/json-schema-test-suite/tests"

// suiteMisses lists the tests of the suite's optional/format that the checkers
// fail, "draft/file: description", with the reason. An entry that is no
// longer needed fails the test.
var suiteMisses = map[string]string{}

func TestOfficialSuite(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(suiteDir, "*/optional/format/*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("2026-11-28: no checkout of the JSON Schema Test Suite beside the repository")
	}
	used := map[string]bool{}
	ran := 0
	for _, file := range files {
		draft := filepath.Base(filepath.Dir(filepath.Dir(filepath.Dir(file))))
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var groups []struct {
			Schema struct{ Format string }
			Tests  []struct {
				Description string
				Data        any
				Valid       bool
			}
		}
		if err := json.Unmarshal(data, &groups); err != nil {
			t.Fatal(err)
		}
		for _, group := range groups {
			check, known := idn.Lookup[string](group.Schema.Format)
			if !known {
				if group.Schema.Format != "unknown" {
					t.Errorf("%s: no checker for %q", file, group.Schema.Format)
				}
				check = func(string) bool { return true }
			}
			for _, test := range group.Tests {
				text, ok := test.Data.(string)
				if !ok {
					continue // a format speaks of strings only
				}
				ran++
				name := draft + "/" + filepath.Base(file) + ": " + test.Description
				if check(text) == test.Valid {
					continue
				}
				if suiteMisses[name] == "" {
					t.Errorf("%s: %q: got valid %t", name, text, !test.Valid)
				}
				used[name] = true
			}
		}
	}
	for name := range suiteMisses {
		if !used[name] {
			t.Errorf("suiteMisses holds %q, which passes", name)
		}
	}
	t.Logf("%d tests", ran)
}
