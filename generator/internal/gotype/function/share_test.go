package function

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// TestShare: equal plans share their functions; the Go type counts for decoders.
func TestShare(t *testing.T) {
	types := map[*plan.Plan]*model.Type{}
	texts := 100
	text := func() *plan.Plan {
		p := &plan.Plan{ID: texts, Kinds: kind.String}
		texts++
		types[p] = &model.Type{Kind: model.String}
		return p
	}
	list := func(id int, items *plan.Plan, elem *model.Type) *plan.Plan {
		p := &plan.Plan{ID: id, Kinds: kind.Array, Array: &plan.Array{Items: items}}
		types[p] = &model.Type{Kind: model.Slice, Elem: elem}
		return p
	}
	enum := model.NamedType(&model.Decl{Name: "Enum"})
	str := &model.Type{Kind: model.String}
	first, second := list(1, text(), str), list(2, text(), str)
	otherType := list(3, text(), enum)
	unlike := list(4, nil, model.ValueType())
	nested, nestedToo := list(5, first, types[first]), list(6, second, types[second])
	cycle := list(7, nil, enum)
	cycle.Array.Items = cycle
	twin := list(8, cycle, enum)
	functions := map[*plan.Plan]*model.Function{}
	for _, f := range Decide(Input{
		Decoded: []*plan.Plan{nestedToo, nested, first, second, otherType, unlike, cycle, twin},
		TypeOf:  func(p *plan.Plan) *model.Type { return types[p] },
		DeclOf:  func(*plan.Plan) *model.Decl { return nil },
		Name:    func(*plan.Plan) string { return "" },
	}) {
		functions[f.Plan] = f
	}
	validAs := func(p *plan.Plan) *plan.Plan { return functions[p].ValidAs }
	decodeAs := func(p *plan.Plan) *plan.Plan { return functions[p].DecodeAs }
	one := first
	if validAs(first) != nil {
		one = second
	}
	for _, p := range []*plan.Plan{first, second, otherType} {
		if p != one && validAs(p) != one {
			t.Errorf("the verdict of plan %d is not that of %d", p.ID, one.ID)
		}
	}
	if one != first && decodeAs(first) != second || one != second && decodeAs(second) != first {
		t.Error("equal plans of one type have two decoders")
	}
	if decodeAs(otherType) != nil {
		t.Error("a plan of another type shares a decoder")
	}
	if (validAs(nested) == nestedToo) == (validAs(nestedToo) == nested) {
		t.Error("plans of equal plans are not one")
	}
	if validAs(cycle) != twin && validAs(twin) != cycle {
		t.Error("what holds a recursive plan as that itself does is not one with it")
	}
	if validAs(unlike) != nil || decodeAs(unlike) != nil {
		t.Error("a plan that is like no other shares a function")
	}
}
