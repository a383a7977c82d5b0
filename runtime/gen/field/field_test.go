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
	tags []string
	ends map[string]int
}

// The getters are written as the generator writes them.

func (x *node) getName() string  { return field.Value(field.Of(x).name) }
func (x *node) getTitle() string { return field.Or(field.Of(x).name, "none") }
func (x *node) getNext() *node   { return field.Of(x).next }
func (x *node) getSize() int     { return field.Nullable(field.Of(x).size) }
func (x *node) getSizePtr() *int { return field.Ptr(&field.Of(x).size) }

func (x *node) getTags() []string       { return field.List(field.Of(x).tags) }
func (x *node) getEnds() map[string]int { return field.Map(field.Of(x).ends) }
func (x *node) getOther() *node         { return field.Of(field.Of(x).next) }
func (x *node) getLimit() int           { return field.NullableOr(field.Of(x).size, 7) }

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

func TestDefaultsOfNilAndAbsent(t *testing.T) {
	for _, x := range []*node{nil, {}} {
		tags, ends, one, other := x.getTags(), x.getEnds(), x.getOther(), x.getOther()
		if tags == nil || len(tags) != 0 || ends == nil || len(ends) != 0 || one == nil || one == other || x.getLimit() != 7 {
			t.Errorf("%+v: not the defaults", x)
		}
	}
	x := &node{next: &node{}, size: optional.Null[int](), tags: []string{"a"}, ends: map[string]int{"a": 1}}
	if x.getTags()[0] != "a" || x.getEnds()["a"] != 1 || x.getOther() != x.next || x.getLimit() != 0 {
		t.Errorf("%+v: not its members", x)
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
