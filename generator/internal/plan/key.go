package plan

import (
	"encoding/binary"
	"fmt"
	"reflect"

	"github.com/bindery-go/bindery/generator/internal/document"
)

// Key identifies a plan by what it checks: plans with equal keys accept the
// same values. The key is derived from the fields of the plan, whatever they
// are, so that a new check is a part of it; only the fields tagged `key:"-"` say
// nothing of what is accepted. appendRef writes how a plan refers to another.
func Key(p *Plan, appendRef func(key []byte, p *Plan) []byte) []byte {
	return planFields(nil, reflect.ValueOf(p).Elem(), appendRef)
}

// keyAppender appends what identifies a value. Every form says where it ends,
// so that different values never give the same bytes.
type keyAppender func(key []byte, v reflect.Value, appendRef func([]byte, *Plan) []byte) []byte

// planFields is worked out once: by type, not by plan.
var planFields = structAppender(reflect.TypeFor[Plan]())

func appenderOf(t reflect.Type) keyAppender {
	switch t {
	case reflect.TypeFor[*Plan]():
		return func(key []byte, v reflect.Value, appendRef func([]byte, *Plan) []byte) []byte {
			return appendRef(key, (*Plan)(v.UnsafePointer()))
		}
	case reflect.TypeFor[*document.Node]():
		return func(key []byte, v reflect.Value, _ func([]byte, *Plan) []byte) []byte {
			return appendText(key, (*document.Node)(v.UnsafePointer()).String())
		}
	}
	switch t.Kind() {
	case reflect.Bool:
		return func(key []byte, v reflect.Value, _ func([]byte, *Plan) []byte) []byte {
			return appendPresent(key, v.Bool())
		}
	case reflect.Int:
		return func(key []byte, v reflect.Value, _ func([]byte, *Plan) []byte) []byte {
			return binary.AppendVarint(key, v.Int())
		}
	case reflect.Uint8, reflect.Uint64:
		return func(key []byte, v reflect.Value, _ func([]byte, *Plan) []byte) []byte {
			return binary.AppendUvarint(key, v.Uint())
		}
	case reflect.String:
		return func(key []byte, v reflect.Value, _ func([]byte, *Plan) []byte) []byte {
			return appendText(key, v.String())
		}
	case reflect.Struct:
		return structAppender(t)
	case reflect.Pointer:
		elem := appenderOf(t.Elem())
		return func(key []byte, v reflect.Value, appendRef func([]byte, *Plan) []byte) []byte {
			if key = appendPresent(key, !v.IsNil()); v.IsNil() {
				return key
			}
			return elem(key, v.Elem(), appendRef)
		}
	case reflect.Slice:
		elem := appenderOf(t.Elem())
		return func(key []byte, v reflect.Value, appendRef func([]byte, *Plan) []byte) []byte {
			if key = appendPresent(key, !v.IsNil()); v.IsNil() {
				return key
			}
			key = binary.AppendUvarint(key, uint64(v.Len()))
			for i := range v.Len() {
				key = elem(key, v.Index(i), appendRef)
			}
			return key
		}
	}
	panic(fmt.Sprintf("plan: plans hold a %s, which has no key", t))
}

func structAppender(t reflect.Type) keyAppender {
	type field struct {
		index  int
		append keyAppender
	}
	var fields []field
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("key") != "-" {
			fields = append(fields, field{i, appenderOf(f.Type)})
		}
	}
	return func(key []byte, v reflect.Value, appendRef func([]byte, *Plan) []byte) []byte {
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

func appendText(key []byte, s string) []byte {
	return append(binary.AppendUvarint(key, uint64(len(s))), s...)
}
