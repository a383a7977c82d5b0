package diag

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// Explain prints what the registry knows about a code: as text, as a JSON
// object, as the rule of a SARIF report without results, or as a notice of
// GitHub's. The error is that of the writer.
func Explain(w io.Writer, format Format, e Entry) error {
	switch format {
	case JSON:
		return writeJSON(w, e.json(), false)
	case SARIF:
		run := newSARIFRun()
		run.addRule(e.Code)
		return writeSARIF(w, run)
	case GitHub:
		_, err := fmt.Fprintf(w, "::notice title=%s::%s\n", visible.WorkflowProperty(string(e.Code)), visible.Workflow(strings.Split(e.text(), "\n")...))
		return err
	default:
		_, err := fmt.Fprintf(w, "%s (%s): %s", e.Code, e.Severity, e.text())
		return err
	}
}

// Catalogue prints all codes with their severities and titles: as text a line
// each, as JSON and SARIF with their explanations. The error is that of the
// writer.
func Catalogue(w io.Writer, format Format) error {
	switch format {
	case JSON:
		return writeJSON(w, lists.Of(Entries(), Entry.json), false)
	case SARIF:
		run := newSARIFRun()
		for _, e := range Entries() {
			run.addRule(e.Code)
		}
		return writeSARIF(w, run)
	}
	for _, e := range Entries() {
		line := fmt.Sprintf("%s %-7s %s", e.Code, e.Severity, e.Title)
		if format == GitHub {
			line = "::notice title=" + visible.WorkflowProperty(string(e.Code)) + "::" + visible.Workflow(fmt.Sprintf("%s: %s", e.Severity, e.Title))
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// jsonEntry is an entry as the JSON form has it.
type jsonEntry struct {
	Code        Code   `json:"code"`
	Severity    string `json:"severity"`
	Title       string `json:"title"`
	Explanation string `json:"explanation"`
	Help        string `json:"help,omitempty"`
}

func (e Entry) json() jsonEntry {
	return jsonEntry{e.Code, e.Severity.String(), e.Title, e.Explanation, e.Help}
}

func writeJSON(w io.Writer, v any, escapeHTML bool) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(escapeHTML)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(visible.JSON(b.Bytes()))
	return err
}

// text is the title, the explanation and the help, as paragraphs.
func (e Entry) text() string {
	text := e.Title + "\n\n" + e.Explanation + "\n"
	if e.Help != "" {
		text += "\nhelp: " + e.Help + "\n"
	}
	return text
}
