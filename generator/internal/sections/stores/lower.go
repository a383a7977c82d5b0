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
)

// formats are the extensions of files that hold documents.
var formats = []string{"json", "yaml", "yml"}

// Lower finds the types of the documents and of their members.
func (s *Section) Lower(t *lower.Types) {
	s.hasYAML = t.HasYAML()
	written := s.Written
	if written == nil {
		written = s.derived(t)
		if d := t.Document(); d != nil && d.Kind == model.Struct {
			s.ids = idsOf(t, d)
		}
	}
	for _, w := range written {
		if store := s.lower(t, w); store != nil {
			s.stores = append(s.stores, store)
		}
	}
	for _, w := range written {
		if store := s.named(w.Name); store != nil {
			s.scopes(t, w, store)
		}
	}
}

// derived finds the store of a schema that names none: the only path to a file
// of documents whose every argument the document says.
func (s *Section) derived(t *lower.Types) []*Written {
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
	name := rootOf(t, "#").Name + "Store"
	return []*Written{{Name: name, Path: below, Of: "#"}}
}

// named finds a store by its name in x-bindery; nil for none.
func (s *Section) named(name string) *Store {
	return lists.First(s.stores, func(store *Store) bool { return store.written.Name == name })
}

func (s *Section) lower(t *lower.Types, w *Written) *Store {
	path := s.paths.Find(w.Path)
	if path == nil {
		return nil // Read says so
	}
	lose := func(format string, args ...any) *Store {
		t.Reportf(diag.BindingType, w.Pos, "x-bindery.stores."+w.Name+": "+format, args...)
		return nil
	}
	if path.Kind != storage.File || !slices.Contains(formats, path.Format) {
		return lose("%s is no file of JSON or YAML", path.Text)
	}
	root := rootOf(t, w.Of)
	if root == nil {
		return lose("%s is no root type: list it under roots in bindery.yaml", w.Of)
	}
	if path.Format != "json" && !t.HasYAML() {
		return lose("%s is a YAML file: say yaml: true in bindery.yaml, or name a JSON file", path.Text)
	}
	out := &Store{Root: root, Path: path, Parts: s.paths.Beside(path), isDocument: root.Decl == t.Document(), written: w}
	base := t.Words().Exported(w.Name)
	t.Want(&out.Name, "x-bindery.stores."+w.Name, base, w.Pos)
	t.Want(&out.New, "x-bindery.stores."+w.Name+"#new", "New"+base, w.Pos)
	if len(path.Args) > 1 {
		t.Want(&out.Key, "x-bindery.stores."+w.Name+"#key", base+"Key", w.Pos)
	}
	for _, arg := range path.Args {
		out.Members = append(out.Members, memberOf(t, root.Decl, w.Of, arg))
	}
	if len(path.Args) == 1 && path.Args[0].Text != "" {
		if out.KeyForm = hexForm(path.Args[0].Text); out.KeyForm != nil {
			out.drawn = s.drawn(path.Args[0])
			if out.drawn == nil {
				t.Want(&out.NewKey, "x-bindery.stores."+w.Name+"#id", "New"+path.Args[0].Field, w.Pos)
			}
		}
	}
	l := &lowering{t: t, s: s, w: w, out: out, base: base}
	l.find()
	l.retention()
	l.log()
	l.spill()
	l.index()
	l.rest()
	l.variables()
	for _, other := range s.stores {
		if other.sameSets == nil && other.Root == out.Root && other.written.setsAs(w) {
			out.sameSets = other
			break
		}
	}
	if len(out.Sets) > 0 && out.sameSets == nil {
		t.Want(&out.SetsFunc, "x-bindery.stores."+w.Name+"#set", "set"+base, w.Pos)
	}
	return out
}

// drawn finds the store whose keys are drawn as those of an argument; nil for none.
func (s *Section) drawn(arg *storage.PathArg) *Store {
	return lists.First(s.stores, func(other *Store) bool {
		a := other.Path.Args
		return other.KeyForm != nil && other.drawn == nil && a[0].Name == arg.Name && a[0].Text == arg.Text
	})
}

// rootOf finds the root type of a schema.
func rootOf(t *lower.Types, reference string) *model.Root {
	if n := section.RootOf(t.RootSchemas(), reference); n != nil {
		return t.Root(n)
	}
	return nil
}

// memberOf finds where a document says an argument of its path; nil where it
// does not.
func memberOf(t *lower.Types, root *model.Decl, of string, arg *storage.PathArg) *model.Access {
	if arg.Bound == "" {
		return nil
	}
	member, isMember := storage.MemberOf(t, section.RootOf(t.RootSchemas(), of), section.Pointer(of), arg.Bound)
	if !isMember {
		return nil
	}
	a, err := t.Access(root, member)
	if err != nil || !slices.Contains([]model.TypeKind{model.String, model.Int}, a.Type().Resolved().Kind) {
		return nil
	}
	return a
}

// setsAs reports whether two stores of documents of one type set the same at each write.
func (w *Written) setsAs(other *Written) bool {
	return slices.EqualFunc(w.Set, other.Set, func(a, b Set) bool {
		a.pos = b.pos
		return a == b
	})
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

// lowering resolves what x-bindery says of one store.
type lowering struct {
	t    *lower.Types
	s    *Section
	w    *Written
	out  *Store
	base string
}

func (l *lowering) member(pointer string, test section.TypeTest) *model.Access {
	return section.Member(l.t, l.out.Root.Decl, pointer, l.w.Pos, test)
}

var (
	aKey    = section.OfKinds("a text, a whole number or true or false", model.String, model.Int, model.Bool)
	aDate   = section.OfKinds("a date-time", model.DateTime)
	anArray = section.OfKinds("an array", model.Slice)
)

func (l *lowering) find() {
	for _, pointer := range l.w.Find {
		if a := l.member(pointer, aKey); a != nil {
			l.out.Find = append(l.out.Find, &Found{Method: l.findName(pointer), Access: a})
		}
	}
	for _, pointer := range l.w.IDs {
		entries, key, ok := strings.Cut(pointer, "/*")
		if !ok {
			l.t.Reportf(diag.BindingType, l.w.Pos, "%s names no element: /*/ stands for it", pointer)
			continue
		}
		list, decl := l.entries(entries)
		if list == nil {
			continue
		}
		id := &ID{Entries: list, Key: section.Member(l.t, decl, key, l.w.Pos, section.AText)}
		if id.Key == nil {
			continue
		}
		if id.Form = hexForm(patternOf(l.t, id.Key)); id.Form == nil {
			l.t.Reportf(diag.BindingType, l.w.Pos, "%s has no pattern of a prefix and hexadecimal digits", pointer)
			continue
		}
		l.t.Want(&id.Func, "x-bindery.stores."+l.w.Name+"#next:"+pointer, "Next"+l.t.Words().Exported(strings.ReplaceAll(strings.TrimPrefix(key, "/"), "/", "_")), l.w.Pos)
		l.out.IDs = append(l.out.IDs, id)
	}
}

// findName names the method that finds documents by a member: after its last name,
// or all where others have the last name too.
func (l *lowering) findName(pointer string) string {
	last := func(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }
	same := func(other string) bool { return last(other) == last(pointer) && other != pointer }
	if slices.ContainsFunc(l.w.Find, same) {
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
func (l *lowering) entries(pointer string) (*model.Access, *model.Decl) {
	a := section.Written(l.t, l.out.Root.Decl, pointer, l.w.Pos, anArray)
	if a == nil {
		return nil, nil
	}
	elem := a.Type().Resolved().Elem
	if elem.Kind != model.Named || elem.Decl.Kind != model.Struct || a.Type().Kind == model.Named {
		l.t.Reportf(diag.BindingType, l.w.Pos, "%s of %s must be an array of objects", pointer, l.t.NameOf(l.out.Root.Decl))
		return nil, nil
	}
	return a, elem.Decl
}

// limit finds a limit that is a whole number; nil for none.
func (l *lowering) limit(name string) *limits.Limit {
	if name == "" {
		return nil
	}
	return l.s.limits.Amount(l.t, section.Amount{Limit: name}, l.out.Root.Decl, l.w.Pos, section.WholeNumber).Limit
}

func (l *lowering) retention() {
	r := l.w.Retention
	if r == nil {
		return
	}
	l.out.Days = l.limit(r.Limit)
	for _, pointer := range r.By {
		if a := l.member(pointer, aDate); a != nil {
			l.out.Dates = append(l.out.Dates, a)
		}
	}
}

func (l *lowering) log() {
	w := l.w.Log
	if w == nil {
		return
	}
	out := &StoreLog{Path: l.s.paths.Find(w.Path), Most: l.limit(w.Limit), Keep: w.Keep}
	out.Entries, out.Entry = l.entries(w.Entries)
	if out.Entries == nil || out.Path == nil {
		return
	}
	out.Key = section.Member(l.t, out.Entry, w.Key, l.w.Pos, section.AText)
	if !sameArgs(out.Path, l.out.Path) {
		l.t.Reportf(diag.BindingType, l.w.Pos, "the log %s must take the arguments of %s", out.Path.Text, l.out.Path.Text)
		return
	}
	if out.Key != nil {
		l.out.Log = out
		if out.Path.Lines != nil {
			out.Path.Lines.IsKept = true
		}
	}
}

func sameArgs(a, b *storage.Path) bool {
	return slices.EqualFunc(a.Args, b.Args, func(a, b *storage.PathArg) bool { return a.Name == b.Name })
}

func (l *lowering) spill() {
	w := l.w.Spill
	if w == nil {
		return
	}
	out := &StoreSpill{
		Limit: l.limit(w.Limit), Path: l.s.paths.Find(w.Path), From: w.From, As: w.As, Prefix: w.Prefix,
		Owner: l.t.DeclAt(section.Pointer(w.Of)),
	}
	if out.Owner == nil || out.Owner.Kind != model.Struct || out.Path == nil || !sameArgs(out.Path, l.out.Path) {
		l.t.Reportf(diag.BindingType, l.w.Pos, "x-bindery.stores.%s.spill: of must be an object with a Go type of its own, and path must take the arguments of %s", l.w.Name, l.out.Path.Text)
		return
	}
	if out.Limit != nil && out.Limit.Spill == nil {
		l.t.Reportf(diag.BindingType, l.w.Pos, "the limit %s has not the effect spill", w.Limit)
		return
	}
	out.Value = section.Written(l.t, out.Owner, w.Value, l.w.Pos, section.TypeTest{What: "a value of several kinds, one of them a text", Fits: takesText})
	in := l.member(w.In, section.AnyType)
	if w.Type != "" {
		out.Type = section.Written(l.t, out.Owner, w.Type, l.w.Pos, section.AText)
	}
	if w.Was != "" {
		out.Was = section.Written(l.t, out.Owner, w.Was, l.w.Pos, section.AText)
		if out.Was != nil && slices.ContainsFunc(out.Was.Steps, func(s *model.AccessStep) bool { return s.Field.Type.Kind != model.Pointer }) {
			l.t.Reportf(diag.BindingType, l.w.Pos, "%s must be an optional member, a pointer (optionals: pointer), of optional objects that cannot be null", w.Was)
			return
		}
	}
	if out.Limit == nil || out.Value == nil || in == nil || w.Type != "" && out.Type == nil || w.Was != "" && out.Was == nil {
		return
	}
	if out.In = l.held(in, out.Owner); out.In == nil {
		return
	}
	member := out.Value.Steps[len(out.Value.Steps)-1].Field.Name
	out.Out, out.Back = "Spill"+member, "Inline"+member
	l.t.Want(&out.Var, "x-bindery.stores."+l.w.Name+"#values", "valuesOf"+l.base, l.w.Pos)
	l.out.Spill = out
}

// held finds what describes the objects of a type in a member; nil, with a diagnostic,
// where there are none that can be changed.
func (l *lowering) held(in *model.Access, owner *model.Decl) *Held {
	if h := lists.First(l.out.Held, func(h *Held) bool { return h.Pointer == in.Pointer && h.Owner == owner }); h != nil {
		return h
	}
	h := &Held{Access: in, Owner: owner}
	switch {
	case !h.hasAny():
		l.t.Reportf(diag.BindingType, l.w.Pos, "%s of %s holds no %s: in must be an object, or a map or an array of them that has no name of its own",
			in.Pointer, l.t.NameOf(l.out.Root.Decl), l.t.NameOf(owner))
		return nil
	case h.passedOver() != "":
		l.t.Reportf(diag.BindingType, l.w.Pos, "%s of %s has %s in a list, a map or a union of its %s, which would be passed over: in must name that itself, or a place of nothing else",
			in.Pointer, l.t.NameOf(l.out.Root.Decl), l.t.NameOf(owner), h.passedOver())
		return nil
	case h.isCopied():
		l.t.Reportf(diag.BindingType, l.w.Pos, "%s of %s is part of a value in a Go map, which cannot be changed in its place: in must be a member of declared objects",
			in.Pointer, l.t.NameOf(l.out.Root.Decl))
		return nil
	}
	l.t.Want(&h.Var, "x-bindery.stores."+l.w.Name+"#held:"+in.Pointer, "heldIn"+l.base, l.w.Pos)
	l.out.Held = append(l.out.Held, h)
	return h
}

// takesText reports whether a type reads and writes any JSON text of its own.
func takesText(t *model.Type) bool {
	return t.Kind == model.Value || t.Kind == model.Named && (t.Decl.Kind == model.Union || t.Resolved().Kind == model.Value)
}

func (l *lowering) index() {
	w := l.w.Index
	if w == nil {
		return
	}
	l.out.IndexPath = l.s.paths.Find(w.Path)
	if l.out.IndexPath == nil || len(l.out.IndexPath.Args) > 0 || l.out.IndexPath.Format != "json" {
		l.t.Reportf(diag.BindingType, l.w.Pos, "x-bindery.stores.%s.index: path must be a JSON file that takes no arguments", l.w.Name)
		return
	}
	fits := l.member(w.When, section.AnyType) != nil || w.When == ""
	for _, m := range w.Members {
		if m.Of == "path" {
			continue
		}
		test := section.AnyType
		if m.Name == w.Key {
			test = section.AText
		}
		fits = l.member(m.Of, test) != nil && fits
	}
	if fits {
		l.out.Index = w
	}
}

// rest resolves what is released and what is set.
func (l *lowering) rest() {
	for _, r := range l.w.Release {
		entries, _ := l.entries(r.Entries)
		if most := l.limit(r.Limit); entries != nil && most != nil {
			l.out.Releases = append(l.out.Releases, &StoreRelease{Entries: entries, Most: most})
		}
	}
	for _, set := range l.w.Set {
		test := section.WholeNumber
		if set.To == "now" || set.To == "created" || set.To == "since" {
			test = aDate
		}
		if set.To == "present" {
			test = section.AText
		}
		out := &StoreSet{Member: section.Written(l.t, l.out.Root.Decl, set.Member, set.pos, test), To: set.To, Words: set.Words}
		if set.Of != "" {
			counted := section.AnyType
			if set.To == "elapsed" {
				counted = aDate
				out.Until = section.Member(l.t, l.out.Root.Decl, set.Until, set.pos, aDate)
			}
			out.Of = section.Member(l.t, l.out.Root.Decl, set.Of, set.pos, counted)
		}
		if out.Member != nil && (set.Of == "" || out.Of != nil) && (set.Until == "" || out.Until != nil) {
			l.out.Sets = append(l.out.Sets, out)
		}
	}
}
