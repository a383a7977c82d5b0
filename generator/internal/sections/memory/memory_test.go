package memory_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/gen/reflection"
	"github.com/bindery-go/bindery/runtime/timefmt"
	"github.com/bindery-go/bindery/runtime/window"
)

type record = reflection.ReflectionMemory

// made is a record as a loop makes it: without what the memory writes.
func made(iteration int64, confidence float64) *record {
	x := reflection.NewReflectionMemory()
	x.LoopID, x.Iteration = "ralph-test", iteration
	x.Timestamp = timefmt.TrustedDateTime(fmt.Sprintf("2026-01-25T10:%02d:%02dZ", iteration/60, iteration%60))
	x.ActorOutput.Rationale, x.SelfReflection.ReflectionText = "r", "t"
	x.EvaluatorOutput.VerificationType = reflection.ReflectionMemoryEvaluatorOutputVerificationTypeLint
	x.SelfReflection.Confidence = &confidence
	return x
}

func failing(x *record, reward float64, errors int) *record {
	x.EvaluatorOutput.RewardSignal = &reward
	for range errors {
		x.EvaluatorOutput.Errors = append(x.EvaluatorOutput.Errors, reflection.ReflectionMemoryEvaluatorOutputErrorsItem{Type: "other", Message: "m"})
	}
	return x
}

// stored writes a record and reads it back, as a program that is started again does.
func stored(t *testing.T, x *record) *record {
	t.Helper()
	data, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	back, err := reflection.ParseReflectionMemory(data)
	if err != nil {
		t.Fatalf("what Add has written is not valid: %v", err)
	}
	return back
}

func kept(records ...*record) iter.Seq2[*record, error] {
	return func(yield func(*record, error) bool) {
		for _, x := range records {
			if !yield(x, nil) {
				return
			}
		}
	}
}

func iterations(records []*record) []int64 {
	list := []int64{}
	for _, x := range records {
		list = append(list, x.Iteration)
	}
	return list
}

func memory(t *testing.T, config reflection.MemoryConfig, records ...*record) *reflection.Memory {
	t.Helper()
	m, err := reflection.NewMemory(config, kept(records...))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func add(t *testing.T, m *reflection.Memory, x *record) *record {
	t.Helper()
	left, err := m.Add(x)
	if err != nil {
		t.Fatal(err)
	}
	return left
}

var policies = []window.Policy{window.FIFO, window.Recency, window.RelevanceWeighted}

func TestAReloadOfTwelveHoldsTheLastThree(t *testing.T) {
	for _, policy := range policies {
		var all []*record
		m := memory(t, reflection.MemoryConfig{Policy: policy})
		for i := int64(1); i <= 12; i++ {
			x := made(i, 1)
			add(t, m, x)
			all = append(all, stored(t, x))
		}
		// In the order in which the names of their files sort: 1, 10, 11, 12, 2, …
		slices.SortFunc(all, func(a, b *record) int { return cmpText(fmt.Sprint(a.Iteration), fmt.Sprint(b.Iteration)) })
		again := memory(t, reflection.MemoryConfig{Policy: policy, Capacity: 3}, all...)
		if diff := cmp.Diff([]int64{10, 11, 12}, iterations(again.InContext())); diff != "" {
			t.Errorf("%s: %s", policy, diff)
		}
		if again.Len() != 12 || again.Get(1).Iteration != 1 || again.Get(13) != nil {
			t.Errorf("%s: %d records", policy, again.Len())
		}
	}
}

func cmpText(a, b string) int {
	if a < b {
		return -1
	}
	return 1
}

// TestALoopOfTwentyKilledAndResumed compares a loop that is killed after every
// possible iteration, and does that iteration once more, with one that never is.
func TestALoopOfTwentyKilledAndResumed(t *testing.T) {
	const loops = 20
	for _, policy := range policies {
		rng := rand.New(rand.NewPCG(7, 8))
		var confidence [loops]float64
		for i := range confidence {
			confidence[i] = rng.Float64()
		}
		run := func(m *reflection.Memory, from int) (files []*record) {
			for i := from; i < loops; i++ {
				x := failing(made(int64(i), confidence[i]), float64(i%5)/4, i%3)
				add(t, m, x)
				files = append(files, stored(t, x))
			}
			return files
		}
		config := reflection.MemoryConfig{Policy: policy, Capacity: 3}
		m := memory(t, config)
		whole := run(m, 0)
		for killed := range loops {
			again := memory(t, config, whole[:killed+1]...)
			files := append(slices.Clone(whole[:killed]), run(again, killed)...)
			if diff := cmp.Diff(texts(t, whole), texts(t, files)); diff != "" {
				t.Fatalf("%s, killed after %d:\n%s", policy, killed, diff)
			}
			if diff := cmp.Diff(iterations(m.InContext()), iterations(again.InContext())); diff != "" {
				t.Fatalf("%s, killed after %d: %s", policy, killed, diff)
			}
		}
	}
}

func texts(t *testing.T, records []*record) []string {
	var list []string
	for _, x := range records {
		data, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(data))
	}
	return list
}

func TestWhatIsWrittenIntoARecord(t *testing.T) {
	m := memory(t, reflection.MemoryConfig{Capacity: 2})
	var last *record
	for i := range int64(4) {
		last = failing(made(i, 1), 0.25*float64(i), int(i))
		add(t, m, last)
	}
	meta := last.MemoryMetadata
	got := []any{meta.OmegaCapacity, meta.CurrentMemorySize, meta.ReflectionsInContext, string(meta.GetWindowPolicy()), meta.GetTotalReflectionsGenerated(),
		last.PreviousReflectionsUsed, last.GetContextInjected(), last.PerformanceDelta.GetRewardChange(), last.PerformanceDelta.GetErrorCountChange(), last.PerformanceDelta.GetIsImprovement()}
	want := []any{int64(2), int64(2), []int64{2, 3}, "fifo", int64(4), []int64{1, 2}, true, 0.25, int64(1), true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	first := m.Get(0)
	if first.GetContextInjected() || first.ContextInjected == nil || first.PreviousReflectionsUsed == nil || first.PerformanceDelta != nil {
		t.Errorf("the first record: %+v", first)
	}
}

func TestImprovement(t *testing.T) {
	plain := func() *record { return made(0, 1) }
	for name, test := range map[string]struct {
		before, x   *record
		improvement bool
		reward      *float64
		errors      int64
	}{
		"reward up, more errors":       {failing(plain(), 0.5, 0), failing(plain(), 0.75, 4), true, ptr(0.25), 4},
		"reward down, fewer errors":    {failing(plain(), 0.5, 4), failing(plain(), 0.25, 0), false, ptr(-0.25), -4},
		"equal, fewer errors":          {failing(plain(), 0.5, 4), failing(plain(), 0.5, 3), true, ptr(0.0), -1},
		"equal, as many errors":        {failing(plain(), 0.5, 4), failing(plain(), 0.5, 4), false, ptr(0.0), 0},
		"equal, more errors":           {failing(plain(), 0.5, 4), failing(plain(), 0.5, 5), false, ptr(0.0), 1},
		"no reward before":             {plain(), failing(plain(), 1, 1), false, nil, 1},
		"no reward now, fewer errors":  {failing(plain(), 1, 2), plain(), true, nil, -2},
		"no reward at all, no errors":  {plain(), plain(), false, nil, 0},
		"from nothing to all that is":  {failing(plain(), 0, 3), failing(plain(), 1, 0), true, ptr(1.0), -3},
		"what was written goes":        {plain(), stale(plain()), false, nil, 0},
		"what stood there is replaced": {failing(plain(), 0.5, 0), stale(failing(plain(), 0.25, 0)), false, ptr(-0.25), 0},
	} {
		t.Run(name, func(t *testing.T) {
			m := memory(t, reflection.MemoryConfig{})
			test.before.Iteration, test.x.Iteration = 4, 7
			add(t, m, test.before)
			add(t, m, test.x)
			d := test.x.PerformanceDelta
			if d.GetIsImprovement() != test.improvement || d.IsImprovement == nil || d.GetErrorCountChange() != test.errors {
				t.Errorf("improvement %v, errors %d", d.GetIsImprovement(), d.GetErrorCountChange())
			}
			if diff := cmp.Diff(test.reward, d.RewardChange); diff != "" {
				t.Errorf("reward: %s", diff)
			}
		})
	}
}

func ptr[T any](v T) *T { return &v }

func stale(x *record) *record {
	x.PerformanceDelta = &reflection.ReflectionMemoryPerformanceDelta{RewardChange: ptr(9.0), IsImprovement: ptr(true)}
	return x
}

func TestAddingAgainReplacesAndTellsWhatWasThen(t *testing.T) {
	m := memory(t, reflection.MemoryConfig{Capacity: 3})
	for i := range int64(6) {
		add(t, m, made(i, 1))
	}
	again := made(2, 1)
	again.Notes = ptr("second try")
	if left := add(t, m, again); left != again {
		t.Errorf("%v left", left)
	}
	if diff := cmp.Diff([][]int64{{0, 1}, {0, 1, 2}}, [][]int64{again.PreviousReflectionsUsed, again.MemoryMetadata.ReflectionsInContext}); diff != "" {
		t.Error(diff)
	}
	if *m.Get(2).Notes != "second try" || m.Len() != 6 || again.MemoryMetadata.GetTotalReflectionsGenerated() != 6 {
		t.Errorf("%d records", m.Len())
	}
	if diff := cmp.Diff([]int64{3, 4, 5}, iterations(m.InContext())); diff != "" {
		t.Error(diff)
	}
	grown, err := m.Resize(5)
	if diff := cmp.Diff([]int64{1, 2, 3, 4, 5}, iterations(m.InContext())); diff != "" || len(grown) != 0 || err != nil {
		t.Error(diff, err)
	}
	if m.Capacity() != 5 || m.Policy() != window.FIFO {
		t.Errorf("%d, %s", m.Capacity(), m.Policy())
	}
}

func TestRelevanceIsTheConfidenceOrOne(t *testing.T) {
	m := memory(t, reflection.MemoryConfig{Capacity: 1, Policy: window.RelevanceWeighted})
	add(t, m, made(0, 0.9))
	if left := add(t, m, made(1, 0.1)); left == nil || left.Iteration != 1 {
		t.Errorf("%v left", left)
	}
	sure := made(2, 0)
	sure.SelfReflection.Confidence = nil
	if left := add(t, m, sure); left == nil || left.Iteration != 0 {
		t.Errorf("%v left", left)
	}
	own := memory(t, reflection.MemoryConfig{
		Capacity: 1, Policy: window.RelevanceWeighted, Score: func(x *record) float64 { return 100 / float64(x.Iteration*x.Iteration) },
		Pinned: func(x *record) bool { return x.Iteration == 3 },
	})
	add(t, own, made(1, 0))
	if left := add(t, own, made(4, 1)); left == nil || left.Iteration != 4 {
		t.Errorf("%v left", left)
	}
	if left := add(t, own, made(3, 0)); left == nil || left.Iteration != 1 {
		t.Errorf("%v left", left)
	}
}

func TestWhatIsRefused(t *testing.T) {
	for _, capacity := range []int{-1, 11} {
		m, err := reflection.NewMemory(reflection.MemoryConfig{Capacity: capacity}, nil)
		var bad *window.CapacityError
		if m != nil || !errors.As(err, &bad) || bad.Min != 1 || bad.Max != 10 {
			t.Errorf("capacity %d: %v", capacity, err)
		}
	}
	if m, err := reflection.NewMemory(reflection.MemoryConfig{Policy: "lifo"}, nil); m != nil || !errors.Is(err, window.ErrPolicy) {
		t.Errorf("%v", err)
	}
	m := memory(t, reflection.MemoryConfig{})
	for name, x := range map[string]*record{"nil": nil, "negative": made(-1, 1), "no score": made(1, -1)} {
		before := ""
		if x != nil {
			before = texts(t, []*record{x})[0]
		}
		if _, err := m.Add(x); !errors.Is(err, window.ErrItem) {
			t.Errorf("%s: %v", name, err)
		}
		if x != nil && texts(t, []*record{x})[0] != before {
			t.Errorf("%s: the record was written", name)
		}
	}
	torn := errors.New("torn")
	m, err := reflection.NewMemory(reflection.MemoryConfig{}, func(yield func(*record, error) bool) {
		_ = yield(made(1, 1), nil) && yield(nil, torn) && yield(made(2, 1), nil)
	})
	if !errors.Is(err, window.ErrSkipped) || !errors.Is(err, torn) || m == nil || m.Len() != 2 {
		t.Errorf("%v, %v", m, err)
	}
}

// TestMemoryAgainstTheModel adds records at random, early, late and again, and
// holds what is written into each against window.Select.
func TestMemoryAgainstTheModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range 30 {
		config := reflection.MemoryConfig{Policy: policies[round%3], Capacity: 1 + rng.IntN(5)}
		m := memory(t, config)
		model := map[int64]window.Item[int64, *record]{}
		seq := int64(0)
		for range 40 {
			x := made(rng.Int64N(25), float64(1+rng.IntN(8))/8)
			item := window.Item[int64, *record]{Key: x.Iteration, Iteration: x.Iteration, Time: x.Timestamp.Time(), Score: *x.SelfReflection.Confidence, Value: x}
			if old, ok := model[x.Iteration]; ok {
				item.Seq = old.Seq
			} else {
				seq++
				item.Seq = seq
			}
			model[x.Iteration] = item
			add(t, m, x)
			at := func(now int64) []int64 {
				var items []window.Item[int64, *record]
				for _, it := range model {
					items = append(items, it)
				}
				picked, err := window.Select(items, config.Policy, config.Capacity, now)
				if err != nil {
					t.Fatal(err)
				}
				ids := []int64{}
				for _, it := range picked {
					ids = append(ids, it.Key)
				}
				return ids
			}
			want := [][]int64{at(x.Iteration - 1), at(x.Iteration), at(1 << 40)}
			got := [][]int64{x.PreviousReflectionsUsed, x.MemoryMetadata.ReflectionsInContext, iterations(m.InContext())}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s, Ω %d, iteration %d: %s", config.Policy, config.Capacity, x.Iteration, diff)
			}
			if x.MemoryMetadata.CurrentMemorySize != int64(len(want[1])) || x.MemoryMetadata.GetTotalReflectionsGenerated() != int64(len(model)) {
				t.Fatalf("%+v", x.MemoryMetadata)
			}
		}
	}
}

// TestMemoryReloadsInOrderOfInsertion adds records in random order, some of them
// once more, and reads back what was written of each.
func TestMemoryReloadsInOrderOfInsertion(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 12))
	for round := range 200 {
		config := reflection.MemoryConfig{Policy: []window.Policy{window.FIFO, window.Recency, window.RelevanceWeighted}[round%3]}
		m := memory(t, config)
		files := map[int64]*record{}
		for _, i := range append(rng.Perm(8), rng.IntN(8), rng.IntN(8)) {
			x := made(int64(i), rng.Float64())
			if _, err := m.Add(x); err != nil {
				t.Fatal(err)
			}
			files[x.Iteration] = stored(t, x)
		}
		again := memory(t, config, slices.Collect(maps.Values(files))...)
		if diff := cmp.Diff(iterations(m.InContext()), iterations(again.InContext())); diff != "" {
			t.Fatalf("%s, round %d: %s", config.Policy, round, diff)
		}
	}
}

func TestMemoryRescore(t *testing.T) {
	m := memory(t, reflection.MemoryConfig{Policy: window.RelevanceWeighted, Capacity: 1})
	for i := range int64(3) {
		if _, err := m.Add(made(i, 0.5)); err != nil {
			t.Fatal(err)
		}
	}
	left, err := m.Rescore(func(x *record) float64 {
		if x.Iteration == 0 {
			return 100
		}
		return 1
	})
	if err != nil || !slices.Equal(iterations(left), []int64{2}) || !slices.Equal(iterations(m.InContext()), []int64{0}) {
		t.Errorf("left %v, in context %v, %v", iterations(left), iterations(m.InContext()), err)
	}
	if _, err := m.Rescore(nil); err != nil || !slices.Equal(iterations(m.InContext()), []int64{2}) {
		t.Errorf("in context %v, %v", iterations(m.InContext()), err)
	}
}
