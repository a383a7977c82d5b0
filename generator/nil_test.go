package generator_test

import (
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// TestNobodyPanics calls all methods of all types: on nil pointers, on zero values, and on
// a value that contains itself. What changes its receiver is left out where that is nil:
// there is nothing to change.
func TestNobodyPanics(t *testing.T) {
	const code = `
	all := map[reflect.Type]bool{}
	root := reflect.TypeFor[p.Root]()
	find(root, root.PkgPath(), all)
	calls := 0
	for t := range all {
		for i := range t.NumMethod() {
			call(&calls, reflect.Zero(t), t.Method(i).Name)
		}
		for i, to := 0, reflect.PointerTo(t); i < to.NumMethod(); i++ {
			name := to.Method(i).Name
			call(&calls, reflect.New(t), name)
			if _, ofValues := t.MethodByName(name); !ofValues && name != "SetLen" {
				call(&calls, reflect.Zero(to), name)
			}
		}
	}
	show(len(all) > 10, calls > 150)
	x := new(p.Root)
	x.Node = new(p.Node)
	x.Node.Next = x.Node
	for _, v := range []any{x, x.Node} {
		for i, to := 0, reflect.TypeOf(v); i < to.NumMethod(); i++ {
			call(&calls, reflect.ValueOf(v), to.Method(i).Name)
		}
	}
	_, err := x.MarshalJSON()
	show(err != nil, x.Validate() != nil, x.Node.Validate() != nil)`
	const helpers = `reflect reflect.Kind

// find adds the types of a package that a type is made of.
func find(t reflect.Type, pkg string, all map[reflect.Type]bool) {
	if all[t] {
		return
	}
	if t.Kind() == reflect.Interface {
		return // nobody has values of it
	}
	if t.PkgPath() == pkg {
		all[t] = true
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		find(t.Elem(), pkg, all)
	case reflect.Struct:
		for i := range t.NumField() {
			find(t.Field(i).Type, pkg, all)
		}
	}
	if !all[t] {
		return
	}
	for i, to := 0, reflect.PointerTo(t); i < to.NumMethod(); i++ { // the variants of unions
		for out := range to.Method(i).Type.Outs() {
			find(out, pkg, all)
		}
	}
}

// call calls a method with zero values, and shows that it has panicked.
func call(calls *int, v reflect.Value, name string) {
	defer func() {
		if r := recover(); r != nil {
			show(v.Type(), name, v.Kind() == reflect.Pointer && v.IsNil(), r)
		}
	}()
	m := v.MethodByName(name)
	var in []reflect.Value
	for i := range m.Type().NumIn() {
		in = append(in, reflect.Zero(m.Type().In(i)))
	}
	*calls++
	if m.Type().IsVariadic() {
		m.CallSlice(in)
		return
	}
	m.Call(in)
}`
	want := []string{"true, true", "true, true, true"}
	for codec, got := range compiled.ShowInBoth(t, []string{helpers}, compiled.Snippet{Schema: everyShape, Code: code}) {
		t.Run(string(codec), func(t *testing.T) {
			if !slices.Equal(got, want) {
				t.Errorf("%q", got)
			}
		})
	}
}
