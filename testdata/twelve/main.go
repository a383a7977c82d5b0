// Twelve makes Go of twelve public schemas and prints a table of what becomes of each,
// beside what go-jsonschema and quicktype make of it:
//
//	go run ./testdata/twelve -peers
//	go run ./testdata/twelve -run all
//
// The schemas are not in the repository: the directory that holds them is ../shared/real-schemas
// or that of -schemas. With -run, the programs in examples are built against the packages
// and run: each makes a document in Go and reads one.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/bindery-go/bindery/generator"
)

func main() {
	schemas := flag.String("schemas", "../shared/real-schemas", "directory of the schemas")
	peers := flag.Bool("peers", false, "compare with go-jsonschema and quicktype, which have to be in reach")
	examples := flag.String("run", "", "build and run the example of a package, or all")
	flag.Parse()
	if err := run(*schemas, *peers, *examples); err != nil {
		fmt.Fprintln(os.Stderr, "twelve:", err)
		os.Exit(1)
	}
}

// here is the directory of this program in the repository.
const here = "testdata/twelve"

func run(schemas string, peers bool, examples string) error {
	dir, err := os.MkdirTemp("", "twelve")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := collect(schemas, filepath.Join(dir, "schemas")); err != nil {
		return err
	}
	if err := makeModule(dir); err != nil {
		return err
	}
	c, err := generate(dir)
	if err != nil {
		return err
	}
	if examples != "" {
		return runExamples(dir, c, examples)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "schema\tby\ttypes\tnumbered\tany\tfields\tlines\t")
	for _, p := range c.Packages {
		name := strings.TrimSuffix(filepath.Base(p.Schema), ".json")
		ours, err := measureDir(filepath.Join(dir, p.Out))
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\tbindery\t%s\n", name, ours)
		if !peers {
			continue
		}
		file := filepath.Join(dir, p.Schema)
		fmt.Fprintf(w, "\tgo-jsonschema\t%s\n", ofProgram(dir, "go", "run", "github.com/atombender/go-jsonschema@v0.24.1", "-p", p.Name, file))
		fmt.Fprintf(w, "\tquicktype\t%s\n", ofProgram(dir, "npx", "--yes", "quicktype", "--src-lang", "schema", "--lang", "go", "--package", p.Name, file))
	}
	return w.Flush()
}

// stubs are schemas that others refer to and that are not beside them.
var stubs = map[string]string{
	"spdx.schema.json":            `{"type": "string"}`,
	"jsf-0.82.schema.json":        `{"definitions": {"signature": {"type": "object"}}}`,
	"quikrun.json":                `{}`,
	"partial-eslint-plugins.json": `{}`,
	"stylelintrc.json":            `{}`,
	"semantic-release.json":       `{}`,
	"madge.json":                  `{}`,
	"nodemon.json":                `{}`,
}

// collect copies the schemas into one directory, where they refer to each other.
func collect(from, to string) error {
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	for name, text := range stubs {
		if err := os.WriteFile(filepath.Join(to, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	found := 0
	for _, pattern := range []string{"schemastore/schemas/*.json", "large/*.json"} { // the second replace the first
		files, err := fs.Glob(os.DirFS(from), pattern)
		if err != nil {
			return err
		}
		for _, name := range files {
			data, err := os.ReadFile(filepath.Join(from, name))
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(to, filepath.Base(name)), data, 0o666); err != nil {
				return err
			}
			found++
		}
	}
	if found == 0 {
		return fmt.Errorf("no schemas in %s: name their directory with -schemas", from)
	}
	return nil
}

// generate writes the packages of bindery.yaml into a directory.
func generate(dir string) (generator.Config, error) {
	text, err := os.ReadFile(filepath.Join(here, "bindery.yaml"))
	if err != nil {
		return generator.Config{}, fmt.Errorf("run it in the root of the repository: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bindery.yaml"), text, 0o666); err != nil {
		return generator.Config{}, err
	}
	w := &generator.Workspace{FS: os.DirFS(dir), Dir: "."}
	c, ds := generator.Load(w, "bindery.yaml")
	files := generator.Files{}
	if !ds.HasErrors() {
		var found generator.Diagnostics
		files, found = generator.Generate(context.Background(), w, c)
		ds.Add(found...)
	}
	for _, d := range ds {
		if d.Severity == generator.Error {
			fmt.Fprintf(os.Stderr, "%s:%d: %s\n", d.Pos.File, d.Pos.Line, d.Message)
		}
	}
	if ds.HasErrors() {
		return c, errors.New("not all packages could be made")
	}
	for name, data := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			return c, err
		}
		if err := os.WriteFile(at, data, 0o666); err != nil {
			return c, err
		}
	}
	return c, nil
}

// ofProgram measures the Go that a program prints, or says why there is none.
func ofProgram(dir string, name string, args ...string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "fails\t\t\t\t\t"
	}
	m, err := measureText(out)
	if err != nil {
		return "no valid Go\t\t\t\t\t"
	}
	return m.String()
}

// makeModule makes a module of a directory, which takes Bindery from the working
// directory.
func makeModule(dir string) error {
	repository, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	_, requires, _ := strings.Cut(string(mod), "\n") // the first line names the module
	text := "module example.com/twelve\n" + requires + "\nrequire github.com/bindery-go/bindery v0.0.0\n\nreplace github.com/bindery-go/bindery => " + repository + "\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o666); err != nil {
		return err
	}
	sum, err := os.ReadFile("go.sum")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o666); err != nil {
		return err
	}
	return nil
}

// runExamples builds and runs the programs of one or all packages.
func runExamples(dir string, c generator.Config, which string) error {
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join(here, "examples"))); err != nil {
		return err
	}
	for _, p := range c.Packages {
		if which != "all" && which != p.Name {
			continue
		}
		fmt.Println("# " + p.Name)
		cmd := exec.Command("go", "run", "./examples/"+p.Name)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return nil
}
