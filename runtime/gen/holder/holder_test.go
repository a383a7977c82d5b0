package holder_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/bindery-go/bindery/runtime/gen/holder"
	"github.com/bindery-go/bindery/runtime/optional"
)

type document struct{ Notes *notes }

type notes struct {
	First  string
	Pinned *string
	Last   optional.Nullable[string]
	Draft  optional.Value[string]
	Others map[string]string
	Tags   map[tag]string
	Links  map[string]*string
}

type tag string

// held is written as the generator writes it.
var held = holder.Object[document, notes, string]{
	At: func(x *document, reach bool) *notes {
		if reach {
			if x.Notes == nil {
				x.Notes = new(notes)
			}
		}
		return x.Notes
	},
	Members: []holder.Member[notes, string]{
		holder.Required("first", func(in *notes) *string { return &in.First }),
		holder.Pointer("pinned", func(in *notes) **string { return &in.Pinned }),
		holder.Nullable("last", func(in *notes) *optional.Nullable[string] { return &in.Last }),
		holder.Optional("draft", func(in *notes) *optional.Value[string] { return &in.Draft }),
	},
	Others:  func(in *notes) *map[string]string { return &in.Others },
	Refused: []string{"tags"},
	More: []holder.Visit[notes, string]{
		holder.Map(func(in *notes) map[tag]string { return in.Tags }),
		holder.Pointers(func(in *notes) map[string]*string { return in.Links }),
	},
}

var _ holder.Values[document, string] = held

func Example() {
	var x document
	held.Put(&x, "last", "a")
	held.Put(&x, "home", "b")
	fmt.Println(held.Get(&x, "last"))
	fmt.Println(held.Get(&x, "pinned"))
	names := held.Names(&x)
	slices.Sort(names)
	fmt.Println(names)
	held.Remove(&x, "last")
	fmt.Println(x.Notes.Last, x.Notes.Others)
	// Output:
	// a true
	//  false
	// [first home last]
	// null map[home:b]
}

func TestObject(t *testing.T) {
	for _, name := range []string{"first", "pinned", "last", "draft", "other"} {
		var x document
		held.Remove(&x, name)
		if _, ok := held.Get(&x, name); ok || x.Notes != nil || held.Names(&x) != nil {
			t.Errorf("%s: found where there is no place", name)
		}
		if err := held.Put(&x, name, "a"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if v, ok := held.Get(&x, name); v != "a" || !ok || !slices.Contains(held.Names(&x), name) {
			t.Errorf("%s: %q, %v of %+v", name, v, ok, x.Notes)
		}
		if held.IsDeclared(name) != (name != "other") {
			t.Errorf("%s: IsDeclared", name)
		}
		held.Remove(&x, name)
		if v, ok := held.Get(&x, name); v != "" || ok != (name == "first") {
			t.Errorf("%s is there when it was removed: %q", name, v)
		}
	}
}

// TestPutRefused: what is lost when the document is written is not put there.
func TestPutRefused(t *testing.T) {
	closed := held
	closed.Others, closed.Refused = nil, nil
	nowhere := held
	nowhere.At = func(*document, bool) *notes { return nil }
	for name, test := range map[string]struct {
		in   holder.Values[document, string]
		want error
	}{"tags": {held, holder.ErrNoName}, "other": {closed, holder.ErrNoName}, "first": {nowhere, holder.ErrNoWay}} {
		var x document
		if err := test.in.Put(&x, name, "a"); !errors.Is(err, test.want) || x.Notes != nil {
			t.Errorf("%s: %v, %+v", name, err, x.Notes)
		}
	}
}

// TestPutOfCopy: a copy of a document shares what its pointers point to.
func TestPutOfCopy(t *testing.T) {
	x := notes{Pinned: new("old")}
	copied := x
	held.Put(&document{&copied}, "pinned", "new")
	if *x.Pinned != "old" || *copied.Pinned != "new" {
		t.Error(*x.Pinned, *copied.Pinned)
	}
}

func TestEach(t *testing.T) {
	x := document{&notes{First: "1", Pinned: new("2"), Last: optional.Of("3"), Draft: optional.Some("4"),
		Others: map[string]string{"a": "5"}, Tags: map[tag]string{"b": "6"}, Links: map[string]*string{"c": new("7"), "d": nil}}}
	n := 0
	if err := held.Each(&x, func(v *string) error { n++; *v += "!"; return nil }); err != nil || n != 7 {
		t.Error(n, err)
	}
	if x.Notes.First != "1!" || *x.Notes.Pinned != "2!" || x.Notes.Last != optional.Of("3!") || x.Notes.Draft != optional.Some("4!") ||
		x.Notes.Others["a"] != "5!" || x.Notes.Tags["b"] != "6!" || *x.Notes.Links["c"] != "7!" {
		t.Errorf("%+v", x.Notes)
	}
	stop := errors.New("stop")
	for at := range 7 {
		n := 0
		err := held.Each(&x, func(*string) error {
			if n++; n > at {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) || n != at+1 {
			t.Errorf("after %d: %v, %d visits", at, err, n)
		}
	}
	if err := held.Each(&document{}, func(*string) error { return stop }); err != nil {
		t.Error(err)
	}
}

// lists and maps are places that are no objects.
func TestPlaces(t *testing.T) {
	type places struct {
		List []string
		Refs []*string
		Map  map[string]string
	}
	list := holder.Object[places, []string, string]{
		At:   func(x *places, _ bool) *[]string { return &x.List },
		More: []holder.Visit[[]string, string]{holder.List[string]},
	}
	refs := holder.Object[places, []*string, string]{
		At:   func(x *places, _ bool) *[]*string { return &x.Refs },
		More: []holder.Visit[[]*string, string]{holder.ListOfPointers[string]},
	}
	byName := holder.Object[places, map[string]string, string]{
		At: func(x *places, _ bool) *map[string]string { return &x.Map }, Others: holder.Itself[string],
	}
	x := places{List: []string{"a", "b"}, Refs: []*string{new("d"), nil, new("e")}}
	byName.Put(&x, "c", "c")
	for _, each := range []holder.Values[places, string]{list, refs, byName} {
		if err := each.Each(&x, func(v *string) error { *v += "!"; return nil }); err != nil {
			t.Error(err)
		}
	}
	if !slices.Equal(x.List, []string{"a!", "b!"}) || x.Map["c"] != "c!" || *x.Refs[0] != "d!" || *x.Refs[2] != "e!" {
		t.Errorf("%+v", x)
	}
	if err := list.Put(&x, "name", "d"); !errors.Is(err, holder.ErrNoName) {
		t.Errorf("a list has a place for a name: %v", err)
	}
	list.Remove(&x, "name")
	if _, ok := list.Get(&x, "name"); ok || list.Names(&x) != nil {
		t.Error("a list has no names")
	}
	stop := errors.New("stop")
	for _, each := range []holder.Values[places, string]{list, refs} {
		if err := each.Each(&x, func(*string) error { return stop }); !errors.Is(err, stop) {
			t.Error(err)
		}
	}
}
