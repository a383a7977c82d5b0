package trajectories

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/agentmemory/gen/trajectory"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/killtest"
)

const turns = 40

func TestMain(m *testing.M) {
	killtest.Child(func(args []string) error { return work(args[0], args[1]) })
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
	_, err := w.effects.WriteString(key + " " + action.Description + "\n")
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
