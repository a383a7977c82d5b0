// Package readers tests that values of generated types may be read by several
// goroutines at once. It shows something under -race only.
package readers

import (
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/bindery-go/bindery/gen/memorypacket"
	"github.com/bindery-go/bindery/gen/reflection"
	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/gen/socialrl"
	"github.com/bindery-go/bindery/gen/trajectory"
)

// TestConcurrentReaders has goroutines call, on one value of each type that the
// entry types of gen/ lead to, everything that only reads: getters, accessors,
// encoders, Validate.
func TestConcurrentReaders(t *testing.T) {
	for _, x := range []any{
		new(memorypacket.MemoryPacket), new(reflection.ReflectionMemory), new(rlmstate.State), new(socialrl.PolicyState), new(socialrl.RoundResult),
		new(rlmstate.VariableStore), new(trajectory.Trajectory),
	} {
		v := reflect.ValueOf(x)
		t.Run(v.Type().String(), func(t *testing.T) {
			fill(v, 6)
			var wg sync.WaitGroup
			for range 2 {
				wg.Go(func() { read(v, 6) })
			}
			wg.Wait()
		})
	}
}

// fill gives the value behind a pointer members, elements and values that are
// not absent, down to a depth.
func fill(p reflect.Value, depth int) {
	if depth == 0 {
		return
	}
	v := p.Elem()
	if ptr := p.MethodByName("Ptr"); ptr.IsValid() { // an optional.Nullable
		fill(ptr.Call(nil)[0], depth-1)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v, depth-1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0).Addr(), depth-1)
	case reflect.Map:
		element := reflect.New(v.Type().Elem())
		fill(element, depth-1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("key").Convert(v.Type().Key()), element.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i).Addr(), depth)
			}
		}
	case reflect.String:
		v.SetString("text")
	}
}

// read calls the methods that read, on the value behind a pointer and on its
// members.
func read(p reflect.Value, depth int) {
	if depth == 0 || p.Kind() != reflect.Pointer || p.IsNil() {
		return
	}
	for i := range p.NumMethod() {
		name, m := p.Type().Method(i).Name, p.Method(i)
		if m.Type().NumIn() == 0 && (strings.HasPrefix(name, "Get") || strings.HasPrefix(name, "As") || name == "MarshalJSON" || name == "Validate") {
			for _, result := range m.Call(nil) {
				read(result, depth-1)
			}
		}
	}
	switch v := p.Elem(); v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				read(v.Field(i).Addr(), depth-1)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			read(v.Index(i).Addr(), depth-1)
		}
	case reflect.Pointer:
		read(v, depth-1)
	}
}
