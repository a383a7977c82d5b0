package validate

import (
	"reflect"
	"slices"
	"testing"
)

// silent are the fields of a Node that refuse no value by themselves.
var silent = []string{
	"Resource", "Pointer", "Spelling", // where it stands
	"MinContains", "MaxContains", "ContainsMarksEvaluated", // of contains
	"Then", "Else", // of if
}

// TestNodeIsEmpty sets each field of a node alone: a node is empty exactly where
// the field is silent.
func TestNodeIsEmpty(t *testing.T) {
	nodeType := reflect.TypeFor[Node]()
	for i := range nodeType.NumField() {
		name := nodeType.Field(i).Name
		n := Node{}
		set(reflect.ValueOf(&n).Elem().Field(i))
		empty := n.judges() == 0
		if want := slices.Contains(silent, name); empty != want {
			t.Errorf("a node with %s alone: empty is %v, want %v", name, empty, want)
		}
	}
	if n := (&Node{}); n.judges() != 0 {
		t.Error("the zero node is not empty")
	}
}

// TestFields: the table has every field of a node, once.
func TestFields(t *testing.T) {
	n := &Node{}
	v := reflect.ValueOf(n).Elem()
	if len(fields) != v.NumField() {
		t.Errorf("%d rows for %d fields", len(fields), v.NumField())
	}
	for i := range v.NumField() {
		if at := v.Field(i).Addr().Interface(); !slices.ContainsFunc(fields[:], func(f field) bool { return f.of(n) == at && n.Field(f.name) == at }) {
			t.Errorf("no row has the field %s", v.Type().Field(i).Name)
		}
	}
	if n.Field("") != nil || n.Field("title") != nil {
		t.Error("a field of another name")
	}
}

// set gives v a value other than zero.
func set(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(1)
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.String:
		v.SetString("1") // JSON, a number, a count
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		set(v.Index(0))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Struct:
		for i := range v.NumField() {
			set(v.Field(i))
		}
	case reflect.Func:
		v.Set(reflect.ValueOf(func([]byte) bool { return false }))
	case reflect.Interface:
		v.Set(reflect.ValueOf(refusesAll{}))
	}
}

type refusesAll struct{}

func (refusesAll) Match([]byte) (bool, error) { return false, nil }

// TestChainsOfReferences: what a chain leads to is found by going along it once,
// whichever way it goes through the program. A pass for each node would not end in the
// time that a test has.
func TestChainsOfReferences(t *testing.T) {
	t.Parallel()
	const length = 50_000
	nodes := make([]Node, 2*length+1)
	for i := range length {
		nodes[i].Refs = []Ref{{Node: i + 1}}
		nodes[2*length-i].Refs = []Ref{{Node: max(2*length-i-1, length)}}
	}
	nodes[length].Types = String
	p := oneResource(nodes...)
	for i, n := range p.plans().nodes {
		if n.target != length {
			t.Fatalf("node %d leads to %d", i, n.target)
		}
	}
	if !IsValid(p, 0, []byte(`""`)) || IsValid(p, 2*length, []byte("1")) {
		t.Error("wrong verdict at the end of a chain")
	}
}
