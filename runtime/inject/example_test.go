package inject_test

import (
	"fmt"
	"time"

	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/inject"
)

// A policy empties what a purpose may not see, and leaves out of lists what does
// not keep their rules.
func ExamplePolicy_Apply() {
	policy := inject.Policy{
		Purposes: []string{"planner", "responder"},
		Members:  []inject.Member{{Path: "/plan", Denied: []string{"responder"}}},
		Lists: []inject.List{{
			Name: "facts", Of: []string{"/facts"}, ID: "0/id",
			Rules: []inject.Rule{{Name: "active", Relation: checks.Relation{
				Kind: checks.Equal, Terms: []checks.Term{{Path: "0/status"}, {Const: `"active"`}},
			}}},
		}},
	}
	memory := []byte(`{"plan": "sell", "facts": [{"id": "f1", "status": "active"}, {"id": "f2", "status": "disputed"}]}`)
	given, report, err := policy.Apply(memory, "responder", time.Now())
	fmt.Println(string(given), err)
	for _, omitted := range report.Omitted {
		fmt.Println(omitted.Item, "is left out:", omitted.Reason)
	}
	// Output:
	// {"facts":[{"id":"f1","status":"active"}]} <nil>
	// /plan is left out: not for responder
	// facts/f2 is left out: not active
}
