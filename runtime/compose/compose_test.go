package compose_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/compose"
	"github.com/bindery-go/bindery/runtime/inject"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// TestComposeRefusesWhatIsNotJSON: also where a document that it made is torn, whose
// digest and whose count of tokens are those of the whole.
func TestComposeRefusesWhatIsNotJSON(t *testing.T) {
	plan := compose.Plan{
		Policy:    &inject.Policy{Purposes: []string{"planner"}},
		MaxTokens: "/max_tokens",
		Report:    "/report",
		Digest:    "/report/digest",
		Sections: []compose.Section{{
			Name: "notes", Of: []string{"/notes"}, Items: []compose.Item{{Path: "/notes/*"}}, Floor: budget.Raw,
		}},
	}
	now := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	whole, _, err := plan.Compose([]byte(`{"max_tokens": 200, "report": {"digest": ""}, "notes": ["a note"]}`), "planner", now, nil)
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := plan.Compose(whole, "planner", now, nil)
	if err != nil || !bytes.Equal(again, whole) {
		t.Fatalf("%s, %v", again, err)
	}
	for _, torn := range [][]byte{whole[:len(whole)-1], append(bytes.Clone(whole), '}'), append(bytes.Clone(whole), ' ', 'x'), nil} {
		if out, _, err := plan.Compose(torn, "planner", now, nil); !errors.As(err, new(*jsonvalue.SyntaxError)) {
			t.Errorf("%s: %s, %v", torn, out, err)
		}
	}
}
