package trajectories

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/agentmemory/gen/trajectory"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/killtest"
)

const turns = 40

func TestMain(m *testing.M) {
	killtest.Child(func(args []string) error {
		if len(args) == 3 {
			return race(args[0], args[1], args[2])
		}
		return work(args[0], args[1])
	})
	os.Exit(m.Run())
}

// work takes turns until there are enough. Each action leaves a line with its
// key and turn in the file effects.
func work(dir, id string) error {
	s, err := Open(dir)
	if err != nil {
		return err
	}
	s.Lease = time.Second
	if s.Runs, err = filestore.Open(filepath.Join(dir, "runs")); err != nil {
		return err
	}
	effects, err := os.OpenFile(filepath.Join(dir, "effects"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	for {
		x, err := s.Load(id)
		if err != nil {
			return err
		}
		if len(x.Iterations) == turns {
			return nil
		}
		if err := s.Record(context.Background(), id, writing{effects}); err != nil {
			return err
		}
	}
}

type writing struct{ effects *os.File }

func (writing) Think(_ context.Context, past *trajectory.Trajectory) (trajectory.Thought, Usage, error) {
	return trajectory.Thought{Type: trajectory.ThoughtTypeProgress, Content: strconv.Itoa(len(past.Iterations) + 1)}, Usage{InputTokens: 1}, nil
}

func (writing) Decide(_ context.Context, thought trajectory.Thought) (trajectory.Action, Usage, error) {
	return trajectory.Action{Tool: "write", Description: thought.Content}, Usage{OutputTokens: 1}, nil
}

func (w writing) Execute(_ context.Context, key string, action trajectory.Action) (trajectory.Observation, error) {
	// The line has 64 bytes: one that lies on two pages of memory may be cut by a kill.
	_, err := fmt.Fprintf(w.effects, "%-63s\n", key+" "+action.Description)
	return trajectory.Observation{Status: success, Result: trajectory.NewObservationResultString(key)}, err
}

// TestKilledAgentsGoOn kills an agent at random moments until one comes to the
// end. Each turn is recorded once and in order; an action that ran twice was the
// one at a kill, and had the same key.
func TestKilledAgentsGoOn(t *testing.T) {
	s, _ := open(t)
	id := begin(t, s)
	kills := killtest.UntilDone(t, s.Root().Name(), id)

	x := load(t, s, id)
	if len(x.Iterations) != turns || x.Metadata.GetTotalTokens() != 2*turns {
		t.Errorf("%d iterations, %d tokens", len(x.Iterations), x.Metadata.GetTotalTokens())
	}
	written, err := os.ReadFile(filepath.Join(s.Root().Name(), "effects"))
	if err != nil {
		t.Fatal(err)
	}
	last, doubles, n := "", 0, 0
	for line := range strings.Lines(string(written)) {
		if line == last {
			doubles++
			continue
		}
		key, turn, _ := strings.Cut(strings.TrimSpace(line), " ")
		recorded, _ := x.Iterations[n].Observation.Result.AsString()
		if n++; turn != strconv.Itoa(n) || recorded != key || x.Iterations[n-1].IterationNumber != int64(n) {
			t.Fatalf("action %d is %q, recorded is %q", n, line, recorded)
		}
		last = line
	}
	if n != turns || doubles > kills {
		t.Errorf("%d actions, %d doubles, %d kills", n, doubles, kills)
	}
	t.Logf("%d kills, %d actions interrupted", kills, doubles)
}

// race records entries in a trajectory that others record in as well, each in room
// that it has reserved, and prints what is acknowledged, until there is no room.
func race(dir, id, name string) error {
	s, err := Open(dir)
	if err != nil {
		return err
	}
	s.Limits.MaxIterations = turns
	ctx := context.Background()
	for n := 0; ; n++ {
		x, err := s.Load(id)
		if err != nil || x.Outcome != nil {
			return err
		}
		room, err := s.Reserve(ctx, id, 200*time.Millisecond, budget.Amounts{})
		if errors.As(err, new(*budget.ExceededError)) {
			time.Sleep(10 * time.Millisecond) // the room of one that was killed comes back
			continue
		}
		if err != nil {
			return err
		}
		result := name + "/" + strconv.Itoa(n)
		err = s.Trajectories.Record(ctx, id, room, trajectory.TAOIteration{
			Thought:     trajectory.Thought{Type: trajectory.ThoughtTypeProgress, Content: "on"},
			Action:      trajectory.Action{Tool: "write", Description: "a line"},
			Observation: trajectory.Observation{Status: success, Result: trajectory.NewObservationResultString(result)},
		})
		if errors.As(err, new(*budget.ExceededError)) {
			continue // the lease had ended, and somebody else had the room
		}
		if err != nil {
			return err
		}
		fmt.Println(result)
	}
}

// TestKilledRecordersKeepToTheLimit lets three processes record in one trajectory
// and kills one after the other. What was acknowledged is there, once, and there
// is never more than the limit allows.
func TestKilledRecordersKeepToTheLimit(t *testing.T) {
	s, _ := open(t)
	s.Now = time.Now
	id := begin(t, s)
	var all, running []*killtest.Process
	start := func() {
		p := killtest.Start(t, s.Root().Name(), id, "p"+strconv.Itoa(len(all)))
		all, running = append(all, p), append(running, p)
	}
	for range 3 {
		start()
	}
	for kills := 0; load(t, s, id).Outcome == nil; kills++ {
		time.Sleep(time.Duration(20+kills*13%40) * time.Millisecond)
		running[0].Kill()
		if _, err := running[0].Wait(); err != nil {
			t.Fatal(err)
		}
		running = running[1:]
		start()
	}
	recorded := map[string]int{}
	x := load(t, s, id)
	for i, it := range x.Iterations {
		result, _ := it.Observation.Result.AsString()
		recorded[result]++
		if it.IterationNumber != int64(i)+1 {
			t.Errorf("iteration %d has the number %d", i+1, it.IterationNumber)
		}
	}
	acknowledged := 0
	for _, p := range all {
		p.Kill()
		for _, result := range p.Printed() {
			if acknowledged++; recorded[result] != 1 {
				t.Errorf("%s was acknowledged and is there %d times", result, recorded[result])
			}
		}
	}
	if len(x.Iterations) != turns || len(recorded) != turns {
		t.Errorf("%d iterations, %d different, with a limit of %d", len(x.Iterations), len(recorded), turns)
	}
	t.Logf("%d processes, %d of %d were acknowledged", len(all), acknowledged, turns)
}
