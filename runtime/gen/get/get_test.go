package get_test

import (
	"testing"

	"github.com/bindery-go/bindery/runtime/gen/get"
	"github.com/bindery-go/bindery/runtime/optional"
)

type node struct {
	name *string
	next *node
	size optional.Nullable[int]
	unit optional.Value[string]
	tags []string
	ends map[string]int
}

// large has a member behind what all types share where they are absent.
type large struct {
	_    [1 << 20]byte
	last string
}

// The getters are written as the generator writes them.

func (x *node) getName() string         { return get.Value(get.Of(x).name) }
func (x *node) getTitle() string        { return get.Or(get.Of(x).name, "none") }
func (x *node) getNext() *node          { return get.Of(x).next }
func (x *node) getSize() int            { return get.Nullable(get.Of(x).size) }
func (x *node) getSizePtr() *int        { return get.Ptr(&get.Of(x).size) }
func (x *node) getUnit() string         { return get.Optional(get.Of(x).unit) }
func (x *node) getTags() []string       { return get.List(get.Of(x).tags) }
func (x *node) getEnds() map[string]int { return get.Map(get.Of(x).ends) }
func (x *node) getOther() *node         { return get.New(get.Of(x).next) }
func (x *node) getLimit() int           { return get.NullableOr(get.Of(x).size, 7) }
func (x *large) getLast() string        { return get.Of(x).last }

func TestGettersOfNilAndAbsentGiveZeroOrDefault(t *testing.T) {
	for _, x := range []*node{nil, {}} {
		if x.getName() != "" || x.getTitle() != "none" || x.getNext().getNext() != nil || x.getSize() != 0 ||
			x.getSizePtr() != nil || x.getUnit() != "" || x.getLimit() != 7 {
			t.Errorf("%+v: not the values of absent members", x)
		}
		if x.getTags() == nil || x.getEnds() == nil || x.getOther() == nil {
			t.Errorf("%+v: an empty default is nil", x)
		}
		x.getOther().tags = []string{"changed"}
		if x.getOther().tags != nil {
			t.Errorf("%+v: the default is shared", x)
		}
	}
	x := &node{name: new("a"), next: &node{name: new("b")}, size: optional.Of(3)}
	if x.getName() != "a" || x.getTitle() != "a" || x.getNext().getName() != "b" || x.getSize() != 3 || x.getLimit() != 3 || *x.getSizePtr() != 3 {
		t.Errorf("%+v: not its members", x)
	}
	if (*large)(nil).getLast() != "" || (&large{last: "z"}).getLast() != "z" {
		t.Error("not the member of a large value")
	}
}

func TestOfNilAllocatesNothing(t *testing.T) {
	var x *node
	if n := testing.AllocsPerRun(10, func() { _ = x.getName() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
