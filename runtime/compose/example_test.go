package compose_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/compose"
	"github.com/bindery-go/bindery/runtime/inject"
)

// The notes that find no room are left out, and the report says so.
func ExamplePlan_Compose() {
	plan := compose.Plan{
		Policy:    &inject.Policy{Purposes: []string{"planner"}},
		MaxTokens: "/max_tokens",
		Report:    "/report",
		Sections: []compose.Section{{
			Name: "notes", Of: []string{"/notes"}, Items: []compose.Item{{Path: "/notes/*"}}, Floor: budget.Raw,
		}},
	}
	memory := []byte(`{"max_tokens": 120, "report": {}, "notes": ["the first note is short", "` + strings.Repeat("the second note is long ", 30) + `"]}`)
	composed, report, err := plan.Compose(memory, "planner", time.Now(), nil)
	fmt.Println(string(composed), err)
	fmt.Println("used", report.Budget.UsedTokensEst, "of 120")
	// Output:
	// {"max_tokens":120,"report":{"degradations":[],"omissions":[{"item":"notes/#1 of the input","reason":"over budget: 120 tokens in all"}],"max_tokens":120,"used_tokens_est":97,"section_usage":{"notes":9}},"notes":["the first note is short"]} <nil>
	// used 97 of 120
}
