package lint

import (
	"cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/table"
)

// embedded reports the examples, the default and the listed values that break
// the schema in which they stand, or what their members owe each other, one
// diagnostic a violation. Examples and
// defaults are annotations, so they stay as they are: generated code does not
// use an invalid default.
func (l *linter) embedded(n *schema.Node) {
	for _, v := range n.Examples {
		l.judge(diag.InvalidExample, n, v)
	}
	l.judge(diag.InvalidDefault, n, n.Default)
	if l.analysis.Empty(n) {
		return // of a schema that nothing satisfies one diagnostic is enough
	}
	for _, v := range n.Enum {
		l.judge(diag.DeadValue, n, v)
	}
	l.judge(diag.DeadValue, n, n.Const)
}

func (l *linter) judge(code diag.Code, n *schema.Node, v *document.Node) {
	if v == nil {
		return
	}
	err := table.Violations(l.program, n.ID, v, func(found table.Located) {
		l.found.Addf(code, found.Pos, "%s: %s", cmp.Or(found.InstanceLocation, "the value"), found.Message)
	})
	if err != nil {
		l.found.Addf(code, v.Pos, "%v", err)
	}
	l.related(code, n, v)
}
