// Package gofile is the base of all emitters: it opens a file of a generated
// package with its header, holds the import paths that generated may use,
// and owns the three ways by which schema text may reach Go source: as a quoted
// literal ([Quote]), as comment lines ([Comment], [Doc]) and as a struct tag
// ([Tag]). Only the packages below generator/emit import it, and only they
// import jennifer.
package gofile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// Package is what the files of one generated package have in common.
type Package struct {
	Model *model.Package
	// names holds the import names, by path. One differs from the package's own
	// name where that is declared by the generated package: a file's imports may
	// not repeat an identifier of the package block (Go specification,
	// "Declarations and scope"). Other packages of the configuration also yield
	// to the runtime's and to the variables of generated code.
	names map[Import]string
	said  map[string]bool // comments that the package has, see Once
}

// NewPackage prepares the emission of a package.
func NewPackage(m *model.Package) *Package {
	taken := declared(m)
	p := &Package{Model: m, names: map[Import]string{}, said: map[string]bool{}}
	for _, path := range imports {
		if p.names[path] = path.name(); taken[path.name()] {
			p.names[path] = free(taken, path.name())
		}
	}
	for _, path := range imports {
		taken[p.names[path]] = true
	}
	use := func(path Import, name string) {
		if taken[name] || isVariable(name) {
			name = free(taken, name)
		}
		taken[name] = true
		p.names[path] = name
	}
	for _, other := range m.Imports {
		use(Import(other.ImportPath), other.Name)
	}
	for _, t := range m.Customs() {
		if path := Import(t.Import); p.names[path] == "" && t.Import != m.ImportPath {
			use(path, t.PackageName())
		}
	}
	for _, t := range model.Texts {
		if path := Import(t.Import); p.names[path] == "" {
			use(path, path.name())
		}
	}
	return p
}

// declared returns the identifiers of the package block that come from the schema.
func declared(m *model.Package) map[string]bool {
	names := map[string]bool{}
	for _, d := range m.Decls {
		names[d.Name] = true
		for _, v := range d.Enum {
			names[v.Name] = true
		}
	}
	return names
}

// isVariable reports whether a name may be that of a variable in the code that reads and
// writes values: a package that is imported under it could not be named there. Where there
// are several of a kind, they are numbered.
func isVariable(name string) bool {
	base := strings.TrimRight(name, "0123456789")
	return ofCode[base] && len(name)-len(base) < 3
}

var ofCode = func() map[string]bool {
	names := map[string]bool{}
	for name := range strings.FieldsSeq(`T a absent among as at b beyond bit c codecs codecText count d data declared decode defaultOf e either encode end
		entries err first found held holds i item items k key kind known l last left line list m mark matched met more n name
		names next node none now ok out p payload plan pointer r rest run s schemaProgram schemaSource seen short size src
		start sum tag text unmarshal unmarshalFrom unmarshalOneOf v valid value values verdict w x y yield`) {
		names[name] = true
	}
	return names
}()

// free returns the first of name_, name_2, name_3 … that is not taken, and takes it.
func free(taken map[string]bool, name string) string {
	alias := name + "_"
	for n := 2; taken[alias]; n++ {
		alias = name + "_" + strconv.Itoa(n)
	}
	taken[alias] = true
	return alias
}

// File is one file of a generated package. Declarations are added through the
// embedded jennifer file.
type File struct {
	*jen.File
	Name  string // file name without a directory
	pkg   *Package
	build string // constraint, "" for none
	only  bool   // that has been added to the package's

	lines   [][]byte        // what comes in the place of marks, see Lines
	imports map[Import]bool // packages that lines name
	named   []jen.Code      // by a name of each, those that no mark has yet
}

// Once adds a comment unless the package has it: what all declarations of a kind have in
// common is said once, at the first.
func (f *File) Once(comment string) {
	if f.IsNew(comment) {
		f.Add(Comment(comment))
	}
}

// IsNew reports whether the package does not have a comment yet. It has it from then on.
func (f *File) IsNew(comment string) bool {
	isNew := !f.pkg.said[comment]
	f.pkg.said[comment] = true
	return isNew
}

// IsConstrained reports whether the file has a build constraint that others of the
// package do not have.
func (f *File) IsConstrained() bool { return f.only }

// Only adds a build constraint to that of the package.
func (f *File) Only(constraint string) {
	if f.build != "" {
		constraint = "(" + f.build + ") && (" + constraint + ")"
	}
	f.build, f.only = constraint, true
}

// Declare adds a declaration below its comment.
func (f *File) Declare(comment string, code jen.Code) {
	f.Add(Comment(comment))
	f.Add(code)
	f.Line()
}

// NewFile opens a file of the package.
func (p *Package) NewFile(name string) *File {
	f := jen.NewFilePathName(p.Model.ImportPath, p.Model.Name)
	if p.Model.ImportPath == "" {
		f = jen.NewFile(p.Model.Name)
	}
	f.NoFormat = true // Render formats, with a better report of failures
	for path, name := range p.names {
		if path.name() == name {
			f.ImportName(string(path), name)
		} else {
			f.ImportAlias(string(path), name)
		}
	}
	if text := p.Model.Style.Header; text != "" {
		f.HeaderComment(notice(text))
	}
	f.HeaderComment(header(p.Model.Origin()))
	return &File{File: f, Name: name, pkg: p, build: p.Model.Style.Build, imports: map[Import]bool{}}
}

// notice returns a text as a comment of its own, with a blank line after it.
func notice(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteString(strings.TrimRight("// "+visible.Text(strings.TrimRight(line, "\r")), " ") + "\n")
	}
	return b.String()
}

// header returns the line that marks a file as generated, as the go command
// knows it (https://go.dev/s/generatedcode).
func header(source string) string {
	return "// Code generated by bindery from " + visible.Text(source) + "; DO NOT EDIT."
}

// DataExtension is how the names of files end that a generated package embeds:
// the header of generated files, on a line, and lines of JSON.
const DataExtension = ".bindery"

// Embed declares what holds the text of a file of data, which is returned: a variable
// that embeds the file, or, in a package of one file, has the text itself.
func (p *Package) Embed(f *File, variable, file string, json []byte) []byte {
	text := slices.Concat([]byte(header(p.Model.Origin())+"\n"), json, []byte("\n"))
	if p.Model.Style.OneFile {
		f.Var().Id(variable).Op("=").Id(visible.Literal(string(text)))
		f.Line()
		return nil
	}
	f.Anon("embed")
	f.Comment("//go:embed " + file)
	f.Var().Id(variable).String()
	f.Line()
	return text
}
