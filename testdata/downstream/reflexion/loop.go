// Package reflexion runs Reflexion loops: an actor tries, an evaluator judges, a
// third model reflects on what went wrong, and the most useful reflections stay
// in the context of the next attempt. Every reflection is a file of the form
// that schemas/reflection-memory.json gives; its overlay says where it lies and
// how the loop goes, and steps.go has what its steps do.
package reflexion

import (
	"cmp"
	"context"
	"errors"
	"time"

	"example.com/agentmemory/gen/reflection"
	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/window"
)

// Models are the three models of Reflexion. What they return must be valid.
type Models interface {
	Act(ctx context.Context, turn Turn) (reflection.ActorOutput, error)
	Evaluate(ctx context.Context, turn Turn, attempt reflection.ActorOutput) (reflection.EvaluatorOutput, error)
	Reflect(ctx context.Context, turn Turn, attempt reflection.ActorOutput, verdict reflection.EvaluatorOutput) (reflection.SelfReflection, error)
}

// Turn is what a model knows of the loop.
type Turn struct {
	Iteration int64  // from zero
	Key       string // the same whenever a call that was interrupted is made again
	InContext []*reflection.ReflectionMemory
}

// Config says which loop it is, and how it goes.
type Config struct {
	LoopID        string // ralph-…
	Task          string
	MaxIterations int
	Memory        reflection.MemoryConfig // Ω and the policy
	Now           func() time.Time        // nil is time.Now
	Lease         time.Duration           // how long the loop stays with a process that has died; 0 is ten seconds
}

// Loop is one loop and its memory. It is not safe for concurrent use; of several
// processes that run one loop one works on it, and the others wait for that.
type Loop struct {
	Memory *reflection.Memory
	// Skipped says which reflections could not be read; nil for none. The
	// memory is right for all the others.
	Skipped error

	config      Config
	root        *storage.Root
	reflections *reflection.Reflections
	runs        checkpoint.Store
}

// Open opens a loop, begun or not, below a directory. Its memory is made of the
// reflections that are there. The checkpoints know how far the loop has come.
func Open(dir string, runs checkpoint.Store, config Config) (*Loop, error) {
	if config.Now == nil {
		config.Now = time.Now
	}
	root, err := storage.Open(dir)
	if err != nil {
		return nil, err
	}
	if _, err := reflection.ReflectionFile(config.LoopID, 0); err != nil { // what is not a loop has no reflections
		return nil, errors.Join(err, root.Close())
	}
	lease := cmp.Or(config.Lease, 10*time.Second)
	l := &Loop{
		config: config, root: root, reflections: reflection.NewReflections(root), runs: protocol.Exclusive(runs, "reflexion", lease),
	}
	l.Memory, err = reflection.NewMemory(config.Memory, l.reflections.OfLoopID(config.LoopID))
	if errors.Is(err, window.ErrSkipped) {
		l.Skipped, err = err, nil
	}
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return l, nil
}

// Close lets go of the directory.
func (l *Loop) Close() error { return l.root.Close() }

// Run runs the loop to its end, from where it was interrupted, and says whether
// an attempt has passed.
func (l *Loop) Run(ctx context.Context, models Models) (passed bool, err error) {
	var data runLoopData
	_, err = reflection.RunRunLoop(ctx, runLoop{l, models}, &data, protocol.WithRun(l.runs, l.config.LoopID))
	return err == nil && data.Verdict != nil && data.Verdict.Passed, err
}
