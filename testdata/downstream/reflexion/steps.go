package reflexion

import (
	"context"

	"example.com/agentmemory/gen/reflection"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// runLoop has the steps of run_loop.
type runLoop struct {
	*Loop
	models Models
}

// runLoopData are the data of a run of run_loop. They are saved as JSON after
// each step.
type runLoopData struct {
	Attempt    *reflection.ActorOutput // nil until there is one, as the others
	Verdict    *reflection.EvaluatorOutput
	Reflection *reflection.SelfReflection
}

var _ reflection.RunLoopSteps[runLoopData] = runLoop{}

// MaxIterations says how often run_loop/1:for_iteration goes round at most.
func (l runLoop) MaxIterations(ctx context.Context, call *protocol.Call, data *runLoopData) (int, error) {
	return l.config.MaxIterations, nil
}

// Act is the step run_loop/1:for_iteration/*/1:act.
func (l runLoop) Act(ctx context.Context, call *protocol.Call, data *runLoopData) error {
	turn, err := l.turn(call)
	if err != nil {
		return err
	}
	attempt, err := l.models.Act(ctx, turn)
	if err != nil {
		return err
	}
	data.Attempt = &attempt
	return attempt.Validate()
}

// Evaluate is the step run_loop/1:for_iteration/*/2:evaluate.
func (l runLoop) Evaluate(ctx context.Context, call *protocol.Call, data *runLoopData) error {
	turn, err := l.turn(call)
	if err != nil {
		return err
	}
	verdict, err := l.models.Evaluate(ctx, turn, *data.Attempt)
	if err != nil {
		return err
	}
	data.Verdict = &verdict
	return verdict.Validate()
}

// Reflect is the step run_loop/1:for_iteration/*/3:reflect.
func (l runLoop) Reflect(ctx context.Context, call *protocol.Call, data *runLoopData) error {
	turn, err := l.turn(call)
	if err != nil {
		return err
	}
	thoughts, err := l.models.Reflect(ctx, turn, *data.Attempt, *data.Verdict)
	if err != nil {
		return err
	}
	data.Reflection = &thoughts
	return thoughts.Validate()
}

// Remember is the step run_loop/1:for_iteration/*/4:remember.
func (l runLoop) Remember(ctx context.Context, call *protocol.Call, data *runLoopData) error {
	turn, err := l.turn(call)
	if err != nil {
		return err
	}
	x := reflection.NewReflectionMemory()
	x.LoopID, x.Iteration = l.config.LoopID, turn.Iteration
	x.Timestamp = timefmt.DateTimeOf(l.config.Now().UTC())
	if l.config.Task != "" {
		x.TaskDescription = &l.config.Task
	}
	x.ActorOutput, x.EvaluatorOutput, x.SelfReflection = *data.Attempt, *data.Verdict, *data.Reflection
	// Where a process died after it had written the file, this is the same
	// record again and takes its place.
	if _, err := l.Memory.Add(x); err != nil {
		return err
	}
	return l.reflections.Put(ctx, x)
}

// IfPassed decides whether run_loop/1:for_iteration/*/5:if_passed is taken.
func (l runLoop) IfPassed(ctx context.Context, call *protocol.Call, data *runLoopData) (bool, error) {
	return data.Verdict.Passed, nil
}

// LeaveLoop is the step run_loop/1:for_iteration/*/5:if_passed/1:leave_loop.
func (l runLoop) LeaveLoop(ctx context.Context, call *protocol.Call, data *runLoopData) error {
	return protocol.Break
}

func (l runLoop) turn(call *protocol.Call) (Turn, error) {
	number, err := protocol.Item[int64](call, "for_iteration")
	return Turn{Iteration: number - 1, Key: call.IdempotencyKey(), InContext: l.Memory.InContext()}, err
}
