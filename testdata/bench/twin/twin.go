// Package twin makes the plain structs that stand for generated types where other
// packages decode the same documents.
package twin

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// Of returns the plain struct that stands for one of our types in the
// comparison with other packages: the same fields and tags without our methods,
// so that encoding/json, yaml.v3, sonic and the rest use their own code on it. What our
// types say by a type of their own is said as a user without them would: an
// enum and a time as a string, a nullable as a pointer, a union and a value of
// any kind as an interface, and members that no field has are lost.
func Of(t reflect.Type) reflect.Type {
	switch {
	case t == reflect.TypeFor[jsonvalue.Value]():
		return reflect.TypeFor[any]()
	case t == reflect.TypeFor[timefmt.DateTime]():
		return reflect.TypeFor[string]()
	case strings.HasPrefix(t.Name(), "Nullable["):
		get, _ := t.MethodByName("Get")
		return reflect.PointerTo(Of(get.Type.Out(0)))
	}
	switch t.Kind() {
	case reflect.Pointer:
		return reflect.PointerTo(Of(t.Elem()))
	case reflect.Slice:
		return reflect.SliceOf(Of(t.Elem()))
	case reflect.Map:
		return reflect.MapOf(reflect.TypeFor[string](), Of(t.Elem()))
	case reflect.Struct:
		return structOf(t)
	case reflect.String:
		return reflect.TypeFor[string]()
	case reflect.Int64:
		return reflect.TypeFor[int64]()
	case reflect.Float64:
		return reflect.TypeFor[float64]()
	case reflect.Bool:
		return reflect.TypeFor[bool]()
	}
	panic(fmt.Sprintf("no plain type for %v", t))
}

// forYAML takes the options out of a tag that yaml.v3 does not know.
var forYAML = strings.NewReplacer(",omitzero", "")

func structOf(t reflect.Type) reflect.Type {
	var fields []reflect.StructField
	for i := range t.NumField() {
		f := t.Field(i)
		switch tag := f.Tag.Get("json"); {
		case !f.IsExported():
			return reflect.TypeFor[any]() // a union
		case tag != "-":
			plain := Of(f.Type)
			fields = append(fields, reflect.StructField{
				Name: f.Name, Type: plain, Tag: reflect.StructTag(fmt.Sprintf("json:%[1]q yaml:%[2]q", tag, forYAML.Replace(tag))),
			})
		case f.Name == "Additional":
			// Typed further members: a struct cannot have them beside fields, so
			// that the whole object is a map.
			return reflect.MapOf(reflect.TypeFor[string](), Of(f.Type.Elem()))
		}
	}
	return reflect.StructOf(fields)
}
