package declare

import (
	"iter"

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
	kept := ts.Declared[:0]
	for _, d := range ts.Declared {
		if r[d.Decl] {
			kept = append(kept, d)
		}
	}
	ts.Declared = kept
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
	for t := range typesIn(d) {
		r.typ(t)
	}
}

// typesIn lists the type expressions of a declaration.
func typesIn(d *model.Decl) iter.Seq[*model.Type] {
	return func(yield func(*model.Type) bool) {
		more := yield(d.Underlying)
		for _, f := range d.Fields {
			more = more && yield(f.Type)
		}
		for _, x := range d.Maps() {
			more = more && yield(x.Elem)
		}
		if d.Rest != nil {
			more = more && yield(d.Rest.Elem)
		}
		for _, v := range d.Variants {
			more = more && yield(v.Type)
		}
	}
}
