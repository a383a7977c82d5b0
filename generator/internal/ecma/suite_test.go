package ecma_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/ecma"
)

// suiteDir is where a checkout of the official JSON Schema Test Suite may lie.
const suiteDir = "../../../../shared/json-schema-test-suite/tests"

// schema is as much of JSON Schema as the suite's files about patterns use.
type schema struct {
	never                bool
	Type                 string
	Maximum              *float64
	Pattern              *string
	PatternProperties    map[string]*schema
	AdditionalProperties *schema
}

func (s *schema) UnmarshalJSON(data []byte) error {
	if string(data) == "true" || string(data) == "false" {
		s.never = string(data) == "false"
		return nil
	}
	type plain schema
	return json.Unmarshal(data, (*plain)(s))
}

func (s *schema) valid(t *testing.T, instance any) bool {
	matches := func(pattern, text string) bool {
		strategy, err := ecma.Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		matched, err := strategy.Match(text)
		if err != nil {
			t.Fatal(err)
		}
		return matched
	}
	if s.never {
		return false
	}
	kind := "null"
	switch x := instance.(type) {
	case string:
		kind = "string"
		if s.Pattern != nil && !matches(*s.Pattern, x) {
			return false
		}
	case bool:
		kind = "boolean"
	case float64:
		kind = "number"
		if x == float64(int64(x)) && s.Type == "integer" {
			kind = "integer"
		}
		if s.Maximum != nil && x > *s.Maximum {
			return false
		}
	case []any:
		kind = "array"
	case map[string]any:
		kind = "object"
		for name, member := range x {
			matched := false
			for pattern, sub := range s.PatternProperties {
				if matches(pattern, name) {
					matched = true
					if !sub.valid(t, member) {
						return false
					}
				}
			}
			if !matched && s.AdditionalProperties != nil && !s.AdditionalProperties.valid(t, member) {
				return false
			}
		}
	}
	return s.Type == "" || s.Type == kind
}

func TestOfficialSuite(t *testing.T) {
	var files []string
	for _, name := range []string{"pattern.json", "patternProperties.json", "optional/ecmascript-regex.json", "optional/non-bmp-regex.json"} {
		found, err := filepath.Glob(filepath.Join(suiteDir, "draft*", name))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skip("2026-11-28: no checkout of the JSON Schema Test Suite beside the repository")
	}
	ran := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var groups []struct {
			Description string
			Schema      *schema
			Tests       []struct {
				Description string
				Data        any
				Valid       bool
			}
		}
		if err := json.Unmarshal(data, &groups); err != nil {
			t.Fatal(err)
		}
		for _, group := range groups {
			for _, test := range group.Tests {
				ran++
				if group.Schema.valid(t, test.Data) != test.Valid {
					t.Errorf("%s: %s: %s: want %t", file, group.Description, test.Description, test.Valid)
				}
			}
		}
	}
	t.Logf("%d tests", ran)
}
