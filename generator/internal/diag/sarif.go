package diag

import (
	"bytes"
	"io"
	"net/url"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// projectURL is the information URI of the tool in SARIF reports.
const projectURL = "https://github.com/bindery-go/bindery"

// printSARIF writes one run in the format of SARIF 2.1.0 with a rule for each
// code that occurs.
func printSARIF(w io.Writer, ds Diagnostics) error {
	run := newSARIFRun()
	// Indices are kept here because the lookups of the library are linear.
	rules := map[Code]int{}
	for _, d := range ds {
		index, known := rules[d.Code]
		if !known {
			index = len(rules)
			rules[d.Code] = index
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule(d.Code))
		}
		run.AddResult(sarifResult(d, index))
	}
	return writeSARIF(w, run)
}

func newSARIFRun() *sarif.Run {
	run := sarif.NewRunWithInformationURI("bindery", projectURL)
	run.WithColumnKind("unicodeCodePoints") // as source.Pos counts
	run.Results = []*sarif.Result{}         // required even when empty
	return run
}

func writeSARIF(w io.Writer, run *sarif.Run) error {
	report := sarif.NewReport()
	report.AddRun(run)
	var b bytes.Buffer
	if err := report.PrettyWrite(&b); err != nil {
		return err
	}
	_, err := w.Write(visible.JSON(b.Bytes()))
	return err
}

func sarifRule(code Code) *sarif.ReportingDescriptor {
	entry, ok := Lookup(code)
	rule := sarif.NewRule(string(code))
	if ok {
		rule.WithDescription(entry.Title).WithMarkdownHelp(entry.Explanation)
	}
	return rule
}

func sarifResult(d Diagnostic, rule int) *sarif.Result {
	message := d.Message
	if d.Help != "" {
		message += "\nhelp: " + d.Help
	}
	result := sarif.NewRuleResult(string(d.Code)).
		WithRuleIndex(rule).
		WithLevel(sarifLevel(d.Severity)).
		WithMessage(sarif.NewTextMessage(visible.SARIF(message)))
	if d.Pos.File != "" {
		result.AddLocation(sarifLocation(d.Pos))
	}
	for _, r := range d.Related {
		location := sarifLocation(r.Pos).WithMessage(sarif.NewTextMessage(visible.SARIF(r.Message)))
		result.AddRelatedLocation(location)
	}
	return result
}

func sarifLocation(p source.Pos) *sarif.Location {
	uri := (&url.URL{Path: p.File}).String()
	physical := sarif.NewPhysicalLocation().
		WithArtifactLocation(sarif.NewSimpleArtifactLocation(uri))
	if p.IsValid() {
		physical.WithRegion(sarif.NewRegion().WithStartLine(p.Line).WithStartColumn(p.Column))
	}
	return sarif.NewLocationWithPhysicalLocation(physical)
}

func sarifLevel(s Severity) string {
	switch s {
	case Info:
		return sarif.LevelNote
	case Warning:
		return sarif.LevelWarning
	}
	return sarif.LevelError
}
