package stores

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/runtime/storage"
)

// Read reads the stores.
func (s *Section) Read(r *section.Reader) {
	s.title = r.Title
	for _, b := range r.Bindings.Table("stores") {
		if f, ok := r.Open(b.Value, b.Where); ok {
			w := &Written{Name: b.Name, Pos: b.NamePos}
			w.read(r, f)
			if w.Path != "" {
				s.Written = append(s.Written, w)
				s.check(r, w)
			}
		}
	}
}

func (w *Written) read(r *section.Reader, f *section.Fields) {
	w.Path = f.Str("path", true, "the name of a storage path, as state_file or scopes.session", isText)
	w.Of = "#"
	if of := f.Str("of", false, `a reference to a schema, as "#/$defs/Round"`, section.IsReference); of != "" {
		w.Of = of
	}
	w.Find = members(r, f, "find")
	w.IDs = members(r, f, "ids")
	if in, ok := f.Open("retention"); ok {
		w.Retention = &Retention{Limit: in.Str("limit", true, "the name of a limit", isText), By: members(r, in, "by")}
	}
	if in, ok := f.Open("log"); ok {
		w.Log = &Log{
			Path: in.Str("path", true, "the name of a JSONL path", isText), Entries: in.Member("entries", true), Key: in.Member("key", true),
			Limit: in.Str("limit", false, "the name of a limit", isText), Keep: number(r, in, "keep"),
		}
	}
	if in, ok := f.Open("spill"); ok {
		w.Spill = readSpill(r, in)
	}
	if in, ok := f.Open("index"); ok {
		w.Index = readIndex(r, in)
	}
	if in, ok := f.Open("variables"); ok {
		w.Variables = readVariables(r, in, w.Pos)
	}
	for _, b := range f.Table("release") {
		if b.Value.Kind != document.String || !section.IsMember(b.Name) {
			r.Bad(b.Value, b.Where, "the name of a limit, under the JSON Pointer of an array")
			continue
		}
		w.Release = append(w.Release, Release{Entries: b.Name, Limit: b.Value.Text})
	}
	for _, b := range f.Table("set") {
		w.readSet(r, b)
	}
}

func isText(s string) bool { return s != "" }

// members reads a list of JSON Pointers.
func members(r *section.Reader, f *section.Fields, name string) []string {
	node := f.Get(name, false)
	if node == nil {
		return nil
	}
	var list []string
	for _, item := range node.Items {
		if item.Kind == document.String && section.IsMember(item.Text) {
			list = append(list, item.Text)
		}
	}
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
		Limit: in.Str("limit", true, "the name of a limit whose effect is spill", isText),
		Path:  in.Str("path", true, "the name of a directory among the storage paths", isText),
		Of:    in.Str("of", true, "a reference to a schema", section.IsReference),
		Value: in.Member("value", true), In: in.Member("in", true), Type: in.Member("type", false), Was: in.Member("was", false),
		As:     in.Str("as", false, "a value of the member type", isText),
		Prefix: in.Str("prefix", true, `how references begin, as "file:"`, isText),
	}
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
		Path: in.Str("path", true, "the name of a storage path without arguments", isText), Head: map[string]string{},
		Entries: in.Str("entries", true, "the name of a member", isText), Key: in.Str("key", true, "the name of a member of entries", isText),
		When: in.Member("when", false),
	}
	for _, b := range in.Table("head") {
		if b.Value.Kind != document.String {
			r.Bad(b.Value, b.Where, "a text")
			continue
		}
		out.Heads = append(out.Heads, b.Name)
		out.Head[b.Name] = b.Value.Text
	}
	for _, b := range in.Table("members") {
		of := section.Text(b.Value)
		if of != "path" && !section.IsMember(of) {
			r.Bad(b.Value, b.Where, `the JSON Pointer of a member of documents, or "path"`)
			continue
		}
		out.Members = append(out.Members, IndexMember{b.Name, of})
	}
	if node := in.Get("key", false); node != nil && !slices.ContainsFunc(out.Members, func(m IndexMember) bool { return m.Name == out.Key }) {
		r.Bad(node, "key", "one of the members of an entry")
	}
	return out
}

func (w *Written) readSet(r *section.Reader, b section.Bound) {
	set := Set{Member: b.Name, pos: b.NamePos, To: section.Text(b.Value)}
	if b.Value.Kind == document.Object && len(b.Value.Members) == 1 && section.IsMember(section.Text(b.Value.Get("length"))) {
		set.To, set.Of = "length", b.Value.Get("length").Text
	}
	if between := b.Value.Get("elapsed"); b.Value.Kind == document.Object && len(b.Value.Members) == 1 && between != nil && len(between.Items) == 2 {
		from, until := section.Text(between.Items[0]), section.Text(between.Items[1])
		if section.IsMember(from) && section.IsMember(until) {
			set.To, set.Of, set.Until = "elapsed", from, until
		}
	}
	if b.Value.Kind == document.Object && len(b.Value.Members) == 1 && section.IsMember(section.Text(b.Value.Get("since"))) {
		set.To, set.Of = "since", b.Value.Get("since").Text
	}
	if of := b.Value.Get("present"); b.Value.Kind == document.Object && len(b.Value.Members) == 3 && section.IsMember(section.Text(of)) {
		set.Words = [2]string{section.Text(b.Value.Get("then")), section.Text(b.Value.Get("else"))}
		if !slices.Contains(set.Words[:], "") {
			set.To, set.Of = "present", of.Text
		}
	}
	if !section.IsMember(b.Name) || !slices.Contains([]string{"now", "created", "size", "length", "elapsed", "present", "since"}, set.To) {
		r.Bad(b.Value, b.Where, `now, created, size, {length: member}, {elapsed: [member, member]}, {since: member} or {present: member, then: text, else: text}, under the JSON Pointer of a member`)
		return
	}
	w.Set = append(w.Set, set)
}

// check reports what speaks of something that the schema does not have.
func (s *Section) check(r *section.Reader, w *Written) {
	path := func(name, ending, what string) {
		if text, ok := s.paths.Written(name); name != "" && (!ok || !strings.HasSuffix(text, ending)) {
			r.Lost(w.Pos, "there is no %s %s", what, name)
		}
	}
	limit := func(name string) {
		if name != "" && !s.limits.Has(name) {
			r.Lost(w.Pos, "there is no limit %s", name)
		}
	}
	path(w.Path, "", "storage path")
	if _, _, ok := r.At(w.Of); !ok {
		r.Lost(w.Pos, "there is no schema %s", w.Of)
	}
	if w.Retention != nil {
		limit(w.Retention.Limit)
	}
	if w.Log != nil {
		path(w.Log.Path, ".jsonl", "JSONL path")
		limit(w.Log.Limit)
	}
	if w.Spill != nil {
		path(w.Spill.Path, "/", "directory")
		limit(w.Spill.Limit)
	}
	if w.Variables != nil && w.Variables.Snapshots != nil {
		path(w.Variables.Snapshots.Dir, "/", "directory")
	}
	if w.Index != nil {
		path(w.Index.Path, "", "storage path")
	}
	for _, release := range w.Release {
		limit(release.Limit)
	}
}
