package whole_test

import (
	"testing"

	"github.com/bindery-go/bindery/runtime/gen/whole"
)

type list struct{ items []int }

func (x *list) Clone() *list { return &list{items: append([]int(nil), x.items...)} }

func TestClonesSharesNothingAndKeepsNil(t *testing.T) {
	if whole.Clones([]list(nil)) != nil {
		t.Error("nil becomes a slice")
	}
	if y := whole.Clones([]list{}); y == nil || len(y) != 0 {
		t.Errorf("an empty slice becomes %v", y)
	}
	x := []list{{items: []int{1}}, {items: []int{2}}}
	y := whole.Clones(x)
	y[0].items[0] = 3
	if x[0].items[0] != 1 || len(y) != 2 || y[1].items[0] != 2 {
		t.Errorf("%v is a copy of %v", y, x)
	}
}

func TestValuesAreACopy(t *testing.T) {
	values := []string{"red", "blue"}
	got := whole.Values(values)
	got[0] = "green"
	if values[0] != "red" || len(got) != 2 || whole.Values([]string(nil)) == nil {
		t.Error("not a copy")
	}
}

func TestIsOneOf(t *testing.T) {
	type colour string
	if values := []colour{"red", "blue"}; !whole.IsOneOf("blue", values) || whole.IsOneOf("green", values) || whole.IsOneOf("", nil) {
		t.Error("not the values")
	}
}
