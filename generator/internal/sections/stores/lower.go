package stores

import (
	"regexp"
	"slices"
	"strconv"
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

// key resolves the arguments of the path, and how the key is drawn if it can be.
func (l *lowering) key() {
	args := l.Path.Args
	if len(args) > 1 {
		l.want(&l.Key, "#key", l.base+"Key")
	}
	from := section.RootOf(l.t.RootSchemas(), l.of.Text)
	for _, arg := range args {
		l.Members = append(l.Members, arg.Member(l.t, l.Root.Decl, from, section.Pointer(l.of.Text)))
	}
	if len(args) != 1 || args[0].Text == "" {
		return
	}
	if l.KeyForm = hexForm(args[0].Text); l.KeyForm == nil {
		return
	}
	l.drawn = lists.First(l.s.stores, func(other *Store) bool {
		a := other.Path.Args
		return other.KeyForm != nil && other.drawn == nil && a[0].Name == args[0].Name && a[0].Text == args[0].Text
	})
	if l.drawn == nil {
		l.want(&l.NewKey, "#id", "New"+args[0].Field)
	}
}

// rootOf finds the root type of a schema.
func rootOf(t *lower.Types, reference string) *model.Root {
	if n := section.RootOf(t.RootSchemas(), reference); n != nil {
		return t.Root(n)
	}
	return nil
}

var hexPattern = regexp.MustCompile(`^\^([A-Za-z0-9_.-]*)\[(?:a-f0-9|0-9a-f)\]\{([0-9]+)\}\$$`)

// hexForm reads the pattern of IDs that are a prefix and hexadecimal digits; nil
// for others.
func hexForm(pattern string) *Hex {
	match := hexPattern.FindStringSubmatch(pattern)
	if match == nil {
		return nil
	}
	digits, err := strconv.Atoi(match[2])
	if err != nil || digits < 1 || digits > 64 {
		return nil
	}
	return &Hex{Prefix: match[1], Digits: digits}
}

func (l *lowering) member(pointer section.Word, test section.TypeTest) *model.Access {
	return section.Member(l.t, l.Root.Decl, pointer, test)
}

var (
	aKey    = section.OfKinds("a text, a whole number or true or false", model.String, model.Int, model.Bool)
	aDate   = section.OfKinds("a date-time", model.DateTime)
	anArray = section.OfKinds("an array", model.Slice)
)

// finds resolves the members that documents are found by.
func (l *lowering) finds() {
	for _, pointer := range l.find {
		if a := l.member(pointer, aKey); a != nil {
			l.Find = append(l.Find, &Found{Method: l.findName(pointer.Text), Access: a})
		}
	}
}

// nextIDs resolves the IDs of the elements of arrays.
func (l *lowering) nextIDs() {
	for _, pointer := range l.ids {
		entries, key, ok := strings.Cut(pointer.Text, "/*")
		if !ok {
			l.bad(pointer.Pos, "%s names no element: /*/ stands for it", pointer.Text)
			continue
		}
		list, decl := l.entries(section.Word{Text: entries, Pos: pointer.Pos})
		if list == nil {
			continue
		}
		id := &ID{Entries: list, Key: section.Member(l.t, decl, section.Word{Text: key, Pos: pointer.Pos}, section.AText)}
		if id.Key == nil {
			continue
		}
		if id.Form = hexForm(patternOf(l.t, id.Key)); id.Form == nil {
			l.bad(pointer.Pos, "%s has no pattern of a prefix and hexadecimal digits", pointer.Text)
			continue
		}
		l.want(&id.Func, "#next:"+pointer.Text, "Next"+l.t.Words().Exported(strings.ReplaceAll(strings.TrimPrefix(key, "/"), "/", "_")))
		l.IDs = append(l.IDs, id)
	}
}

// findName names the method that finds documents by a member: after its last name,
// or all where others have the last name too.
func (l *lowering) findName(pointer string) string {
	last := func(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }
	same := func(other section.Word) bool { return last(other.Text) == last(pointer) && other.Text != pointer }
	if slices.ContainsFunc(l.find, same) {
		return "FindBy" + l.t.Words().Exported(strings.ReplaceAll(pointer[1:], "/", "_"))
	}
	return "FindBy" + l.t.Words().Exported(last(pointer))
}

// patternOf finds the pattern that a member must match; "" for none, or several.
func patternOf(t *lower.Types, a *model.Access) string {
	var found []string
	for _, n := range t.Schemas(a.Plan()) {
		if n.Pattern != nil {
			found = append(found, *n.Pattern)
		}
	}
	if found = slices.Compact(found); len(found) == 1 {
		return found[0]
	}
	return ""
}

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

func (l *lowering) log(g *Log) bool {
	g.Most = l.limit(g.limit)
	g.Entries, g.Entry = l.entries(g.entries)
	g.Key = section.Member(l.t, g.Entry, g.key, section.AText)
	g.Path = l.taking(g.path, linesEnding, func(p *storage.Path) {
		l.bad(g.path.Pos, "the log %s must take the arguments of %s", p.Text, l.Path.Text)
	})
	if g.Path != nil && g.Path.Lines != nil {
		g.Path.Lines.IsKept = true
	}
	return g.Path != nil && g.Key != nil
}

func (l *lowering) spill(p *Spill) bool {
	p.Limit, p.Owner = l.limit(p.limit), l.owner(p.of, ".spill")
	p.Path = l.taking(p.path, dirEnding, func(*storage.Path) {
		l.lose(l.t, p.path.Pos, ".spill", "path must take the arguments of %s", l.Path.Text)
	})
	fits := p.members.Find(l.t, p.Owner) && p.Limit != nil && p.Path != nil && p.Value != nil
	if p.Limit != nil && p.Limit.Spill == nil {
		l.lose(l.t, p.limit.Limit.Pos, ".spill", "the limit %s does not have the effect spill", p.limit.Limit.Text)
		fits = false
	}
	if p.Was != nil && slices.ContainsFunc(p.Was.Steps, func(s *model.AccessStep) bool { return s.Field.Type.Kind != model.Pointer }) {
		l.bad(p.was.Pos, "%s must be an optional member, a pointer (optionals: pointer), of optional objects that cannot be null", p.Was.Pointer)
		fits = false
	}
	if p.In = l.held(l.member(p.in, section.AnyType), p.in.Pos, p.Owner); p.In == nil || !fits {
		return false
	}
	member := p.Value.Steps[len(p.Value.Steps)-1].Field.Name
	p.Out, p.Back = "Spill"+member, "Inline"+member
	l.want(&p.Var, "#values", "valuesOf"+l.base)
	return true
}

// owner finds the type of objects that have values; nil for none, which has been
// reported.
func (l *lowering) owner(of section.Word, part string) *model.Decl {
	if of.Text == "" {
		return nil
	}
	d := l.t.DeclAt(section.Pointer(of.Text))
	if d == nil || d.Kind != model.Struct {
		l.lose(l.t, of.Pos, part, "of must be an object with a Go type of its own")
		return nil
	}
	return d
}

// held finds what describes the objects of a type in a member; nil, with a diagnostic,
// where there are none that can be changed, and where one of the two is not known.
func (l *lowering) held(in *model.Access, pos source.Pos, owner *model.Decl) *Held {
	if in == nil || owner == nil {
		return nil
	}
	if h := lists.First(l.Held, func(h *Held) bool { return h.Pointer == in.Pointer && h.Owner == owner }); h != nil {
		return h
	}
	h := &Held{Access: in, Owner: owner}
	switch {
	case !h.hasAny():
		l.bad(pos, "%s of %s holds no %s: in must be an object, or a map or an array of them",
			in.Pointer, l.t.NameOf(l.Root.Decl), l.t.NameOf(owner))
		return nil
	case h.passedOver() != "":
		l.bad(pos, "%s of %s has %s in a list, a map or a union of its %s, which would be passed over: in must name that itself, or a place of nothing else",
			in.Pointer, l.t.NameOf(l.Root.Decl), l.t.NameOf(owner), h.passedOver())
		return nil
	case h.isCopied():
		l.bad(pos, "%s of %s is part of a value in a Go map, which cannot be changed in its place: in must be a member of declared objects",
			in.Pointer, l.t.NameOf(l.Root.Decl))
		return nil
	}
	l.want(&h.Var, "#held:"+in.Pointer, "heldIn"+l.base)
	l.Held = append(l.Held, h)
	return h
}

// takesText reports whether a type reads and writes any JSON text of its own.
func takesText(t *model.Type) bool {
	return t.Kind == model.Value || t.Kind == model.Named && (t.Decl.Kind == model.Union || t.Resolved().Kind == model.Value)
}

func (l *lowering) index(x *Index) bool {
	fits := x.members.Find(l.t, l.Root.Decl)
	x.Path = l.s.path(x.path, "")
	if x.Path != nil && (len(x.Path.Args) > 0 || x.Path.Format != "json") {
		l.lose(l.t, x.path.Pos, ".index", "path must be a JSON file that takes no arguments")
		return false
	}
	return fits && x.Path != nil
}

func (l *lowering) release(r *Release) bool {
	r.Entries, _ = l.entries(r.entries)
	r.Most = l.limit(r.limit)
	return r.Entries != nil && r.Most != nil
}

func (l *lowering) set(set *Set) bool { return set.members.Find(l.t, l.Root.Decl) }
