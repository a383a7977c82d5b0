package section

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Window keeps the most useful records. Its members are those of a record, ""
// for none: the first ones are read, the others written when a record is added.
type Window struct {
	Pos      source.Pos
	Name     string // of the Go type; "" for the usual one
	Of       string // reference to the schema of a record
	Capacity Amount
	Policy   string // fifo, recency, relevance_weighted, or a member

	Key, Iteration, Time, Score, Pinned string

	Size     string // how many records the window holds
	Held     string // their keys
	Total    string // how many records there have been
	Before   string // the keys that it held before this record
	Injected string // whether there were any
	Delta    *Delta
}

// Delta compares a record with the one before it.
type Delta struct {
	Reward, Errors                         string // read: a number; an array that is counted, or a number
	RewardChange, ErrorChange, Improvement string // written
}

func (r *reader) window(node *document.Node) {
	if node == nil {
		return
	}
	const where = bindingsName + ".window"
	f, ok := r.open(node, where)
	if !ok {
		return
	}
	w := &Window{Pos: node.Pos, Name: f.goName("name"), Of: f.reference("of"), Capacity: f.amount("capacity", true)}
	w.Policy = f.str("policy", true, "fifo, recency, relevance_weighted, or the JSON Pointer of a member", func(s string) bool {
		return slices.Contains([]string{"fifo", "recency", "relevance_weighted"}, s) || isMember(s)
	})
	w.Key = f.member("key", true)
	w.Iteration, w.Time, w.Score, w.Pinned = f.member("iteration", false), f.member("time", false), f.member("score", false), f.member("pinned", false)
	if written := f.get("writes", false); written != nil {
		if f, ok := r.open(written, where+".writes"); ok {
			w.Size, w.Held, w.Total = f.member("size", false), f.member("held", false), f.member("total", false)
			w.Before, w.Injected = f.member("before", false), f.member("injected", false)
			f.done()
		}
	}
	if delta := f.get("delta", false); delta != nil {
		if f, ok := r.open(delta, where+".delta"); ok {
			w.Delta = &Delta{
				Reward: f.member("reward", true), Errors: f.member("errors", true), RewardChange: f.member("reward_change", false),
				ErrorChange: f.member("error_change", false), Improvement: f.member("improvement", false),
			}
			f.done()
		}
	}
	f.done()
	if w.Policy != "" && w.Key != "" && w.Capacity != (Amount{}) {
		r.out.Bindings.Window = w
	}
}

// goName reads an optional exported Go name.
func (f *fields) goName(name string) string {
	return f.str(name, false, "an exported Go name", isGoName)
}

func isGoName(s string) bool {
	for i := range len(s) {
		letter := s[i] >= 'A' && s[i] <= 'Z' || i > 0 && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= '0' && s[i] <= '9')
		if !letter {
			return false
		}
	}
	return s != ""
}

// reference reads a reference to a schema, "#" where there is none.
func (f *fields) reference(name string) string {
	if of := f.str(name, false, `a reference to a schema, as "#/$defs/Reflection"`, isReference); of != "" {
		return of
	}
	return "#"
}
