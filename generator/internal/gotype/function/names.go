package function

import (
	"cmp"

	"github.com/bindery-go/bindery/generator/internal/gotype/naming"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// name names the functions of plans: after the type that they decode where they
// are its plan or serve several, else after where they come from.
func name(all []*model.Function, in Input) {
	taken := naming.Taken{}
	serves := map[*plan.Plan]bool{}
	for _, f := range all {
		if f.DecodeAs != nil {
			serves[f.DecodeAs] = true
		}
	}
	for _, f := range all {
		if d := in.DeclOf(f.Plan); d != nil && d.Name != "" {
			f.Name = taken.Unique(d.Name)
		}
	}
	for _, f := range all {
		if f.Imported {
			f.Name = taken.Unique(f.Type.Decl.Name)
		}
	}
	for _, f := range all {
		if f.Name == "" && hasCode(f) && !f.Shared() {
			wanted := in.Name(f.Plan)
			if serves[f.Plan] {
				wanted = typeWord(f.Type)
			}
			f.Name = taken.Unique(cmp.Or(wanted, "Value"))
		}
	}
	byPlan := map[*plan.Plan]string{}
	for _, f := range all {
		byPlan[f.Plan] = f.Name
	}
	for _, f := range all {
		if f.Name == "" && f.Shared() {
			f.Name = byPlan[f.ValidAs] // it has no function of its own
		}
	}
}

// typeWord names a type expression.
func typeWord(t *model.Type) string {
	switch t.Kind {
	case model.Named:
		return t.Decl.Name
	case model.Slice:
		return typeWord(t.Elem) + "List"
	case model.Map:
		return typeWord(t.Elem) + "Map"
	case model.Pointer, model.Nullable:
		return "Optional" + typeWord(t.Elem)
	case model.Int:
		return names.Words{}.Exported(t.Go)
	case model.Custom:
		return t.Custom.Name
	}
	if text := t.Kind.Text(); text != nil {
		return text.Name
	}
	return [...]string{
		model.Bool: "Bool", model.Float: "Float", model.Number: "Number", model.String: "String", model.Value: "Value",
	}[t.Kind]
}
