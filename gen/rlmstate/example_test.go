package rlmstate_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/storage"
)

// A state takes a snapshot of its variables, and reads it after a change.
func Example() {
	dir, err := os.MkdirTemp("", "rlmstate")
	must(err)
	defer os.RemoveAll(dir)
	root, err := storage.Open(dir)
	must(err)
	defer root.Close()
	ctx, store := context.Background(), rlmstate.NewStates(root)
	x, err := store.CreateNew(ctx, func(id string) (*rlmstate.State, error) {
		x := rlmstate.NewState()
		x.StateID = id
		return x, nil
	})
	must(err)
	// set sets a variable under the lock of the state, and logs the change.
	set := func(x *rlmstate.State, risks float64) error {
		v := rlmstate.Variable{Name: "risk_count", Value: rlmstate.NewVariableValueNumber(risks), Type: rlmstate.VariableTypeNumber}
		return store.Variables.Set(x, v.Name, v, "scan")
	}
	var id string
	must(store.Update(ctx, x.StateID, func(x *rlmstate.State) (err error) {
		if err = set(x, 2); err != nil {
			return err
		}
		if id, err = store.Variables.AddSnapshot(x, "before_review"); err != nil {
			return err
		}
		return store.Variables.SaveSnapshot(x, id)
	}))
	must(store.Update(ctx, x.StateID, func(x *rlmstate.State) error { return set(x, 3) }))

	x, err = store.Load(x.StateID)
	must(err)
	snapshot, err := store.Variables.LoadSnapshot(x, id)
	must(err)
	now, _ := store.Variables.Get(x, "risk_count")
	then, _ := store.Variables.Get(snapshot, "risk_count")
	fmt.Println(now.Value, then.Value, x.Metadata.GetMutationCount(), x.Metadata.GetCheckpointCount())
	// Output: 3 2 2 1
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
