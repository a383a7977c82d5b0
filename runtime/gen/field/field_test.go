package field_test

import (
	"testing"

	"github.com/bindery-go/bindery/runtime/gen/field"
	"github.com/bindery-go/bindery/runtime/optional"
)

type node struct {
	name *string
	next *node
	size optional.Nullable[int]
}

var zeroNode node

// The getters are written as the generator writes them.
func (x *node) orZero() *node {
	if x == nil {
		return &zeroNode
	}
	return x
}

func (x *node) getName() string  { return field.Value(x.orZero().name) }
func (x *node) getTitle() string { return field.Or(x.orZero().name, "none") }
func (x *node) getNext() *node   { return x.orZero().next }
func (x *node) getSize() int     { return field.Nullable(x.orZero().size) }
func (x *node) getSizePtr() *int { return field.Ptr(&x.orZero().size) }

func TestGettersOfNilAndAbsentGiveZeroOrDefault(t *testing.T) {
	for _, x := range []*node{nil, {}, {size: optional.Null[int]()}} {
		if x.getName() != "" || x.getTitle() != "none" || x.getNext().getNext() != nil || x.getSize() != 0 || x.getSizePtr() != nil {
			t.Errorf("%+v: not the values of absent members", x)
		}
	}
	x := &node{name: new("a"), next: &node{name: new("b")}, size: optional.Of(3)}
	if x.getName() != "a" || x.getTitle() != "a" || x.getNext().getName() != "b" || x.getSize() != 3 || *x.getSizePtr() != 3 {
		t.Errorf("%+v: not its members", x)
	}
	*x.getSizePtr() = 4
	if x.getSize() != 4 {
		t.Error("Ptr gives a copy")
	}
}

func TestGettersDoNotAllocate(t *testing.T) {
	var none *node
	x := &node{name: new("a")}
	if n := testing.AllocsPerRun(100, func() {
		_ = none.getName() + x.getTitle()
		_ = none.getNext()
		_ = x.getSizePtr()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
