package optional_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/optional"
)

// A member that is optional says two things, and needs no pointer for that.
func ExampleValue() {
	var task struct {
		Points optional.Value[int] `json:"points,omitzero"`
	}
	for _, document := range []string{`{}`, `{"points": 0}`, `{"points": null}`} {
		task.Points = optional.Some(7)
		if document == `{}` {
			task.Points = optional.Value[int]{}
		}
		if err := json.Unmarshal([]byte(document), &task); err != nil {
			panic(err)
		}
		text, err := json.Marshal(task)
		if err != nil {
			panic(err)
		}
		fmt.Println(task.Points, task.Points.Or(1), string(text))
	}
	// Output:
	// absent 1 {}
	// 0 0 {"points":0}
	// absent 1 {}
}

func TestValuesSayWhetherTheyAreThere(t *testing.T) {
	var v optional.Value[string]
	if !v.IsAbsent() || !v.IsZero() || v.IsValue() || v.IsNull() || v != (optional.Value[string]{}) {
		t.Error("the zero Value is not absent")
	}
	held := v.Ptr()
	*held = "x"
	if got, ok := v.Get(); !ok || got != "x" || v != optional.Some("x") || !v.IsValue() || v.Ptr() != held {
		t.Error(v)
	}
	if err := json.Unmarshal([]byte(`1`), &v); err == nil || v.Or("") != "x" {
		t.Error("a number in a string: ", v, err)
	}
	absent, err := json.Marshal(optional.Value[int]{})
	if err != nil || string(absent) != "null" {
		t.Error(string(absent), err)
	}
	now := time.Now()
	if !optional.Some(now).Equal(optional.Some(now.UTC())) || optional.Some(now).Equal(optional.Value[time.Time]{}) || !optional.Some([]int{1}).Equal(optional.Some([]int{1})) {
		t.Error("Equal")
	}
}
