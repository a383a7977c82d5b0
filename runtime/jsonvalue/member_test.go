package jsonvalue

import (
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

func TestReadList(t *testing.T) {
	for doc, want := range map[string]int{`[]`: 0, `[1,"a",{"b":[null]}]`: 3, `[1`: -1, `{}`: -1} {
		s := jsonscan.Get([]byte(doc))
		list, ok := ReadList(s)
		s.Release()
		if ok != (want >= 0) || ok && (list == nil || len(list) != want) {
			t.Errorf("%s: %v, %t", doc, list, ok)
		}
	}
}
