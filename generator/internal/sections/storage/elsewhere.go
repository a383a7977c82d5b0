package storage

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/visible"
	"github.com/bindery-go/bindery/runtime/storage"
)

// pathsElsewhere reports the paths of a section that no storage has, whose keys from the
// section down are given. Nothing is made of them: whether a path in another section
// is a place of this schema's files or of somebody else's, its key does not say.
func (r *reader) pathsElsewhere(keys []string, m document.Member) {
	switch {
	case len(keys) <= 2 && isStorage(m): // has been read
	case isPlainPath(m):
		if slices.ContainsFunc(r.out.paths, func(p *Path) bool { return p.Text == m.Value.Text }) {
			return
		}
		r.Report(diag.New(diag.PathElsewhere, m.NamePos, "%s is a path, of which no function is made", section.Dotted(keys...)).
			WithHelp("for functions, name it among the storage paths in an overlay: storage_paths: { %s: %s }", visible.YAML(m.Name), visible.YAML(m.Value.Text)))
	default:
		for _, below := range m.Value.Members {
			r.pathsElsewhere(append(keys, below.Name), below)
		}
	}
}

// isPlainPath reports whether a member that may be anything has a path below a root: by its
// key, and by its value. What begins with @ refers to a file in the manner of prompts.
func isPlainPath(m document.Member) bool {
	text := section.Text(m.Value)
	if !slices.Contains(placeWords, section.LastWord(m.Name)) || !isPath(m.Name, text) || !strings.Contains(text, "/") || text[0] == '@' {
		return false
	}
	_, err := storage.ParseTemplate(text)
	return err == nil
}
