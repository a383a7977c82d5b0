package stores

import "github.com/bindery-go/bindery/generator/internal/sections/section"

// Promises implements section.Promiser: where the files of the stores are, and how much
// of the documents stays in them.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	for _, w := range s.Written {
		out = append(append(out, s.places(w)...), s.amounts(w)...)
	}
	return out
}

func (w *Written) key(part string) string { return "x-bindery.stores." + w.Name + part }

// places lists where a store has files, and how documents refer to them.
func (s *Section) places(w *Written) []section.Promise {
	var out []section.Promise
	text := func(part, text string) {
		out = append(out, section.Promise{Kind: section.PathPromise, Key: w.key(part), Pos: w.Pos, Text: text})
	}
	path := func(part, path string) {
		if template, ok := s.paths.Written(path); ok {
			text(part, template)
		}
	}
	path("", w.Path)
	if w.Log != nil {
		path(".log", w.Log.Path)
	}
	if w.Index != nil {
		path(".index", w.Index.Path)
	}
	if w.Spill != nil {
		path(".spill", w.Spill.Path)
		text(".spill.prefix", w.Spill.Prefix)
		for _, dir := range w.Spill.From {
			text(".spill.from "+dir, dir)
		}
	}
	if w.Variables != nil && w.Variables.Snapshots != nil {
		path(".variables.snapshots", w.Variables.Snapshots.Dir)
	}
	return out
}

// amounts lists beyond what documents, entries and values go elsewhere.
func (s *Section) amounts(w *Written) []section.Promise {
	var out []section.Promise
	add := func(part string, a section.Amount) {
		if a != (section.Amount{}) {
			out = append(out, s.limits.Promise(w.key(part), w.key(""), a, w.Pos))
		}
	}
	if w.Retention != nil {
		add(".retention.limit", section.Amount{Limit: w.Retention.Limit})
	}
	if w.Log != nil {
		add(".log.limit", section.Amount{Limit: w.Log.Limit})
		add(".log.keep", section.Amount{Number: w.Log.Keep})
	}
	for _, r := range w.Release {
		add(".release."+r.Entries, section.Amount{Limit: r.Limit})
	}
	return out
}
