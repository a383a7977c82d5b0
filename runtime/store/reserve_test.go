package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

var errFull = errors.New("there is no room")

// atMost is the budget of a note of so many tokens.
func atMost(tokens int64) func(*note, budget.Amounts) error {
	return func(_ *note, reserved budget.Amounts) error {
		if reserved[budget.TokensIn] > tokens {
			return errFull
		}
		return nil
	}
}

func TestReserveRefusesLessThanNothing(t *testing.T) {
	s := open(t, t.TempDir())
	if err := s.Create(t.Context(), &note{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	if id, err := s.Reserve(t.Context(), "a", time.Hour, budget.Amounts{budget.TokensIn: -100}, atMost(500)); !errors.Is(err, budget.ErrNegative) {
		t.Errorf("%q, %v", id, err)
	}
	if _, err := s.Reserve(t.Context(), "a", time.Hour, budget.Amounts{budget.TokensIn: 500}, atMost(500)); err != nil {
		t.Error("it is in the way of others: ", err)
	}
}

func TestReservationsNeverExceedTheirBudget(t *testing.T) {
	dir := t.TempDir()
	var stores []*store.Documents[note, string]
	for range 3 { // as of three processes
		root, err := storage.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		stores = append(stores, store.New(root, kind()))
	}
	s, ctx := stores[0], t.Context()
	if err := s.Create(ctx, &note{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	ask := budget.Amounts{budget.TokensIn: 100}
	var wg sync.WaitGroup
	var granted atomic.Int64
	ids := make(chan string, 30)
	for i := range 30 {
		wg.Go(func() {
			id, err := stores[i%3].Reserve(ctx, "a", time.Hour, ask, atMost(500))
			if err == nil {
				granted.Add(1)
				ids <- id
			} else if !errors.Is(err, errFull) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if granted.Load() != 5 {
		t.Errorf("%d of 30 were granted, want 5", granted.Load())
	}
	first := <-ids
	others, held, err := s.ReservedByOthers("a", first)
	if err != nil || !held || others[budget.TokensIn] != 400 {
		t.Error(others, held, err)
	}
	for range 2 { // once is enough
		if err := s.Release(ctx, "a", first); err != nil {
			t.Fatal(err)
		}
	}
	if _, held, err := s.ReservedByOthers("a", first); held || err != nil {
		t.Error(held, err)
	}
	if _, err := s.Reserve(ctx, "a", time.Hour, ask, atMost(500)); err != nil {
		t.Error(err)
	}
	if err := s.Delete(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "notes", "*", "*")); left != nil {
		t.Error("there are still: ", left)
	}
	if err := s.Release(ctx, "a", first); err != nil {
		t.Error(err)
	}
}

// TestReservationsThatAreDamaged: the error says how to go on.
func TestReservationsThatAreDamaged(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	if err := d.Create(t.Context(), &note{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "garbage"} {
		write(t, dir, "notes/a/note.json"+store.ReservedSuffix, text)
		_, err := d.Reserve(t.Context(), "a", time.Hour, asked, atMost(100))
		if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "notes/a/note.json.reserved") || !strings.Contains(err.Error(), "delete the file") {
			t.Error(err)
		}
	}
}

func TestAReservationEndsWithItsLease(t *testing.T) {
	root, err := storage.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	s, ctx := store.New(root, kind()), t.Context()
	if err := s.Create(ctx, &note{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	ask := budget.Amounts{budget.TokensIn: 1}
	if _, err := s.Reserve(ctx, "a", 0, ask, atMost(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Reserve(ctx, "a", time.Hour, ask, atMost(1)); err != nil {
		t.Error("the lease of the first has ended: ", err)
	}
	if _, err := s.Reserve(ctx, "a", time.Hour, ask, atMost(1)); !errors.Is(err, errFull) {
		t.Error(err)
	}
	if _, err := s.Reserve(ctx, "b", time.Hour, ask, atMost(1)); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(root.Name(), "notes/a/note.json.reserved"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Reserve(ctx, "a", time.Hour, ask, atMost(1)); !errors.Is(err, store.ErrDamaged) {
		t.Error(err)
	}
}
