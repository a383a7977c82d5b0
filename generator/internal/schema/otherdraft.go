package schema

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// draftSign is a form that a draft before the latest gave a meaning.
type draftSign struct {
	draft Draft
	what  string
	pos   source.Pos
}

// suggestDraft reports a file that names no draft, nobody has named one for, and
// that has the forms of an older one.
func (r *registry) suggestDraft(f *file) {
	if r.options.Draft != 0 || f.root == nil || f.builtin || f.doc.Get("$schema") != nil {
		return
	}
	oldest, ok := oldestSign(f.root)
	if !ok {
		return
	}
	name := strings.ReplaceAll(oldest.draft.String(), "draft ", "draft-0")
	r.ds.Add(diag.New(diag.OtherDraft, oldest.pos, "%s is of %s, but the schema has no $schema and is read as %s", oldest.what, oldest.draft, Draft2020).
		WithHelp("write \"$schema\": %q, or dialect: %s in the configuration (--dialect %s)", StandardDialect(oldest.draft).URI, name, name))
}

// oldestSign finds the first sign of the oldest draft that the schemas of a file
// show.
func oldestSign(root *location) (oldest draftSign, ok bool) {
	root.each(func(loc *location) bool {
		for _, m := range loc.doc.Members {
			if s, is := signOf(m, loc.filePointer == ""); is && (!ok || s.draft < oldest.draft) {
				oldest, ok = s, true
			}
		}
		return true
	})
	return oldest, ok
}

// signOf reads a member of a schema as a sign of a draft.
func signOf(m document.Member, atRoot bool) (draftSign, bool) {
	switch v := m.Value; {
	case m.Name == "items" && v.Kind == document.Array:
		return draftSign{Draft7, "a list under items", m.NamePos}, true
	case (m.Name == "exclusiveMinimum" || m.Name == "exclusiveMaximum") && v.Kind == document.Bool:
		return draftSign{Draft4, "a boolean " + m.Name, m.NamePos}, true
	case atRoot && m.Name == "id" && v.Kind == document.String && strings.ContainsAny(v.Text, ":/#"):
		return draftSign{Draft4, "id", m.NamePos}, true
	case m.Name == "$recursiveRef", m.Name == "$recursiveAnchor":
		return draftSign{Draft2019, m.Name, m.NamePos}, true
	}
	return draftSign{}, false
}
