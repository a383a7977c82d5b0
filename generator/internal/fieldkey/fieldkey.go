// Package fieldkey writes what a struct says as bytes, from its fields whatever they
// are: values with equal bytes say the same. A new field is a part of the key until it
// is tagged `key:"-"`.
package fieldkey

import (
	"encoding/binary"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
)

// Appender appends the key of a T. Of the other Ts that it leads to, nil among them,
// it writes what appendRef does.
type Appender[T any] func(key []byte, of *T, appendRef func(key []byte, other *T) []byte) []byte

// Of returns the appender of a type. It is worked out by type and is to be kept; it
// panics where a field is of a kind that has no key.
func Of[T any]() Appender[T] {
	fields := structAppender[T](reflect.TypeFor[T]())
	return func(key []byte, of *T, appendRef func([]byte, *T) []byte) []byte {
		return fields(key, reflect.ValueOf(of).Elem(), appendRef)
	}
}

// appender appends what identifies a value. Every form says where it ends, so that
// different values never give the same bytes.
type appender[T any] func(key []byte, v reflect.Value, appendRef func([]byte, *T) []byte) []byte

func appenderOf[T any](t reflect.Type) appender[T] {
	switch t {
	case reflect.TypeFor[*T]():
		return func(key []byte, v reflect.Value, appendRef func([]byte, *T) []byte) []byte {
			return appendRef(key, (*T)(v.UnsafePointer()))
		}
	case reflect.TypeFor[*document.Node]():
		return func(key []byte, v reflect.Value, _ func([]byte, *T) []byte) []byte {
			return AppendText(key, (*document.Node)(v.UnsafePointer()).String())
		}
	}
	switch t.Kind() {
	case reflect.Bool:
		return func(key []byte, v reflect.Value, _ func([]byte, *T) []byte) []byte {
			return appendPresent(key, v.Bool())
		}
	case reflect.Int:
		return func(key []byte, v reflect.Value, _ func([]byte, *T) []byte) []byte {
			return binary.AppendVarint(key, v.Int())
		}
	case reflect.Uint8, reflect.Uint16, reflect.Uint64:
		return func(key []byte, v reflect.Value, _ func([]byte, *T) []byte) []byte {
			return binary.AppendUvarint(key, v.Uint())
		}
	case reflect.String:
		return func(key []byte, v reflect.Value, _ func([]byte, *T) []byte) []byte {
			return AppendText(key, v.String())
		}
	case reflect.Struct:
		return structAppender[T](t)
	case reflect.Pointer:
		elem := appenderOf[T](t.Elem())
		return func(key []byte, v reflect.Value, appendRef func([]byte, *T) []byte) []byte {
			if key = appendPresent(key, !v.IsNil()); v.IsNil() {
				return key
			}
			return elem(key, v.Elem(), appendRef)
		}
	case reflect.Slice:
		elem := appenderOf[T](t.Elem())
		return func(key []byte, v reflect.Value, appendRef func([]byte, *T) []byte) []byte {
			if key = appendPresent(key, !v.IsNil()); v.IsNil() {
				return key
			}
			key = binary.AppendUvarint(key, uint64(v.Len()))
			for i := range v.Len() {
				key = elem(key, v.Index(i), appendRef)
			}
			return key
		}
	case reflect.Map:
		if t == reflect.TypeFor[map[string]string]() {
			return func(key []byte, v reflect.Value, _ func([]byte, *T) []byte) []byte { return appendTexts(key, v) }
		}
	}
	panic(fmt.Sprintf("fieldkey: a %v leads to a %v, which has no key", reflect.TypeFor[T](), t))
}

func structAppender[T any](t reflect.Type) appender[T] {
	type field struct {
		index  int
		append appender[T]
	}
	var fields []field
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("key") != "-" {
			fields = append(fields, field{i, appenderOf[T](f.Type)})
		}
	}
	return func(key []byte, v reflect.Value, appendRef func([]byte, *T) []byte) []byte {
		for _, f := range fields {
			key = f.append(key, v.Field(f.index), appendRef)
		}
		return key
	}
}

func appendPresent(key []byte, present bool) []byte {
	if present {
		return append(key, 1)
	}
	return append(key, 0)
}

// AppendText appends a text with its length, so that it says where it ends.
func AppendText(key []byte, s string) []byte {
	return append(binary.AppendUvarint(key, uint64(len(s))), s...)
}

// appendTexts appends a map of strings in the order of its keys.
func appendTexts(key []byte, v reflect.Value) []byte {
	texts := map[string]string{}
	for _, k := range v.MapKeys() {
		texts[k.String()] = v.MapIndex(k).String()
	}
	key = binary.AppendUvarint(key, uint64(len(texts)))
	for _, k := range slices.Sorted(maps.Keys(texts)) {
		key = AppendText(AppendText(key, k), texts[k])
	}
	return key
}
