// Package trajectories records what agents thought, did and saw while they
// worked on a task. Everything lives in the files that
// schemas/rlm-trajectory.yaml names; steps.go has the steps of its protocol.
package trajectories

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/agentmemory/gen/trajectory"
	"example.com/agentmemory/gen/trajectoryindex"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// ErrEnded is wrapped where an iteration comes after the outcome.
var ErrEnded = errors.New("trajectories: the trajectory has ended")

// Store holds all trajectories below one directory. It is safe for concurrent
// use, also by several processes; an iteration of a trajectory is recorded by
// one of them.
type Store struct {
	*trajectory.Trajectories
	// Nothing here may be changed once the store is used.
	Prices budget.Prices
	// Runs remembers how far the iteration under way has come, so that one that
	// is interrupted goes on after its last finished step; nil forgets.
	Runs checkpoint.Store
	// Lease is how long the iteration under way stays with a process that has
	// died; Open makes it ten seconds.
	Lease time.Duration
}

// Open opens the store in a directory that exists, the root of a project.
func Open(dir string) (*Store, error) {
	root, err := storage.Open(dir)
	if err != nil {
		return nil, err
	}
	return &Store{Trajectories: trajectory.NewTrajectories(root), Lease: 10 * time.Second}, nil
}

// Close lets go of the directory.
func (s *Store) Close() error { return s.Root().Close() }

// Agent does the work of an iteration. What it returns must be valid, and is
// recorded as it is.
type Agent interface {
	Think(ctx context.Context, past *trajectory.Trajectory) (trajectory.Thought, Usage, error)
	Decide(ctx context.Context, thought trajectory.Thought) (trajectory.Action, Usage, error)
	// Execute acts. The key is the same whenever an action that was interrupted
	// is executed again, so that it can be told from a new one. An action that
	// fails is an observation; an error stops the iteration, to be gone on with.
	Execute(ctx context.Context, key string, action trajectory.Action) (trajectory.Observation, error)
}

// Usage is what the model took.
type Usage struct{ InputTokens, OutputTokens int64 }

// Start begins a trajectory and gives its ID.
func (s *Store) Start(ctx context.Context, task trajectory.TaskContext, model string) (id string, err error) {
	x, err := s.CreateNew(ctx, func(id string) (*trajectory.Trajectory, error) {
		x := trajectory.NewTrajectory()
		x.TrajectoryID, x.TaskContext = id, task
		x.Metadata = &trajectory.TrajectoryMetadata{StartedAt: s.now()}
		if model != "" {
			x.Metadata.Model = &model
		}
		return x, nil
	})
	if err != nil {
		return "", err
	}
	return x.TrajectoryID, nil
}

// Record lets the agent take the next turn, or finish the one that was
// interrupted, and saves it. Where there is no room for it the error wraps a
// *budget.ExceededError; the trajectory has then ended, and its file says so.
func (s *Store) Record(ctx context.Context, id string, agent Agent) (err error) {
	x, err := s.Load(id)
	if err != nil {
		return err
	}
	if x.Outcome != nil {
		return fmt.Errorf("%w: %s", ErrEnded, id)
	}
	room, err := s.Reserve(ctx, id, s.Lease, budget.Amounts{}) // before anything is paid for
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Release(context.WithoutCancel(ctx), id, room)) }()
	for {
		saved, err := s.turn(ctx, id, recordIteration{Store: s, agent: agent, past: x, room: room})
		if saved || err != nil {
			return err
		}
		// The turn was that of another recorder, who had saved it: take the next.
		if x, err = s.Load(id); err != nil {
			return err
		}
	}
}

// turn runs record_iteration for the entry after those of the past, and tells whether
// that has saved one. It has not where the run was done already, and not yet deleted.
func (s *Store) turn(ctx context.Context, id string, steps recordIteration) (saved bool, err error) {
	steps.saved = &saved
	data := recordIterationData{ID: id, Number: int64(len(steps.past.Iterations)) + 1}
	var opts []protocol.Option
	run := fmt.Sprintf("%s/%d", id, data.Number)
	if s.Runs != nil {
		opts = append(opts, protocol.WithRun(protocol.Exclusive(s.Runs, "trajectories", s.Lease), run))
	}
	_, err = trajectory.RunRecordIteration(ctx, steps, &data, opts...)
	var exceeded *budget.ExceededError
	if s.Runs != nil && (err == nil || errors.As(err, &exceeded)) {
		deleted := protocol.Delete(ctx, s.Runs, run) // the file has it all
		if !errors.As(deleted, new(*checkpoint.LeasedError)) && !errors.Is(deleted, checkpoint.ErrNotFound) {
			err = errors.Join(err, deleted) // else who waited for it finds it done, and deletes it
		}
	}
	return saved, err
}

// Result is what complete_trajectory is told.
type Result struct {
	Status      trajectory.TrajectoryOutcomeStatus           // "" is that of the last observation
	Reason      trajectory.TrajectoryOutcomeCompletionReason // "" is task_complete
	FinalResult string
}

// Complete ends a trajectory and enters it into the index. One that has ended at
// a limit keeps its outcome.
func (s *Store) Complete(ctx context.Context, id string, result Result) error {
	return s.Update(ctx, id, func(x *trajectory.Trajectory) error {
		_, err := trajectory.RunCompleteTrajectory(ctx, ending{s}, &endingData{X: x, Result: result})
		return err
	})
}

// Analyze writes the report of a trajectory and gives its path.
func (s *Store) Analyze(ctx context.Context, id string) (report storage.Path, err error) {
	x, err := s.Load(id)
	if err != nil {
		return storage.Path{}, err
	}
	if _, err := trajectory.RunAnalyzeTrajectory(ctx, ending{s}, &endingData{X: x}); err != nil {
		return storage.Path{}, err
	}
	return trajectory.TrajectoryReportFile(id)
}

// Index gives the index of the trajectories that have ended, see
// [trajectory.Trajectories].
func (s *Store) Index(ctx context.Context) (*trajectoryindex.Index, error) {
	text, err := s.Trajectories.Index(ctx)
	if err != nil {
		return nil, err
	}
	return trajectoryindex.ParseIndex(text)
}

func (s *Store) now() *timefmt.DateTime { return new(timefmt.DateTimeOf(s.Now().UTC())) }
