package store

import (
	"errors"
	"fmt"
	"slices"

	"github.com/bindery-go/bindery/runtime/storage"
)

// Log keeps the entries of a document's array in a JSONL file too, a line each.
// The document is the truth: the log is brought up to it after each write, and
// the entries that a document has no room for are in the log alone. [LogOf]
// makes one.
type Log[T any] struct {
	open func(args []string, x *T) (*openLog, error)
}

// LogOptions say where the entries are and what they are.
type LogOptions[T, E any] struct {
	Template *storage.Template // of the log, with the arguments of the document
	Entries  func(x *T) []E
	ID       func(e *E) string // tells entries apart
	Encode   func(e *E) ([]byte, error)
	Decode   func(line []byte) (E, error)
	// Most is how many entries a document may have, below zero any number, and
	// Keep how many of the latest stay where it would have more; Drop removes the
	// first n. Without Drop nothing is removed.
	Most func() int64
	Keep int
	Drop func(x *T, n int)
	// Total and SetTotal are of the member that says how many entries there are, with
	// those that only the log has; nil for none.
	Total    func(x *T) (int64, bool)
	SetTotal func(x *T, n int64)
}

// LogOf makes a log of entries of type E.
func LogOf[T, E any](o LogOptions[T, E]) Log[T] {
	return Log[T]{func(args []string, x *T) (*openLog, error) {
		p, err := o.Template.Path(args...)
		if err != nil {
			return nil, err
		}
		l := &openLog{
			path:    p,
			entries: func() entries { return entriesOf(o, o.Entries(x)) },
			id: func(line []byte) (string, error) {
				e, err := o.Decode(line)
				if err != nil {
					return "", err
				}
				return o.ID(&e), nil
			},
		}
		l.acknowledged = l.entries()
		if o.SetTotal != nil {
			total, _ := o.Total(x)
			l.gone = max(0, total-int64(l.acknowledged.n))
			l.setTotal = func(n int64) { o.SetTotal(x, n) }
		}
		if o.Drop != nil {
			l.drop = func(n int) { o.Drop(x, n) }
			l.most, l.keep = o.Most(), o.Keep
		}
		return l, nil
	}}
}

// entries are those of a document at one time.
type entries struct {
	n    int
	id   func(i int) string
	line func(i int) ([]byte, error)
}

func entriesOf[T, E any](o LogOptions[T, E], list []E) entries {
	return entries{len(list), func(i int) string { return o.ID(&list[i]) }, func(i int) ([]byte, error) { return o.Encode(&list[i]) }}
}

// openLog is the log of one document while that is changed.
type openLog struct {
	path         storage.Path
	entries      func() entries
	acknowledged entries // those that the file of the document has
	id           func(line []byte) (string, error)
	gone         int64         // how many entries only the log has
	setTotal     func(n int64) // nil: the document does not say it
	drop         func(n int)   // nil: nothing is dropped
	most         int64
	keep         int
}

func (d *Documents[T, K]) openLogs(at place, x *T) (logs []*openLog, err error) {
	for _, log := range d.kind.Logs {
		l, err := log.open(at.args, x)
		if err != nil {
			return nil, err
		}
		logs = append(logs, l)
	}
	return logs, nil
}

// ErrFormerLog is wrapped where a document is to be made whose log has entries already,
// as when its file was lost. A log tells entries apart by their IDs. A document that begins
// anew gives the same ones again, and the log would not take its entries.
var ErrFormerLog = errors.New("store: the log has entries of a former document: move it away to begin anew, or put the file of the document back")

// begin notes that no log has an entry of a document that is to be made yet, and checks
// that each is empty and can take what the document has.
func begin(root *storage.Root, logs []*openLog) error {
	for _, l := range logs {
		l.acknowledged = entries{}
		if err := l.fits(); err != nil {
			return err
		}
		last, err := root.LastLine(l.path)
		if err != nil {
			return err
		}
		if last != nil {
			return fmt.Errorf("%s: %w", l.path, ErrFormerLog)
		}
	}
	return nil
}

// fits checks that the log can take the entries that have come since the document was
// read: were one refused after the document is written, no later one would get in.
func (l *openLog) fits() error {
	now, last := l.entries(), ""
	if n := l.acknowledged.n; n > 0 {
		last = l.acknowledged.id(n - 1)
	}
	for i := now.n - 1; i >= 0 && (l.acknowledged.n == 0 || now.id(i) != last); i-- {
		line, err := now.line(i)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", l.path, now.id(i), err)
		}
		if len(line) >= storage.MaxLine {
			return fmt.Errorf("%s: %w: %s would have %d, at most %d", l.path, ErrLongEntry, now.id(i), len(line), storage.MaxLine-1)
		}
	}
	return nil
}

// ErrLongEntry is wrapped where an entry would be longer than a line of its log may be,
// which is less than storage.MaxLine. Nothing is written then.
var ErrLongEntry = errors.New("store: the entry has too many bytes for a line")

// compact takes the oldest entries out of a document that has too many. They
// are in the log before: only entries that were acknowledged go, so that a crash
// leaves none in the log that nobody was told of.
func (l *openLog) compact(root *storage.Root) error {
	now := l.entries()
	if l.drop == nil || l.most < 0 || int64(now.n) <= l.most {
		return nil
	}
	n := now.n - min(l.keep, int(l.most))
	if n > l.acknowledged.n || now.id(n-1) != l.acknowledged.id(n-1) {
		return nil // not what was there: the limit says so
	}
	if err := l.bring(root, l.acknowledged); err != nil {
		return err
	}
	l.drop(n)
	l.gone += int64(n)
	return nil
}

// count lets the document say how many entries there are.
func (l *openLog) count() {
	if l.setTotal != nil {
		l.setTotal(l.gone + int64(l.entries().n))
	}
}

// reconcile brings logs up to their documents.
func reconcile(root *storage.Root, logs []*openLog) error {
	for _, l := range logs {
		if err := l.bring(root, l.entries()); err != nil {
			return err
		}
	}
	return nil
}

// bring appends what the log lacks of some entries. Where the log ends with one
// of them, as it does unless somebody else has written it, the time depends on
// the missing entries alone.
func (l *openLog) bring(root *storage.Root, list entries) error {
	if list.n == 0 {
		return nil
	}
	last, err := root.LastLine(l.path)
	if err != nil {
		return err
	}
	missing := make([]int, 0, 1)
	if id, err := l.id(last); last != nil && err == nil {
		for i := list.n - 1; i >= 0; i-- {
			if list.id(i) == id {
				slices.Reverse(missing)
				return l.append(root, list, missing)
			}
			missing = append(missing, i)
		}
	}
	known := map[string]bool{}
	for id, err := range storage.LinesFunc(root, l.path, l.id) {
		var damaged *storage.LineError
		if err == nil {
			known[id] = true
		} else if !errors.As(err, &damaged) {
			return err
		}
	}
	missing = missing[:0]
	for i := range list.n {
		if !known[list.id(i)] {
			missing = append(missing, i)
		}
	}
	return l.append(root, list, missing)
}

func (l *openLog) append(root *storage.Root, list entries, missing []int) error {
	var lines [][]byte
	for _, i := range missing {
		line, err := list.line(i)
		if err != nil {
			return err
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil
	}
	return root.AppendLines(l.path, lines...)
}
