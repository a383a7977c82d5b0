package generator

import (
	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/document"
	"github.com/bindery-go/bindery/generator/source"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// Ignore is an accepted finding of the configuration.
type Ignore struct {
	Code string
	Path string // "": every file
	Line int    // 0: every line
	Pos  source.Pos
}

func ignoreOf(n *document.Node) Ignore {
	i := Ignore{Code: n.Get("code").Text, Pos: n.Pos}
	if p := n.Get("path"); p != nil {
		i.Path = p.Text
	}
	if l := n.Get("line"); l != nil {
		line, _ := jsonvalue.TrustedNumber(l.Text).Int64()
		i.Line = int(line)
	}
	return i
}

// Accept takes the findings out of ds that the configuration accepts, and adds
// one for each entry that matches nothing. An entry never hides an error of
// generation: what cannot be generated cannot be accepted.
func Accept(ds diag.Diagnostics, ignore []Ignore) diag.Diagnostics {
	used := make([]bool, len(ignore))
	var kept diag.Diagnostics
	for _, d := range ds {
		accepted := false
		for i, entry := range ignore {
			if d.Severity != diag.Error && entry.matches(d) {
				used[i], accepted = true, true
			}
		}
		if !accepted {
			kept.Add(d)
		}
	}
	for i, entry := range ignore {
		if !used[i] {
			kept.Addf(diag.UnusedIgnore, entry.Pos, "no finding %s is there to be ignored", entry.Code)
		}
	}
	return kept.Sorted()
}

func (i Ignore) matches(d diag.Diagnostic) bool {
	return string(d.Code) == i.Code && (i.Path == "" || i.Path == d.Pos.File) && (i.Line == 0 || i.Line == d.Pos.Line)
}
