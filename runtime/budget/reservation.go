package budget

import (
	"fmt"
	"sync"
)

// ledger is what the scopes of one tree share: the lock and the open
// reservations. Ended reservations leave their slot to later ones, so that
// reserving does not allocate once the ledger has grown to its widest.
type ledger struct {
	sync.Mutex
	slots []slot
	free  []int
}

type slot struct {
	scope   *Scope // nil: free
	amounts Amounts
	turn    uint64 // how many reservations this slot has had
}

// Reservation is room set aside in a scope and all its ancestors. It is a
// value: copies are the same reservation, and it ends once. The zero value is
// one that has ended.
type Reservation struct {
	ledger *ledger
	slot   int
	turn   uint64
}

// Reserve sets amounts aside in the scope and its ancestors, or in none of
// them. The error is an *ExceededError naming the innermost limit in the way,
// or wraps ErrNegative or ErrOverflow. A limit that was exactly reached is in
// the way of more of its dimension, one that Settle or Charge has crossed in
// the way of everything. Every reservation must be
// settled or released. Reserve does not allocate unless it fails.
func (s *Scope) Reserve(amounts Amounts) (Reservation, error) {
	if err := amounts.check(); err != nil {
		return Reservation{}, err
	}
	l := s.ledger
	l.Lock()
	defer l.Unlock()
	for sc := s; sc != nil; sc = sc.parent {
		for d, n := range &amounts {
			// Nothing fits where there is less than no room left: a limit that was
			// crossed stops all spending, whatever it asks for.
			if n <= sc.most[Hard][d]-sc.used[d]-sc.reserved[d] {
				continue
			}
			if sc.most[Hard][d] == Unlimited {
				return Reservation{}, fmt.Errorf("%w: %v of %s", ErrOverflow, Dimension(d), sc.Path())
			}
			return Reservation{}, sc.exceeded(Dimension(d), Hard, n)
		}
	}
	for sc := s; sc != nil; sc = sc.parent {
		for d, n := range &amounts {
			sc.reserved[d] += n
		}
	}
	return l.take(s, &amounts), nil
}

func (l *ledger) take(s *Scope, amounts *Amounts) Reservation {
	var at int
	if n := len(l.free); n > 0 {
		at, l.free = l.free[n-1], l.free[:n-1]
	} else {
		at, l.slots = len(l.slots), append(l.slots, slot{})
	}
	sl := &l.slots[at]
	sl.scope, sl.amounts = s, *amounts
	sl.turn++
	return Reservation{l, at, sl.turn}
}

// Settle ends the reservation and records what was really spent, be it less or
// more than was reserved. When spending more has taken a scope above a hard
// limit, the error is an *ExceededError naming the innermost one, and the
// amount is recorded all the same: it is gone. With every other error
// (ErrSettled, or ErrNegative or ErrOverflow wrapped) nothing has changed.
func (r Reservation) Settle(actual Amounts) error {
	if err := actual.check(); err != nil {
		return err
	}
	if r.ledger == nil {
		return ErrSettled
	}
	r.ledger.Lock()
	defer r.ledger.Unlock()
	sl := &r.ledger.slots[r.slot]
	scope := sl.scope
	if scope == nil || sl.turn != r.turn {
		return ErrSettled
	}
	done, err := scope.spend(&sl.amounts, &actual)
	if done {
		sl.scope = nil
		r.ledger.free = append(r.ledger.free, r.slot)
	}
	return err
}

// Release ends the reservation: nothing was spent. The error is ErrSettled
// where it had ended before.
func (r Reservation) Release() error { return r.Settle(Amounts{}) }

// Charge records what was spent without a reservation, as Settle does.
func (s *Scope) Charge(actual Amounts) error {
	if err := actual.check(); err != nil {
		return err
	}
	s.ledger.Lock()
	defer s.ledger.Unlock()
	var none Amounts
	_, err := s.spend(&none, &actual)
	return err
}

// spend turns reserved into actual amounts in s and its ancestors and says which
// limit that has crossed, or changes nothing where a sum would overflow.
func (s *Scope) spend(reserved, actual *Amounts) (done bool, err error) {
	for sc := s; sc != nil; sc = sc.parent {
		for d, n := range actual {
			if n > Unlimited-sc.used[d]-(sc.reserved[d]-reserved[d]) {
				return false, fmt.Errorf("%w: %v of %s", ErrOverflow, Dimension(d), sc.Path())
			}
		}
	}
	for sc := s; sc != nil; sc = sc.parent {
		for d, n := range actual {
			sc.used[d] += n
			sc.reserved[d] -= reserved[d]
			if err == nil && n > reserved[d] && sc.used[d]+sc.reserved[d] > sc.most[Hard][d] {
				err = sc.exceeded(Dimension(d), Hard, 0)
			}
		}
	}
	return true, err
}
