package storage

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Topics implements section.Describer.
func (s *Section) Topics() []section.Topic {
	if len(s.paths) == 0 {
		return nil
	}
	t := section.Topic{Title: "Storage paths", Columns: []string{"Path", "Where", "Kind", "Arguments", "Go"}}
	for _, p := range s.paths {
		kind := map[PathKind]string{File: "file", Dir: "directory", Query: "files that match"}[p.Kind]
		if p.Lines != nil {
			kind = "file of JSON lines"
		}
		t.Rows = append(t.Rows, []section.Cell{
			section.Code(p.Key), section.Code(p.Text), section.Prose(kind), section.Prose(arguments(p.Args)), section.Code(p.Builder),
		})
	}
	return []section.Topic{t}
}

// arguments says what the arguments of a path may be.
func arguments(args []*PathArg) string {
	var out []string
	for _, a := range args {
		text := a.Name
		switch {
		case len(a.Values) > 0:
			text += ": one of " + strings.Join(a.Values, ", ")
		case a.Text != "":
			text += " matches " + a.Text
		case a.Int:
			text += ": a whole number"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}
