package bench

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// twin returns the plain struct that stands for one of our types in the
// comparison with other packages: the same fields and tags without our methods,
// so that encoding/json, sonic and the rest use their own code on it. What our
// types say by a type of their own is said as a user without them would: an
// enum and a time as a string, a nullable as a pointer, a union and a value of
// any kind as an interface, and members that no field has are lost.
func twin(t reflect.Type) reflect.Type {
	switch {
	case t == reflect.TypeFor[jsonvalue.Value]():
		return reflect.TypeFor[any]()
	case t == reflect.TypeFor[timefmt.DateTime]():
		return reflect.TypeFor[string]()
	case strings.HasPrefix(t.Name(), "Nullable["):
		get, _ := t.MethodByName("Get")
		return reflect.PointerTo(twin(get.Type.Out(0)))
	}
	switch t.Kind() {
	case reflect.Pointer:
		return reflect.PointerTo(twin(t.Elem()))
	case reflect.Slice:
		return reflect.SliceOf(twin(t.Elem()))
	case reflect.Map:
		return reflect.MapOf(reflect.TypeFor[string](), twin(t.Elem()))
	case reflect.Struct:
		return twinStruct(t)
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

func twinStruct(t reflect.Type) reflect.Type {
	var fields []reflect.StructField
	for i := range t.NumField() {
		f := t.Field(i)
		switch tag := f.Tag.Get("json"); {
		case !f.IsExported():
			return reflect.TypeFor[any]() // a union
		case tag != "-":
			plain := twin(f.Type)
			fields = append(fields, reflect.StructField{
				Name: f.Name, Type: plain, Tag: reflect.StructTag(fmt.Sprintf("json:%q", tag)),
			})
		case f.Name == "Additional":
			// Typed further members: a struct cannot have them beside fields, so
			// that the whole object is a map.
			return reflect.MapOf(reflect.TypeFor[string](), twin(f.Type.Elem()))
		}
	}
	return reflect.StructOf(fields)
}
