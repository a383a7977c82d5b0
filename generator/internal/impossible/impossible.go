// Package impossible says in diagnostics why no value satisfies a schema.
package impossible

import (
	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// most is how many schemas are looked at for one diagnostic, how many branches of a oneOf,
// and how many notes it gets: nobody reads more, and as many diagnostics as a schema is
// long may have the same causes.
const most = 32

// Explain adds to a diagnostic what is known of why a schema accepts nothing: what its
// keywords, and those of the schemas that hold together with it, say against each other,
// and what is behind the members that they require. What speaks against the schema told,
// nil for none, has been said.
func Explain(d diag.Diagnostic, a *analysis.Analysis, n, told *schema.Node) diag.Diagnostic {
	e := &explainer{d, a, map[*schema.Node]bool{told: true}}
	e.explain(n)
	return e.d
}

type explainer struct {
	d        diag.Diagnostic
	analysis *analysis.Analysis
	seen     map[*schema.Node]bool
}

func (e *explainer) explain(n *schema.Node) {
	for part := range components.Reached((*schema.Node).Conjuncts, n) {
		if e.seen[part] {
			continue
		}
		if len(e.seen) > most {
			return
		}
		e.seen[part] = true
		for _, c := range e.analysis.Contradictions(part) {
			if len(e.d.Related) >= most {
				return
			}
			e.d = e.d.WithRelated(part.Pos, "%s", c.Reason)
			if c.Member != nil {
				e.explain(c.Member)
			}
		}
		e.formats(part.OneOf[:min(most, len(part.OneOf))])
	}
}

// formats is Formats for the first two branches of a oneOf that formats would tell apart.
func (e *explainer) formats(branches []*schema.Node) {
	for i, one := range branches {
		for _, other := range branches[:i] {
			if len(analysis.Telling(other, one)) > 0 {
				e.d = Formats(e.d, other, one)
				return
			}
		}
	}
}

// Formats adds to a diagnostic that formats would tell two branches apart if
// they were assertions.
func Formats(d diag.Diagnostic, one, other *schema.Node) diag.Diagnostic {
	telling := analysis.Telling(one, other)
	for _, n := range telling {
		d = d.WithRelated(n.Pos, "the format %s is not asserted here", n.Format)
	}
	if len(telling) > 0 {
		d = d.WithHelp("where the formats are to tell the branches apart, set format_assertion to auto in the configuration")
	}
	return d
}
