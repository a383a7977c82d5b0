// Package config is bindery.yaml: what it may say, its reading, which is strict,
// and the diagnostics that it accepts.
package config

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/custom"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Package is one Go package to generate.
type Package struct {
	Schema  string // slash path of the schema, relative to the configuration
	Overlay string // "" for none
	// Beside are the further schemas of a package that is made of several.
	Beside     []SchemaFile
	Name       string // Go package name
	ImportPath string // "" when unknown
	Out        string // directory, relative to the configuration
	Roots      []Root
	Names      []Name
	Codec      Codec
	YAML       bool // documents are read and written as YAML too
	Types      []GoType
	Tags       []Tag
	// Header is a comment before all else in the files, Build their build constraint;
	// "" for none.
	Header, Build string
	// SQL says that entry types are read from and written to columns of databases.
	SQL bool
	// Slog says that entry types are groups of their members in the records of log/slog.
	Slog bool
	// Dialect is the draft of a schema that names none, as [schema.ParseDraft]
	// reads it; "" is the latest.
	Dialect string
	// Words says how words are spelt in Go names.
	Words names.Words
	// ShortNames says that types are called by the shortest end of their path that is
	// that of no other.
	ShortNames bool
	// OneFile says that all Go code of the package is in one file.
	OneFile bool
	// Integers and Numbers say which Go types hold them; "" for int64 and float64.
	Integers, Numbers NumberForm
	// Optionals says that optional scalars are optional.Value, not pointers.
	Optionals bool
	// EvaluateSiblings says that keywords beside a $ref hold in drafts 4 to 7.
	EvaluateSiblings bool
	// Steps is the directory in which the user writes steps; "" for none.
	Steps string
	// AutoFormat and AssertFormats stand for those of the configuration where
	// AssertFormat is not nil.
	AutoFormat    bool
	AssertFormats []string
	// AssertFormat and Strict stand for those of the configuration where they are not
	// nil; Refs come before its own.
	AssertFormat, Strict *bool
	Refs                 []Ref
	// Prompts is the directory of the user's templates of prompts; "" for none.
	Prompts string
	// Pos, OverlayPos and the like are where the configuration says so.
	Pos, OverlayPos, NamePos, OutPos, StepsPos, PromptsPos source.Pos
	// Held are the names of the package as it was last generated.
	Held        map[string]string
	HeldMembers map[string]map[string]string
	// HeldBranches are the labels of the branches of its unions.
	HeldBranches map[string]map[string]string
	// HeldAlike are the types that places have which say the same as another.
	HeldAlike map[string]string
	// HeldShort says that they were chosen with ShortNames.
	HeldShort bool
	// HeldShared are its types that other packages read and write.
	HeldShared []string
	// HeldInterface is the version of the methods that these have for it.
	HeldInterface int
	// HeldEntries are those that are entry types of other packages, with the names of
	// the methods that they have for it.
	HeldEntries map[string][]string
	// Skip says that the package is not asked for: it is read for the types that
	// others use of it.
	Skip bool
}

// SchemaFile is a schema of a package with its overlay, "" for none.
type SchemaFile struct {
	Schema, Overlay string
	Pos, OverlayPos source.Pos
}

// Files lists the schemas of a package, its own first.
func (p *Package) Files() []SchemaFile {
	return append([]SchemaFile{{p.Schema, p.Overlay, p.Pos, p.OverlayPos}}, p.Beside...)
}

// IsOf reports whether a file is a schema of the package.
func (p *Package) IsOf(schema string) bool {
	return slices.ContainsFunc(p.Files(), func(f SchemaFile) bool { return f.Schema == schema })
}

// Owns reports whether a file is a schema of the package or an overlay of one.
func (p *Package) Owns(file string) bool {
	isIts := func(schema, overlay string) bool { return file == schema || file == overlay && file != "" }
	return isIts(p.Schema, p.Overlay) || slices.ContainsFunc(p.Beside, func(f SchemaFile) bool { return isIts(f.Schema, f.Overlay) })
}

// Codec says how generated code reads and writes documents.
type Codec string

// The codecs: a function for each type, descriptors that the runtime works by, or
// the one that suits the size of the schema.
const (
	Fast    Codec = "fast"
	Compact Codec = "compact"
	Auto    Codec = "auto"
)

// NumberForm says which Go type holds numbers.
type NumberForm string

// The forms of numbers: of integers the smallest type that holds all between their
// bounds, and the text as it is spelt.
const (
	Sized NumberForm = "sized"
	Exact NumberForm = "exact"
)

// Asserts reports whether "format" is an assertion in the schemas of a package.
func (c *Config) Asserts(p *Package) bool { return own(p.AssertFormat, c.AssertFormat) }

// AssertsByItself reports whether a format is an assertion in the schemas of a
// package where it alone tells the branches of a oneOf apart.
func (c *Config) AssertsByItself(p *Package) bool {
	if p.AssertFormat != nil {
		return p.AutoFormat
	}
	return c.AutoFormat
}

// AssertedFormats lists the formats that are assertions in the schemas of a package
// where not all are.
func (c *Config) AssertedFormats(p *Package) []string {
	if p.AssertFormat != nil {
		return p.AssertFormats
	}
	return c.AssertFormats
}

// IsStrict reports whether quirks of the schemas of a package are not repaired.
func (c *Config) IsStrict(p *Package) bool { return own(p.Strict, c.Strict) }

// RefsOf lists where the schemas of URI prefixes are, for a package.
func (c *Config) RefsOf(p *Package) []Ref { return append(slices.Clip(p.Refs), c.Refs...) }

func own(choice *bool, all bool) bool {
	if choice != nil {
		return *choice
	}
	return all
}

// Root is an entry type: its Go name and the JSON Pointer of its schema ("#"
// for the root), in one of several files of the package File.
type Root struct {
	Name    string
	File    string // "" for the package's own
	Pointer string
	Pos     source.Pos
}

// Name is the Go name of what a JSON Pointer ("#/properties/a") leads to.
type Name struct {
	Pointer, Name string
	Pos           source.Pos
}

// Tag is a struct tag of all fields: its key, and the template of its values.
type Tag struct{ Key, Template string }

// GoType is the Go type of the strings or numbers of a format, or of what a JSON
// Pointer leads to: one of the two is "".
type GoType struct {
	Format, Pointer string
	Type            custom.Type
	Pos             source.Pos
}

// Ref maps a URI prefix to a directory of schemas.
type Ref struct {
	Prefix, Dir string
	Pos         source.Pos
}

// Dialect says that the meta-schema with a URI is that of a draft.
type Dialect struct{ URI, Draft string }

// Overlay is a patch of a schema, named by its path or URI, that others refer to.
type Overlay struct {
	Of, File string
	Pos      source.Pos
}

// Config is all that generation depends on beside the files.
type Config struct {
	// File is the slash path of the configuration, "" where there is none.
	File         string
	Packages     []Package
	Chosen       bool // the packages are not all; what no package uses, others may
	Refs         []Ref
	Dialects     []Dialect
	Overlays     []Overlay
	Ignore       []Ignore
	Breaking     []Ignore // breaks that are allowed
	Severity     []Grade
	AssertFormat bool
	// AutoFormat: a format that alone tells the branches of a oneOf apart is an
	// assertion. AssertFormats lists others that are.
	AutoFormat    bool
	AssertFormats []string
	Strict        bool // no repairs of quirks
	// Docs is the directory of the reference; "" for none.
	Docs    string
	DocsPos source.Pos
}
