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

func TestReadObject(t *testing.T) {
	for doc, want := range map[string]int{`{}`: 0, `{"a":[1],"b":{"a":2}}`: 2, `{"a":1,"b":2,"a":3}`: -1, `{"a":1`: -1, `[]`: -1} {
		s := jsonscan.Get([]byte(doc))
		members, ok := ReadObject(s)
		problem, at := s.Problem()
		s.Release()
		if ok != (want >= 0) || ok && (members == nil || len(members) != want) {
			t.Errorf("%s: %v, %t", doc, members, ok)
		}
		if problem == jsonscan.ProblemDuplicateName && at != 13 {
			t.Errorf("%s: the name at %d is repeated", doc, at)
		}
	}
}
