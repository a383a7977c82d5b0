package stores

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/runtime/storage"
)

// Read reads the stores.
func (s *Section) Read(r *section.Reader) {
	s.title = r.Title
	if r.Bindings.Has("stores") {
		s.written = []*Store{} // who names none wants none
	}
	for _, b := range r.Bindings.Table("stores") {
		store := &Store{label: b.Name, pos: b.NamePos}
		s.written = append(s.written, store)
		if f, ok := r.Open(b.Value, b.Where); ok {
			store.read(r, f)
			s.check(r, store)
		}
	}
}

func (s *Store) read(r *section.Reader, f *section.Fields) {
	s.path = f.Word("path", true, "the name of a storage path, as state_file or scopes.session", isText)
	s.of = f.Reference("of", false, `a reference to a schema, as "#/$defs/Round"`)
	if !f.Has("of") {
		s.of = section.Word{Text: "#", Pos: s.pos}
	}
	s.find, _ = members(r, f, "find")
	var ok bool
	s.ids, ok = members(r, f, "ids")
	s.hasBadIDs = !ok
	if in, ok := f.Open("retention"); ok {
		s.retention = limit(in, true, "the name of a limit")
		s.by, _ = members(r, in, "by")
	}
	if in, ok := f.Open("log"); ok {
		s.Log = &Log{
			path: in.Word("path", true, "the name of a JSONL path", isText), entries: in.Member("entries", true), key: in.Member("key", true),
			limit: limit(in, false, "the name of a limit"), Keep: number(r, in, "keep"),
		}
	}
	if in, ok := f.Open("spill"); ok {
		s.Spill = readSpill(r, in)
	}
	if in, ok := f.Open("index"); ok {
		s.Index = readIndex(r, in)
	}
	if in, ok := f.Open("variables"); ok {
		s.Variables = readVariables(r, in)
	}
	for _, b := range f.Table("release") {
		if b.Value.Kind != document.String || !section.IsMember(b.Name) {
			r.Bad(b.Value, b.Where, "the name of a limit, under the JSON Pointer of an array")
			continue
		}
		s.Releases = append(s.Releases, &Release{entries: section.KeyOf(b.Member), limit: section.Amount{Limit: section.WordOf(b.Value)}})
	}
	for _, b := range f.Table("set") {
		s.readSet(r, f, b)
	}
}

func isText(s string) bool { return s != "" }

// limit reads the name of a limit.
func limit(f *section.Fields, required bool, want string) section.Amount {
	return section.Amount{Limit: f.Word("limit", required, want, isText)}
}

// members reads a list of JSON Pointers, and reports whether it has nothing else.
func members(r *section.Reader, f *section.Fields, name string) (list []section.Word, ok bool) {
	node := f.Get(name, false)
	if node == nil {
		return nil, true
	}
	list = section.MembersOf(node.Items)
	if node.Kind != document.Array || len(list) < len(node.Items) || len(list) == 0 {
		r.Bad(node, name, `a list of JSON Pointers of members, as "/task/id"`)
		return list, false
	}
	return list, true
}

func number(r *section.Reader, f *section.Fields, name string) int64 {
	node := f.Get(name, false)
	if node == nil {
		return 0
	}
	n, err := strconv.ParseInt(node.Text, 10, 64)
	if node.Kind != document.Number || err != nil || n < 1 {
		r.Bad(node, name, "a whole number above zero")
	}
	return n
}

func readSpill(r *section.Reader, in *section.Fields) *Spill {
	out := &Spill{
		limit: limit(in, true, "the name of a limit whose effect is spill"),
		path:  in.Word("path", true, "the name of a directory among the storage paths", isText),
		of:    in.Reference("of", true, "a reference to a schema"),
	}
	out.members.Write(&out.Value, in.Member("value", true), section.TypeTest{What: "a value of several kinds, one of them a text", Fits: takesText})
	out.in, out.was = in.Member("in", true), in.Member("was", false)
	out.members.Write(&out.Type, in.Member("type", false), section.AText)
	out.members.Write(&out.Was, out.was, section.AText)
	out.As = in.Word("as", false, "a value of the member type", isText).Text
	out.Prefix = in.Word("prefix", true, `how references begin, as "file:"`, isText).Text
	if node := in.Get("from", false); node != nil {
		for _, text := range section.Texts(r.Names(node, "from")) {
			if _, err := storage.ParseTemplate(text); err != nil || !strings.HasSuffix(text, "/") {
				r.Bad(node, "from", "a list of directories below a root, which end in a slash")
				continue
			}
			out.From = append(out.From, text)
		}
	}
	return out
}

func readIndex(r *section.Reader, in *section.Fields) *Index {
	out := &Index{
		path:    in.Word("path", true, "the name of a storage path without arguments", isText),
		Entries: in.Word("entries", true, "the name of a member", isText).Text, Key: in.Word("key", true, "the name of a member of entries", isText).Text,
	}
	when := in.Member("when", false)
	out.When = when.Text
	out.needs(when, section.AnyType)
	head := &document.Node{Kind: document.Object}
	for _, b := range in.Table("head") {
		if b.Value.Kind != document.String {
			r.Bad(b.Value, b.Where, "a text")
			continue
		}
		head.Set(b.Name, b.NamePos, b.Value)
	}
	out.Head = head.String()
	for _, b := range in.Table("members") {
		of := section.WordOf(b.Value)
		switch {
		case of.Text == "path":
			of = section.Word{}
		case !section.IsMember(of.Text):
			r.Bad(b.Value, b.Where, `the JSON Pointer of a member of documents, or "path"`)
			continue
		}
		test := section.AnyType
		if b.Name == out.Key {
			test = section.AText
		}
		out.needs(of, test)
		out.Members = append(out.Members, IndexMember{b.Name, of.Text})
	}
	if out.Key != "" && in.HasTable("members") && in.Get("members", false).Get(out.Key) == nil {
		r.Bad(in.Get("key", false), "key", "one of the members of an entry")
	}
	return out
}

// needs notes a member that documents must have: the index reads it from their text.
func (x *Index) needs(pointer section.Word, test section.TypeTest) {
	x.members.Read(new(*model.Access), pointer, test)
}

// settable are what members may be set to, and the types that they have.
var settable = map[string]section.TypeTest{
	"now": aDate, "created": aDate, "since": aDate, "size": section.WholeNumber, "length": section.WholeNumber, "total": section.WholeNumber, "elapsed": section.WholeNumber, "present": section.AText,
}

// readSet reads a member that each write sets.
func (s *Store) readSet(r *section.Reader, f *section.Fields, b section.Bound) {
	set := &Set{setting: setting{member: b.Name}}
	of, until, ok := set.read(b.Value)
	if !ok || !section.IsMember(b.Name) {
		r.Bad(b.Value, b.Where, `now, created, size, {length: member}, {total: member}, {elapsed: [member, member]}, {since: member} or {present: member, then: text, else: text}, under the JSON Pointer of a member`)
		return
	}
	if set.To == "total" && s.releases(of) && !s.logs(f, of) {
		r.Bad(b.Value, b.Where, "{length: member} for an array that release shortens, unless the log has its entries")
		return
	}
	set.of, set.until = of.Text, until.Text
	counted := section.AnyType
	if set.To == "elapsed" {
		counted = aDate
	}
	set.members.Write(&set.Member, section.KeyOf(b.Member), settable[set.To])
	set.members.Read(&set.Until, until, aDate)
	set.members.Read(&set.Of, of, counted)
	s.Sets = append(s.Sets, set)
}

// releases reports whether elements of an array are dropped where it has too many.
func (s *Store) releases(array section.Word) bool {
	return slices.ContainsFunc(s.Releases, func(r *Release) bool { return r.entries.Text == array.Text })
}

// logs reports whether the log has the elements of an array, or is of the wrong form, which
// has been reported.
func (s *Store) logs(f *section.Fields, array section.Word) bool {
	if s.Log == nil {
		return f.Has("log")
	}
	return s.Log.entries.Text == "" || s.Log.entries.Text == array.Text
}

// read reads what a member is set to, and gives the members that this is made of.
func (s *setting) read(node *document.Node) (of, until section.Word, ok bool) {
	switch len(node.Members) {
	case 0:
		s.To = section.Text(node)
		ok = slices.Contains([]string{"now", "created", "size"}, s.To)
	case 1:
		m := node.Members[0]
		s.To = m.Name
		switch {
		case slices.Contains([]string{"length", "total", "since"}, m.Name):
			of = section.WordOf(m.Value)
			ok = section.IsMember(of.Text)
		case m.Name == "elapsed" && len(m.Value.Items) == 2:
			of, until = section.WordOf(m.Value.Items[0]), section.WordOf(m.Value.Items[1])
			ok = section.IsMember(of.Text) && section.IsMember(until.Text)
		}
	case 3:
		s.To, of = "present", section.WordOf(node.Get("present"))
		s.Words = [2]string{section.Text(node.Get("then")), section.Text(node.Get("else"))}
		ok = section.IsMember(of.Text) && !slices.Contains(s.Words[:], "")
	}
	return of, until, ok
}

// check reports what speaks of something that the schema does not have.
func (s *Section) check(r *section.Reader, store *Store) {
	path := func(name section.Word, ending, what string) {
		if name.Text != "" && s.path(name, ending) == nil {
			r.LostName(name, what, s.paths.Names(ending))
		}
	}
	path(store.path, "", "storage path")
	s.limits.Check(r, store.retention)
	if store.Log != nil {
		path(store.Log.path, linesEnding, "JSONL path")
		s.limits.Check(r, store.Log.limit)
	}
	if store.Spill != nil {
		path(store.Spill.path, dirEnding, "directory")
		s.limits.Check(r, store.Spill.limit)
	}
	if store.Variables != nil && store.Variables.Snapshots != nil {
		path(store.Variables.Snapshots.dir, dirEnding, "directory")
	}
	if store.Index != nil {
		path(store.Index.path, "", "storage path")
	}
	for _, release := range store.Releases {
		s.limits.Check(r, release.limit)
	}
}
