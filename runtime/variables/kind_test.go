package variables_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/timefmt"
	"github.com/bindery-go/bindery/runtime/variables"
)

// made is a variable whose members may be absent.
type made struct{ created, updated, sort string }

func present(text string) (string, bool) { return text, text != "" }

func TestSince(t *testing.T) {
	read := func(of func(v *made) string) func(v *made) (timefmt.DateTime, bool) {
		return func(v *made) (timefmt.DateTime, bool) { return timefmt.TrustedDateTime(of(v)), of(v) != "" }
	}
	since := variables.Since(read(func(v *made) string { return v.updated }), read(func(v *made) string { return v.created }))
	for want, v := range map[int]made{0: {}, 2001: {created: "2001-01-01T00:00:00Z"}, 2002: {created: "2001-01-01T00:00:00Z", updated: "2002-01-01T00:00:00Z"}} {
		if at := since(&v); at.IsZero() != (want == 0) || !at.IsZero() && at.Year() != want {
			t.Errorf("%+v: %v", v, at)
		}
	}
	if at := variables.Since[made]()(&made{}); at != (time.Time{}) {
		t.Error(at)
	}
}

func TestTyped(t *testing.T) {
	typed := variables.Typed(func(v *made) (string, bool) { return present(v.sort) }, func(v *made, name string) { v.sort = name }, map[string]string{"number": "n"})
	for want, v := range map[string]made{"n": {}, "own": {sort: "own"}} {
		typed(&v, "array")
		typed(&v, "number")
		if v.sort != want {
			t.Errorf("%q, want %q", v.sort, want)
		}
	}
}

func TestByKey(t *testing.T) {
	none := errors.New("no key")
	keyOf := func(x *note) (string, error) {
		if x.ID == "" {
			return "", none
		}
		return x.ID, nil
	}
	move := variables.ByKey(keyOf, func(key string, v *made) error { v.sort = key; return nil })
	var v made
	if err := move(&note{}, &v); !errors.Is(err, none) || v.sort != "" {
		t.Error(v, err)
	}
	if err := move(&note{ID: "a"}, &v); err != nil || v.sort != "a" {
		t.Error(v, err)
	}
	same := variables.SameKey(keyOf)
	for _, test := range []struct {
		x, y string
		want bool
	}{{"a", "a", true}, {"a", "b", false}, {"", "", false}, {"a", "", false}} {
		if got := same(&note{ID: test.x}, &note{ID: test.y}); got != test.want {
			t.Errorf("%q and %q: %v", test.x, test.y, got)
		}
	}
}

func TestListOf(t *testing.T) {
	id := func(v *made) (string, bool) { return present(v.created) }
	file := func(v *made) (string, bool) { return present(v.updated) }
	entries := func(x *note) ([]made, bool) { return []made{{"1", "f", "s"}, {"2", "", ""}}, true }
	if got := variables.ListOf(entries, id, nil, file)(&note{}); !slices.Equal(got, []variables.Snapshot{{ID: "1", File: "f"}, {ID: "2"}}) {
		t.Errorf("%+v", got)
	}
	named := variables.ListOf(entries, id, func(v *made) (string, bool) { return present(v.sort) }, file)(&note{})
	if named[0].Name != "s" || named[1].Name != "" {
		t.Errorf("%+v", named)
	}
}
