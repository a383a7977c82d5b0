package trajectory_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/bindery-go/bindery/gen/trajectory"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/storage"
)

// An agent records what it thought, did and saw, ends, and is found by its task.
func Example() {
	dir, err := os.MkdirTemp("", "trajectory")
	must(err)
	defer os.RemoveAll(dir)
	root, err := storage.Open(dir)
	must(err)
	defer root.Close()
	ctx, store := context.Background(), trajectory.NewTrajectories(root)
	x, err := store.CreateNew(ctx, func(id string) (*trajectory.Trajectory, error) {
		x := trajectory.NewTrajectory()
		x.TrajectoryID = id
		x.TaskContext = trajectory.TaskContext{TaskID: "task-00000001", TaskType: "code_analysis", TaskPrompt: "Where is validateUser?"}
		return x, nil
	})
	must(err)
	for i, tool := range []string{"grep", "read"} {
		room, err := store.Reserve(ctx, x.TrajectoryID, time.Minute, budget.Amounts{}) // before the model is paid for
		must(err)
		must(store.Record(ctx, x.TrajectoryID, room, trajectory.TAOIteration{
			IterationNumber: int64(i) + 1,
			Thought:         trajectory.Thought{Type: trajectory.ThoughtTypeResearch, Content: "Look at the source."},
			Action:          trajectory.Action{Tool: tool, Description: "Look for validateUser."},
			Observation:     trajectory.Observation{Status: trajectory.ObservationStatusSuccess, Result: trajectory.NewObservationResultString("src/auth.go:42")},
			Cost:            &trajectory.IterationCost{TotalTokens: new(int64(1280))},
		}))
	}
	must(store.Update(ctx, x.TrajectoryID, func(x *trajectory.Trajectory) error {
		x.Outcome = &trajectory.TrajectoryOutcome{Status: trajectory.TrajectoryOutcomeStatusSuccess, FinalResult: new("src/auth.go:42")}
		return nil
	}))

	for x, err := range store.FindByTaskID("task-00000001") {
		must(err)
		fmt.Println(x.Outcome.Status, x.Outcome.GetFinalResult(), x.Metadata.GetTotalIterations(), x.Metadata.GetTotalTokens())
	}
	// Output: success src/auth.go:42 2 2560
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
