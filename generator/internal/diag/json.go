package diag

import (
	"io"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// The JSON format is one object, {"diagnostics": [...]}, with an entry for each
// diagnostic. Members without a value are left out, but for code, severity and
// message.
type (
	jsonReport struct {
		Diagnostics []jsonDiagnostic `json:"diagnostics"`
	}
	jsonDiagnostic struct {
		Code     Code   `json:"code"`
		Severity string `json:"severity"`
		jsonPos
		Message string        `json:"message"`
		Related []jsonRelated `json:"related,omitempty"`
		Help    string        `json:"help,omitempty"`
	}
	jsonRelated struct {
		jsonPos
		Message string `json:"message"`
	}
	jsonPos struct {
		File   string `json:"file,omitempty"`
		Line   int    `json:"line,omitempty"`
		Column int    `json:"column,omitempty"`
	}
)

func newJSONPos(p source.Pos) jsonPos {
	return jsonPos{File: p.File, Line: p.Line, Column: p.Column}
}

func printJSON(w io.Writer, ds Diagnostics) error {
	report := jsonReport{Diagnostics: make([]jsonDiagnostic, 0, len(ds))}
	for _, d := range ds {
		report.Diagnostics = append(report.Diagnostics, jsonDiagnostic{
			Code:     d.Code,
			Severity: d.Severity.String(),
			jsonPos:  newJSONPos(d.Pos),
			Message:  d.Message,
			Help:     d.Help,
			Related:  lists.Of(d.Related, func(r Related) jsonRelated { return jsonRelated{newJSONPos(r.Pos), r.Message} }),
		})
	}
	return writeJSON(w, report, false)
}
