package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/bindery-go/bindery/generator"
	"github.com/bindery-go/bindery/schemas"
)

// TestMigrationPages holds what the pages for users of other generators name of Bindery
// against what there is: flags, commands, keys of the configuration, diagnostics.
func TestMigrationPages(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("docs", "*.md"))
	if err != nil || len(names) < 4 {
		t.Fatalf("%d pages, %v", len(names), err)
	}
	flags, commands := interfaces()
	keys := configKeys(t)
	named := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			cells := strings.Split(strings.Trim(line, "|"), " | ")
			if !strings.HasPrefix(line, "| ") || len(cells) != 2 {
				continue
			}
			for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
				word := m[1]
				var known bool
				switch key := regexp.MustCompile(`^[a-z][a-z_]*:`).FindString(word); {
				case strings.HasPrefix(word, "--"):
					known = slices.Contains(flags, strings.TrimPrefix(strings.Fields(word)[0], "--"))
				case strings.HasPrefix(word, "bindery "):
					known = slices.Contains(commands, strings.Fields(word)[1])
				case key != "":
					known = slices.Contains(keys, strings.TrimSuffix(key, ":"))
				default:
					continue // a keyword, a Go name, a file
				}
				if named++; !known {
					t.Errorf("%s:%d: there is no %s", name, i+1, word)
				}
			}
			for _, code := range regexp.MustCompile(`\bB[0-9]{4}\b`).FindAllString(cells[1], -1) {
				if ok, err := generator.Explain(io.Discard, generator.Text, generator.Code(code)); !ok || err != nil {
					t.Errorf("%s:%d: there is no %s", name, i+1, code)
				}
			}
		}
	}
	if named < 15 {
		t.Errorf("only %d flags, commands and keys were found in the pages", named)
	}
}

// interfaces lists the flags of all commands, and the commands.
func interfaces() (flags, commands []string) {
	a := &app{}
	for _, cmd := range a.commands() {
		commands = append(commands, cmd.Name())
		cmd.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
	}
	return append(flags, "format", "fail-on"), commands
}

// configKeys lists the keys that the schemas of the configuration and of x-bindery have
// at any depth.
func configKeys(t *testing.T) []string {
	var keys []string
	var collect func(v any)
	collect = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if members, ok := v["properties"].(map[string]any); ok {
				for name := range members {
					keys = append(keys, name)
				}
			}
			for _, below := range v {
				collect(below)
			}
		case []any:
			for _, below := range v {
				collect(below)
			}
		}
	}
	binding, err := os.ReadFile(filepath.Join(repository(t), "schemas", "x-bindery.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{schemas.Config, binding} {
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		collect(v)
	}
	return keys
}
