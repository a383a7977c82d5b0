package jsonscan_test

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// A scanner reads a document in one pass; an encoder writes one. Generated
// code is made of such loops.
func Example() {
	s := jsonscan.Get([]byte(`{"name": "Ada", "born": 1815, "more": [1, 2]}`))
	defer s.Release()
	e := jsonscan.GetEncoder()
	e.BeginObject()
	ok := s.EnterObject()
	for name, more := s.Member(); ok && more; name, more = s.Member() {
		switch string(name) {
		case "born":
			year, isInt := s.Int64()
			ok = isInt
			e.Name("age_in_1852")
			e.Int(1852 - year)
		default:
			ok = s.Skip()
		}
	}
	if !ok || !s.LeaveObject() || !s.End() {
		fmt.Println(s.Problem())
	}
	e.EndObject()
	text, err := e.Finish()
	fmt.Println(string(text), err)
	// Output: {"age_in_1852":37} <nil>
}
