package declare

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/gotype/naming"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// Prune keeps the declarations that values of the entry types and of the
// definitions can hold. The others belong to schemas of which only the verdict
// counts: conditions, what "not" refuses, what "contains" looks for.
func (ts *Types) Prune(definitions []*plan.Plan) {
	r := reach{}
	for _, d := range ts.Declared {
		if d.Decl.Root {
			r.decl(d.Decl)
		}
	}
	for _, p := range definitions {
		r.typ(ts.of[p])
	}
	ts.Declared = slices.DeleteFunc(ts.Declared, func(d *naming.Declaration) bool { return !r[d.Decl] })
}

// reach is a set of declarations, with all that they are made of.
type reach map[*model.Decl]bool

func (r reach) typ(t *model.Type) {
	for ; t != nil; t = t.Elem {
		if t.Kind == model.Named {
			r.decl(t.Decl)
		}
		r.typ(t.Key)
	}
}

func (r reach) decl(d *model.Decl) {
	if r[d] {
		return
	}
	r[d] = true
	for t := range d.Types() {
		r.typ(t)
	}
}
