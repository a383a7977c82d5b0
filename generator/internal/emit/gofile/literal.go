package gofile

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/emit/jen"
)

// Literals print values of the runtime's types as Go. Fields that are zero are left out,
// and so are those that are not exported.
type Literals struct {
	Constants map[any]string // names of values of the types' packages; such values are printed where they are zero too
	Variables map[any]string // names of what pointers point to
}

// mostOnLine is the length up to which a literal stands on one line.
const mostOnLine = 180

// Of prints the value behind a pointer, with its type.
func (l *Literals) Of(pointer any) *jen.Statement {
	code, _ := l.value(reflect.ValueOf(pointer).Elem(), true)
	return code
}

// value prints a value, and says how long it is on one line. Elements of lists and maps
// are not typed.
func (l *Literals) value(v reflect.Value, typed bool) (code *jen.Statement, length int) {
	if name := l.constant(v); name != "" {
		return Import(v.Type().PkgPath()).Dot(name), len(v.Type().String()) + len(name)
	}
	switch v.Kind() {
	case reflect.String:
		return Quote(v.String()), utf8.RuneCountInString(v.String()) + len(`""`)
	case reflect.Bool:
		return jen.Lit(v.Bool()), len("false")
	case reflect.Int, reflect.Int64:
		if d, ok := v.Interface().(time.Duration); ok && d%time.Second == 0 {
			return Int(int(d / time.Second)).Op("*").Add(Time.Dot("Second")), len("time.Second * ") + 8
		}
		text := strconv.FormatInt(v.Int(), 10)
		return jen.Id(text), len(text)
	case reflect.Uint64: // a set
		text := fmt.Sprintf("%#x", v.Uint())
		return jen.Id(text), len(text)
	case reflect.Pointer:
		if name := l.Variables[v.Interface()]; name != "" {
			return jen.Op("&").Id(name), len(name) + 1
		}
		code, length = l.value(v.Elem(), true)
		return jen.Op("&").Add(code), length + 1
	}
	elements, lengths := l.elements(v)
	length = 2 * len(elements)
	for _, n := range lengths {
		length += n
	}
	code = jen.Null()
	if typed {
		code = literalType(v.Type())
		length += len(v.Type().String())
	}
	if length > mostOnLine {
		elements = OnLines(elements)
	}
	return code.Values(elements...), length
}

func (l *Literals) constant(v reflect.Value) string {
	if v.Type().PkgPath() == "" || !v.Comparable() || v.Kind() == reflect.Struct {
		return ""
	}
	return l.Constants[v.Interface()]
}

// elements prints what is in the braces of a struct, a list or a map.
func (l *Literals) elements(v reflect.Value) (list []jen.Code, lengths []int) {
	add := func(key jen.Code, keyLength int, v reflect.Value, typed bool) {
		code, n := l.value(v, typed)
		if key != nil {
			code = jen.Add(key).Op(":").Add(code)
		}
		list, lengths = append(list, code), append(lengths, keyLength+n)
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f, field := v.Type().Field(i), v.Field(i)
			if f.IsExported() && (!field.IsZero() || l.constant(field) != "") {
				add(jen.Id(f.Name), len(f.Name)+2, field, true)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			add(nil, 0, v.Index(i), false)
		}
	case reflect.Map: // of texts
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) })
		for _, key := range keys {
			add(Quote(key.String()), len(key.String())+4, v.MapIndex(key), false)
		}
	}
	return list, lengths
}

// literalType prints a type of the runtime, or one that is made of such.
func literalType(t reflect.Type) *jen.Statement {
	switch {
	case t.PkgPath() != "":
		return Import(t.PkgPath()).Dot(t.Name())
	case t.Kind() == reflect.Slice:
		return jen.Index().Add(literalType(t.Elem()))
	case t.Kind() == reflect.Map:
		return jen.Map(literalType(t.Key())).Add(literalType(t.Elem()))
	case t.Kind() == reflect.Pointer:
		return jen.Op("*").Add(literalType(t.Elem()))
	}
	return jen.Id(t.Name())
}
