package jsonscan

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// texts returns an array of n strings as JSON and as Go.
func texts(n int) (doc string, want []string) {
	want = make([]string, n)
	for i := range want {
		want[i] = fmt.Sprint("text ", i)
	}
	if n == 0 {
		return "[]", want
	}
	return `["` + strings.Join(want, `","`) + `"]`, want
}

// TestListsAreSlicesOfTheirOwn reads arrays of all lengths one after the other
// through the same memory.
func TestListsAreSlicesOfTheirOwn(t *testing.T) {
	lengths := []int{3, 0, 1, 100, 2_000, 4, 5, 1_024, 1_025, 0, 2}
	var doc strings.Builder
	var want [][]string
	for i, n := range lengths {
		text, list := texts(n)
		doc.WriteString(map[bool]string{true: "[", false: ","}[i == 0] + text)
		want = append(want, list)
	}
	doc.WriteString("]")
	for _, element := range []func(*Scanner, *[]string) bool{
		func(s *Scanner, x *[]string) (ok bool) { *x, ok = s.Strings(); return ok },
		func(s *Scanner, x *[]string) bool {
			return List(s, x, func(s *Scanner, x *string) (ok bool) { *x, ok = s.String(); return ok })
		},
	} {
		for range 2 { // the second time with what the pool keeps
			s := Get([]byte(doc.String()))
			var got [][]string
			if !List(s, &got, element) || !s.End() {
				t.Fatal("refused")
			}
			for _, kept := range s.spares {
				switch kept := kept.(type) {
				case *spare[string]:
					for _, left := range kept.items[:cap(kept.items)] {
						if left != "" {
							t.Fatalf("%q is kept", left)
						}
					}
				case *spare[[]string]:
					for _, left := range kept.items[:cap(kept.items)] {
						if left != nil {
							t.Fatalf("%q is kept", left)
						}
					}
				}
			}
			s.Release()
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Error("elements are lost")
			}
			for i, list := range got {
				if list == nil {
					t.Errorf("array %d is nil", i)
				}
				if n := lengths[i]; n > 0 && n <= 1_000 && cap(list) != n {
					t.Errorf("%d elements take the room of %d", n, cap(list))
				}
			}
		}
	}
}

// nest has lists in elements of the same type.
type nest struct{ children []nest }

func readNest(s *Scanner, x *nest) bool { return List(s, &x.children, readNest) }

func (x nest) String() string {
	var out strings.Builder
	out.WriteByte('[')
	for i, child := range x.children {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(child.String())
	}
	out.WriteByte(']')
	return out.String()
}

func TestListsInListsOfTheSameType(t *testing.T) {
	level := "[]"
	for range 5 {
		level = "[" + strings.Repeat(level+",", 3) + level + "]"
	}
	for range 2 {
		s := Get([]byte(level))
		var x nest
		if !readNest(s, &x) || !s.End() || x.String() != level {
			t.Error("elements are lost")
		}
		s.Release()
	}
}

// TestRefusedListsLeaveNothing looks at what the next document finds.
func TestRefusedListsLeaveNothing(t *testing.T) {
	doc, want := texts(200)
	s := Get([]byte(doc[:len(doc)-1] + ",1]"))
	if _, ok := s.Strings(); ok {
		t.Error("a number is no string")
	}
	for _, kept := range s.spares {
		if kept, ok := kept.(*spare[string]); ok && (kept.busy || slices.ContainsFunc(kept.items[:cap(kept.items)], func(text string) bool { return text != "" })) {
			t.Error("memory of a refused array is not given back, or holds its elements")
		}
	}
	s.Release()
	s = Get([]byte(doc))
	defer s.Release()
	if list, ok := s.Strings(); !ok || !slices.Equal(list, want) {
		t.Error("elements are lost")
	}
}

// TestRefusedListsTakeNoLongerThanTheyAre: a short array that is refused leaves alone what a
// long one had used.
func TestRefusedListsTakeNoLongerThanTheyAre(t *testing.T) {
	long, _ := texts(200)
	s := Get([]byte(`[` + long + `,[1]]`))
	defer s.Release()
	var list []string
	s.EnterArray()
	s.Element()
	if !List(s, &list, func(s *Scanner, x *string) (ok bool) { *x, ok = s.String(); return ok }) {
		t.Fatal("refused")
	}
	kept := s.spares[s.spareAt].(*spare[string])
	far := &kept.items[:cap(kept.items)][100]
	*far = "untouched"
	s.Element()
	if List(s, &list, func(*Scanner, *string) bool { return false }) || *far == "" {
		t.Error("all memory is cleared for an array of one element")
	}
	*far = ""
}

// other is memory for lists of another type.
type other struct{ busy bool }

func (o other) isBusy() bool { return o.busy }

// TestSparesOfOtherTypesGiveWay reads a list when there is memory for lists of as
// many types as a scanner keeps.
func TestSparesOfOtherTypesGiveWay(t *testing.T) {
	s := new(Scanner)
	for i := range spareTypes {
		s.spares = append(s.spares, other{busy: i != 5})
	}
	x := borrow[string](s)
	if x == nil || s.spares[5] != lent(x) {
		t.Fatal("memory that nobody uses does not give way")
	}
	if y := borrow[int](s); y != nil {
		t.Error("memory that is in use gives way")
	}
	x.settle(x.start())
	if borrow[string](s) != x || len(s.spares) != spareTypes {
		t.Error("memory is not found again")
	}
}

// TestMapsLeaveNothingBehind reads objects within objects, of which some are refused,
// through memory that lists of the same type use as well.
func TestMapsLeaveNothingBehind(t *testing.T) {
	type node struct {
		name string
		down map[string]node
		list []node
	}
	var read func(s *Scanner, x *node) bool
	read = func(s *Scanner, x *node) (ok bool) {
		switch s.Peek() {
		case KindObject:
			return Map(s, &x.down, read)
		case KindArray:
			return List(s, &x.list, read)
		}
		x.name, ok = s.String()
		return ok
	}
	for _, test := range []struct {
		text string
		ok   bool
	}{
		{`{"a":"1","b":{"c":"2","d":["3",{"e":"4"},"5"]},"f":"6"}`, true},
		{`["1",{"a":["2","3"]},{"b":"4","c":"5"}]`, true},
		{`{"a":"1","b":{"c":"2","d":3}}`, false},
		{`{"a":"1","b":{"c":"2","c":"3"}}`, false},
		{`{"a":["1",{"b":"2"}}`, false},
		{`{"a":"1","b":["2"]}`, true},
	} {
		s := Get([]byte(test.text))
		var x node
		if ok := read(s, &x) && s.End(); ok != test.ok {
			t.Errorf("%s: %v", test.text, ok)
		}
		for _, kept := range s.spares {
			kept, ok := kept.(*spare[node])
			if !ok {
				continue
			}
			if kept.busy {
				t.Errorf("%s: busy", test.text)
			}
			for _, left := range kept.items[:cap(kept.items)] {
				if left.name != "" || left.down != nil || left.list != nil {
					t.Errorf("%s: %v is kept", test.text, left)
				}
			}
		}
		if test.ok && test.text[0] == '{' && x.down["a"].name != "1" {
			t.Errorf("%s: %v", test.text, x)
		}
		s.Release()
	}
}

// TestPanicsLeaveNothingBehind: a type of the user's may panic in the middle of a list or a
// map, and the scanner is given back while the stack unwinds.
func TestPanicsLeaveNothingBehind(t *testing.T) {
	type element struct{ p *int }
	panics := func(_ *Scanner, x *element) bool {
		x.p = new(int)
		panic("of the user's")
	}
	for doc, read := range map[string]func(*Scanner) bool{
		`[1,2]`:   func(s *Scanner) bool { return List(s, new([]element), panics) },
		`{"a":1}`: func(s *Scanner) bool { return Map(s, new(map[string]element), panics) },
	} {
		s := Get([]byte(doc))
		func() {
			defer func() { _ = recover() }()
			defer s.Release()
			read(s)
		}()
		for _, kept := range s.spares {
			if kept, ok := kept.(*spare[element]); ok && (kept.busy || kept.items[:1][0].p != nil) {
				t.Errorf("%s: busy: %t; %v is kept", doc, kept.busy, kept.items[:1])
			}
		}
	}
}
