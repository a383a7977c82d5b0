package stores

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/runtime/storage"
)

// Read reads the stores.
func (s *Section) Read(r *section.Reader) {
	s.title = r.Title
	for _, b := range r.Bindings.Table("stores") {
		if f, ok := r.Open(b.Value, b.Where); ok {
			store := &Store{label: b.Name, pos: b.NamePos}
			store.read(r, f)
			if store.path != "" {
				s.written = append(s.written, store)
				s.check(r, store)
			}
		}
	}
}

func (s *Store) read(r *section.Reader, f *section.Fields) {
	s.path = f.Str("path", true, "the name of a storage path, as state_file or scopes.session", isText)
	s.of = cmp.Or(f.Str("of", false, `a reference to a schema, as "#/$defs/Round"`, section.IsReference), "#")
	s.find = members(r, f, "find")
	s.ids = members(r, f, "ids")
	if in, ok := f.Open("retention"); ok {
		s.retention, s.by = in.Str("limit", true, "the name of a limit", isText), members(r, in, "by")
	}
	if in, ok := f.Open("log"); ok {
		s.Log = &Log{
			path: in.Str("path", true, "the name of a JSONL path", isText), entries: in.Member("entries", true), key: in.Member("key", true),
			limit: in.Str("limit", false, "the name of a limit", isText), Keep: number(r, in, "keep"),
		}
	}
	if in, ok := f.Open("spill"); ok {
		s.Spill = readSpill(r, in)
	}
	if in, ok := f.Open("index"); ok {
		s.Index = readIndex(r, in)
	}
	if in, ok := f.Open("variables"); ok {
		s.Variables = readVariables(r, in, s.pos)
	}
	for _, b := range f.Table("release") {
		if b.Value.Kind != document.String || !section.IsMember(b.Name) {
			r.Bad(b.Value, b.Where, "the name of a limit, under the JSON Pointer of an array")
			continue
		}
		s.Releases = append(s.Releases, &Release{entries: b.Name, limit: b.Value.Text})
	}
	for _, b := range f.Table("set") {
		s.readSet(r, b)
	}
}

func isText(s string) bool { return s != "" }

// members reads a list of JSON Pointers.
func members(r *section.Reader, f *section.Fields, name string) []string {
	node := f.Get(name, false)
	if node == nil {
		return nil
	}
	list := lists.Where(lists.Of(node.Items, section.Text), section.IsMember)
	if node.Kind != document.Array || len(list) < len(node.Items) || len(list) == 0 {
		r.Bad(node, name, `a list of JSON Pointers of members, as "/task/id"`)
		return nil
	}
	return list
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
		limit: in.Str("limit", true, "the name of a limit whose effect is spill", isText),
		path:  in.Str("path", true, "the name of a directory among the storage paths", isText),
		of:    in.Str("of", true, "a reference to a schema", section.IsReference),
	}
	out.members.Write(&out.Value, in.Member("value", true), section.TypeTest{What: "a value of several kinds, one of them a text", Fits: takesText})
	out.in = in.Member("in", true)
	out.members.Write(&out.Type, in.Member("type", false), section.AText)
	out.members.Write(&out.Was, in.Member("was", false), section.AText)
	out.As = in.Str("as", false, "a value of the member type", isText)
	out.Prefix = in.Str("prefix", true, `how references begin, as "file:"`, isText)
	if node := in.Get("from", false); node != nil {
		for _, text := range r.Names(node, "from") {
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
		path:    in.Str("path", true, "the name of a storage path without arguments", isText),
		Entries: in.Str("entries", true, "the name of a member", isText), Key: in.Str("key", true, "the name of a member of entries", isText),
		When: in.Member("when", false),
	}
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
		of := section.Text(b.Value)
		if of != "path" && !section.IsMember(of) {
			r.Bad(b.Value, b.Where, `the JSON Pointer of a member of documents, or "path"`)
			continue
		}
		out.Members = append(out.Members, IndexMember{b.Name, strings.TrimPrefix(of, "path")})
	}
	if node := in.Get("key", false); node != nil && !slices.ContainsFunc(out.Members, func(m IndexMember) bool { return m.Name == out.Key }) {
		r.Bad(node, "key", "one of the members of an entry")
	}
	return out
}

// settable are what members may be set to, and the types that they have.
var settable = map[string]section.TypeTest{
	"now": aDate, "created": aDate, "since": aDate, "size": section.WholeNumber, "length": section.WholeNumber, "total": section.WholeNumber, "elapsed": section.WholeNumber, "present": section.AText,
}

func (s *Store) readSet(r *section.Reader, b section.Bound) {
	set := &Set{setting: setting{member: b.Name}, pos: b.NamePos}
	if to := section.Text(b.Value); slices.Contains([]string{"now", "created", "size"}, to) {
		set.To = to
	}
	member := func(name string) string {
		if text := section.Text(b.Value.Get(name)); section.IsMember(text) {
			return text
		}
		return ""
	}
	between := b.Value.Get("elapsed")
	switch count := len(b.Value.Members); {
	case count == 1 && member("length") != "":
		set.To, set.of = "length", member("length")
	case count == 1 && member("total") != "":
		set.To, set.of = "total", member("total")
	case count == 1 && member("since") != "":
		set.To, set.of = "since", member("since")
	case count == 1 && between != nil && len(between.Items) == 2:
		from, until := section.Text(between.Items[0]), section.Text(between.Items[1])
		if section.IsMember(from) && section.IsMember(until) {
			set.To, set.of, set.until = "elapsed", from, until
		}
	case count == 3 && member("present") != "":
		set.Words = [2]string{section.Text(b.Value.Get("then")), section.Text(b.Value.Get("else"))}
		if !slices.Contains(set.Words[:], "") {
			set.To, set.of = "present", member("present")
		}
	}
	if _, known := settable[set.To]; !known || !section.IsMember(b.Name) {
		r.Bad(b.Value, b.Where, `now, created, size, {length: member}, {total: member}, {elapsed: [member, member]}, {since: member} or {present: member, then: text, else: text}, under the JSON Pointer of a member`)
		return
	}
	s.Sets = append(s.Sets, set)
}

// check reports what speaks of something that the schema does not have.
func (s *Section) check(r *section.Reader, store *Store) {
	path := func(name, ending, what string) {
		if p := s.paths.Find(name); name != "" && (p == nil || !strings.HasSuffix(p.Text, ending)) {
			r.LostName(store.pos, what, name, s.paths.Names(ending))
		}
	}
	limit := func(name string) {
		s.limits.Check(r, section.Amount{Limit: name}, store.pos)
	}
	path(store.path, "", "storage path")
	if _, _, ok := r.At(store.of); !ok {
		r.Lost(store.pos, "there is no schema %s", store.of)
	}
	limit(store.retention)
	if store.Log != nil {
		path(store.Log.path, ".jsonl", "JSONL path")
		limit(store.Log.limit)
	}
	if store.Spill != nil {
		path(store.Spill.path, "/", "directory")
		limit(store.Spill.limit)
	}
	if store.Variables != nil && store.Variables.Snapshots != nil {
		path(store.Variables.Snapshots.dir, "/", "directory")
	}
	if store.Index != nil {
		path(store.Index.path, "", "storage path")
	}
	for _, release := range store.Releases {
		limit(release.limit)
	}
}
