package lint

import (
	"cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/table"
	"github.com/bindery-go/bindery/runtime/validate"
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
	l.violations(code, l.program, n.ID, v, v.Pos)
	l.related(code, n, v)
}

// violations reports what a program finds amiss with a value that stands at a place, and
// says which relations that are.
func (l *linter) violations(code diag.Code, p *validate.Program, node int, v *document.Node, pos source.Pos) (relations []string) {
	err := table.Violations(p, node, v, func(found table.Located) {
		relations = append(relations, found.Check)
		l.found.Addf(code, found.Pos, "%s: %s", cmp.Or(found.InstanceLocation, "the value"), found.Message)
	})
	if err != nil {
		l.found.Addf(code, pos, "%v", err)
	}
	return relations
}
