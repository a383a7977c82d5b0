package diag

import (
	"encoding/json"
	"fmt"
	"io"
)

// Explain prints what the registry knows about a code: as text, as a JSON
// object, as the rule of a SARIF report without results, or as a notice of
// GitHub's. The error is that of the writer.
func Explain(w io.Writer, format Format, e Entry) error {
	switch format {
	case JSON:
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(struct {
			Code        Code   `json:"code"`
			Severity    string `json:"severity"`
			Title       string `json:"title"`
			Explanation string `json:"explanation"`
			Help        string `json:"help,omitempty"`
		}{e.Code, e.Severity.String(), e.Title, e.Explanation, e.Help})
	case SARIF:
		run := newSARIFRun()
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule(e.Code))
		return writeSARIF(w, run)
	case GitHub:
		_, err := fmt.Fprintf(w, "::notice title=%s::%s\n", githubProperty.Replace(string(e.Code)), githubData.Replace(e.text()))
		return err
	default:
		_, err := fmt.Fprintf(w, "%s (%s): %s", e.Code, e.Severity, e.text())
		return err
	}
}

// text is the title, the explanation and the help, as paragraphs.
func (e Entry) text() string {
	text := e.Title + "\n\n" + e.Explanation + "\n"
	if e.Help != "" {
		text += "\nhelp: " + e.Help + "\n"
	}
	return text
}
