package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/pflag"
)

// packageFlags say what to work on: a configuration, or a single schema.
type packageFlags struct {
	config       string
	schema       string
	overlay      string
	pkg          string
	root         string
	out          string
	assertFormat bool
	strict       bool
	refs         []string
}

func (f *packageFlags) addConfig(fs *pflag.FlagSet) {
	fs.StringVarP(&f.config, "config", "c", "bindery.yaml", "configuration file")
}

func (f *packageFlags) addSchema(fs *pflag.FlagSet) {
	fs.StringVar(&f.schema, "schema", "", "schema file, in place of a configuration")
	fs.StringVar(&f.overlay, "overlay", "", "patch of the schema (RFC 7396 map or RFC 6902 list)")
	fs.BoolVar(&f.assertFormat, "format-assertion", false, "make \"format\" an assertion")
	fs.BoolVar(&f.strict, "strict", false, "do not repair quirks of real schemas")
	fs.StringArrayVar(&f.refs, "ref", nil, "directory of a URI prefix, as `URI-PREFIX=DIR`; may be repeated")
}

func (f *packageFlags) addPackage(fs *pflag.FlagSet) {
	fs.StringVar(&f.pkg, "package", "", "Go package name")
	fs.StringVar(&f.root, "root", "", "Go name of the root schema's type")
	fs.StringVar(&f.out, "out", "", "directory of the generated files")
}

// withoutSchema names a flag that needs --schema and was given without.
func (f *packageFlags) withoutSchema() string {
	for _, flag := range [...]struct{ name, value string }{{"package", f.pkg}, {"root", f.root}, {"out", f.out}, {"overlay", f.overlay}} {
		if flag.value != "" {
			return flag.name
		}
	}
	return ""
}

// refMap splits the --ref flags.
func (f *packageFlags) refMap() ([]generator.Ref, error) {
	var out []generator.Ref
	for _, text := range f.refs {
		prefix, dir, ok := strings.Cut(text, "=")
		if !ok || prefix == "" || dir == "" {
			return nil, fmt.Errorf("--ref %q is not URI-PREFIX=DIR", text)
		}
		name, err := relative(dir)
		if err != nil {
			return nil, err
		}
		out = append(out, generator.Ref{Prefix: prefix, Dir: name})
	}
	return out, nil
}

// relative names a file by its slash path from the working directory.
func relative(file string) (string, error) {
	abs, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(here, abs)
	return filepath.ToSlash(rel), err
}

// single makes the job of --schema, --package, --root and --out.
func (a *app) single() (*job, error) {
	f := &a.flags
	for _, flag := range [...]struct{ name, value string }{{"package", f.pkg}, {"root", f.root}, {"out", f.out}} {
		if flag.value == "" {
			return nil, fmt.Errorf("--schema needs --%s", flag.name)
		}
	}
	p := generator.Package{Name: f.pkg, Out: "."}
	var err error
	if p.Schema, err = relative(f.schema); err != nil {
		return nil, err
	}
	if f.overlay != "" {
		if p.Overlay, err = relative(f.overlay); err != nil {
			return nil, err
		}
	}
	p.Roots = []generator.Root{{Name: f.root, Pointer: "#"}}
	w, err := workspace(".")
	if err != nil {
		return nil, err
	}
	j := &job{w: w, dir: f.out, config: generator.Config{Packages: []generator.Package{p}, AssertFormat: f.assertFormat, Strict: f.strict}}
	if j.config.Refs, err = f.refMap(); err != nil {
		return nil, err
	}
	if j.found = generator.CheckConfig(j.config); j.found.HasErrors() {
		return nil, a.failed(w, j.found)
	}
	return j, j.hold()
}
