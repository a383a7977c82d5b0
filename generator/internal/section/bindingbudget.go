package section

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Budget counts what the entries of a document have spent and bounds it. The
// members of Spent and Counts are those of an entry, the others the document's.
type Budget struct {
	Pos       source.Pos
	Name      string // of the Go type; "" for the usual one
	Entries   string // the array of entries
	Spent     []*Spent
	Totals    []*Total
	Counts    []*Count
	Max       []*Most
	Exhausted []*Exhausted
}

// The resources of a budget, as x-bindery names them. Tokens are those in and
// out together, and only a total; iterations are the entries, bytes the size of
// the document, so that no entry says them.
const (
	TokensIn   = "tokens_in"
	TokensOut  = "tokens_out"
	Tokens     = "tokens"
	CostUSD    = "cost_usd"
	WallTimeMS = "wall_time_ms"
	Iterations = "iterations"
	Bytes      = "bytes"
)

var (
	spentResources = []string{TokensIn, TokensOut, CostUSD, WallTimeMS}
	totalResources = []string{TokensIn, TokensOut, Tokens, CostUSD, WallTimeMS, Iterations}
	mostResources  = []string{TokensIn, TokensOut, CostUSD, WallTimeMS, Iterations, Bytes}
)

// Spent says where an entry says how much of a resource it took: in the first
// of the members, or where that is absent, in the others together.
type Spent struct {
	Resource string
	Pos      source.Pos
	Members  []string
}

// Total is a member that holds what all entries have spent of a resource.
type Total struct {
	Resource string
	Pos      source.Pos
	Member   string
}

// Count is a member that holds how many entries have one of the values.
type Count struct {
	Pos    source.Pos
	Into   string
	Of     string // member of an entry
	Values []string
}

// Most is what may be spent of a resource.
type Most struct {
	Resource string
	Pos      source.Pos
	Amount   Amount
}

// Exhausted says what is written into the document when a resource has run out.
type Exhausted struct {
	Resource string
	Pos      source.Pos
	Writes   []*Write
}

// Write is a member of text and its value.
type Write struct {
	Member string
	Pos    source.Pos
	Value  string
}

// Allocation fits texts into the tokens that a document plans for, and reports
// what became of them in the document.
type Allocation struct {
	Pos        source.Pos
	MaxTokens  string // member
	PerSection string // member: an object of numbers; "" for none
	Report     string // member: an object with the members of budget.Report
}

func (r *reader) budget(node *document.Node) {
	if node == nil {
		return
	}
	const where = bindingsName + ".budget"
	f, ok := r.open(node, where)
	if !ok {
		return
	}
	b := &Budget{Pos: node.Pos, Name: f.goName("name"), Entries: f.member("entries", true)}
	f.table("spent", spentResources, func(m document.Member, where string) {
		if members := r.members(m.Value, where); members != nil {
			b.Spent = append(b.Spent, &Spent{m.Name, m.NamePos, members})
		}
	})
	f.table("totals", totalResources, func(m document.Member, where string) {
		if !isMember(text(m.Value)) {
			r.bad(m.Value, where, "the JSON Pointer of a member")
			return
		}
		b.Totals = append(b.Totals, &Total{m.Name, m.NamePos, m.Value.Text})
	})
	f.table("max", mostResources, func(m document.Member, where string) {
		if amount := r.amount(m.Value, where); amount != (Amount{}) {
			b.Max = append(b.Max, &Most{m.Name, m.NamePos, amount})
		}
	})
	f.table("exhausted", mostResources, func(m document.Member, where string) {
		b.Exhausted = append(b.Exhausted, &Exhausted{m.Name, m.NamePos, r.writes(m.Value, where)})
	})
	r.counts(f.get("counts", false), b)
	f.done()
	if b.Entries != "" {
		r.out.Bindings.Budget = b
	}
}

// table reads an object whose members are resources.
func (f *fields) table(name string, resources []string, read func(m document.Member, where string)) {
	node := f.get(name, false)
	if node == nil {
		return
	}
	where := f.where + "." + name
	if node.Kind != document.Object {
		f.r.bad(node, where, "an object")
	}
	for _, m := range node.Members {
		if !slices.Contains(resources, m.Name) {
			f.r.bad(m.Value, where+"."+m.Name, "one of "+strings.Join(resources, ", "))
			continue
		}
		read(m, where+"."+m.Name)
	}
}

// members reads a member or a list of them.
func (r *reader) members(node *document.Node, where string) []string {
	list := []*document.Node{node}
	if node.Kind == document.Array {
		list = node.Items
	}
	var members []string
	for _, item := range list {
		if isMember(text(item)) {
			members = append(members, item.Text)
		}
	}
	if len(members) < len(list) || len(list) == 0 {
		r.bad(node, where, "the JSON Pointer of a member, or a list of them")
		return nil
	}
	return members
}

func (r *reader) writes(node *document.Node, where string) []*Write {
	if node.Kind != document.Object {
		r.bad(node, where, "an object of members and their values")
	}
	var list []*Write
	for _, m := range node.Members {
		if !isMember(m.Name) || m.Value.Kind != document.String {
			r.bad(m.Value, where+"."+m.Name, "a JSON Pointer with a text")
			continue
		}
		list = append(list, &Write{m.Name, m.NamePos, m.Value.Text})
	}
	return list
}

func (r *reader) counts(node *document.Node, b *Budget) {
	if node == nil {
		return
	}
	const where = bindingsName + ".budget.counts"
	if node.Kind != document.Array {
		r.bad(node, where, "a list")
	}
	for _, item := range node.Items {
		if f, ok := r.open(item, where); ok {
			c := &Count{Pos: item.Pos, Into: f.member("into", true), Of: f.member("of", true), Values: f.names("in", true)}
			f.done()
			if c.Into != "" && c.Of != "" && len(c.Values) > 0 {
				b.Counts = append(b.Counts, c)
			}
		}
	}
}

func (r *reader) allocation(node *document.Node) {
	if node == nil {
		return
	}
	if f, ok := r.open(node, bindingsName+".allocation"); ok {
		a := &Allocation{
			Pos: node.Pos, MaxTokens: f.member("max_tokens", true), PerSection: f.member("per_section", false), Report: f.member("report", true),
		}
		f.done()
		if a.MaxTokens != "" && a.Report != "" {
			r.out.Bindings.Allocation = a
		}
	}
}
