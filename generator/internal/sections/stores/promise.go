package stores

import "github.com/bindery-go/bindery/generator/internal/sections/section"

// Promises implements section.Promiser: where the files of the stores are.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	add := func(w *Written, part, path string) {
		if text, ok := s.paths.Written(path); ok {
			out = append(out, section.Promise{Kind: section.PathPromise, Key: "x-bindery.stores." + w.Name + part, Pos: w.Pos, Text: text})
		}
	}
	for _, w := range s.Written {
		add(w, "", w.Path)
		if w.Log != nil {
			add(w, ".log", w.Log.Path)
		}
		if w.Index != nil {
			add(w, ".index", w.Index.Path)
		}
		if w.Spill != nil {
			add(w, ".spill", w.Spill.Path)
		}
	}
	return out
}
