package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Workflow commands end at the line feed and their properties at commas and
// colons; these characters and the escape sign itself are percent-encoded, as
// the toolkit of GitHub Actions does.
var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// printGitHub writes each diagnostic as a workflow command:
//
//	::error file=schemas/x.yaml,line=12,col=5,title=B0102::message
func printGitHub(w io.Writer, ds Diagnostics) error {
	b := bufio.NewWriter(w)
	for _, d := range ds {
		fmt.Fprintf(b, "::%s ", githubCommand(d.Severity))
		if d.Pos.File != "" {
			fmt.Fprintf(b, "file=%s,", githubProperty.Replace(d.Pos.File))
		}
		if d.Pos.IsValid() {
			fmt.Fprintf(b, "line=%d,col=%d,", d.Pos.Line, d.Pos.Column)
		}
		message := clean(d.Message)
		for _, r := range d.Related {
			message += "\n" + clean(r.Pos.String()) + ": " + clean(r.Message)
		}
		if d.Help != "" {
			message += "\nhelp: " + clean(d.Help)
		}
		fmt.Fprintf(b, "title=%s::%s\n", githubProperty.Replace(string(d.Code)), githubData.Replace(message))
	}
	return b.Flush()
}

func githubCommand(s Severity) string {
	switch s {
	case Info:
		return "notice"
	case Warning:
		return "warning"
	}
	return "error"
}
