//go:build race

package verdict

import (
	"reflect"
	"strings"
	"sync"
)

// atOnce has two goroutines do what only reads; the race detector tells where that
// writes.
func atOnce(f func()) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(f)
	}
	wg.Wait()
}

// read calls everything of a generated value that only reads it, and of its parts.
func read(x reflect.Value, depth int) {
	const deep = 6 // recursive types go on for ever
	if depth > deep || !x.IsValid() {
		return
	}
	switch {
	case x.Kind() == reflect.Interface:
		read(x.Elem(), depth)
		return
	case x.CanAddr() && x.Kind() != reflect.Pointer:
		x = x.Addr()
	}
	if isForeign(x.Type()) || x.Kind() == reflect.Pointer && (x.IsNil() || isForeign(x.Type().Elem())) {
		return
	}
	for i := range x.NumMethod() {
		name, m := x.Type().Method(i).Name, x.Method(i)
		switch {
		case name == "Ptr": // of a Nullable: to change it
		case name == "Equal" && m.Type().NumIn() == 1 && m.Type().In(0) == x.Type():
			m.Call([]reflect.Value{x})
		case m.Type().NumIn() == 0 && !strings.HasPrefix(name, "Clone"):
			for _, result := range m.Call(nil) {
				read(result, depth+1)
			}
		case m.Type().NumIn() == 0:
			m.Call(nil)
		}
	}
	if x.Kind() == reflect.Pointer {
		x = x.Elem()
	}
	switch x.Kind() {
	case reflect.Struct:
		for i := range x.NumField() {
			if x.Type().Field(i).IsExported() {
				read(x.Field(i), depth+1)
			}
		}
	case reflect.Slice:
		for i := range min(x.Len(), 3) {
			read(x.Index(i), depth+1)
		}
	case reflect.Map:
		for _, v := range x.Seq2() {
			read(v, depth+1)
		}
	case reflect.Pointer:
		read(x, depth+1)
	}
}
