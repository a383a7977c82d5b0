package stores

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/limits"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/storage"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// formats are the extensions of files that hold documents.
var formats = []string{"json", "yaml", "yml"}

// Lower finds the types of the documents and of their members.
func (s *Section) Lower(t *lower.Types) {
	s.hasYAML = t.HasYAML()
	written := s.written
	if written == nil {
		written = s.derived(t)
		if d := t.Document(); d != nil && d.Kind == model.Struct {
			s.ids = idsOf(t, d)
		}
	}
	for _, store := range written {
		if s.lower(t, store) {
			s.stores = append(s.stores, store)
		}
	}
	for _, store := range written {
		s.scopes(t, store)
	}
}

// derived finds the store of a schema that says nothing of stores: the only path to a file
// of documents whose every argument the document says.
func (s *Section) derived(t *lower.Types) []*Store {
	var found []*storage.Path
	for _, p := range s.paths.Paths() {
		if p.From != nil && p.Kind == storage.File && slices.Contains(formats, p.Format) && !strings.HasPrefix(p.Key, "scopes.") {
			found = append(found, p)
		}
	}
	document := t.DocumentSchema()
	if len(found) != 1 || document == nil || document.FilePointer != "" {
		return nil
	}
	if found[0].Format != "json" && !t.HasYAML() {
		t.Reportf(diag.SectionRead, document.Pos, "%s has no store: it is a YAML file, and bindery.yaml does not say yaml: true", found[0].Text)
		return nil
	}
	_, below, _ := strings.Cut(found[0].Key, ".")
	return []*Store{{label: rootOf(t, "#").Name + "Store", path: section.Word{Text: below}, of: section.Word{Text: "#"}}}
}

// isNamed reports whether x-bindery names a store, whatever has become of it.
func (s *Section) isNamed(name string) bool {
	return slices.ContainsFunc(s.written, func(store *Store) bool { return store.label == name })
}

// named finds a store by its name in x-bindery; nil for none.
func (s *Section) named(name string) *Store {
	return lists.First(s.stores, func(store *Store) bool { return store.label == name })
}

// lowering resolves what x-bindery says of one store.
type lowering struct {
	*Store
	t    *lower.Types
	s    *Section
	base string // what its Go names are made from
}

// bad reports what x-bindery names and cannot be.
func (l *lowering) bad(pos source.Pos, format string, args ...any) {
	l.t.Reportf(diag.BindingType, pos, format, args...)
}

// lose reports what is amiss with a part of what x-bindery says of the store, whose name
// may be any text: it is no part of a format.
func (s *Store) lose(t *lower.Types, pos source.Pos, part, format string, args ...any) {
	t.Reportf(diag.BindingType, pos, "%s: "+format, append([]any{s.under(part)}, args...)...)
}

// want asks for a Go name; what tells it from the other ones of the store.
func (l *lowering) want(target *string, what, name string) {
	l.t.Want(target, l.under(what), name, l.pos)
}

// lower resolves a store, and reports whether there is one then.
func (s *Section) lower(t *lower.Types, store *Store) bool {
	l := &lowering{Store: store, t: t, s: s, base: t.Words().Exported(store.label)}
	isFile := l.file()
	if store.of.Text == "" {
		return false
	}
	if store.Root = rootOf(t, store.of.Text); store.Root == nil {
		l.lose(t, store.of.Pos, "", "%s is not a root type: list it under roots in bindery.yaml", store.of.Text)
		return false
	}
	store.isDocument = store.Root.Decl == t.Document()
	l.want(&store.Name, "", l.base)
	l.want(&store.New, "#new", "New"+l.base)
	if isFile {
		l.key()
	}
	l.finds()
	l.nextIDs()
	l.dates()
	if store.Log != nil && !l.log(store.Log) {
		store.Log = nil
	}
	if store.Spill != nil && !l.spill(store.Spill) {
		store.Spill = nil
	}
	if store.Index != nil && !l.index(store.Index) {
		store.Index = nil
	}
	store.Releases = lists.Where(store.Releases, l.release)
	store.Sets = lists.Where(store.Sets, l.set)
	if store.Variables != nil && !l.variables(store.Variables) {
		store.Variables = nil
	}
	store.sameSets = lists.First(s.stores, func(other *Store) bool {
		return other.sameSets == nil && other.Root == store.Root && slices.EqualFunc(other.Sets, store.Sets, func(a, b *Set) bool { return a.setting == b.setting })
	})
	if len(store.Sets) > 0 && store.sameSets == nil {
		l.want(&store.SetsFunc, "#set", "set"+l.base)
	}
	return isFile
}

// file resolves the path of the documents, and reports whether they can be kept there.
func (l *lowering) file() bool {
	l.Path = l.s.path(l.path, "")
	switch path := l.Path; {
	case path == nil:
		return false
	case path.Kind != storage.File || !slices.Contains(formats, path.Format):
		l.lose(l.t, l.path.Pos, "", "%s is not a JSON or YAML file", path.Text)
		return false
	case path.Format != "json" && !l.t.HasYAML():
		l.lose(l.t, l.path.Pos, "", "%s is a YAML file: say yaml: true in bindery.yaml, or name a JSON file", path.Text)
		return false
	}
	l.Parts = l.s.paths.Beside(l.Path)
	return true
}

// The endings of the paths of logs and of directories.
const (
	linesEnding = ".jsonl"
	dirEnding   = "/"
)

// path is the path of a name that has an ending; nil for none.
func (s *Section) path(name section.Word, ending string) *storage.Path {
	if p := s.paths.Find(name.Text); p != nil && strings.HasSuffix(p.Text, ending) {
		return p
	}
	return nil
}

// taking is path for what is beside each document: nil also for one that does not take the
// arguments of the document's path, which bad reports.
func (l *lowering) taking(name section.Word, ending string, bad func(p *storage.Path)) *storage.Path {
	p := l.s.path(name, ending)
	if p != nil && l.Path != nil && !p.TakesAs(l.Path) {
		bad(p)
		return nil
	}
	return p
}

// rootOf finds the root type of a schema.
func rootOf(t *lower.Types, reference string) *model.Root {
	if n := section.RootOf(t.RootSchemas(), reference); n != nil {
		return t.Root(n)
	}
	return nil
}

func (l *lowering) member(pointer section.Word, test section.TypeTest) *model.Access {
	return section.Member(l.t, l.Root.Decl, pointer, test)
}

var (
	aKey    = section.OfKinds("a text, a whole number or true or false", model.String, model.Int, model.Bool)
	aDate   = section.OfKinds("a date-time", model.DateTime)
	anArray = section.OfKinds("an array", model.Slice)
)

// entries resolves an array of objects.
func (l *lowering) entries(pointer section.Word) (*model.Access, *model.Decl) {
	a := section.Written(l.t, l.Root.Decl, pointer, anArray)
	if a == nil {
		return nil, nil
	}
	elem := a.Type().Resolved().Elem
	if elem.Kind != model.Named || elem.Decl.Kind != model.Struct || a.Type().Kind == model.Named {
		l.bad(pointer.Pos, "%s of %s must be an array of objects", pointer.Text, l.t.NameOf(l.Root.Decl))
		return nil, nil
	}
	return a, elem.Decl
}

// limit finds a limit that is a whole number; nil for none.
func (l *lowering) limit(a section.Amount) *limits.Limit {
	return l.s.limits.Amount(l.t, a, l.Root.Decl, section.WholeNumber).Limit
}

// dates resolves how long documents are kept, and from when on.
func (l *lowering) dates() {
	l.Days = l.limit(l.retention)
	l.Dates = lists.Present(lists.Of(l.by, func(pointer section.Word) *model.Access { return l.member(pointer, aDate) })...)
}
