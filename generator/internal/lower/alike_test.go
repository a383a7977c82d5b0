package lower

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/model"
)

// TestAlike: equal plans share their functions; the Go type counts for decoders.
func TestAlike(t *testing.T) {
	var plans []*model.Plan
	text := func() *model.Plan {
		p := &model.Plan{Kinds: model.KindString, Type: &model.Type{Kind: model.String}}
		plans = append(plans, p)
		return p
	}
	list := func(id int, items *model.Plan, elem *model.Type) *model.Plan {
		return &model.Plan{
			ID: id, Kinds: model.KindArray, Decodes: true,
			Type: &model.Type{Kind: model.Slice, Elem: elem}, Array: &model.ArrayChecks{Items: items},
		}
	}
	enum := named(&model.Decl{Name: "Enum"})
	first, second := list(1, text(), text().Type), list(2, text(), text().Type)
	otherType := list(3, text(), enum)
	unlike := list(4, nil, &model.Type{Kind: model.Value})
	nested, nestedToo := list(5, first, first.Type), list(6, second, second.Type)
	cycle := list(7, nil, enum)
	cycle.Array.Items = cycle
	twin := list(8, cycle, enum)
	plans = append(plans, nestedToo, nested, first, second, otherType, unlike, cycle, twin)
	alike(plans)
	one := first
	if first.ValidAs != nil {
		one = second
	}
	for _, p := range []*model.Plan{first, second, otherType} {
		if p != one && p.ValidAs != one {
			t.Errorf("the verdict of plan %d is not that of %d", p.ID, one.ID)
		}
	}
	if one != first && first.DecodeAs != second || one != second && second.DecodeAs != first {
		t.Error("equal plans of one type have two decoders")
	}
	if otherType.DecodeAs != nil {
		t.Error("a plan of another type shares a decoder")
	}
	if (nested.ValidAs == nestedToo) == (nestedToo.ValidAs == nested) {
		t.Error("plans of equal plans are not one")
	}
	if cycle.ValidAs != twin && twin.ValidAs != cycle {
		t.Error("what holds a recursive plan as that itself does is not one with it")
	}
	if unlike.ValidAs != nil || unlike.DecodeAs != nil {
		t.Error("a plan that is like no other shares a function")
	}
}
