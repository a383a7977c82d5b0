package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"example.com/agentmemory/gen/rlmstate"
	"example.com/agentmemory/gen/trajectory"
	"example.com/agentmemory/statefiles"
	"example.com/agentmemory/trajectories"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/protocol"
)

// showState keeps variables, goes back to a checkpoint, and completes.
func showState(ctx context.Context, dir string, out io.Writer) error {
	s, err := statefiles.Open(dir)
	if err != nil {
		return err
	}
	defer s.Close()
	id, err := s.Initialize(ctx, "Which risks has the login?", statefiles.Origin{SessionID: "demo"})
	if err != nil {
		return err
	}
	text := rlmstate.NewVariableValueString
	for _, v := range []rlmstate.Variable{
		{Name: "risk_count", Value: rlmstate.NewVariableValueNumber(2), Source: new("scan")},
		{Name: "source_code", Value: text(strings.Repeat("if ok {\n", 2000)), Source: new("scan")},
		{Name: "reviewer", Value: text("Ada"), Metadata: &rlmstate.VariableMetadata{Scope: new(rlmstate.VariableMetadataScopeSession)}},
		{Name: "cache", Value: text("warm"), Metadata: &rlmstate.VariableMetadata{Scope: new(rlmstate.VariableMetadataScopeTemporary), TTLSeconds: new(int64(60))}},
	} {
		if err := s.Write(ctx, id, v); err != nil {
			return err
		}
	}
	checkpoint, err := s.Checkpoint(ctx, id, "before_answer")
	if err != nil {
		return err
	}
	if err := s.Write(ctx, id, rlmstate.Variable{Name: "risk_count", Value: rlmstate.NewVariableValueNumber(-1)}); err != nil {
		return err
	}
	if err := s.Rollback(ctx, id, checkpoint); err != nil {
		return err
	}
	count, err := s.Read(ctx, id, "risk_count")
	if err != nil {
		return err
	}
	n, _ := count.AsNumber()
	fmt.Fprintf(out, "after a rollback risk_count is %v again\n", n)

	err = s.Write(ctx, id, rlmstate.Variable{Name: "prompt", Value: text("Something else")})
	var readOnly *protocol.ReadOnlyError
	if !errors.As(err, &readOnly) {
		return fmt.Errorf("the prompt was written: %w", err)
	}
	fmt.Fprintln(out, readOnly)
	if err := s.Write(ctx, id, rlmstate.Variable{Name: "Final", Value: text("2 risks")}); err != nil {
		return err
	}
	answer, complete, err := s.Completion(ctx, id)
	if err != nil {
		return err
	}
	said, _ := answer.AsString()
	state, err := s.Load(id)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "complete: %v, %q, %d variables, %d mutations\n", complete, said, state.Metadata.GetVariableCount(), state.Metadata.GetMutationCount())
	return nil
}

// searching is an agent that finds what it looks for at the second attempt.
type searching struct{}

func (searching) Think(_ context.Context, past *trajectory.Trajectory) (trajectory.Thought, trajectories.Usage, error) {
	thought := trajectory.Thought{Type: trajectory.ThoughtTypeResearch, Content: "Where is validateUser?"}
	if len(past.Iterations) > 0 {
		thought = trajectory.Thought{Type: trajectory.ThoughtTypeException, Content: "grep wants a file", References: []string{"iteration 1"}}
	}
	return thought, trajectories.Usage{InputTokens: 1200, OutputTokens: 80}, nil
}

func (searching) Decide(context.Context, trajectory.Thought) (trajectory.Action, trajectories.Usage, error) {
	return trajectory.Action{Tool: "grep", Description: "Search for validateUser"}, trajectories.Usage{}, nil
}

func (searching) Execute(_ context.Context, _ string, _ trajectory.Action) (trajectory.Observation, error) {
	return trajectory.Observation{Status: trajectory.ObservationStatusSuccess, Result: trajectory.NewObservationResultString("src/auth.go:42")}, nil
}

// showTrajectory records two turns and writes the report.
func showTrajectory(ctx context.Context, dir string, out io.Writer) error {
	s, err := trajectories.Open(dir)
	if err != nil {
		return err
	}
	defer s.Close()
	s.Prices = budget.Prices{Input: 3e9, Output: 15e9}
	runs, err := filestore.Open(filepath.Join(dir, ".aiwg/runs"))
	if err != nil {
		return err
	}
	defer runs.Close()
	s.Runs = runs
	id, err := s.Start(ctx, trajectory.TaskContext{TaskID: "task-00000001", TaskType: "code_analysis", TaskPrompt: "Find validateUser"}, "a-model")
	if err != nil {
		return err
	}
	for range 2 {
		if err := s.Record(ctx, id, searching{}); err != nil {
			return err
		}
	}
	if err := s.Complete(ctx, id, trajectories.Result{FinalResult: "src/auth.go:42"}); err != nil {
		return err
	}
	if _, err := s.Analyze(ctx, id); err != nil {
		return err
	}
	x, err := s.Load(id)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s after %d iterations, %d tokens, $%.4f\n", x.Outcome.Status, x.Metadata.GetTotalIterations(), x.Metadata.GetTotalTokens(), x.Metadata.GetTotalCostUSD())
	removed, err := s.Expire(ctx, s.Now())
	fmt.Fprintf(out, "%d trajectories were too old\n", len(removed))
	return err
}
