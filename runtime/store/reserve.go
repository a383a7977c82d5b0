package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/storage"
)

// ReservedSuffix ends the name of the file beside a document that holds what of
// its budget is reserved.
const ReservedSuffix = ".reserved"

// reservation is an amount of a document's budget that somebody is about to spend.
type reservation struct {
	ID      string         `json:"id"`
	Until   time.Time      `json:"until"`
	Amounts budget.Amounts `json:"amounts"`
}

// Reserve keeps amounts of a document's budget for one writer, against all others
// and durably, until Release or the end of the lease, by the clock of the machine:
// a process that dies does not keep it for ever. Fits says whether the budget of
// the document has room for all that is reserved, this included; its error is
// Reserve's. Amounts below zero are an error, and reserve nothing. Of several that
// reserve at once, as many succeed as there is room for.
func (d *Documents[T, K]) Reserve(ctx context.Context, key K, lease time.Duration, amounts budget.Amounts, fits func(x *T, reserved budget.Amounts) error) (id string, err error) {
	at, err := d.place(key)
	if err != nil {
		return "", err
	}
	l, err := d.root.LockFile(ctx, at.path)
	if err != nil {
		return "", err
	}
	defer l.Unlock()
	data, err := l.Read()
	if err != nil {
		return "", err
	}
	x, err := d.parse(at, data)
	if err != nil {
		return "", err
	}
	list, err := d.reservations(at)
	if err != nil {
		return "", err
	}
	id = RandomHex("", 16)
	more := append(slices.Clip(list), reservation{id, time.Now().Add(lease), amounts})
	var all budget.Amounts
	for _, r := range more {
		if all, err = all.Plus(r.Amounts); err != nil {
			return "", err
		}
	}
	if err := fits(x, all); err != nil {
		return "", err
	}
	if err := d.writeReservations(at, more); err != nil {
		if errors.Is(err, storage.ErrInDoubt) { // nobody has the id to release it with
			err = errors.Join(err, d.writeReservations(at, list))
		}
		return "", err
	}
	return id, nil
}

// Release ends a reservation; one that has ended is none to release.
func (d *Documents[T, K]) Release(ctx context.Context, key K, id string) error {
	at, err := d.place(key)
	if err != nil {
		return err
	}
	l, err := d.root.LockFile(ctx, at.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // and its reservations with it
	}
	if err != nil {
		return err
	}
	defer l.Unlock()
	list, err := d.reservations(at)
	if err != nil {
		return err
	}
	rest := slices.DeleteFunc(slices.Clone(list), func(r reservation) bool { return r.ID == id })
	if len(rest) == len(list) {
		return nil
	}
	return d.writeReservations(at, rest)
}

// ReservedByOthers adds up what of a document's budget others than id have
// reserved, and tells whether id still has its room: then theirs is beside it. An
// update of the document calls it.
func (d *Documents[T, K]) ReservedByOthers(key K, id string) (others budget.Amounts, held bool, err error) {
	at, err := d.place(key)
	if err != nil {
		return others, false, err
	}
	list, err := d.reservations(at)
	if err != nil {
		return others, false, err
	}
	for _, r := range list {
		if r.ID == id {
			held = true
		} else if others, err = others.Plus(r.Amounts); err != nil {
			return others, false, err
		}
	}
	return others, held, nil
}

// reservedPath is the file of a document's reservations.
func (d *Documents[T, K]) reservedPath(at place) (storage.Path, error) {
	t, err := storage.ParseTemplate(d.kind.Template.String() + ReservedSuffix)
	if err != nil {
		return storage.Path{}, err
	}
	return t.Path(at.args...)
}

// reservations reads what is reserved and whose lease has not ended.
func (d *Documents[T, K]) reservations(at place) ([]reservation, error) {
	p, err := d.reservedPath(at)
	if err != nil {
		return nil, err
	}
	data, err := d.root.ReadFile(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := parseReserved(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; reservations are short-lived: delete the file while no program uses the document", p, err)
	}
	now := time.Now()
	return slices.DeleteFunc(list, func(r reservation) bool { return !now.Before(r.Until) }), nil
}

func parseReserved(data []byte) (list []reservation, err error) {
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	return list, nil
}

// CheckReserved checks the content of a file of [ReservedSuffix]. The error wraps
// [ErrDamaged] for one that Reserve cannot read.
func CheckReserved(data []byte) error {
	_, err := parseReserved(data)
	return err
}

func (d *Documents[T, K]) writeReservations(at place, list []reservation) error {
	p, err := d.reservedPath(at)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		if err := d.root.Remove(p); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	data, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return d.root.WriteFile(p, data)
}
