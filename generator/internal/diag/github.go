package diag

import (
	"bufio"
	"fmt"
	"io"

	"github.com/bindery-go/bindery/generator/internal/visible"
)

// printGitHub writes each diagnostic as a workflow command:
//
//	::error file=schemas/x.yaml,line=12,col=5,title=B0102::message
func printGitHub(w io.Writer, ds Diagnostics) error {
	b := bufio.NewWriter(w)
	for _, d := range ds {
		fmt.Fprintf(b, "::%s ", severities[d.Severity].github)
		if d.Pos.File != "" {
			fmt.Fprintf(b, "file=%s,", visible.WorkflowProperty(d.Pos.File))
		}
		if d.Pos.IsValid() {
			fmt.Fprintf(b, "line=%d,col=%d,", d.Pos.Line, d.Pos.Column)
		}
		lines := []string{d.Message}
		for _, r := range d.Related {
			lines = append(lines, r.Pos.String()+": "+r.Message)
		}
		if d.Help != "" {
			lines = append(lines, "help: "+d.Help)
		}
		fmt.Fprintf(b, "title=%s::%s\n", visible.WorkflowProperty(string(d.Code)), visible.Workflow(lines...))
	}
	return b.Flush()
}
