package rounds

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"example.com/agentmemory/gen/socialrl"
	"github.com/bindery-go/bindery/runtime/killtest"
	"github.com/bindery-go/bindery/runtime/optional"
)

func TestMain(m *testing.M) {
	killtest.Child(func(args []string) error { return applyForEver(args[0], args[1]) })
	os.Exit(m.Run())
}

// applyForEver applies rounds, each with a cue of its own and with the deltas of a
// role, that nobody has applied. It prints the number of each.
func applyForEver(dir, first string) error {
	r, err := Open(dir)
	if err != nil {
		return err
	}
	r.Intensity = func(a socialrl.PolicyAdaptation, _ string, current float64) float64 { return current + a.Deltas["d"] }
	n, err := strconv.ParseInt(first, 10, 64)
	for ; err == nil; n += 2 {
		x := socialrl.NewRoundResult()
		x.RoundNumber = n
		x.PolicyAdaptations = []socialrl.PolicyAdaptation{
			{Role: new("Counter"), Deltas: map[string]float64{"d": 1.0 / 4096}},
			{Role: new("Worker"), AdaptationType: new(socialrl.PolicyAdaptationAdaptationTypeActivateCue), Cue: optional.Of(fmt.Sprint("cue ", n))},
		}
		if err = r.Rounds.Put(context.Background(), x); err != nil {
			break
		}
		if _, err = r.Apply(context.Background(), n); errors.Is(err, ErrApplied) {
			err = nil // by one who died before it could say so
			continue
		}
		if err == nil {
			fmt.Println(n)
		}
	}
	return err
}

// TestKilledRunsApplyEachRoundOnce kills two processes again and again. Every round
// that was acknowledged has been applied, and none twice.
func TestKilledRunsApplyEachRoundOnce(t *testing.T) {
	dir := t.TempDir()
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	counter := socialrl.CueState{Intensity: new(0.0)}
	state := socialrl.PolicyState{Policies: []socialrl.Policy{{Role: "Counter", CueStates: map[string]socialrl.CueState{"count": counter}}}}
	if err := r.Policies.Put(t.Context(), &state); err != nil {
		t.Fatal(err)
	}
	var said []int64
	for range 8 {
		a, b := killtest.Start(t, dir, "0"), killtest.Start(t, dir, "1")
		time.Sleep(time.Duration(20+rand.IntN(100)) * time.Millisecond)
		a.Kill()
		b.Kill()
		for _, line := range slices.Concat(a.Printed(), b.Printed()) {
			n, err := strconv.ParseInt(line, 10, 64)
			if err != nil {
				t.Fatal(line)
			}
			said = append(said, n)
		}
	}
	x, err := r.Policies.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range said {
		if !slices.Contains(x.RoundsApplied, n) || !slices.Contains(x.Policies[1].CuesActive, fmt.Sprint("cue ", n)) {
			t.Errorf("round %d is lost", n)
		}
	}
	if got := *x.Policies[0].CueStates["count"].Intensity * 4096; got != float64(len(x.RoundsApplied)) || len(said) == 0 {
		t.Errorf("%v deltas of %d rounds, %d of them acknowledged", got, len(x.RoundsApplied), len(said))
	}
}
