package store_test

import (
	"errors"
	"io/fs"
	"testing"

	"github.com/bindery-go/bindery/runtime/store"
)

func TestKeysOfOneArgument(t *testing.T) {
	type name string
	if args := store.TextArgs(name("a")); args[0] != "a" {
		t.Error(args)
	}
	if key, err := store.TextKey[name]([]string{"a"}); key != "a" || err != nil {
		t.Error(key, err)
	}
	if key, err := store.NumberKey(store.NumberArgs(-7)); key != -7 || err != nil {
		t.Error(key, err)
	}
	if _, err := store.NumberKey([]string{"a"}); err == nil {
		t.Error("a text is no number")
	}
}

func TestFreeKey(t *testing.T) {
	d := open(t, t.TempDir())
	if err := d.Create(t.Context(), &note{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	drawn := []string{"a", "a", "b"}
	key, err := store.FreeKey(d, func() string { next := drawn[0]; drawn = drawn[1:]; return next })
	if key != "b" || err != nil {
		t.Error(key, err)
	}
	if _, err := store.FreeKey(d, func() string { return "a" }); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if _, err := store.FreeKey(d, func() string { return ".." }); err == nil {
		t.Error("a key that is no path")
	}
}

func TestNextOf(t *testing.T) {
	id := func(e *entry) (string, bool) { return e.ID, e.ID != "" }
	for want, list := range map[string][]entry{"e-01": nil, "e-0a": {{ID: "e-02"}, {ID: "e-09"}, {}}} {
		if got := store.NextOf("e-", 2, list, id); got != want {
			t.Errorf("%v: %s", list, got)
		}
	}
}
