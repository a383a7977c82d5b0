package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// effect is a run of what a row of the migration pages names, and what shows in what it
// generates. Beside it stands what a run without shows, where that is not the absence.
type effect struct {
	files  map[string]string // beside schema.json; bindery.yaml takes the place of the flags
	schema string
	args   []string // of generate, beside the schema; nil for the usual ones
	stdout bool     // what is printed counts, not what is written
	shows  []string // regular expressions that generated Go has
	lacks  []string
}

const usualSchema = `{"title": "The settings", "type": "object", "required": ["host"], "properties": {
	"host": {"type": "string"}, "port": {"type": "integer", "minimum": 0, "maximum": 65535, "default": 80}, "sku_code": {"type": "string"},
	"user_id": {"type": "string", "readOnly": true}, "when": {"type": "string", "format": "date-time"}, "labels": {"type": "object", "additionalProperties": {"type": "string"}},
	"a": {"type": "object", "properties": {"inner": {"type": "object", "properties": {"x": {"type": "integer"}}}}}}}`

func config(entries string) map[string]string {
	return map[string]string{"bindery.yaml": "version: 1\n" + entries}
}

const oneEntry = "packages: [{ schema: schema.json, package: config, out: config, roots: { Config: \"#\" } }]\n"

// effects are the rows whose right side names something of ours, by page and the first
// words of the left side.
var effects = map[string]effect{
	"go-jsonschema `-p`":                   {shows: []string{`(?m)^package config$`}},
	"go-jsonschema `-o`,":                  {args: []string{"--package", "config", "--root", "Config", "--out", "elsewhere", "--files", "one"}, shows: []string{`func ParseConfig\(`}},
	"go-jsonschema `-o -`":                 {args: []string{"--package", "config", "--root", "Config", "--out", "config", "--stdout"}, stdout: true, shows: []string{`(?m)^package config$`, `func ParseConfig\(`}},
	"go-jsonschema several files":          {files: map[string]string{"b.json": `{"type": "object", "properties": {"c": {"$ref": "schema.json"}}}`, "bindery.yaml": "version: 1\npackages: [{ schemas: [schema.json, b.json], package: config, out: config, roots: { Config: \"schema.json#\", B: \"b.json#\" } }]\n"}, shows: []string{`C +\*Config\b`}},
	"go-jsonschema `--schema-package`":     {files: map[string]string{"b.json": `{"type": "object", "properties": {"c": {"$ref": "schema.json"}}}`, "go.mod": "module example.com/m\n", "bindery.yaml": "version: 1\npackages: [{ schema: schema.json, package: config, out: config, roots: { Config: \"#\" } }, { schema: b.json, package: b, out: b, roots: { B: \"#\" } }]\n"}, shows: []string{`C +\*config\.Config\b`}},
	"go-jsonschema `--schema-root-type`":   {args: []string{"--package", "config", "--root", "Other", "--out", "config"}, shows: []string{`type Other struct`}},
	"go-jsonschema `--capitalization":      {args: []string{"--package", "config", "--root", "Config", "--out", "config", "--initialism", "SKU"}, shows: []string{`SKUCode +\*string`, `UserID +\*string`}},
	"go-jsonschema `--extra-imports`":      {files: config("yaml: true\n" + oneEntry), shows: []string{`func ParseConfigYAML\(`}},
	"go-jsonschema `--resolve-extension`":  {schema: `{"type": "object", "properties": {"c": {"$ref": "other"}}}`, files: map[string]string{"other.yaml": "type: object\nproperties: { z: { type: string } }\n"}, shows: []string{`Z +\*string`}},
	"go-jsonschema `--yaml-extension`":     {schema: `{"type": "object", "properties": {"c": {"$ref": "other.schema"}}}`, files: map[string]string{"other.schema": "type: object\nproperties: { z: { type: string } }\n"}, shows: []string{`Z +\*string`}},
	"go-jsonschema `--struct-name-from":    {schema: `{"type": "object", "properties": {"c": {"$ref": "#/$defs/part"}, "d": {"$ref": "other.json"}, "e": {"title": "Not this", "type": "object", "properties": {"y": {}}}}, "$defs": {"part": {"title": "Nor this", "type": "object", "properties": {"x": {}}}}}`, files: map[string]string{"other.json": `{"title": "A Piece", "type": "object", "properties": {"z": {}}}`}, shows: []string{`type Part struct`, `type APiece struct`, `type ConfigE struct`}},
	"go-jsonschema `--minimal-names`":      {args: []string{"--package", "config", "--root", "Config", "--out", "config", "--type-names", "short"}, shows: []string{`type Inner struct`}},
	"go-jsonschema `--only-models`":        {schema: `{"$defs": {"part": {"type": "object", "properties": {"x": {}}}}}`, files: config("packages: [{ schema: schema.json, package: config, out: config, roots: {} }]\n"), shows: []string{`type Part struct`}, lacks: []string{`func ParsePart\(`}},
	"go-jsonschema `--disable-omitempty`":  {files: config("optionals: value\n" + oneEntry), shows: []string{`UserID +optional\.Value\[string\]`}},
	"go-jsonschema `--disable-readonly":    {files: config(oneEntry), lacks: []string{`CheckChange`}},
	"go-jsonschema `--min-sized-ints`":     {files: config("integers: sized\n" + oneEntry), shows: []string{`Port +\*uint16`}},
	"go-jsonschema `--disable-custom":      {shows: []string{`Labels +map\[string\]string`}},
	"go-jsonschema `--tags":                {files: config("tags: [yaml, mapstructure]\n" + oneEntry), shows: []string{`json:"host" mapstructure:"host" yaml:"host"`}},
	"go-jsonschema `goJSONSchema.extra":    {schema: `{"type": "object", "properties": {"c": {"type": "string", "goJSONSchema": {"extraTags": {"db": "column"}}}}}`, shows: []string{`db:"column"`}},
	"go-jsonschema `goJSONSchema.ident":    {schema: `{"type": "object", "properties": {"c": {"type": "string", "goJSONSchema": {"identifier": "Colour"}}}}`, shows: []string{`Colour +\*string`}},
	"go-jsonschema `goJSONSchema.type`":    {schema: `{"type": "object", "properties": {"c": {"type": "string", "goJSONSchema": {"type": "netip.Addr", "imports": ["net/netip"]}}}}`, shows: []string{`C +\*netip\.Addr`}},
	"go-jsonschema `goJSONSchema.pointer`": {schema: `{"type": "object", "required": ["c"], "properties": {"c": {"type": "string", "goJSONSchema": {"type": "netip.Addr", "imports": ["net/netip"], "pointer": true}}}}`, shows: []string{`C +\*netip\.Addr`}},

	"quicktype `--package`":            {args: []string{"--package", "other", "--root", "Config", "--out", "config"}, shows: []string{`(?m)^package other$`}},
	"quicktype `-t`":                   {args: []string{"--package", "config", "--root", "Other", "--out", "config"}, shows: []string{`type Other struct`}},
	"quicktype `-o`":                   {args: []string{"--package", "config", "--root", "Config", "--out", "config", "--stdout"}, stdout: true, shows: []string{`func ParseConfig\(`}},
	"quicktype `--src-urls`":           {schema: `{"type": "object", "properties": {"c": {"$ref": "https://example.com/s/other.json"}}}`, files: map[string]string{"there/other.json": `{"type": "object", "properties": {"z": {"type": "string"}}}`, "bindery.yaml": "version: 1\nrefs: { \"https://example.com/s/\": there }\n" + oneEntry}, shows: []string{`Z +\*string`}},
	"quicktype `-S`":                   {schema: `{"type": "object", "properties": {"c": {"$ref": "https://example.com/s/other.json"}}}`, files: map[string]string{"there/other.json": `{"type": "object", "properties": {"z": {"type": "string"}}}`}, args: []string{"--package", "config", "--root", "Config", "--out", "config", "--ref", "https://example.com/s/=there"}, shows: []string{`Z +\*string`}},
	"quicktype `--field-tags":          {files: config("tags: [yaml, db]\n" + oneEntry), shows: []string{`db:"host" json:"host" yaml:"host"`}},
	"quicktype `--no-maps`":            {args: []string{"--package", "config", "--root", "Config", "--out", "config", "--format-assertion"}, shows: []string{`When +\*timefmt\.DateTime`}},
	"quicktype `--all-properties-opt":  {files: map[string]string{"overlay.yaml": "required: null\n"}, args: []string{"--package", "config", "--root", "Config", "--out", "config", "--overlay", "overlay.yaml"}, shows: []string{`Host +\*string`}},
	"quicktype `--alphabetize":         {shows: []string{`(?s)Host .*Port .*SkuCode `}},
	"quicktype `--omit-empty`":         {shows: []string{`UserID +\*string`}},
	"oapi-codegen `package`":           {shows: []string{`(?m)^package config$`}},
	"oapi-codegen `output`":            {files: config("packages: [{ schema: schema.json, package: config, out: internal/there, roots: { Config: \"#\" } }]\n"), shows: []string{`type Config struct`}},
	"oapi-codegen `generate.embedded":  {shows: []string{`func Schema\(\)`, `func SchemaAt\(`}},
	"oapi-codegen `import-mapping`":    {files: map[string]string{"b.json": `{"type": "object", "properties": {"c": {"$ref": "schema.json"}}}`, "go.mod": "module example.com/m\n", "bindery.yaml": "version: 1\npackages: [{ schema: schema.json, package: config, out: config, roots: { Config: \"#\" } }, { schema: b.json, package: b, out: b, roots: { B: \"#\" } }]\n"}, shows: []string{`C +\*config\.Config\b`}},
	"oapi-codegen `output-options.nam": {files: config("packages: [{ schema: schema.json, package: config, out: config, roots: { Config: \"#\" }, names: { \"#/properties/host\": Machine } }]\n"), shows: []string{`Machine +string`}},
	"oapi-codegen `output-options.exc": {schema: `{"openapi": "3.1.0", "components": {"schemas": {"Pet": {"type": "object", "properties": {"a": {}}}, "Owner": {"type": "object", "properties": {"b": {}}}}}}`, files: config("packages: [{ schema: schema.json, package: config, out: config, roots: { Pet: \"#/components/schemas/Pet\" } }]\n"), shows: []string{`type Pet struct`}, lacks: []string{`type Owner struct`}},
	"oapi-codegen `output-options.nul": {schema: `{"type": "object", "properties": {"c": {"type": ["string", "null"]}}}`, shows: []string{`C +optional\.Nullable\[string\]`}},
	"oapi-codegen `output-options.ove": {files: map[string]string{"overlay.json": `[{"op": "remove", "path": "/properties/a"}]`}, args: []string{"--package", "config", "--root", "Config", "--out", "config", "--overlay", "overlay.json"}, shows: []string{`Host +string`}, lacks: []string{`Inner`}},
	"oapi-codegen `x-go-name`":         {schema: `{"type": "object", "properties": {"c": {"type": "string", "x-go-name": "Colour"}}}`, shows: []string{`Colour +\*string`}},
	"oapi-codegen `x-go-type`":         {schema: `{"type": "object", "properties": {"c": {"type": "string", "x-go-type": "netip.Addr", "x-go-type-import": {"path": "net/netip"}}}}`, shows: []string{`C +\*netip\.Addr`}},
	"oapi-codegen `output-options.typ": {schema: `{"type": "object", "properties": {"c": {"type": "string", "format": "ip"}}}`, files: config("types: { formats: { ip: net/netip.Addr } }\n" + oneEntry), shows: []string{`C +\*netip\.Addr`}},
	"oapi-codegen `x-oapi-codegen-ext": {schema: `{"type": "object", "properties": {"c": {"type": "string", "x-oapi-codegen-extra-tags": {"db": "column"}}}}`, shows: []string{`db:"column"`}},
	"oapi-codegen `x-enum-varnames`":   {schema: `{"type": "object", "properties": {"c": {"enum": [1, 2], "x-enum-varnames": ["Low", "High"]}}}`, shows: []string{`High\b`}},
	"oapi-codegen `x-deprecated":       {schema: `{"type": "object", "properties": {"c": {"type": "string", "deprecated": true, "description": "Use d."}}}`, shows: []string{`Deprecated:`}},
	"oapi-codegen `generate.models`":   {shows: []string{`type Config struct`}},

	"ogen `--target`":                      {args: []string{"--package", "config", "--root", "Config", "--out", "internal/api"}, shows: []string{`type Config struct`}},
	"ogen `--package`":                     {args: []string{"--package", "api", "--root", "Config", "--out", "api"}, shows: []string{`(?m)^package api$`}},
	"ogen `--config`":                      {files: map[string]string{"other.yaml": "version: 1\n" + oneEntry}, args: []string{"-c", "other.yaml"}, shows: []string{`type Config struct`}},
	"ogen `generator.ignore_not_implement": {schema: `{"type": "object", "properties": {"c": {"not": {"const": 3}}}}`, shows: []string{`C +jsonvalue\.Value`}},
	"ogen `parser.infer_types`":            {schema: `{"type": "object", "properties": {"c": {"properties": {"x": {"type": "string"}}}}}`, shows: []string{`X +\*string`}},
	"ogen `parser.allow_remote`":           {schema: `{"type": "object", "properties": {"c": {"$ref": "https://example.com/s/other.json"}}}`, files: map[string]string{"there/other.json": `{"type": "object", "properties": {"z": {"type": "string"}}}`, "bindery.yaml": "version: 1\nrefs: { \"https://example.com/s/\": there }\n" + oneEntry}, shows: []string{`Z +\*string`}},
	"ogen `x-ogen-name`":                   {schema: `{"type": "object", "properties": {"c": {"type": "string", "x-go-name": "Colour"}}}`, shows: []string{`Colour +\*string`}},
	"ogen `x-ogen-properties`":             {files: config("packages: [{ schema: schema.json, package: config, out: config, roots: { Config: \"#\" }, names: { \"#/properties/host\": Machine } }]\n"), shows: []string{`Machine +string`}},
	"ogen `x-oapi-codegen-extra-tags`":     {schema: `{"type": "object", "properties": {"c": {"type": "string", "x-oapi-codegen-extra-tags": {"db": "column"}}}}`, shows: []string{`db:"column"`}},
}

// toldElsewhere are rows whose right side names commands, flags or limits that have tests
// of their own.
var toldElsewhere = []string{"go-jsonschema `--verbose`", "ogen `--loglevel`", "ogen `parser.depth_limit`", "ogen `expand`", "ogen `--clean`", "quicktype `-s json`"}

// TestMigrationPages_effects runs what the rows of the migration pages name of Bindery.
// What they say of other generators is what those document.
func TestMigrationPages_effects(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join("docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	met := map[string]bool{}
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			cells := strings.Split(strings.Trim(line, "|"), " | ")
			if !strings.HasPrefix(line, "| ") || len(cells) != 2 || !strings.Contains(cells[0], " ") {
				continue
			}
			row := strings.TrimSuffix(filepath.Base(name), ".md") + " " + strings.TrimSpace(cells[0])
			known := strings.HasPrefix(strings.TrimSpace(cells[1]), "nothing") || strings.TrimSpace(cells[1]) == "Bindery"
			for key := range effects {
				if strings.HasPrefix(row, key) {
					known, met[key] = true, true
				}
			}
			for _, key := range toldElsewhere {
				known = known || strings.HasPrefix(row, key)
			}
			if !known {
				t.Errorf("nothing shows what the row %q says", row)
			}
		}
	}
	for key, e := range effects {
		t.Run(key, func(t *testing.T) {
			if !met[key] {
				t.Error("there is no such row")
			}
			got := e.run(t)
			for _, pattern := range e.shows {
				if !regexp.MustCompile(pattern).MatchString(got) {
					t.Errorf("nothing matches %s in\n%s", pattern, got)
				}
			}
			for _, pattern := range e.lacks {
				if m := regexp.MustCompile(pattern).FindString(got); m != "" {
					t.Errorf("there is %s", m)
				}
			}
		})
	}
}

// run generates in a directory of its own and returns the Go.
func (e effect) run(t *testing.T) string {
	dir := t.TempDir()
	files := map[string]string{"schema.json": usualSchema, "go.mod": "module example.com/m\n"}
	if e.schema != "" {
		files["schema.json"] = e.schema
	}
	for name, text := range e.files {
		files[name] = text
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"generate"}
	_, configured := files["bindery.yaml"]
	switch {
	case e.args != nil && e.args[0] != "-c":
		args = append(append(args, "--schema", "schema.json"), e.args...)
	case e.args != nil:
		args = append(args, e.args...)
	case !configured:
		args = append(args, "--schema", "schema.json", "--package", "config", "--root", "Config", "--out", "config")
	}
	t.Chdir(dir)
	var stdout, stderr bytes.Buffer
	if status := run(args, &stdout, &stderr); status != exitClean {
		t.Fatalf("bindery %s: status %d\n%s", strings.Join(args, " "), status, stderr.String())
	}
	if e.stdout {
		return stdout.String()
	}
	var out strings.Builder
	err := filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".go") {
			var data []byte
			data, err = os.ReadFile(name)
			out.Write(data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}
