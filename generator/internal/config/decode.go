package config

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/mod/module"
	"golang.org/x/text/unicode/norm"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/spelling"
	"github.com/bindery-go/bindery/generator/internal/table"
	"github.com/bindery-go/bindery/runtime/validate"
	"github.com/bindery-go/bindery/schemas"
)

// Files reads files by slash path, and finds those that a pattern names.
type Files interface {
	Read(name string) (*source.File, error)
	// Glob lists the files that match a pattern, sorted: "*" and "?" stand for
	// characters of a name, "**" for directories.
	Glob(pattern string) ([]string, error)
}

// Load reads a configuration; its name is one of the files.
// The configuration is checked strictly against schemas/bindery.schema.json.
// With errors it holds what is sound of it, so that the mistakes of the
// schemas can be told in the same run.
func Load(w Files, name string) (Config, diag.Diagnostics) {
	f, err := w.Read(name)
	if err != nil {
		var ds diag.Diagnostics
		if errors.Is(err, fs.ErrNotExist) {
			d := diag.New(diag.NoConfig, source.InFile(name), "missing configuration file")
			if other := strings.TrimSuffix(name, ".yaml") + ".yml"; other != name {
				if _, err := w.Read(other); err == nil {
					d = d.WithHelp("%s is there: rename it, or name it with -c", other)
				}
			}
			ds.Add(d)
		} else {
			ds.Addf(diag.BadConfig, source.InFile(name), "%v", err)
		}
		return Config{}, ds
	}
	if len(bytes.TrimSpace(f.Data)) == 0 {
		return Config{}, diag.Diagnostics{diag.New(diag.BadConfig, source.InFile(name), "the configuration is empty").
			WithHelp("it begins with version: 1 and packages:; bindery init makes one")}
	}
	doc, ds := document.Read(f)
	if doc == nil || ds.HasErrors() {
		return Config{}, ds
	}
	form := checkForm(doc)
	packages, found := expand(w, f.Name, doc)
	ds.Add(found...)
	c, found := decode(doc, packages)
	ds.Add(found...)
	c.File = f.Name
	ds.Add(check(c, moduleRoot(w))...)
	ds = append(withoutEchoes(form, ds), ds...)
	// A path that is refused is not looked for: it would not be found.
	for i := range c.Packages {
		p := &c.Packages[i]
		p.Roots = slices.DeleteFunc(p.Roots, func(r Root) bool { return !p.has(r) || !strings.HasPrefix(r.Pointer, "#") })
	}
	c.Packages = slices.DeleteFunc(c.Packages, func(p Package) bool {
		files := slices.ContainsFunc(p.Files(), func(f SchemaFile) bool { return !isPortable(f.Schema) || !isPortable(f.Overlay) })
		return files || !isPortable(p.Out) || !isPortable(p.Steps) || !isPortable(p.Prompts)
	})
	return c, ds
}

// configSchema is the schema of the configuration. It is our own and has no
// mistakes, which the tests prove, and so for its program.
var configSchema = sync.OnceValue(func() *document.Node {
	doc, _ := document.Read(source.NewFile("bindery.schema.json", schemas.Config))
	return doc
})

var configProgram = sync.OnceValue(func() *validate.Program {
	const uri = "https://bindery-go.github.io/schemas/bindery/v1"
	g, _ := schema.Build([]schema.Entry{{URI: uri}}, schema.Options{Loader: schema.Documents{uri: configSchema()}})
	program, _ := table.Build(g, plan.NewPatterns())
	return program
})

// checkForm reports what the configuration's schema does not allow.
func checkForm(doc *document.Node) diag.Diagnostics {
	var ds diag.Diagnostics
	err := table.Violations(configProgram(), 0, doc, func(v table.Located) {
		pos := v.Pos
		if v.Keyword == "additionalProperties" {
			pos = namePos(doc, v.InstanceLocation, pos)
		}
		d := diag.New(diag.BadConfig, pos, "%s: %s", cmp.Or(v.InstanceLocation, "the configuration"), v.Message)
		if help := formHelp(v); help != "" {
			d = d.WithHelp("%s", help)
		}
		ds.Add(d)
	})
	if err != nil {
		ds.Addf(diag.BadConfig, doc.Pos, "%v", err)
	}
	return ds
}

// withoutEchoes drops from the diagnostics of the form what others say better: that a
// name does not match a pattern, on the line where they speak of the same name.
func withoutEchoes(form, others diag.Diagnostics) diag.Diagnostics {
	return slices.DeleteFunc(form, func(d diag.Diagnostic) bool {
		_, name, ok := strings.Cut(d.Message, ", but is ")
		return ok && strings.Contains(d.Message, "must match the pattern") && slices.ContainsFunc(others, func(o diag.Diagnostic) bool {
			return o.Pos.Line == d.Pos.Line && strings.Contains(o.Message, strings.Trim(name, `"`))
		})
	})
}

// namePos is the place of the name of the member that a JSON Pointer leads to.
func namePos(doc *document.Node, pointer string, otherwise source.Pos) source.Pos {
	tokens, _ := document.ParsePointer(pointer)
	if m, ok := doc.MemberAt(tokens...); ok {
		return m.NamePos
	}
	return otherwise
}

// decode reads a configuration, whose packages are expanded. What its schema does not admit is left
// out; checkForm has reported it.
func decode(doc *document.Node, packages []*document.Node) (Config, diag.Diagnostics) {
	var ds diag.Diagnostics
	c := Config{Strict: isTrue(doc.Get("strict"))}
	c.AssertFormat, c.AutoFormat, c.AssertFormats = formats(doc.Get("format_assertion"))
	c.Docs, c.DocsPos = pathOf(doc.Get("docs"))
	c.Refs = refs(doc.Get("refs"))
	c.Dialects = lists.Of(members(doc.Get("dialects")), func(m document.Member) Dialect { return Dialect{URI: m.Name, Draft: m.Value.Text} })
	c.Overlays = lists.Of(members(doc.Get("overlays")), func(m document.Member) Overlay {
		return Overlay{Of: m.Name, File: path.Clean(m.Value.Text), Pos: m.NamePos}
	})
	for _, n := range packages {
		if p, ok := decodePackage(n); ok {
			p.Codec = Codec(cmp.Or(textOf("codec", n, doc), string(Auto)))
			p.YAML = isTrue(cmp.Or(n.Get("yaml"), doc.Get("yaml")))
			types, found := goTypes(n, doc)
			p.Types = types
			ds.Add(found...)
			ds.Add(p.style(n, doc)...)
			p.Integers = NumberForm(textOf("integers", n, doc))
			p.Words = wordsOf(cmp.Or(n.Get("initialisms"), doc.Get("initialisms")))
			p.ShortNames = textOf("type_names", n, doc) == "short"
			p.OneFile = textOf("files", n, doc) == "one"
			p.Numbers = NumberForm(textOf("numbers", n, doc))
			p.Optionals = textOf("optionals", n, doc) == "value"
			p.Dialect = textOf("dialect", n, doc)
			p.EvaluateSiblings = textOf("ref_siblings", n, doc) == "evaluate"
			c.Packages = append(c.Packages, p)
		}
	}
	c.Ignore, c.Breaking = ignores(doc.Get("ignore")), ignores(doc.Get("breaking"))
	c.Severity = lists.Of(members(doc.Get("severity")), func(m document.Member) Grade {
		return Grade{Code: m.Name, Severity: m.Value.Text, Pos: m.NamePos}
	})
	return c, ds
}

// textOf is the text of a key in the first of some objects that has it; "" for
// none.
func textOf(key string, in ...*document.Node) string {
	for _, n := range in {
		if v := n.Get(key); isText(v) {
			return v.Text
		}
	}
	return ""
}

// formats reads which formats are assertions: all or none, those that tell branches
// apart, or those of a list.
func formats(n *document.Node) (all, auto bool, list []string) {
	return isTrue(n), isText(n) && n.Text == "auto", texts(n)
}

// decodePackage reads an entry of "packages"; ok is false where it lacks what
// a package cannot be made without.
func decodePackage(n *document.Node) (p Package, ok bool) {
	file, name, out, roots := n.Get("schema"), n.Get("package"), n.Get("out"), n.Get("roots")
	if !isText(file) || !isText(name) || !isText(out) || roots == nil || len(members(roots)) == 0 && !isEmpty(roots) {
		return p, false
	}
	p = Package{Schema: path.Clean(file.Text), Name: name.Text, Out: path.Clean(out.Text), Pos: file.Pos, NamePos: name.Pos, OutPos: out.Pos}
	p.Overlay, p.OverlayPos = pathOf(n.Get("overlay"))
	for _, b := range items(n.Get(besideKey)) {
		f := SchemaFile{Schema: b.Get("schema").Text, Pos: b.Get("schema").Pos}
		f.Overlay, f.OverlayPos = pathOf(b.Get("overlay"))
		p.Beside = append(p.Beside, f)
	}
	p.Steps, p.StepsPos = pathOf(n.Get("steps"))
	if n := n.Get("format_assertion"); n != nil {
		all, auto, list := formats(n)
		p.AssertFormat, p.AutoFormat, p.AssertFormats = new(all), auto, list
	}
	if n := n.Get("strict"); n != nil {
		p.Strict = new(isTrue(n))
	}
	p.Refs = refs(n.Get("refs"))
	p.Prompts, p.PromptsPos = pathOf(n.Get("prompts"))
	for _, m := range members(roots) {
		root := Root{Name: m.Name, Pointer: m.Value.Text, Pos: m.Value.Pos}
		if at := strings.IndexByte(root.Pointer, '#'); at > 0 {
			root.File, root.Pointer = path.Clean(root.Pointer[:at]), root.Pointer[at:]
		}
		if root.File == p.Schema {
			root.File = ""
		}
		p.Roots = append(p.Roots, root)
	}
	for _, m := range members(n.Get("names")) {
		if !strings.Contains(m.Name, "#") {
			continue // else it would be told once more that nothing is there
		}
		p.Names = append(p.Names, Name{Pointer: m.Name, Name: m.Value.Text, Pos: m.NamePos})
	}
	return p, true
}

// pathOf is a path and where it is written; "" for none.
func pathOf(n *document.Node) (string, source.Pos) {
	if !isText(n) {
		return "", source.Pos{}
	}
	return path.Clean(n.Text), n.Pos
}

func refs(n *document.Node) (list []Ref) {
	return lists.Of(members(n), func(m document.Member) Ref { return Ref{Prefix: m.Name, Dir: m.Value.Text, Pos: m.Value.Pos} })
}

// members lists those members of an object that are strings.
func members(n *document.Node) []document.Member {
	if n == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(n.Members), func(m document.Member) bool { return !isText(m.Value) })
}

func items(n *document.Node) []*document.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// texts lists those items of a list that are strings.
func texts(n *document.Node) []string {
	return lists.Of(lists.Where(items(n), isText), func(item *document.Node) string { return item.Text })
}

func isEmpty(n *document.Node) bool { return n.Kind == document.Object && len(n.Members) == 0 }

func isText(n *document.Node) bool { return n != nil && n.Kind == document.String }

func isTrue(n *document.Node) bool { return n != nil && n.Bool }

// Check reports what no schema can say: package names that Go keeps for
// itself, and directories that two packages would share.
func Check(c Config) diag.Diagnostics { return check(c, ".") }

// moduleRoot is the directory of the go.mod at or above the configuration, relative to
// it; "." without one.
func moduleRoot(w Files) string {
	const most = 100 // levels, more than any path has
	at := "."
	for range most {
		switch _, err := w.Read(path.Join(at, "go.mod")); {
		case err == nil:
			return at
		case !errors.Is(err, fs.ErrNotExist):
			return "."
		}
		at = path.Join(at, "..")
	}
	return "."
}

// checkDir refuses a directory that is not below the module's, or no path everywhere.
func checkDir(ds *diag.Diagnostics, dir, module string, pos source.Pos) {
	checkPath(ds, dir, pos)
	up := strings.Count(dir+"/", "../") // it is clean: they are at the start
	if dir == "" || up <= strings.Count(module+"/", "../") {
		return
	}
	if module == "." {
		ds.Add(diag.New(diag.BadConfig, pos, "the directory %q is outside the configuration's own", dir).
			WithHelp("choose one below, or move the configuration up"))
	} else {
		ds.Add(diag.New(diag.BadConfig, pos, "the directory %q is outside the module, which begins at %s", dir, module).
			WithHelp("choose one in the module; a module of its own has a configuration of its own"))
	}
}

// check is Check for a configuration in a module with a root relative to it.
func check(c Config, module string) diag.Diagnostics {
	var ds diag.Diagnostics
	checkDir(&ds, c.Docs, module, c.DocsPos)
	owner := map[string]Package{} // by what names its directory where case does not count
	for _, p := range c.Packages {
		if !names.IsPackage(p.Name) && !strings.Contains(p.Name, "{") { // which expand tells of
			near := onlyIf(names.IsPackage, names.Package(p.Name))
			ds.Add(diag.New(diag.BadConfig, p.NamePos, "%q cannot be the name of a generated package", p.Name).
				WithHelp("write lower-case letters and digits, no keyword of Go and no package that generated code imports").Meaning(near))
		}
		for _, r := range p.Roots {
			if !names.IsExported(r.Name) {
				near := onlyIf(names.IsExported, names.Words{}.Exported(r.Name))
				ds.Add(diag.New(diag.BadConfig, r.Pos, "%q is not an exported Go name", r.Name).
					WithHelp("write a capital letter, then letters and digits").Meaning(near))
			}
		}
		for _, f := range p.Files() {
			checkPath(&ds, f.Schema, f.Pos)
			checkPath(&ds, f.Overlay, f.OverlayPos)
		}
		checkRootFiles(&ds, p)
		checkDir(&ds, p.Out, module, p.OutPos)
		checkDir(&ds, p.Steps, module, p.StepsPos)
		checkDir(&ds, p.Prompts, module, p.PromptsPos)
		if c.Docs != "" && sameDir(p.Out) == sameDir(c.Docs) {
			ds.Add(diag.New(diag.BadConfig, c.DocsPos, "the reference and package %s are both written to %s", p.Name, p.Out).
				WithHelp("give the reference a directory of its own"))
		}
		checkImportable(&ds, p.Out, p.OutPos)
		checkImportable(&ds, p.Steps, p.StepsPos)
		dir := sameDir(p.Out)
		switch first, taken := owner[dir]; {
		case !taken:
			owner[dir] = p
		case first.Out == p.Out:
			ds.Add(diag.New(diag.BadConfig, p.OutPos, "two packages are written to %s", p.Out).
				WithHelp("give each a directory of its own, or make one package of both schemas: list them under schemas").
				WithRelated(first.OutPos, "package %s is written there too", first.Name))
		default:
			ds.Add(diag.New(diag.BadConfig, p.OutPos, "the directories %s and %s are one where case and the form of accents do not count", first.Out, p.Out).
				WithRelated(first.OutPos, "package %s is written there", first.Name))
		}
	}
	return ds
}

// onlyIf is a name that is valid, "" for others.
func onlyIf(isValid func(string) bool, name string) string {
	if isValid(name) {
		return name
	}
	return ""
}

// has reports whether an entry type is of a schema of the package.
func (p *Package) has(r Root) bool {
	return r.File == "" || slices.ContainsFunc(p.Beside, func(f SchemaFile) bool { return f.Schema == r.File })
}

// checkRootFiles refuses entry types of files that are no schemas of the package.
func checkRootFiles(ds *diag.Diagnostics, p Package) {
	for _, r := range p.Roots {
		if p.has(r) {
			continue
		}
		files := lists.Of(p.Files(), func(f SchemaFile) string { return f.Schema })
		ds.Add(diag.New(diag.BadConfig, r.Pos, "%s is not a schema of package %s", r.File, p.Name).
			WithHelp("list it under schemas: of the package").Meaning(spelling.Nearest(r.File, files)))
	}
}

// sameDir is equal for paths that macOS or Windows may take for one: they differ
// only in case, or in how characters with accents are composed.
func sameDir(name string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, norm.NFC.String(name))
}

// isPortable tells a path that is relative on every machine. A drive letter is
// one of Windows only, where package path does not know it.
func isPortable(name string) bool {
	return !path.IsAbs(name) && !strings.Contains(name, `\`) && (len(name) < 2 || name[1] != ':')
}

// checkImportable refuses a directory of Go code that no import path can name.
func checkImportable(ds *diag.Diagnostics, dir string, pos source.Pos) {
	for strings.HasPrefix(dir, "../") {
		dir = dir[len("../"):] // the module's path ends elsewhere
	}
	if why := Unimportable(path.Join("m", dir)); why != "" {
		ds.Add(diag.New(diag.BadConfig, pos, "no Go package in the directory %q can be imported: %s", dir, why).
			WithHelp("name directories in ASCII letters, digits and -._~+"))
	}
}

// Unimportable is why the go command takes no such import path, "" where it does.
func Unimportable(importPath string) string {
	var invalid *module.InvalidPathError
	switch err := module.CheckImportPath(importPath); {
	case errors.As(err, &invalid):
		return invalid.Err.Error()
	case err != nil:
		return err.Error()
	}
	for element := range strings.SplitSeq(importPath, "/") {
		switch {
		case element == "vendor":
			return "the go command keeps copies of other modules in vendor"
		case element[0] == '-':
			return "leading dash"
		}
	}
	return ""
}

// checkPath refuses what is not a path on every machine.
func checkPath(ds *diag.Diagnostics, name string, pos source.Pos) {
	if !isPortable(name) {
		ds.Add(diag.New(diag.BadConfig, pos, "%q is not a slash path relative to the configuration", name).
			WithHelp("begin with the name of a directory or file beside the configuration, and write / between names"))
	}
}
