package checks_test

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/checks"
)

// A document keeps its rules, or every violation says what does not agree.
func ExampleSet_Violations() {
	set := checks.Set{Rules: []checks.Rule{
		{Name: "total_is_sum", Relation: checks.Relation{Kind: checks.Equal, Terms: []checks.Term{
			{Path: "/total"}, {Func: checks.Sum, Args: []checks.Term{{Path: "/items/*/price"}}},
		}}},
		{Name: "known_currency", At: "/items/*", Relation: checks.Relation{Kind: checks.In, Terms: []checks.Term{
			{Path: "0/currency"}, {Path: "/currencies/*"},
		}}},
	}}
	order := []byte(`{"total": 5, "currencies": ["EUR"], "items": [{"price": 2, "currency": "EUR"}, {"price": 4, "currency": "XAU"}]}`)
	set.Violations(0, order, nil, func(v checks.Violation) bool {
		fmt.Println(v.Rule.Name, v.At.InstanceLocation, v.Message)
		return true
	})
	fmt.Println(set.Hold(0, []byte(`{"total": 2, "items": [{"price": 2}]}`)))
	// Output:
	// total_is_sum /total must equal the sum of /items/*/price, which is 6, but is 5
	// known_currency /items/1/currency "XAU" must be one of /currencies/*
	// true
}
