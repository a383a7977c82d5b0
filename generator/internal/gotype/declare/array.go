package declare

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/gotype/place"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// array chooses a slice or a tuple.
func (ts *Types) array(p *plan.Plan, at place.Place) (finish func()) {
	checks := p.Array
	if checks == nil {
		checks = &plan.Array{}
	}
	if len(checks.Prefix) > 0 {
		d := ts.declareAs(p, at, model.Tuple)
		return func() { ts.positions(d, checks) }
	}
	if ts.wantsDecl(at) {
		ts.declareAs(p, at, model.Defined)
	}
	return func() { ts.set(p, at, &model.Type{Kind: model.Slice, Elem: ts.element(checks.Items)}) }
}

// positions gives a tuple its fields.
func (ts *Types) positions(d *model.Decl, checks *plan.Array) {
	for i, item := range checks.Prefix {
		if item.AcceptsNothing() {
			return // no item can stand here, nor after it
		}
		f := &model.Field{Name: "Item" + strconv.Itoa(i), Plan: item, Type: ts.element(item), Presence: model.Required}
		if item != nil && item.NonNull != nil {
			f.Presence = model.RequiredNullable
		}
		d.Fields = append(d.Fields, f)
	}
	if checks.MaxItems != nil && *checks.MaxItems <= uint64(len(checks.Prefix)) || checks.Items.AcceptsNothing() {
		return
	}
	d.Rest = &model.Rest{Name: "Rest", Elem: ts.element(checks.Items), Plan: checks.Items}
}
