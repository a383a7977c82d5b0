package config

import (
	"regexp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Grade gives the diagnostics of a code another severity.
type Grade struct {
	Code     string
	Severity string // error, warning, info or off
	Pos      source.Pos
}

var codeForm = regexp.MustCompile(`^B[0-9]{4}$`)

// Regrade gives diagnostics the severities of the configuration, and drops those
// that are off. A diagnostic that is an error by itself stays one: what it is
// about has no meaning. Entries with an unknown code, or that of an error, are
// reported.
func Regrade(ds diag.Diagnostics, grades []Grade) diag.Diagnostics {
	wanted := map[diag.Code]string{}
	var out diag.Diagnostics
	for _, g := range grades {
		entry, ok := diag.Lookup(diag.Code(g.Code))
		switch {
		case !ok:
			if codeForm.MatchString(g.Code) { // else the schema of the configuration tells
				out.Add(diag.New(diag.BadConfig, g.Pos, "unknown code %s", g.Code).WithHelp("bindery explain lists the codes"))
			}
		case entry.Severity == diag.Error && g.Severity != "error":
			out.Add(diag.New(diag.BadConfig, g.Pos, "%s is an error, which cannot be anything less", g.Code).
				WithHelp("fix what it reports, or accept it where it is under ignore:"))
		default:
			wanted[entry.Code] = g.Severity
		}
	}
	for _, d := range ds {
		severity := wanted[d.Code]
		if severity != "" && d.Severity != diag.Error {
			if severity == "off" {
				continue
			}
			d.Severity = diag.ParseSeverity(severity)
		}
		out.Add(d)
	}
	return out.Sorted()
}
