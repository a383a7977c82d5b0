package reflexion

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/agentmemory/gen/reflection"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/killtest"
	"github.com/bindery-go/bindery/runtime/validate"
	"github.com/bindery-go/bindery/runtime/window"
)

const (
	loopID     = "ralph-test-2026"
	iterations = 20
	omega      = 3
)

var policies = []window.Policy{window.FIFO, window.Recency, window.RelevanceWeighted}

// scripted are models whose every word follows from the iteration.
type scripted struct {
	passesAt int64               // the iteration that passes; -1 for none
	tell     func(string, int64) // of each attempt, its key and iteration
	fail     error               // of the next attempt
}

func confidence(iteration int64) float64 { return float64(1+iteration*7%10) / 10 }

func (m *scripted) Act(_ context.Context, turn Turn) (reflection.ActorOutput, error) {
	if err := m.fail; err != nil {
		m.fail = nil
		return reflection.ActorOutput{}, err
	}
	if m.tell != nil {
		m.tell(turn.Key, turn.Iteration)
	}
	var seen []int64
	for _, x := range turn.InContext {
		seen = append(seen, x.Iteration)
	}
	return reflection.ActorOutput{Actions: []reflection.ActorOutputActionsItem{}, Rationale: fmt.Sprint(seen)}, nil
}

func (m *scripted) Evaluate(_ context.Context, turn Turn, _ reflection.ActorOutput) (reflection.EvaluatorOutput, error) {
	verdict := reflection.EvaluatorOutput{
		Passed: turn.Iteration == m.passesAt, VerificationType: reflection.EvaluatorOutputVerificationTypeUnitTests,
		RewardSignal: new(float64(turn.Iteration/2) / 16),
	}
	for range turn.Iteration % 3 {
		verdict.Errors = append(verdict.Errors, reflection.EvaluatorOutputErrorsItem{Type: reflection.EvaluatorOutputErrorsItemTypeOther, Message: "no"})
	}
	return verdict, nil
}

func (m *scripted) Reflect(_ context.Context, turn Turn, _ reflection.ActorOutput, _ reflection.EvaluatorOutput) (reflection.SelfReflection, error) {
	return reflection.SelfReflection{ReflectionText: "I failed.", Confidence: new(confidence(turn.Iteration))}, nil
}

func open(t *testing.T, dir string, memory reflection.MemoryConfig) *Loop {
	t.Helper()
	l, err := openIn(dir, memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func openIn(dir string, memory reflection.MemoryConfig) (*Loop, error) {
	runs, err := filestore.Open(filepath.Join(dir, "runs"))
	if err != nil {
		return nil, err
	}
	return Open(dir, runs, Config{LoopID: loopID, Task: "Cover it", MaxIterations: iterations, Memory: memory, Lease: time.Second})
}

func run(t *testing.T, l *Loop, passesAt int64) {
	t.Helper()
	passed, err := l.Run(t.Context(), &scripted{passesAt: passesAt})
	if err != nil || passed != (passesAt >= 0) {
		t.Fatal(passed, err)
	}
}

func inContext(l *Loop) (list []int64) {
	for _, x := range l.Memory.InContext() {
		list = append(list, x.Iteration)
	}
	return list
}

func file(dir string, iteration int) string {
	return filepath.Join(dir, ".aiwg/ralph/loops", loopID, "reflections", fmt.Sprintf("iteration-%03d.json", iteration))
}

// records reads what is on disk, each file checked against the schema.
func records(t *testing.T, dir string) (list []*reflection.ReflectionMemory) {
	t.Helper()
	for i := range iterations {
		text, err := os.ReadFile(file(dir, i))
		if err != nil {
			t.Fatal(err)
		}
		x, err := reflection.ParseReflectionMemory(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, x)
	}
	return list
}

// expected gives what a window of the policy holds before an iteration, found
// by looking at all records anew.
func expected(t *testing.T, list []*reflection.ReflectionMemory, policy window.Policy, iteration int) []int64 {
	t.Helper()
	var items []window.Item[int64, int64]
	for _, x := range list[:iteration] {
		items = append(items, window.Item[int64, int64]{
			Key: x.Iteration, Iteration: x.Iteration, Seq: x.Iteration + 1, Time: x.Timestamp.Time(), Score: confidence(x.Iteration),
		})
	}
	held, err := window.Select(items, policy, omega, int64(iteration))
	if err != nil {
		t.Fatal(err)
	}
	var keys []int64
	for _, item := range held {
		keys = append(keys, item.Key)
	}
	return keys
}

// check compares all that the loop has left on disk with what it must have.
func check(t *testing.T, dir string, policy window.Policy) {
	t.Helper()
	list := records(t, dir)
	for i, x := range list {
		before, with := expected(t, list, policy, i), expected(t, list, policy, i+1)
		m := x.MemoryMetadata
		if !slices.Equal(x.PreviousReflectionsUsed, before) || x.GetContextInjected() != (len(before) > 0) || x.ActorOutput.Rationale != fmt.Sprint(before) {
			t.Errorf("%s %d: used %v, acted on %s, want %v", policy, i, x.PreviousReflectionsUsed, x.ActorOutput.Rationale, before)
		}
		if !slices.Equal(m.ReflectionsInContext, with) || m.CurrentMemorySize != int64(len(with)) || m.OmegaCapacity != omega ||
			string(m.GetWindowPolicy()) != string(policy) || m.GetTotalReflectionsGenerated() != int64(i+1) {
			t.Errorf("%s %d: %+v, want %v", policy, i, m, with)
		}
		if i == 0 {
			if x.PerformanceDelta != nil {
				t.Errorf("the first is compared with nothing: %+v", x.PerformanceDelta)
			}
			continue
		}
		reward := float64(i/2-(i-1)/2) / 16
		errors := int64(i%3 - (i-1)%3)
		d := x.PerformanceDelta
		if d.GetRewardChange() != reward || d.GetErrorCountChange() != errors || d.GetIsImprovement() != (reward > 0 || reward == 0 && errors < 0) {
			t.Errorf("%s %d: %v %v %v", policy, i, d.GetRewardChange(), d.GetErrorCountChange(), d.GetIsImprovement())
		}
	}
}

func TestTwentyIterations(t *testing.T) {
	for _, policy := range policies {
		t.Run(string(policy), func(t *testing.T) {
			dir := t.TempDir()
			memory := reflection.MemoryConfig{Capacity: omega, Policy: policy}
			l := open(t, dir, memory)
			run(t, l, -1)
			check(t, dir, policy)
			want := expected(t, records(t, dir), policy, iterations)
			if policy != window.RelevanceWeighted && !slices.Equal(want, []int64{17, 18, 19}) {
				t.Fatal(want)
			}
			for _, l := range []*Loop{l, open(t, dir, memory)} { // as it is, and as it is loaded
				if got := inContext(l); !slices.Equal(got, want) || l.Memory.Len() != iterations || l.Skipped != nil {
					t.Errorf("in context are %v of %d, want %v; %v", got, l.Memory.Len(), want, l.Skipped)
				}
			}
			run(t, open(t, dir, memory), -1) // it has ended: nothing runs again
			check(t, dir, policy)
		})
	}
}

func TestAnAttemptThatPassesEndsTheLoop(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir, reflection.MemoryConfig{})
	run(t, l, 4)
	if l.Memory.Len() != 5 || !slices.Equal(inContext(l), []int64{2, 3, 4}) {
		t.Errorf("%d reflections, %v in context", l.Memory.Len(), inContext(l))
	}
	run(t, open(t, dir, reflection.MemoryConfig{}), 4) // still passed
}

func TestALoadedWindowGrowsAndShrinks(t *testing.T) {
	dir := t.TempDir()
	run(t, open(t, dir, reflection.MemoryConfig{}), 12)
	for capacity, want := range map[int][]int64{1: {12}, 3: {10, 11, 12}, 5: {8, 9, 10, 11, 12}, 10: {3, 4, 5, 6, 7, 8, 9, 10, 11, 12}} {
		if got := inContext(open(t, dir, reflection.MemoryConfig{Capacity: capacity})); !slices.Equal(got, want) {
			t.Errorf("%d: %v, want %v", capacity, got, want)
		}
	}
	for _, capacity := range []int{-1, 11} {
		var bad *window.CapacityError
		if _, err := openIn(dir, reflection.MemoryConfig{Capacity: capacity}); !errors.As(err, &bad) {
			t.Errorf("%d: %v", capacity, err)
		}
	}
}

// TestOneDamagedReflectionHidesNoOther damages files in several ways. The window
// is the best of the rest, and says what it lacks.
func TestOneDamagedReflectionHidesNoOther(t *testing.T) {
	dir := t.TempDir()
	run(t, open(t, dir, reflection.MemoryConfig{}), 12)
	whole, err := os.ReadFile(file(dir, 11))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"half": string(whole[:len(whole)/2]), "empty": "", "list": "[]", "no reflection": "{}",
		"of another iteration": strings.Replace(string(whole), `"iteration":11`, `"iteration":7`, 1),
		"of another loop":      strings.Replace(string(whole), loopID, "ralph-other-2026", 1),
	} {
		if err := os.WriteFile(file(dir, 11), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		l := open(t, dir, reflection.MemoryConfig{})
		if got := inContext(l); !slices.Equal(got, []int64{9, 10, 12}) || l.Skipped == nil || !strings.Contains(l.Skipped.Error(), "iteration-011.json") {
			t.Errorf("%s: %v, %v", name, got, l.Skipped)
		}
		if got, err := os.ReadFile(file(dir, 11)); err != nil || string(got) != content {
			t.Errorf("%s: the file was changed, %v", name, err)
		}
	}
}

func TestAnAttemptThatFailsIsMadeAgain(t *testing.T) {
	dir := t.TempDir()
	var told []string
	away := errors.New("the model is away")
	models := &scripted{passesAt: 1, fail: away, tell: func(key string, i int64) { told = append(told, fmt.Sprint(i)) }}
	if _, err := open(t, dir, reflection.MemoryConfig{}).Run(t.Context(), models); !errors.Is(err, away) {
		t.Fatal(err)
	}
	if passed, err := open(t, dir, reflection.MemoryConfig{}).Run(t.Context(), models); !passed || err != nil || fmt.Sprint(told) != "[0 1]" {
		t.Error(passed, err, told)
	}
}

func TestWhatAModelReturnsIsChecked(t *testing.T) {
	l := open(t, t.TempDir(), reflection.MemoryConfig{})
	var invalid *validate.Error
	_, err := l.Run(t.Context(), boastful{&scripted{}})
	if !errors.As(err, &invalid) || !strings.Contains(err.Error(), "run_loop/1:for_iteration/1/3:reflect") {
		t.Error(err)
	}
}

type boastful struct{ *scripted }

func (boastful) Reflect(context.Context, Turn, reflection.ActorOutput, reflection.EvaluatorOutput) (reflection.SelfReflection, error) {
	return reflection.SelfReflection{Confidence: new(1.5)}, nil
}

func TestLoopIDsStayInside(t *testing.T) {
	for _, id := range []string{"", "../../esc", "ralph-../x", "loop-1"} {
		if _, err := Open(t.TempDir(), nil, Config{LoopID: id}); err == nil {
			t.Errorf("a loop is called %q", id)
		}
	}
}

func TestMain(m *testing.M) {
	killtest.Child(func(args []string) error { return runIn(args[0], window.Policy(args[1])) })
	os.Exit(m.Run())
}

func runIn(dir string, policy window.Policy) error {
	l, err := openIn(dir, reflection.MemoryConfig{Capacity: omega, Policy: policy})
	if err != nil {
		return err
	}
	attempts, err := os.OpenFile(filepath.Join(dir, "attempts"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = l.Run(context.Background(), &scripted{passesAt: -1, tell: func(key string, iteration int64) {
		// The line has 64 bytes: one that lies on two pages of memory may be cut by a kill.
		fmt.Fprintf(attempts, "%-63s\n", fmt.Sprint(key, " ", iteration))
	}})
	return err
}

// TestKilledLoopsGoOn kills processes at random moments until one comes to the
// end of the loop. What is on disk is what a loop leaves that nobody disturbs,
// and an attempt that was made twice had the same key.
func TestKilledLoopsGoOn(t *testing.T) {
	for _, policy := range policies {
		t.Run(string(policy), func(t *testing.T) {
			dir := t.TempDir()
			kills := killtest.UntilDone(t, dir, string(policy))
			check(t, dir, policy)
			made, err := os.ReadFile(filepath.Join(dir, "attempts"))
			if err != nil {
				t.Fatal(err)
			}
			lines := slices.Collect(strings.Lines(string(made)))
			once := slices.Compact(slices.Clone(lines))
			if len(once) != iterations || len(lines)-len(once) > kills {
				t.Errorf("%d attempts, %d different, %d kills", len(lines), len(once), kills)
			}
			t.Logf("%d kills, %d attempts interrupted", kills, len(lines)-len(once))
		})
	}
}
