package lower

import (
	"iter"

	"github.com/bindery-go/bindery/generator/internal/model"
)

// prune keeps the declarations that values of the entry types and of the named
// definitions can hold. The others belong to schemas of which only the verdict
// counts: conditions, what "not" refuses, what "contains" looks for.
func (b *builder) prune(plans []*model.Plan) {
	r := reach{}
	for _, d := range b.declared {
		if d.decl.Root {
			r.decl(d.decl)
		}
	}
	for _, p := range plans {
		r.typ(p.Type)
	}
	kept := b.declared[:0]
	for _, d := range b.declared {
		if r[d.decl] {
			kept = append(kept, d)
		}
	}
	b.declared = kept
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
		if d.Extra != nil {
			more = more && yield(d.Extra.Elem)
		}
		if d.Rest != nil {
			more = more && yield(d.Rest.Elem)
		}
		for _, v := range d.Variants {
			more = more && yield(v.Type)
		}
	}
}
