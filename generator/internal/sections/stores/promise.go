package stores

import "github.com/bindery-go/bindery/generator/internal/sections/section"

// Promises implements section.Promiser: where the files of the stores are, and how much
// of the documents stays in them.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	for _, w := range s.written {
		out = append(append(out, s.places(w)...), s.amounts(w)...)
	}
	return out
}

// under is what messages and records of names call a part of what x-bindery says of a store.
func (s *Store) under(part string) string { return "x-bindery.stores." + s.label + part }

// places lists where a store has files, and how documents refer to them.
func (s *Section) places(w *Store) []section.Promise {
	var out []section.Promise
	text := func(part, text string) {
		out = append(out, section.Promise{Kind: section.PathPromise, Key: w.under(part), Pos: w.pos, Text: text})
	}
	path := func(part string, name section.Word) {
		if p := s.paths.Find(name.Text); p != nil {
			text(part, p.Text)
		}
	}
	path("", w.path)
	if w.Log != nil {
		path(".log", w.Log.path)
	}
	if w.Index != nil {
		path(".index", w.Index.path)
	}
	if w.Spill != nil {
		path(".spill", w.Spill.path)
		text(".spill.prefix", w.Spill.Prefix)
		for _, dir := range w.Spill.From {
			text(".spill.from "+dir, dir)
		}
	}
	if w.Variables != nil && w.Variables.Snapshots != nil {
		path(".variables.snapshots", w.Variables.Snapshots.dir)
	}
	return out
}

// amounts lists beyond what documents, entries and values go elsewhere.
func (s *Section) amounts(w *Store) []section.Promise {
	var out []section.Promise
	add := func(part string, a section.Amount) {
		if a != (section.Amount{}) {
			out = append(out, s.limits.Promise(w.under(part), w.under(""), a, w.pos))
		}
	}
	add(".retention.limit", w.retention)
	if w.Log != nil {
		add(".log.limit", w.Log.limit)
		add(".log.keep", section.Amount{Number: w.Log.Keep})
	}
	for _, r := range w.Releases {
		add(".release."+r.entries.Text, r.limit)
	}
	return out
}
