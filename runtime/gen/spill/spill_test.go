package spill_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/bindery-go/bindery/runtime/gen/spill"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

type variable struct {
	Value jsonvalue.Value
	Type  string
	Was   *string
}

// values is written as the generator writes it.
var values = spill.Kind[variable, jsonvalue.Value, *jsonvalue.Value]{
	Files:   store.Values{Template: storage.MustTemplate("{id}/values/"), Prefix: "file:"},
	Value:   func(v *variable) (jsonvalue.Value, bool) { return v.Value, !v.Value.IsZero() },
	Set:     func(v *variable, value jsonvalue.Value) { v.Value = value },
	Type:    func(v *variable) (string, bool) { return v.Type, v.Type != "" },
	SetType: func(v *variable, text string) { v.Type = text },
	As:      "file",
	Was: func(v *variable) (string, bool) {
		if v.Was == nil {
			return "", false
		}
		return *v.Was, true
	},
	SetWas: func(v *variable, text *string) { v.Was = text },
}

func above(n int) func(jsonvalue.Value) (bool, error) {
	return func(v jsonvalue.Value) (bool, error) { return len(v.Text()) > n, nil }
}

func Example() {
	dir, err := os.MkdirTemp("", "spill")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	root, err := storage.Open(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer root.Close()
	v := &variable{Value: jsonvalue.Trusted("[1,2,3]"), Type: "list"}
	fmt.Println(values.Out(root, []string{"a"}, v, above(4)))
	fmt.Println(v.Type, *v.Was)
	fmt.Println(values.Back(root, []string{"a"}, v))
	fmt.Println(v.Type, v.Was == nil, v.Value.Text())
	// Output:
	// <nil>
	// file list
	// <nil>
	// list true [1,2,3]
}

func TestKind(t *testing.T) {
	root, err := storage.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	args := []string{"a"}
	for name, v := range map[string]variable{"absent": {}, "small": {Value: jsonvalue.Trusted("1")}} {
		before := v
		if err := errors.Join(values.Out(root, args, &v, above(1)), values.Back(root, args, &v)); err != nil || v != before {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
	v := variable{Value: jsonvalue.Trusted(`"a long text"`)}
	if err := values.Out(root, args, &v, above(4)); err != nil || v.Type != "file" || v.Was != nil {
		t.Errorf("%+v, %v", v, err)
	}
	moved := v
	if err := values.Out(root, args, &v, above(4)); err != nil || v != moved {
		t.Errorf("a reference was moved: %+v, %v", v, err)
	}
	if err := values.Back(root, []string{"b"}, &v); !errors.Is(err, store.ErrOutside) || v != moved {
		t.Errorf("%+v, %v", v, err)
	}
	if err := values.Back(root, args, &v); err != nil || v.Value.Text() != `"a long text"` {
		t.Errorf("%+v, %v", v, err)
	}
	broken := errors.New("no encoding")
	if err := values.Out(root, args, &v, func(jsonvalue.Value) (bool, error) { return true, broken }); !errors.Is(err, broken) {
		t.Error(err)
	}

	// Without a member that tells, every text that begins as references do is one.
	plain := values
	plain.Type, plain.Was = nil, nil
	v = variable{Value: jsonvalue.Trusted("[1,2,3]"), Type: "list"}
	if err := plain.Out(root, args, &v, above(1)); err != nil || v.Type != "list" || !plain.Files.Refers(v.Value) {
		t.Errorf("%+v, %v", v, err)
	}
	if err := plain.Back(root, args, &v); err != nil || v.Value.Text() != "[1,2,3]" {
		t.Errorf("%+v, %v", v, err)
	}
}
