package memory

import (
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// window keeps the most useful records. Its members are those of a record, ""
// for none: the first ones are read, the others written when a record is added.
type window struct {
	Pos      source.Pos
	Name     string // of the Go type; "" for the usual one
	Of       string // reference to the schema of a record
	Capacity section.Amount
	Policy   string // fifo, recency, relevance_weighted, or a member

	Key, Iteration, Time, Score, Pinned string

	Size     string // how many records the window holds
	Held     string // their keys
	Total    string // how many records there have been
	Order    string // the number of the record's insertion, also read
	Before   string // the keys that it held before this record
	Injected string // whether there were any
	Delta    *delta
}

// delta compares a record with the one before it.
type delta struct {
	Reward, Errors                         string // read: a number; an array that is counted, or a number
	RewardChange, ErrorChange, Improvement string // written
}

// Read reads the window.
func (s *Section) Read(r *section.Reader) {
	f, ok := r.Bindings.Open("window")
	if !ok {
		return
	}
	w := &window{Pos: f.Pos(), Name: f.GoName("name"), Of: reference(f), Capacity: f.Amount("capacity", true)}
	w.Policy = f.Str("policy", true, "fifo, recency, relevance_weighted, or the JSON Pointer of a member", func(s string) bool {
		return slices.Contains([]string{"fifo", "recency", "relevance_weighted"}, s) || section.IsMember(s)
	})
	w.Key = f.Member("key", true)
	w.Iteration, w.Time, w.Score, w.Pinned = f.Member("iteration", false), f.Member("time", false), f.Member("score", false), f.Member("pinned", false)
	if f, ok := f.Open("writes"); ok {
		w.Size, w.Held, w.Total, w.Order = f.Member("size", false), f.Member("held", false), f.Member("total", false), f.Member("order", false)
		w.Before, w.Injected = f.Member("before", false), f.Member("injected", false)
	}
	if f, ok := f.Open("delta"); ok {
		w.Delta = &delta{
			Reward: f.Member("reward", true), Errors: f.Member("errors", true), RewardChange: f.Member("reward_change", false),
			ErrorChange: f.Member("error_change", false), Improvement: f.Member("improvement", false),
		}
	}
	if w.Policy != "" && w.Key != "" && w.Capacity != (section.Amount{}) {
		s.written = w
		s.limits.Check(r, w.Capacity, w.Pos)
		if _, _, ok := r.At(w.Of); !ok {
			r.Lost(w.Pos, "schema %s does not exist", w.Of)
		}
	}
}

// reference reads the reference to the schema of a record, "#" where there is
// none.
func reference(f *section.Fields) string {
	of := f.Str("of", false, `a reference to a schema, as "#/$defs/Reflection"`, section.IsReference)
	return cmp.Or(of, "#")
}
