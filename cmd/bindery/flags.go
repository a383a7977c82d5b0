package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// packageFlags say what to work on: a configuration, or a single schema.
type packageFlags struct {
	config string
	schema string
	pkg    string
	root   string
	out    string
	only   []string
	codec  string
	stdout bool

	initialisms []string
	typeNames   string
	files       string
	schemaFlags
}

// schemaFlags say how a schema is read. In a configuration its keys say so.
type schemaFlags struct {
	overlay      string
	assertFormat bool
	strict       bool
	dialect      string
	refSiblings  string
	refs         []string
}

const defaultConfig = "bindery.yaml"

func (f *packageFlags) addConfig(fs *pflag.FlagSet) {
	fs.StringVarP(&f.config, "config", "c", "", "configuration `FILE`; by default "+defaultConfig+" here or in a directory above")
}

// configFile is the configuration that -c names, or else the nearest one at or above
// the working directory. The search ends with the repository of git.
func (f *packageFlags) configFile() string {
	if f.config != "" {
		return f.config
	}
	dir, err := filepath.Abs(".")
	if err != nil {
		return defaultConfig
	}
	for up := ""; ; up = filepath.Join(up, "..") {
		if _, err := os.Lstat(filepath.Join(dir, defaultConfig)); err == nil {
			return filepath.Join(up, defaultConfig)
		}
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		if above := filepath.Dir(dir); err == nil || above == dir {
			return defaultConfig // which is not there
		} else {
			dir = above
		}
	}
}

func (f *packageFlags) addPackage(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.only, "only", nil, "this `PACKAGE` alone, by name or directory; may be repeated")
	fs.StringVar(&f.schema, "schema", "", "generate from this schema `FILE` instead of a configuration")
	fs.StringVar(&f.pkg, "package", "", "with --schema: Go package `NAME`")
	fs.StringVar(&f.root, "root", "", "with --schema: Go `TYPE` of the root schema")
	fs.StringVar(&f.out, "out", "", "with --schema: `DIR` of the generated files")
	fs.StringVar(&f.codec, "codec", string(generator.Auto), "with --schema: fast, compact or auto: how generated code reads and writes documents")
	fs.StringArrayVar(&f.initialisms, "initialism", nil, "with --schema: spell this `WORD` so in Go names, whatever its case in the schema: SKU, OAuth; may be repeated")
	fs.StringVar(&f.typeNames, "type-names", "path", "with --schema: path or short: names of the types of inline schemas")
	fs.StringVar(&f.files, "files", "several", "with --schema: several or one: Go files of the package")
	f.addSchema(fs)
}

func (f *schemaFlags) addSchema(fs *pflag.FlagSet) {
	fs.StringVar(&f.overlay, "overlay", "", "patch `FILE` of the schema: a map is an RFC 7396 merge patch, a list an RFC 6902 patch")
	fs.BoolVar(&f.assertFormat, "format-assertion", false, "make \"format\" an assertion")
	fs.BoolVar(&f.strict, "strict", false, "do not repair quirks of real schemas")
	fs.StringVar(&f.dialect, "dialect", "", "`DRAFT` of a schema without $schema: draft-04, draft-06, draft-07, 2019-09 or 2020-12")
	fs.StringVar(&f.refSiblings, "ref-siblings", "ignore", "ignore or evaluate: what drafts 4 to 7 make of the keywords beside a $ref")
	fs.StringArrayVar(&f.refs, "ref", nil, "`URI-PREFIX=DIR`: where the schemas of a URI prefix are; may be repeated")
}

// nearFlag adds to the error of an unknown flag which one may be meant.
func nearFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := generator.Nearest(unknown.GetSpecifiedName(), names); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return err
}

// onlyWithSchema are the flags that a configuration replaces by its keys.
var onlyWithSchema = []struct{ flag, key string }{
	{"package", "package"}, {"root", "roots"}, {"out", "out"}, {"codec", "codec"}, {"overlay", "overlay"},
	{"format-assertion", "format_assertion"}, {"strict", "strict"}, {"ref", "refs"},
	{"initialism", "initialisms"}, {"type-names", "type_names"}, {"files", "files"}, {"dialect", "dialect"}, {"ref-siblings", "ref_siblings"},
}

// check refuses flags that contradict each other.
func (f *packageFlags) check(fs *pflag.FlagSet) error {
	if f.schema == "" {
		if err := f.checkConfig(); err != nil {
			return err
		}
		for _, o := range onlyWithSchema {
			if fs.Changed(o.flag) {
				return fmt.Errorf("--%s goes with --schema; a configuration says it with the key %q", o.flag, o.key)
			}
		}
		return nil
	}
	for _, flag := range []string{"config", "only"} {
		if fs.Changed(flag) {
			return fmt.Errorf("--%s and --schema exclude each other", flag)
		}
	}
	switch generator.Codec(f.codec) {
	case generator.Fast, generator.Compact, generator.Auto:
	default:
		return fmt.Errorf("--codec %q is none of fast, compact and auto", f.codec)
	}
	switch {
	case f.typeNames != "path" && f.typeNames != "short":
		return fmt.Errorf("--type-names %q is neither path nor short", f.typeNames)
	case f.files != "several" && f.files != "one":
		return fmt.Errorf("--files %q is neither several nor one", f.files)
	}
	for _, word := range f.initialisms {
		if !generator.IsInitialism(word) {
			return fmt.Errorf("--initialism %q is not a word that begins with a capital letter", word)
		}
	}
	var missing []string
	for _, o := range []struct{ flag, value string }{{"package", f.pkg}, {"root", f.root}, {"out", f.out}} {
		if o.value == "" && !(f.stdout && o.flag == "out") {
			missing = append(missing, "--"+o.flag)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("--schema needs %s as well", strings.Join(missing, ", "))
	}
	return nil
}

// checkConfig refuses a configuration that cannot be one.
func (f *packageFlags) checkConfig() error {
	if info, err := os.Stat(f.config); f.config != "" && err == nil && info.IsDir() {
		return fmt.Errorf("--config %s is a directory: name the file in it", f.config)
	}
	return nil
}

// configuration makes a configuration without packages of the flags.
func (f *schemaFlags) configuration(p *workDir) (generator.Config, error) {
	c := generator.Config{AssertFormat: f.assertFormat, Strict: f.strict}
	for _, text := range f.refs {
		prefix, dir, ok := strings.Cut(text, "=")
		if !ok || prefix == "" || dir == "" {
			return c, fmt.Errorf("--ref %q is not URI-PREFIX=DIR", text)
		}
		name, err := p.name(dir)
		if err != nil {
			return c, err
		}
		c.Refs = append(c.Refs, generator.Ref{Prefix: prefix, Dir: name})
	}
	return c, nil
}

// schemaPackage makes a package of a schema file of the command line and the
// overlay of the flags.
func (f *schemaFlags) schemaPackage(p *workDir, file string) (pkg generator.Package, err error) {
	switch {
	case f.dialect != "" && !generator.IsDialect(f.dialect):
		return pkg, fmt.Errorf("--dialect %q is none of draft-04, draft-06, draft-07, 2019-09 and 2020-12", f.dialect)
	case f.refSiblings != "" && f.refSiblings != "ignore" && f.refSiblings != "evaluate":
		return pkg, fmt.Errorf("--ref-siblings %q is neither ignore nor evaluate", f.refSiblings)
	}
	pkg.Dialect, pkg.EvaluateSiblings = f.dialect, f.refSiblings == "evaluate"
	if pkg.Schema, err = p.name(file); err == nil && f.overlay != "" {
		pkg.Overlay, err = p.name(f.overlay)
	}
	return pkg, err
}

// baseDir is the directory that the names of a single schema and of its
// companions are relative to: the working directory, so that generated code
// names them as the command line does. Where the schema has an absolute path
// to elsewhere, that name would tell where the machine keeps it; then it is the
// directory above all absolute paths, or the schema's own when they have
// nothing in common.
func (f *packageFlags) baseDir() string {
	if !filepath.IsAbs(f.schema) {
		return "."
	}
	if rel, err := relative(".", f.schema); err == nil && !strings.HasPrefix(rel, "../") {
		return "."
	}
	base := filepath.Dir(f.schema)
	dirs := []string{filepath.Dir(f.overlay)}
	for _, ref := range f.refs {
		_, dir, _ := strings.Cut(ref, "=")
		dirs = append(dirs, dir)
	}
	for _, dir := range dirs {
		if filepath.IsAbs(dir) {
			base = commonDir(base, dir)
		}
	}
	if base == filepath.Dir(base) { // the root
		return filepath.Dir(f.schema)
	}
	return base
}

// commonDir is the nearest directory above or at two absolute ones.
func commonDir(a, b string) string {
	for {
		rel, err := relative(a, b)
		if err == nil && rel != ".." && !strings.HasPrefix(rel, "../") || a == filepath.Dir(a) {
			return a
		}
		a = filepath.Dir(a)
	}
}

// oneArgument refuses command lines that do not have just the one argument that what
// describes.
func oneArgument(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("%d arguments: name %s", len(args), what)
		}
		return nil
	}
}
