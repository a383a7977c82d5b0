package optional

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestThreeStates(t *testing.T) {
	tests := map[string]struct {
		n                   Nullable[string]
		absent, null, value bool
		or                  string
	}{
		"absent":     {Nullable[string]{}, true, false, false, "fallback"},
		"null":       {Null[string](), false, true, false, "fallback"},
		"value":      {Of("x"), false, false, true, "x"},
		"zero value": {Of(""), false, false, true, ""},
	}
	for name, test := range tests {
		n := test.n
		if n.IsAbsent() != test.absent || n.IsNull() != test.null || n.IsValue() != test.value || n.IsZero() != test.absent {
			t.Errorf("%s: wrong state", name)
		}
		if v, ok := n.Get(); ok != test.value || n.Or("fallback") != test.or || ok && v != test.or {
			t.Errorf("%s: %q %v", name, v, ok)
		}
		if name != "absent" && n == (Nullable[string]{}) {
			t.Errorf("%s equals absent", name)
		}
	}
}

func TestPtrMakesAValue(t *testing.T) {
	for _, n := range []Nullable[int]{{}, Null[int](), Of(7)} {
		before, _ := n.Get()
		if p := n.Ptr(); *p != before || !n.IsValue() {
			t.Errorf("%+v after Ptr", n)
		}
		*n.Ptr() = 3
		if v, ok := n.Get(); !ok || v != 3 {
			t.Errorf("%d %v", v, ok)
		}
	}
}

func TestEncodingJSON(t *testing.T) {
	type holder struct {
		A Nullable[int]   `json:"a,omitzero"`
		B Nullable[int]   `json:"b,omitzero"`
		C Nullable[[]int] `json:"c,omitzero"`
	}
	for text, want := range map[string]holder{
		`{}`:                         {},
		`{"a":null,"c":null}`:        {A: Null[int](), C: Null[[]int]()},
		`{"a":0,"b":null,"c":[]}`:    {A: Of(0), B: Null[int](), C: Of([]int{})},
		`{"a":-1,"b":2,"c":[1,2,3]}`: {A: Of(-1), B: Of(2), C: Of([]int{1, 2, 3})},
	} {
		var got holder
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		if got.A != want.A || got.B != want.B || got.C.IsNull() != want.C.IsNull() || got.C.IsAbsent() != want.C.IsAbsent() {
			t.Errorf("%s: %+v", text, got)
		}
		if out, err := json.Marshal(got); err != nil || string(out) != text {
			t.Errorf("%s comes back as %s (%v)", text, out, err)
		}
	}
	n := Of(5)
	if err := json.Unmarshal([]byte(`"x"`), &n); err == nil || n != Of(5) {
		t.Errorf("a failed decoding leaves %+v (%v)", n, err)
	}
	if err := n.UnmarshalJSON([]byte(" null\n")); err != nil || !n.IsNull() {
		t.Errorf("null with white space: %+v %v", n, err)
	}
	if out, err := json.Marshal(Nullable[int]{}); err != nil || string(out) != "null" {
		t.Errorf("absent without omitzero: %s %v", out, err)
	}
}

// TestPtrReadsValues has goroutines read one value: under -race a write of any of
// them would show.
func TestPtrReadsValues(t *testing.T) {
	n := Of("a")
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range 100 {
				if *n.Ptr() != "a" {
					t.Error("it has changed")
				}
			}
		})
	}
	wg.Wait()
}

// folded is equal by a method as generated types have it, of the pointer.
type folded struct{ text string }

func (x *folded) Equal(y *folded) bool { return strings.EqualFold(x.text, y.text) }

func TestEqualAsksThePointer(t *testing.T) {
	if !Of(folded{"a"}).Equal(Of(folded{"A"})) || Of(folded{"a"}).Equal(Of(folded{"b"})) {
		t.Error("Nullable: the method Equal is not asked")
	}
	if !Some(folded{"a"}).Equal(Some(folded{"A"})) || Some(folded{"a"}).Equal(Some(folded{"b"})) {
		t.Error("Value: the method Equal is not asked")
	}
	if !Of(&folded{"a"}).Equal(Of(&folded{"A"})) {
		t.Error("of a pointer: the method Equal is not asked")
	}
}

func TestEqualAndString(t *testing.T) {
	var absent Nullable[[]int]
	null, one, two := Null[[]int](), Of([]int{1}), Of([]int{2})
	for i, a := range []Nullable[[]int]{absent, null, one, two} {
		for j, b := range []Nullable[[]int]{absent, null, Of([]int{1}), Of([]int{2})} {
			if a.Equal(b) != (i == j) {
				t.Errorf("%v and %v: %v", a, b, a.Equal(b))
			}
		}
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if x, y := Of(at), Of(at.In(time.FixedZone("", 3600))); !x.Equal(y) {
		t.Error("the method Equal of the value is not asked")
	}
	if s := fmt.Sprint(absent, " ", null, " ", one); s != "absent null [1]" {
		t.Error(s)
	}
}
