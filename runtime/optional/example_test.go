package optional_test

import (
	"encoding/json"
	"fmt"

	"github.com/bindery-go/bindery/runtime/optional"
)

// A member that is optional and nullable says three things.
func Example() {
	var task struct {
		Owner optional.Nullable[string] `json:"owner,omitzero"`
	}
	for _, document := range []string{`{}`, `{"owner": null}`, `{"owner": "ada"}`} {
		task.Owner = optional.Nullable[string]{}
		if err := json.Unmarshal([]byte(document), &task); err != nil {
			panic(err)
		}
		text, err := json.Marshal(task)
		if err != nil {
			panic(err)
		}
		fmt.Println(task.Owner.IsAbsent(), task.Owner.IsNull(), task.Owner.Or("nobody"), string(text))
	}
	// Output:
	// true false nobody {}
	// false true nobody {"owner":null}
	// false false ada {"owner":"ada"}
}
