package declare

import (
	"cmp"

	"github.com/bindery-go/bindery/generator/internal/gotype/naming"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan/build"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Branches lists the branches of the unions that have a type.
func (ts *Types) Branches() []*schema.Node {
	var out []*schema.Node
	for _, d := range ts.Declared {
		if d.Decl.Kind != model.Union {
			continue
		}
		for _, b := range ts.Plans.Info(d.Decl.Plan).Branches {
			if b.Node != nil {
				out = append(out, b.Node)
			}
		}
	}
	return out
}

// variants gives a sum the variants for the branches of its plan, in the same
// order. Null has no payload.
func (ts *Types) variants(d *model.Decl, info *build.Info) {
	for i, br := range info.Plan.Union.Branches {
		from := &info.Branches[i]
		v := &model.Variant{Name: ts.Places.Title(from), Plan: br.Plan, Type: ts.element(br.Plan), Branch: -1}
		if from.Node != nil {
			v.Doc, v.Branch = from.Node.Documentation(), cmp.Or(from.Told, from.Node).ID
		}
		if br.Plan.Kinds == kind.Null {
			v.Type = nil
		}
		d.Variants = append(d.Variants, v)
	}
	naming.Variants(d)
}
