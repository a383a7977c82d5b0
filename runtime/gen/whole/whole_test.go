package whole_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/bindery-go/bindery/runtime/gen/whole"
)

type text string

func (x text) IsZero() bool { return x == "" }

func (x text) MarshalJSON() ([]byte, error) {
	switch x {
	case "":
		return []byte("null"), nil
	case "bad":
		return nil, errors.New("no JSON")
	}
	return []byte(x), nil
}

func (x *text) String() string { return whole.String(x) }

func Example() {
	x, y := text(`{"a":1,"b":2}`), text(`{"b":2.0,"a":1}`)
	fmt.Println(whole.Equal(&x, &y), &x)
	// Output: true {"a":1,"b":2}
}

func TestEqual(t *testing.T) {
	at := func(s string) *text { x := text(s); return &x }
	bad := at("bad")
	for _, c := range []struct {
		x, y *text
		want bool
	}{
		{nil, nil, true}, {nil, at("1"), false}, {at("1"), nil, false}, {at("1"), at("1e0"), true}, {at("1"), at("2"), false},
		{at(""), at("null"), false}, {at(""), at(""), true}, {bad, bad, true}, {bad, at("bad"), false},
	} {
		if whole.Equal(c.x, c.y) != c.want {
			t.Errorf("%v and %v: not %v", c.x, c.y, c.want)
		}
	}
	if s := fmt.Sprint(bad, (*text)(nil)); s != "(no JSON) <nil>" {
		t.Error(s)
	}
}

func TestKind(t *testing.T) {
	type kind uint8
	for k, want := range map[kind]string{0: "none", 1: "Circle", 2: "Square", 3: "3", 255: "255"} {
		if got := whole.Kind(k, "Circle", "Square"); got != want {
			t.Errorf("%d is %s, not %s", uint8(k), got, want)
		}
	}
}
