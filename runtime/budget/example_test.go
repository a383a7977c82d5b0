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
