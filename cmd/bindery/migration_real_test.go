package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// realSchemas are public schemas of many kinds: unions, maps, recursion, patterns.
var realSchemas = []string{"prometheus", "dependabot-2.0", "buf.gen", "yamllint", "traefik-v2-file-provider", "cargo-make", "monika-config-schema", "web-types"}

// TestMigrationPages_realSchemas generates from real schemas with what the pages offer
// those who come from another generator, all of it at once, and with types alone: the
// code compiles, and a second run changes nothing.
func TestMigrationPages_realSchemas(t *testing.T) {
	dir := filepath.Join(repository(t), "..", "shared", "real-schemas", "schemastore", "schemas")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("2026-11-29: the schemas are not beside this checkout")
	}
	for name, test := range map[string]struct{ settings, roots string }{
		"all settings": {`initialisms: [SKU, URI]
type_names: short
files: one
integers: sized
optionals: value
tags: [yaml, mapstructure]
slog: true
sql: true
header: Somebody's licence.
`, `{ Config: "#" }`},
		"only models": {"codec: compact\n", "{}"},
	} {
		t.Run(name, func(t *testing.T) {
			project := t.TempDir()
			var config strings.Builder
			config.WriteString("version: 1\n" + test.settings + "packages:\n")
			for i, schema := range realSchemas {
				data, err := os.ReadFile(filepath.Join(dir, schema+".json"))
				if err != nil {
					t.Fatal(err)
				}
				writeFile(t, filepath.Join(project, schema+".json"), string(data))
				fmt.Fprintf(&config, "  - { schema: %s.json, package: p%d, out: p%[2]d, roots: %s }\n", schema, i, test.roots)
			}
			root := repository(t)
			sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
			if err != nil {
				t.Fatal(err)
			}
			writeFile(t, filepath.Join(project, "bindery.yaml"), config.String())
			writeFile(t, filepath.Join(project, "go.sum"), string(sum))
			writeFile(t, filepath.Join(project, "go.mod"), "module example.com/m\n\ngo 1.26.0\n\nrequire github.com/bindery-go/bindery v0.0.0\n\nreplace github.com/bindery-go/bindery => "+root+"\n")
			t.Chdir(project)
			var stdout, stderr bytes.Buffer
			for _, args := range [][]string{{"generate"}, {"check"}} {
				if status := run(args, &stdout, &stderr); status != exitClean {
					t.Fatalf("bindery %s: status %d\n%s%s", args[0], status, stdout.String(), stderr.String())
				}
			}
			cmd := exec.Command("go", "vet", "./...")
			cmd.Env = append(cmd.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("go vet: %v\n%s", err, out[:min(len(out), 4000)])
			}
		})
	}
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
