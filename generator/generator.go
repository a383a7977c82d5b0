// Package generator compiles JSON Schema, in JSON or YAML, to Go packages. It
// reads through an fs.FS and returns what it made: writing files, printing and
// exit statuses are cmd/bindery's. The stages are below internal; nothing here
// but this file is an interface.
package generator

import (
	"context"
	"io"
	"io/fs"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/visible"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// What a configuration says.
type (
	Config  = config.Config
	Package = config.Package
	Root    = config.Root
	Name    = config.Name
	Ref     = config.Ref
	Ignore  = config.Ignore
	Codec   = config.Codec
)

// UnnamedRoot is what an entry type is called that nobody has named yet.
const UnnamedRoot = model.UnnamedRoot

// The codecs of generated code.
const (
	Fast    = config.Fast
	Compact = config.Compact
	Auto    = config.Auto
)

// Workspace is where a configuration and its files live.
type Workspace = workspace.Workspace

// MaxDocument is the size of the largest document that is read, in bytes.
const MaxDocument = document.MaxSize

// LinkFS is a file system with symbolic links. Where that of a workspace is one,
// links are followed only inside the project and to where the configuration leads.
type LinkFS = workspace.LinkFS

// Words returns how words are spelt in Go names: those that are given as they are given,
// beside the initialisms of Go or, with only, without them.
func Words(only bool, given ...string) names.Words { return names.NewWords(only, given...) }

// IsInitialism reports whether a word can be given to Words.
func IsInitialism(word string) bool { return names.IsInitialism(word) }

// OneFile is the name of the Go file of a package that is made in one.
func OneFile(pkg string) string { return compiler.OneFile(pkg) }

// Files are generated files by slash path, relative to the configuration.
type Files = compiler.Files

// Validator validates documents without generated code.
type Validator = compiler.Validator

// What is found in the user's files, and how it is printed.
type (
	Diagnostic  = diag.Diagnostic
	Diagnostics = diag.Diagnostics
	Code        = diag.Code
	Severity    = diag.Severity
	Format      = diag.Format
	File        = source.File
	Pos         = source.Pos
)

// Formats and severities of diagnostics.
const (
	Text    = diag.Text
	Error   = diag.Error
	Warning = diag.Warning
	Info    = diag.Info
)

// Codes that decide an exit status.
var (
	BadConfig        = diag.BadConfig
	Internal         = diag.Internal
	NoConfig         = diag.NoConfig
	SchemaNotFound   = diag.SchemaNotFound
	VacuousRoot      = diag.VacuousRoot
	SchemaUnreadable = diag.SchemaUnreadable
	UnusedAllowance  = diag.UnusedAllowance
	UnusedIgnore     = diag.UnusedIgnore
)

// Load reads a configuration; name is relative to the workspace's directory.
// With errors it holds what is sound of it.
func Load(w *Workspace, name string) (Config, Diagnostics) { return config.Load(w, name) }

// CheckConfig reports what a configuration made by hand may not say.
func CheckConfig(c Config) Diagnostics { return config.Check(c) }

// WithProgress returns a context with which Generate, Docs, Lint and Breaking tell what
// they are at: a stage begins with a package, the at-th of so many. Calls come from
// several goroutines.
func WithProgress(ctx context.Context, told func(stage, name string, at, of int)) context.Context {
	return compiler.WithProgress(ctx, told)
}

// Generate makes the packages of the configuration that are asked for. One with
// errors, or that uses the types of such a one, has no files; it has no manifest
// among the files then. Those of the others are whole.
func Generate(ctx context.Context, w *Workspace, c Config) (Files, Diagnostics) {
	return compiler.Generate(ctx, w, c)
}

// Docs makes the reference of all packages: files by name, without a directory. There
// are none where the diagnostics have an error.
func Docs(ctx context.Context, w *Workspace, c Config) (Files, Diagnostics) {
	return compiler.Docs(ctx, w, c)
}

// Lint reports every problem of the schemas and of the configuration.
func Lint(ctx context.Context, w *Workspace, c Config) Diagnostics {
	_, ds := compiler.Lint(ctx, w, c)
	return ds
}

// NewValidator builds the validator of a package's first root. It is nil where
// the diagnostics have an error.
func NewValidator(w *Workspace, c Config, p Package) (*Validator, Diagnostics) {
	return compiler.NewValidator(w, c, p)
}

// Accept takes the diagnostics out of ds that the configuration accepts.
func Accept(ds Diagnostics, ignore []Ignore) Diagnostics { return config.Accept(ds, ignore) }

// Regrade gives diagnostics the severities of the configuration.
func Regrade(ds Diagnostics, grades []config.Grade) Diagnostics { return config.Regrade(ds, grades) }

// OnlyLint reports whether only Lint makes diagnostics of a code.
func OnlyLint(code Code) bool { return compiler.OnlyLint(code) }

// ParseSeverity returns the severity of a word; 0 for none.
func ParseSeverity(word string) Severity { return diag.ParseSeverity(word) }

// ParseFormat checks the name of a format.
func ParseFormat(name string) (Format, error) { return diag.ParseFormat(name) }

// IsDialect reports whether a name is that of a draft of JSON Schema.
func IsDialect(name string) bool {
	_, ok := schema.ParseDraft(name)
	return ok
}

// Print writes diagnostics; file gives the lines of a file, nil for none. Forms for
// people have the first of a code and count the rest, unless all is set.
func Print(out io.Writer, f Format, ds Diagnostics, file func(name string) *File, all bool) error {
	return diag.Print(out, f, ds, file, all)
}

// Line returns text as part of a line for a terminal, in which all can be seen
// and nothing is a command.
func Line(text string) string { return visible.Terminal(text) }

// Lines is Line for text of any number of lines.
func Lines(text string) string { return visible.TerminalLines(text) }

// Explain writes what a code means and how to fix what it reports; ok is false
// for a code that does not exist.
func Explain(out io.Writer, f Format, code Code) (ok bool, err error) {
	entry, ok := diag.Lookup(code)
	if !ok {
		return false, nil
	}
	return true, diag.Explain(out, f, entry)
}

// Catalogue writes all codes with what they mean.
func Catalogue(out io.Writer, f Format) error { return diag.Catalogue(out, f) }

// FindSchemas lists the files in a file system whose "$schema" names a draft of
// JSON Schema, sorted.
func FindSchemas(fsys fs.FS) ([]string, error) { return schema.Find(fsys) }

// IsSchema reports whether a file in JSON or YAML holds a value that can be a schema.
func IsSchema(f *File) bool { return schema.Holds(f) }

// Base is the state of a configuration that changes are compared with.
type Base = compiler.Base

// Breaking reports what the configuration breaks of the base, but for what it
// allows to break.
func Breaking(ctx context.Context, w *Workspace, c Config, base Base) Diagnostics {
	return config.AllowBreaks(compiler.Breaking(ctx, w, c, base), c.Breaking)
}

// Labelled returns diagnostics with a label before the names of their files.
func Labelled(label string, ds Diagnostics) Diagnostics { return compiler.Labelled(label, ds) }
