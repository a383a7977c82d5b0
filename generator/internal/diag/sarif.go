package diag

import (
	"io"
	"net/url"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// projectURL is the information URI of the tool in SARIF reports.
const projectURL = "https://github.com/bindery-go/bindery"

// The objects of SARIF 2.1.0 that a report consists of, by the numbers of their
// sections in the standard. The libraries for it bring validators of JSON Schema into
// the modules of everybody who uses Bindery as a tool.
type (
	sarifLog struct { // 3.13
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct { // 3.14
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct { // 3.18
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct { // 3.19
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct { // 3.49
		ID               string     `json:"id"`
		ShortDescription *sarifText `json:"shortDescription,omitempty"`
		Help             *sarifText `json:"help,omitempty"`
	}
	sarifText struct { // 3.11, 3.12
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifResult struct { // 3.27
		RuleID           string          `json:"ruleId"`
		RuleIndex        int             `json:"ruleIndex"`
		Level            string          `json:"level"`
		Message          sarifText       `json:"message"`
		Locations        []sarifLocation `json:"locations,omitempty"`
		RelatedLocations []sarifLocation `json:"relatedLocations,omitempty"`
	}
	sarifLocation struct { // 3.28
		PhysicalLocation sarifPlace `json:"physicalLocation"`
		Message          *sarifText `json:"message,omitempty"`
	}
	sarifPlace struct { // 3.29
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct { // 3.4
		URI string `json:"uri"`
	}
	sarifRegion struct { // 3.30
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
	}
)

// printSARIF writes one run with a rule for each code that occurs.
func printSARIF(w io.Writer, ds Diagnostics) error {
	run := newSARIFRun()
	rules := map[Code]int{}
	for _, d := range ds {
		index, known := rules[d.Code]
		if !known {
			index = len(rules)
			rules[d.Code] = index
			run.addRule(d.Code)
		}
		run.Results = append(run.Results, sarifResultOf(d, index))
	}
	return writeSARIF(w, run)
}

// newSARIFRun makes a run without results. The lists are required even when empty.
func newSARIFRun() *sarifRun {
	return &sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "bindery", InformationURI: projectURL, Rules: []sarifRule{}}},
		ColumnKind: "unicodeCodePoints", // as source.Pos counts
		Results:    []sarifResult{},
	}
}

func writeSARIF(w io.Writer, run *sarifRun) error {
	const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	return writeJSON(w, sarifLog{Schema: schema, Version: "2.1.0", Runs: []sarifRun{*run}}, true)
}

func (r *sarifRun) addRule(code Code) {
	rule := sarifRule{ID: string(code)}
	if entry, ok := Lookup(code); ok {
		rule.ShortDescription = &sarifText{Text: entry.Title}
		rule.Help = &sarifText{Text: entry.Explanation, Markdown: entry.Explanation}
	}
	r.Tool.Driver.Rules = append(r.Tool.Driver.Rules, rule)
}

func sarifResultOf(d Diagnostic, rule int) sarifResult {
	message := d.Message
	if d.Help != "" {
		message += "\nhelp: " + d.Help
	}
	result := sarifResult{
		RuleID: string(d.Code), RuleIndex: rule, Level: severities[d.Severity].sarif,
		Message: sarifText{Text: visible.SARIF(message)},
	}
	if d.Pos.File != "" {
		result.Locations = []sarifLocation{sarifLocationOf(d.Pos)}
	}
	result.RelatedLocations = lists.Of(d.Related, func(r Related) sarifLocation {
		location := sarifLocationOf(r.Pos)
		location.Message = &sarifText{Text: visible.SARIF(r.Message)}
		return location
	})
	return result
}

func sarifLocationOf(p source.Pos) sarifLocation {
	place := sarifPlace{ArtifactLocation: sarifArtifact{(&url.URL{Path: p.File}).String()}}
	if p.IsValid() {
		place.Region = &sarifRegion{StartLine: p.Line, StartColumn: p.Column}
	}
	return sarifLocation{PhysicalLocation: place}
}
