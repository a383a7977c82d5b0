package config

import (
	"fmt"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// Ignore is an accepted diagnostic of the configuration.
type Ignore struct {
	Code string
	Path string // "": every file
	Line int    // 0: every line
	Pos  source.Pos
}

func ignores(list *document.Node) (out []Ignore) {
	for _, n := range items(list) {
		if !isText(n.Get("code")) {
			continue // checkForm says so
		}
		i := Ignore{Code: textOf("code", n), Path: textOf("path", n), Pos: n.Pos}
		if l := n.Get("line"); l != nil && l.Kind == document.Number {
			line, _ := jsonvalue.TrustedNumber(l.Text).Int64()
			i.Line = int(line)
		}
		out = append(out, i)
	}
	return out
}

// Accept takes the diagnostics out of ds that the configuration accepts, and adds
// one for each entry that does nothing. An error cannot be accepted: what has
// one is not generated. Where there are errors the diagnostics are incomplete, so
// that an entry without a match proves nothing.
func Accept(ds diag.Diagnostics, ignore []Ignore) diag.Diagnostics {
	used := make([]bool, len(ignore))
	refused := make([]bool, len(ignore))
	var kept diag.Diagnostics
	for _, d := range ds {
		accepted := false
		for i, entry := range ignore {
			if !entry.matches(d) {
				continue
			}
			if d.Severity == diag.Error {
				refused[i] = true
			} else {
				used[i], accepted = true, true
			}
		}
		if !accepted {
			kept.Add(d)
		}
	}
	complete := !kept.HasErrors()
	for i, entry := range ignore {
		switch {
		case !isKnown(entry.Code):
			kept.Add(diag.New(diag.UnusedIgnore, entry.Pos, "unknown code %s", entry.Code).
				WithHelp("the diagnostics show their codes, and bindery explain CODE tells what one means"))
		case used[i]:
		case refused[i]:
			kept.Add(diag.New(diag.UnusedIgnore, entry.Pos, "%s is an error, which cannot be accepted", entry.Code).
				WithHelp("fix the error and remove the entry"))
		case complete:
			kept.Addf(diag.UnusedIgnore, entry.Pos, "no diagnostic %s to accept", entry.place())
		}
	}
	return kept.Sorted()
}

// AllowBreaks takes the breaks out of ds that the configuration allows, and adds a
// diagnostic for each entry that allows nothing.
func AllowBreaks(ds diag.Diagnostics, allowed []Ignore) diag.Diagnostics {
	used := make([]bool, len(allowed))
	var kept diag.Diagnostics
	for _, d := range ds {
		allow := false
		for i, entry := range allowed {
			if entry.matches(d) {
				used[i], allow = true, true
			}
		}
		if !allow {
			kept.Add(d)
		}
	}
	for i, entry := range allowed {
		if !used[i] {
			kept.Addf(diag.UnusedAllowance, entry.Pos, "nothing breaks that is %s", entry.place())
		}
	}
	return kept.Sorted()
}

func isKnown(code string) bool {
	_, ok := diag.Lookup(diag.Code(code))
	return ok
}

// place names what an entry accepts.
func (i Ignore) place() string {
	switch {
	case i.Line > 0 && i.Path != "":
		return fmt.Sprintf("%s in line %d of %s", i.Code, i.Line, i.Path)
	case i.Line > 0:
		return fmt.Sprintf("%s in line %d", i.Code, i.Line)
	case i.Path != "":
		return i.Code + " in " + i.Path
	}
	return i.Code
}

func (i Ignore) matches(d diag.Diagnostic) bool {
	return string(d.Code) == i.Code && (i.Path == "" || i.Path == d.Pos.File) && (i.Line == 0 || i.Line == d.Pos.Line)
}
