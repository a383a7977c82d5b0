package budget_test

import (
	"errors"
	"fmt"

	"github.com/bindery-go/bindery/runtime/budget"
)

func Example() {
	session, err := budget.New("session", budget.Limits{budget.TokensIn: {Hard: 1000, Soft: 800}})
	if err != nil {
		panic(err)
	}
	task, err := session.Child("task", budget.Limits{budget.Iterations: {Hard: 2}})
	if err != nil {
		panic(err)
	}
	for {
		// Set aside what the step may take, work, record what it took.
		r, err := task.Reserve(budget.Amounts{budget.TokensIn: 500, budget.Iterations: 1})
		var exceeded *budget.ExceededError
		if errors.As(err, &exceeded) {
			fmt.Println(exceeded)
			break
		}
		if err := r.Settle(budget.Amounts{budget.TokensIn: 420, budget.Iterations: 1}); err != nil {
			panic(err)
		}
	}
	fmt.Println(session.Used()[budget.TokensIn], "tokens used;", session.Check())
	// Output:
	// budget: session/task: iterations above the hard limit 2: 2 used, 0 reserved, 1 requested
	// 840 tokens used; budget: session: tokens_in above the soft limit 800: 840 used, 0 reserved
}

// The rule is of the highest priority and stays whole, one fact goes in
// shortened, and for the other there is no room: a mere reference would be
// below the floor.
func ExampleAllocate() {
	candidates := []budget.Candidate{
		{ID: "name", Section: "facts", Priority: 1, Forms: [...]string{
			budget.Raw: "The user is called Ada Lovelace and wants to be addressed as Countess.", budget.Summary: "user: Countess Ada", budget.Ref: "fact 1"}},
		{ID: "city", Section: "facts", Priority: 0, Forms: [...]string{
			budget.Raw: "The user lives in Turin, in a house by the river that was flooded twice.", budget.Summary: "user lives in Turin", budget.Ref: "fact 2"}},
		{ID: "tone", Section: "rules", Priority: 2, Forms: [...]string{
			budget.Raw: "Never promise what has not been checked.", budget.Ref: "rule 1"}},
	}
	placements, report, err := budget.Allocate(budget.Plan{MaxTokens: 16}, candidates, budget.Estimate{})
	if err != nil {
		panic(err)
	}
	for _, p := range placements {
		fmt.Printf("%s (%v): %s\n", p.ID, p.Form, p.Text)
	}
	for _, o := range report.Omissions {
		fmt.Printf("%s left out: %s\n", o.Item, o.Reason)
	}
	// Output:
	// name (summary): user: Countess Ada
	// tone (raw): Never promise what has not been checked.
	// city left out: 16 tokens in all
}
