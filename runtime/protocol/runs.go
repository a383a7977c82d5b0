package protocol

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/internal/brief"
)

// Status says how a run stands.
type Status string

const (
	StatusRunning Status = "running" // or interrupted: Holder tells, where leases are used
	StatusWaiting Status = "waiting" // for an answer, or until a time
	StatusFailed  Status = "failed"  // it goes on from its last finished step when it is taken up
	StatusDone    Status = "done"
)

// Run is what [Runs] tells of a run.
type Run struct {
	ID        string    `json:"run"` // as WithRun takes it
	Operation string    `json:"operation"`
	Status    Status    `json:"status"`
	Outcome   Outcome   `json:"outcome,omitempty"` // of one that is done
	Begun     time.Time `json:"begun"`
	Since     time.Time `json:"since"`          // when its last record was made: since then it stands so
	Step      string    `json:"step,omitempty"` // path of what runs, waits, or has failed
	Steps     int64     `json:"steps"`          // finished

	// Holder has the lease on the run until it Expires; "" for a run that nobody
	// has a lease on, or that is worked on without one.
	Holder  string    `json:"holder,omitempty"`
	Expires time.Time `json:"expires,omitzero"`

	Error   string          `json:"error,omitempty"`   // of one that has failed
	Request json.RawMessage `json:"request,omitempty"` // of one that waits for an answer; Inspect has those beyond 1 KiB
	// RequestID names that request for AnswerTo.
	RequestID string    `json:"request_id,omitempty"`
	Until     time.Time `json:"until,omitzero"` // of one that waits for a time

	// Damage says what is wrong with the newest record, and what to do. The other
	// members are then those of the last record that can be read.
	Damage string `json:"damage,omitempty"`
}

// Live reports whether somebody has a lease on the run that has not expired.
func (r *Run) Live() bool { return r.Holder != "" && time.Now().Before(r.Expires) }

// Runs yields the runs in a store, ascending by ID as bytes. A thread that cannot
// be read is yielded with its error, and the next ones go on. The cost is that of
// checkpoint.Store.Threads: the data of the runs are not read.
func Runs(ctx context.Context, store checkpoint.Store) iter.Seq2[Run, error] {
	return func(yield func(Run, error) bool) {
		for t, err := range store.Threads(ctx) {
			if err == nil && t.Head.Meta[metaRole] != roleRun {
				continue
			}
			if !yield(runOf(t), err) {
				return
			}
		}
	}
}

// runOf reads what Meta says of a run.
func runOf(t checkpoint.Thread) Run {
	m := t.Head.Meta
	r := Run{
		ID: t.Name, Operation: m[metaOperation], Status: Status(m[metaStatus]), Outcome: Outcome(m[metaOutcome]),
		Since: t.Head.ID.Time(), Step: m[metaStep], Holder: t.Lease.Holder, Expires: t.Lease.Expires, Error: m[metaError],
		RequestID: m[metaRequestID],
	}
	if err := damageOf(t.Head); err != nil {
		r.Damage = err.Error()
	}
	r.Steps, _ = strconv.ParseInt(m[metaSteps], 10, 64)
	r.Begun, _ = time.Parse(time.RFC3339Nano, m[metaBegun])
	r.Until, _ = time.Parse(time.RFC3339Nano, m[metaUntil])
	if request := m[metaRequest]; json.Valid([]byte(request)) {
		r.Request = json.RawMessage(request)
	}
	return r
}

// damageOf is the error of going on from an earlier state than was saved; nil where the
// newest record can be read.
func damageOf(c checkpoint.Checkpoint) error {
	if len(c.Skipped) == 0 {
		return nil
	}
	return fmt.Errorf("%w; its last good record is %s: bring the damaged one back from a copy, "+
		"or go on from the good one, by Put of what Get gives with that ID as the parent, or delete it", c.Skipped[0], c.ID)
}

// Inspection is what [Inspect] tells of a run.
type Inspection struct {
	Run
	Data    json.RawMessage `json:"data"` // as the next step finds them
	Plan    string          `json:"plan"` // as Program.String, of the program that made the record
	Patches []string        `json:"patches,omitempty"`
	Records int             `json:"records"` // that the store has
}

// Inspect tells all of one run. Where its newest record is damaged, it tells of the last
// good one, and of the damage. The error wraps checkpoint.ErrNotFound where there
// is none. It reads one record, and looks for the lease among the threads of the
// store: the cost is that of [Runs].
func Inspect(ctx context.Context, store checkpoint.Store, run string) (*Inspection, error) {
	c, r, err := goodRecord(ctx, store, run)
	if err != nil {
		return nil, err
	}
	found := &Inspection{Run: runOf(checkpoint.Thread{Name: run, Head: c}), Data: r.Data, Patches: r.Patches}
	found.Plan = (&Program{Operation: r.Operation, Items: itemsOf(r.Plan)}).String()
	if r.Failure != nil {
		found.Error = r.Failure.Error
	}
	if r.Waiting != nil {
		found.Request = r.Waiting.Request
	}
	lease, err := leaseOn(ctx, store, run)
	if err != nil {
		return nil, err
	}
	found.Holder, found.Expires = lease.Holder, lease.Expires
	for _, err := range store.List(ctx, run, checkpoint.Range{NoState: true}) {
		if err != nil && !errors.Is(err, checkpoint.ErrDamaged) {
			return nil, err
		}
		found.Records++
	}
	return found, nil
}

// leaseOn gives the latest lease on a run. The error is one of a thread that may be
// the run's.
func leaseOn(ctx context.Context, store checkpoint.Store, run string) (lease checkpoint.Lease, err error) {
	for t, failed := range store.Threads(ctx) {
		switch {
		case failed == nil && t.Name == run:
			return t.Lease, nil
		case failed != nil && (t.Name == run || t.Name == ""):
			err = failed
		}
	}
	return lease, cmp.Or(err, ctx.Err())
}

func itemsOf(plan []shape) []PlanItem {
	var items []PlanItem
	for _, s := range plan {
		items = append(items, PlanItem{Kind: s.kind(), Key: s.Key, Items: itemsOf(s.Items)})
	}
	return items
}

// newestRecord reads the newest record of a run.
func newestRecord(ctx context.Context, store checkpoint.Store, run string) (checkpoint.Checkpoint, *saved, error) {
	c, r, err := goodRecord(ctx, store, run)
	if err == nil {
		err = damageOf(c)
	}
	if err != nil {
		return c, nil, err
	}
	return c, r, nil
}

// goodRecord gives the newest record of a run that can be read. Newer ones that cannot
// are in its Skipped.
func goodRecord(ctx context.Context, store checkpoint.Store, run string) (checkpoint.Checkpoint, *saved, error) {
	c, err := store.Get(ctx, run, "")
	if err != nil {
		return c, nil, err
	}
	if c.Meta[metaRole] != roleRun {
		return c, nil, fmt.Errorf("%w: thread %s is not a run", checkpoint.ErrNotFound, brief.Quote(run))
	}
	r, err := decodeRecord(c.State)
	if err != nil {
		return c, nil, fmt.Errorf("run %s: %w", brief.Quote(run), err)
	}
	if c.Kind == checkpoint.Forked {
		r.Run = branch(r.Run, c.ID)
	}
	return c, &r, nil
}

// Delete removes a run with all that belongs to it. One that somebody has a lease
// on is not deleted: the error is a *checkpoint.LeasedError. Whoever works on it
// without a lease finds it gone when the next step has finished. The error wraps
// checkpoint.ErrNotFound where there is no run. It reads one record; the rest of
// the cost is that of checkpoint.Store.Delete. Where that fails on the way, Delete
// again goes on.
func Delete(ctx context.Context, store checkpoint.Store, run string) error {
	c, _, err := newestRecord(ctx, store, run)
	if c.Meta[metaRole] != roleRun && err != nil {
		return err
	}
	if c.Fence > 0 {
		lease, err := store.Acquire(ctx, run, "delete", time.Minute)
		if err != nil {
			return err
		}
		defer store.Release(context.WithoutCancel(ctx), lease)
	}
	return remove(ctx, store, run)
}

// remove deletes the threads of a run, whoever has a lease.
func remove(ctx context.Context, store checkpoint.Store, run string) error {
	_, r, err := newestRecord(ctx, store, run)
	if err == nil { // else what lies beside it is left to Prune
		if err := r.clear(ctx, store, run); err != nil {
			return err
		}
	}
	return store.Delete(ctx, run)
}

// Prune deletes runs that are done and not retained: of those, the newest
// keep.Keep that are not older than keep.MaxAge stay, by the time of their last
// record; zero does not bound. Statuses, where there are some, say which runs are
// meant instead. It also removes what deleted runs have left beside them. It
// returns the IDs of the runs that it has deleted, in the order of Runs, also
// beside an error; what somebody has a lease on is passed over. The cost is that of
// [Runs] and of a [Delete] for each run that goes.
func Prune(ctx context.Context, store checkpoint.Store, keep checkpoint.Retention, statuses ...Status) (deleted []string, err error) {
	if len(statuses) == 0 {
		statuses = []Status{StatusDone}
	}
	all, err := survey(ctx, store)
	if err != nil {
		return nil, err
	}
	for _, run := range all.expired(keep, statuses) {
		switch err := Delete(ctx, store, run); {
		case err == nil:
			deleted = append(deleted, run)
		case errors.Is(err, checkpoint.ErrLeased), errors.Is(err, checkpoint.ErrNotFound):
		default:
			return deleted, err
		}
	}
	return deleted, all.clear(ctx, store)
}

// threads are the threads of a store that belong to runs.
type threads struct {
	runs   []Run
	names  map[string][]string // of each run: Run and Base of its record
	beside []checkpoint.Thread
}

func survey(ctx context.Context, store checkpoint.Store) (*threads, error) {
	all := &threads{names: make(map[string][]string)}
	for t, err := range store.Threads(ctx) {
		if errors.Is(err, checkpoint.ErrDamaged) {
			all.names[t.Name] = nil // nothing beside it is an orphan
			continue
		}
		if err != nil {
			return nil, err
		}
		switch m := t.Head.Meta; m[metaRole] {
		case roleRun:
			names := []string{m[metaRun], m[metaBase]}
			if len(t.Head.Skipped) > 0 {
				names = nil // the newest may say others
			} else if t.Head.Kind == checkpoint.Forked {
				names = append(names, branch(m[metaRun], t.Head.ID))
			}
			all.runs, all.names[t.Name] = append(all.runs, runOf(t)), names
		case roleItems, roleAnswers:
			all.beside = append(all.beside, t)
		}
	}
	return all, nil
}

// expired returns the runs of some statuses that are not retained.
func (t *threads) expired(keep checkpoint.Retention, statuses []Status) (ids []string) {
	meant := slices.DeleteFunc(slices.Clone(t.runs), func(r Run) bool { return !slices.Contains(statuses, r.Status) })
	slices.SortStableFunc(meant, func(a, b Run) int { return cmp.Compare(b.Since.UnixMilli(), a.Since.UnixMilli()) })
	for i, r := range meant {
		tooMany := keep.Keep > 0 && i >= keep.Keep
		tooOld := keep.MaxAge > 0 && time.Since(r.Since) > keep.MaxAge
		if tooMany || tooOld {
			ids = append(ids, r.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// clear deletes the threads beside runs that are not there.
func (t *threads) clear(ctx context.Context, store checkpoint.Store) error {
	for _, thread := range t.beside {
		incarnation := thread.Head.Meta[metaRun]
		run, ok := besideWhich(thread.Name, incarnation)
		if names, there := t.names[run]; !ok || there && (names == nil || slices.Contains(names, incarnation)) {
			continue
		}
		// The run may have begun while the threads were listed.
		if there, err := belongs(ctx, store, run, incarnation); err != nil {
			return err
		} else if there {
			continue
		}
		if err := store.Delete(ctx, thread.Name); err != nil {
			return err
		}
	}
	return nil
}

// belongs reports whether a run is there under a name, and has, or may have, that
// incarnation.
func belongs(ctx context.Context, store checkpoint.Store, run, incarnation string) (bool, error) {
	c, r, err := newestRecord(ctx, store, run)
	switch {
	case err == nil:
		return incarnation == r.Run || incarnation == r.Base, nil
	case errors.Is(err, checkpoint.ErrNotFound):
		return false, nil
	case errors.Is(err, checkpoint.ErrDamaged), c.ID != "": // it is there, and cannot be read
		return true, nil
	}
	return false, err
}
