package plan

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
)

// aside are the fields that two plans may differ in though they check the same.
var aside = []string{
	"Plan.ID", "Plan.Nodes", "Pattern.Strategy", "Pattern.Func", "Member.Index", "Union.MemberNames",
}

// TestKey/Object.Members.Required and so on: a plan that differs from
// another in one field, whichever it is, has another key.
func TestKey(t *testing.T) {
	whole := fullPlan()
	key := Key(whole, byID)
	if again := Key(fullPlan(), byID); string(again) != string(key) {
		t.Fatal("equal plans have different keys")
	}
	var met []string
	eachField(reflect.TypeFor[Plan](), func(path []int, name string, tagged bool) {
		owner := name[strings.LastIndexByte(name[:strings.LastIndexByte(name, '.')], '.')+1:]
		if tagged {
			met = append(met, owner)
			return
		}
		for _, change := range []func(reflect.Value){alter, clearValue} {
			p := fullPlan()
			change(fieldAt(reflect.ValueOf(p).Elem(), path))
			if string(Key(p, byID)) == string(key) {
				t.Errorf("a plan with another %s has the same key", name)
			}
		}
	})
	slices.Sort(met)
	want := slices.Clone(aside)
	slices.Sort(want)
	if met = slices.Compact(met); !slices.Equal(met, want) {
		t.Errorf("the key leaves out %q, want %q", met, want)
	}
}

// byID stands for the names that plans have in each other.
func byID(key []byte, p *Plan) []byte {
	if p == nil {
		return append(key, 0)
	}
	return append(key, 1, byte(p.ID))
}

// fullPlan has a value in every field.
func fullPlan() *Plan {
	p := &Plan{}
	fill(reflect.ValueOf(p).Elem())
	return p
}

func fill(v reflect.Value) {
	switch v.Type() {
	case reflect.TypeFor[*Plan]():
		v.Set(reflect.ValueOf(&Plan{ID: 1}))
		return
	case reflect.TypeFor[*document.Node]():
		v.Set(reflect.ValueOf(&document.Node{Kind: document.String, Text: "a"}))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("key") != "-" {
				fill(v.Field(i))
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	default:
		alter(v)
	}
}

// alter gives v another value, which is not the zero value.
func alter(v reflect.Value) {
	switch v.Type() {
	case reflect.TypeFor[*Plan]():
		v.Set(reflect.ValueOf(&Plan{ID: 2}))
		return
	case reflect.TypeFor[*document.Node]():
		v.Set(reflect.ValueOf(&document.Node{Kind: document.String, Text: "b"}))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int:
		v.SetInt(v.Int() + 1)
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(v.Uint() + 1)
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Slice:
		v.Set(reflect.Append(v, v.Index(0)))
	case reflect.Pointer:
		elem := reflect.New(v.Type().Elem())
		elem.Elem().Set(v.Elem())
		alter(elem.Elem())
		v.Set(elem)
	case reflect.Struct:
		alter(fieldAt(v, []int{firstKept(v.Type())}))
	default:
		panic(fmt.Sprintf("no other %s", v.Type()))
	}
}

func firstKept(t reflect.Type) int {
	for i := range t.NumField() {
		if t.Field(i).Tag.Get("key") != "-" {
			return i
		}
	}
	return 0
}

func clearValue(v reflect.Value) { v.SetZero() }

// eachField calls f for each field of a struct type and of the structs that it
// holds.
func eachField(t reflect.Type, f func(path []int, name string, tagged bool)) {
	var visit func(t reflect.Type, path []int, name string)
	visit = func(t reflect.Type, path []int, name string) {
		for i := range t.NumField() {
			field := t.Field(i)
			here, as := append(slices.Clone(path), i), name+t.Name()+"."+field.Name
			tagged := field.Tag.Get("key") == "-"
			if f(here, as, tagged); tagged {
				continue
			}
			elem := field.Type
			for elem.Kind() == reflect.Slice || elem.Kind() == reflect.Pointer {
				elem = elem.Elem()
			}
			if elem.Kind() == reflect.Struct && elem != reflect.TypeFor[Plan]() && elem != reflect.TypeFor[document.Node]() {
				visit(elem, here, as+".")
			}
		}
	}
	visit(t, nil, "")
}

// fieldAt is the field at a path, through pointers and the first elements of
// slices.
func fieldAt(v reflect.Value, path []int) reflect.Value {
	for _, i := range path {
		for v.Kind() != reflect.Struct {
			if v.Kind() == reflect.Slice {
				v = v.Index(0)
			} else {
				v = v.Elem()
			}
		}
		v = v.Field(i)
	}
	return v
}

// TestUses/Object.Names and so on: a plan uses every plan that a field of it
// refers to.
func TestUses(t *testing.T) {
	eachField(reflect.TypeFor[Plan](), func(path []int, name string, tagged bool) {
		p := fullPlan()
		if tagged {
			return
		}
		field := fieldAt(reflect.ValueOf(p).Elem(), path)
		switch field.Type() {
		case reflect.TypeFor[*Plan]():
		case reflect.TypeFor[[]*Plan]():
			field = field.Index(0)
		default:
			return
		}
		other := &Plan{ID: 3}
		field.Set(reflect.ValueOf(other))
		if !slices.ContainsFunc(p.Uses(), func(u Use) bool { return u.Plan == other }) {
			t.Errorf("%s is no use", name)
		}
	})
}

// TestAcceptsAnything/Number and so on: a plan with any check refuses something.
func TestAcceptsAnything(t *testing.T) {
	full := reflect.ValueOf(fullPlan()).Elem()
	for i := range full.NumField() {
		name := full.Type().Field(i).Name
		p := &Plan{Kinds: kind.All}
		reflect.ValueOf(p).Elem().Field(i).Set(full.Field(i))
		if name == "Kinds" {
			p.Kinds = kind.All &^ kind.Null
		}
		if got, want := p.AcceptsAnything(), full.Type().Field(i).Tag.Get("key") == "-"; got != want {
			t.Errorf("a plan with %s alone accepts anything: %v", name, got)
		}
	}
	var none *Plan
	if !none.AcceptsAnything() || none.AcceptsNothing() || !(&Plan{Kinds: kind.All}).AcceptsAnything() || !(&Plan{}).AcceptsNothing() {
		t.Error("a plan without checks accepts anything, one without kinds nothing")
	}
}
