package spending_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/gen/spending"
	"github.com/bindery-go/bindery/runtime/store"
)

// shelf is a store of one document, by the key "run".
type shelf struct {
	x        run
	reserved map[string]budget.Amounts
	behind   bool // of what stands in step with the document
	full     bool // so that nothing is written
	stuck    bool // so that nothing is released
}

var (
	errNoDocument = errors.New("no document")
	errFull       = errors.New("disk full")
)

func (s *shelf) Update(_ context.Context, key string, change func(x *run) error) error {
	if key != "run" {
		return errNoDocument
	}
	x := s.x
	if err := change(&x); err != nil {
		return err
	}
	if s.full {
		return errFull
	}
	s.x = x
	if s.behind {
		return fmt.Errorf("%w: the log is full", store.ErrBehind)
	}
	return nil
}

func (s *shelf) Reserve(_ context.Context, key string, _ time.Duration, more budget.Amounts, fits func(x *run, reserved budget.Amounts) error) (string, error) {
	if key != "run" {
		return "", errNoDocument
	}
	all, _, err := s.ReservedByOthers(key, "")
	if err == nil {
		all, err = all.Plus(more)
	}
	if err == nil {
		err = fits(&s.x, all)
	}
	if err != nil {
		return "", err
	}
	id := fmt.Sprint("r", len(s.reserved)+1)
	s.reserved[id] = more
	return id, nil
}

func (s *shelf) ReservedByOthers(_ string, id string) (others budget.Amounts, held bool, err error) {
	for other, amounts := range s.reserved {
		if other == id {
			held = true
		} else if others, err = others.Plus(amounts); err != nil {
			return others, held, err
		}
	}
	return others, held, nil
}

func (s *shelf) Release(_ context.Context, _ string, id string) error {
	if s.stuck {
		return errFull
	}
	delete(s.reserved, id)
	return nil
}

func open(tokens int64) (*shelf, spending.Stored[string, run, []call, call, int64]) {
	s := &shelf{reserved: map[string]budget.Amounts{}}
	return s, spending.In(s, &runs, tokens)
}

func tokensIn(n int64) budget.Amounts { return budget.Amounts{budget.TokensIn: n} }

func TestStored(t *testing.T) {
	ctx := t.Context()
	s, in := open(100)
	first, err := in.Reserve(ctx, "run", time.Minute, tokensIn(60))
	if err != nil {
		t.Fatal(err)
	}
	var beyond *budget.ExceededError
	if id, err := in.Reserve(ctx, "run", time.Minute, tokensIn(60)); id != "" || !errors.As(err, &beyond) || s.x.Ended != "" {
		t.Errorf("%q, %v, %+v: what is reserved is given twice, or the document says what others have reserved", id, err, s.x)
	}
	if err := in.Record(ctx, "run", "", call{Tokens: 60}); !errors.As(err, &beyond) || len(s.x.Calls) != 1 {
		t.Errorf("%v, %+v: what was spent already is recorded", err, s.x)
	}
	if err := in.Record(ctx, "run", first, call{Tokens: 30}); err != nil || len(s.reserved) != 0 || s.x.Tokens != 90 {
		t.Errorf("%v, %+v, %v", err, s.x, s.reserved)
	}
	for _, err := range []error{
		in.Record(ctx, "other", "", call{}),
		func() error { _, err := in.Reserve(ctx, "other", time.Minute, budget.Amounts{}); return err }(),
	} {
		if !errors.Is(err, errNoDocument) {
			t.Error(err)
		}
	}
}

func TestStored_Grant(t *testing.T) {
	s, in := open(100)
	id, scope, err := in.Grant(t.Context(), "run", time.Minute, budget.Limits{budget.TokensIn: {Hard: 40}})
	if err != nil || s.reserved[id][budget.TokensIn] != 40 || s.reserved[id][budget.Iterations] != 1 || scope.Remaining(budget.TokensIn) != 40 {
		t.Errorf("%v, %v", s.reserved, err)
	}
	if _, scope, err := in.Grant(t.Context(), "run", time.Minute, budget.Limits{budget.TokensIn: {Hard: 80}}); err == nil || scope != nil {
		t.Errorf("more was granted than there is: %v", err)
	}
	if _, _, err := in.Grant(t.Context(), "run", time.Minute, budget.Limits{budget.TokensIn: {Hard: -1}}); err == nil {
		t.Error("a budget below zero was granted")
	}
}

// TestStored_Record_behind: the entry is in the document, so its room is no longer
// reserved; who is told so does not record it again.
func TestStored_Record_behind(t *testing.T) {
	ctx := t.Context()
	s, in := open(100)
	id, err := in.Reserve(ctx, "run", time.Hour, tokensIn(60))
	if err != nil {
		t.Fatal(err)
	}
	s.behind = true
	if err := in.Record(ctx, "run", id, call{Tokens: 60}); !errors.Is(err, store.ErrBehind) || len(s.x.Calls) != 1 || len(s.reserved) != 0 {
		t.Errorf("%v, %+v, reserved %v", err, s.x, s.reserved)
	}
}

// TestStored_Record_stuck: the entry is in the document while its room is still reserved;
// who is told so does not record it again.
func TestStored_Record_stuck(t *testing.T) {
	ctx := t.Context()
	s, in := open(100)
	id, err := in.Reserve(ctx, "run", time.Hour, tokensIn(60))
	if err != nil {
		t.Fatal(err)
	}
	s.stuck = true
	if err := in.Record(ctx, "run", id, call{Tokens: 60}); !errors.Is(err, store.ErrBehind) || !errors.Is(err, errFull) || len(s.x.Calls) != 1 {
		t.Errorf("%v, %+v", err, s.x)
	}
	s.stuck = false
	if err := s.Release(ctx, "run", id); err != nil || len(s.reserved) != 0 {
		t.Errorf("%v, reserved %v", err, s.reserved)
	}
}

// TestStored_Record_failed: an entry that is not in the document keeps its room.
func TestStored_Record_failed(t *testing.T) {
	ctx := t.Context()
	s, in := open(100)
	id, err := in.Reserve(ctx, "run", time.Hour, tokensIn(60))
	if err != nil {
		t.Fatal(err)
	}
	if err := in.Record(ctx, "run", id, call{Tokens: -1}); !errors.Is(err, budget.ErrNegative) || len(s.x.Calls) != 0 || len(s.reserved) != 1 {
		t.Errorf("%v, %+v, reserved %v", err, s.x, s.reserved)
	}
	var beyond *budget.ExceededError
	s.full = true
	if err := in.Record(ctx, "run", id, call{Tokens: 160}); !errors.As(err, &beyond) || !errors.Is(err, errFull) || len(s.x.Calls) != 0 || len(s.reserved) != 1 {
		t.Errorf("beyond the budget, and not written: %v, %+v, reserved %v", err, s.x, s.reserved)
	}
}

// TestStored_Record_refused: what Add refuses is not in the document that says so.
func TestStored_Record_refused(t *testing.T) {
	ctx := t.Context()
	s, in := open(100)
	id, err := in.Reserve(ctx, "run", time.Hour, tokensIn(60))
	if err != nil {
		t.Fatal(err)
	}
	s.x = run{Calls: []call{{Tokens: 160}}, Tokens: 160} // by somebody who has reserved nothing
	var beyond *budget.ExceededError
	if err := in.Record(ctx, "run", id, call{Tokens: 1}); !errors.As(err, &beyond) || len(s.x.Calls) != 1 || s.x.Ended == "" || len(s.reserved) != 1 {
		t.Errorf("%v, %+v, reserved %v", err, s.x, s.reserved)
	}
	if err := in.Record(ctx, "run", id, call{Tokens: 1}); !errors.As(err, &beyond) || len(s.reserved) != 1 {
		t.Errorf("%v, reserved %v", err, s.reserved)
	}
}

// TestStored_complete: a document that has ended stays as it is, whether or not there is
// room for one more.
func TestStored_complete(t *testing.T) {
	ctx := t.Context()
	for _, tokens := range []int64{1, 200} {
		k := *numbered()
		k.Complete, k.End = func(x *run) bool { return x.Ended != "" }, "/ended"
		s := &shelf{reserved: map[string]budget.Amounts{}}
		in := spending.In(s, &k, int64(100))
		id, err := in.Reserve(ctx, "run", time.Minute, budget.Amounts{})
		if err != nil {
			t.Fatal(err)
		}
		ended := run{Calls: []call{{Tokens: tokens, Ms: 1}}, Tokens: tokens, Ended: "well"}
		s.x = ended
		if err := in.Record(ctx, "run", id, ended.Calls[0]); err != nil {
			t.Errorf("what is there is recorded again: %v", err)
		}
		_, reserving := in.Reserve(ctx, "run", time.Minute, budget.Amounts{})
		for _, err := range []error{reserving, in.Record(ctx, "run", id, call{Tokens: 1}), in.Record(ctx, "run", "", call{Tokens: 1})} {
			var beyond *budget.ExceededError
			if !errors.Is(err, budget.ErrComplete) || errors.As(err, &beyond) != (tokens > 100) {
				t.Errorf("with %d tokens: %v", tokens, err)
			}
		}
		if fmt.Sprint(s.x) != fmt.Sprint(ended) || len(s.reserved) != 0 {
			t.Errorf("%+v, reserved %v", s.x, s.reserved)
		}
	}
}

// numbered are runs whose calls say their number, in Ms.
func numbered() *spending.Kind[run, []call, call, int64] {
	k := runs
	k.Number = func(c *call) (int64, bool) { return c.Ms, c.Ms != 0 }
	k.Renumber = func(c *call, n int64) { c.Ms = n }
	k.Equal = func(a, b *call) bool { return *a == *b }
	return &k
}

func TestStored_Record_again(t *testing.T) {
	ctx := t.Context()
	s := &shelf{reserved: map[string]budget.Amounts{}}
	in := spending.In(s, numbered(), int64(100))
	for i, test := range []struct {
		entry call
		calls int
	}{{call{Tokens: 1}, 1}, {call{Tokens: 2}, 2}, {call{Tokens: 1, Ms: 1}, 2}, {call{Tokens: 2, Ms: 1}, 2}, {call{Tokens: 1, Ms: 2}, 3}} {
		if err := in.Record(ctx, "run", "", test.entry); err != nil || len(s.x.Calls) != test.calls {
			t.Errorf("entry %d: %v, %d calls, want %d", i+1, err, len(s.x.Calls), test.calls)
		}
	}
	for i, c := range s.x.Calls {
		if c.Ms != int64(i+1) {
			t.Errorf("call %d has the number %d", i+1, c.Ms)
		}
	}
}

func TestLeave(t *testing.T) {
	k := runs
	k.Most = func(_ *run, l int64, most *spending.Most) { most.Bytes(l, 1) }
	for leave, fits := range map[int64]bool{0: true, 5: true, 6: false} {
		k.Leave = leave
		x := &run{}
		scope, err := k.Open(x, 15, nil, "run")
		if err != nil {
			t.Fatal(err)
		}
		err = k.Add(scope, x, call{}) // takes 10 bytes
		if (err == nil) != fits || (len(x.Calls) == 1) != fits || (x.Ended == "bytes") == fits {
			t.Errorf("with %d bytes to be left: %v, %+v", leave, err, x)
		}
	}
}

func TestCheck(t *testing.T) {
	for used, want := range map[int64]bool{1: true, 3: true, 5: false} {
		scope, err := budget.New("run", budget.Limits{budget.TokensIn: {Soft: 2, Hard: 4}})
		if err != nil {
			t.Fatal(err)
		}
		_ = scope.Charge(tokensIn(used)) // which is told by Check
		if err := spending.Check(scope); (err == nil) != want {
			t.Errorf("%d used: %v", used, err)
		}
	}
}

func TestTokens(t *testing.T) {
	if n, err := spending.Tokens(budget.Amounts{budget.TokensIn: 2, budget.TokensOut: 3}); n != 5 || err != nil {
		t.Error(n, err)
	}
	if _, err := spending.Tokens(budget.Amounts{budget.TokensIn: 1<<63 - 1, budget.TokensOut: 1}); !errors.Is(err, budget.ErrOverflow) {
		t.Error(err)
	}
}

func TestCount(t *testing.T) {
	tokens := func(c *call) (int64, bool) { return c.Tokens, c.Tokens > 0 }
	if n := spending.Count([]call{{Tokens: 1}, {Tokens: 2}, {Tokens: 3}, {}}, tokens, 1, 3, 0); n != 2 {
		t.Error(n)
	}
}
