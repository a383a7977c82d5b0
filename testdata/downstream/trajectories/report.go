package trajectories

import (
	"bytes"
	_ "embed"
	"strings"
	"text/template"

	"example.com/agentmemory/gen/trajectory"
)

//go:embed report.md.tmpl
var reportText string

var reportTemplate = template.Must(template.New("report.md").Funcs(template.FuncMap{"line": line}).Parse(reportText))

// report renders a trajectory for people.
func report(x *trajectory.Trajectory, tools []toolUse) ([]byte, error) {
	var b bytes.Buffer
	err := reportTemplate.Execute(&b, map[string]any{"X": x, "Tools": tools})
	return b.Bytes(), err
}

// line makes a text fit into one cell of a Markdown table: agents write
// anything.
func line(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", "&lt;", "`", "\\`").Replace(text)
}
