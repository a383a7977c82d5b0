package compact_test

import (
	"runtime"
	"testing"

	"github.com/bindery-go/bindery/runtime/gen/compact"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// large has a member so far from its beginning that no page there is guarded.
type large struct {
	Head struct{ _ [1 << 20]byte }
	Last string
}

var (
	largeTypes = "\n" + `[
{"fields":[["head",1],["last",2]]},
{"fields":[]},
{"is":"string"}]`
	larges = compact.Package{
		Text: &largeTypes, Source: &source, Program: &program,
		Types: []any{
			(*large)(nil),
			(*struct{ _ [1 << 20]byte })(nil),
		},
	}
)

// TestNilPanics holds that a nil pointer is a panic that can be recovered from, as it is
// in Go, and not a fault of the process.
func TestNilPanics(t *testing.T) {
	s := jsonscan.Get([]byte(`{"id":"a"}`))
	defer s.Release()
	for name, use := range map[string]func(){
		"Encode":     func() { larges.Encode(0, (*large)(nil), jsonscan.GetEncoder()) },
		"Marshal":    func() { _, _ = larges.Marshal(0, (*large)(nil)) },
		"DecodeFrom": func() { larges.DecodeFrom(0, (*large)(nil), s) },
	} {
		func() {
			defer func() {
				if _, ok := recover().(runtime.Error); !ok {
					t.Errorf("%s: no panic of the runtime", name)
				}
			}()
			use()
		}()
	}
}
