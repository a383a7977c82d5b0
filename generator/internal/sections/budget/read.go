package budget

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// written counts what the entries of a document have spent and bounds it. The
// members of Spent and Counts are those of an entry, the others the document's.
type written struct {
	Pos       source.Pos
	Name      string // of the Go type; "" for the usual one
	Entries   string // the array of entries
	Number    string // member of an entry; "" for none
	Leave     int64  // bytes that entries leave free
	Spent     []*spent
	Totals    []*total
	Counts    []*countOf
	Max       []*most
	Exhausted []*exhausted
}

// The resources of a budget, as x-bindery names them. Tokens are those in and
// out together, and only a total; iterations are the entries, bytes the size of
// the document, so that no entry says them.
const (
	tokensIn   = "tokens_in"
	tokensOut  = "tokens_out"
	tokens     = "tokens"
	costUSD    = "cost_usd"
	wallTimeMS = "wall_time_ms"
	iterations = "iterations"
	size       = "bytes"
)

var (
	spentResources = []string{tokensIn, tokensOut, costUSD, wallTimeMS}
	totalResources = []string{tokensIn, tokensOut, tokens, costUSD, wallTimeMS, iterations}
	mostResources  = []string{tokensIn, tokensOut, costUSD, wallTimeMS, iterations, size}
)

// spent says where an entry says how much of a resource it took: in the first
// of the members, or where that is absent, in the others together.
type spent struct {
	Resource string
	Pos      source.Pos
	Members  []string
}

// total is a member that holds what all entries have spent of a resource.
type total struct {
	Resource string
	Pos      source.Pos
	Member   string
}

// countOf is a member that holds how many entries have one of the values.
type countOf struct {
	Pos    source.Pos
	Into   string
	Of     string // member of an entry
	Values []string
}

// most is what may be spent of a resource.
type most struct {
	Resource string
	Pos      source.Pos
	Amount   section.Amount
}

// exhausted says what is written into the document when a resource has run out.
type exhausted struct {
	Resource string
	Pos      source.Pos
	Writes   []*write
}

// write is a member of text and its value.
type write struct {
	Member string
	Pos    source.Pos
	Value  string
}

// Read reads the budget.
func (s *Section) Read(r *section.Reader) {
	f, ok := r.OpenBinding("budget")
	if !ok {
		return
	}
	b := &written{Pos: f.Pos(), Name: f.GoName("name"), Entries: f.Member("entries", true), Number: f.Member("number", false), Leave: f.Amount("leave", false).Number}
	eachResource(r, f, "spent", spentResources, func(m section.Bound) {
		if members := members(r, m.Value, m.Where); members != nil {
			b.Spent = append(b.Spent, &spent{m.Name, m.NamePos, members})
		}
	})
	eachResource(r, f, "totals", totalResources, func(m section.Bound) {
		if !section.IsMember(section.Text(m.Value)) {
			r.Bad(m.Value, m.Where, "the JSON Pointer of a member")
			return
		}
		b.Totals = append(b.Totals, &total{m.Name, m.NamePos, m.Value.Text})
	})
	eachResource(r, f, "max", mostResources, func(m section.Bound) {
		if amount := r.Amount(m.Value, m.Where); amount != (section.Amount{}) {
			b.Max = append(b.Max, &most{m.Name, m.NamePos, amount})
		}
	})
	eachResource(r, f, "exhausted", mostResources, func(m section.Bound) {
		b.Exhausted = append(b.Exhausted, &exhausted{m.Name, m.NamePos, writes(r, m.Value, m.Where)})
	})
	readCounts(r, f.Get("counts", false), b)
	f.Done()
	if b.Entries != "" {
		s.written = b
		for _, m := range b.Max {
			s.limits.Check(r, m.Amount, m.Pos)
		}
	}
}

// eachResource reads an object whose members are resources.
func eachResource(r *section.Reader, f *section.Fields, name string, resources []string, read func(m section.Bound)) {
	for _, m := range f.Table(name) {
		if !slices.Contains(resources, m.Name) {
			r.Bad(m.Value, m.Where, "one of "+strings.Join(resources, ", "))
			continue
		}
		read(m)
	}
}

// members reads a member or a list of them.
func members(r *section.Reader, node *document.Node, where string) []string {
	var members []string
	list := section.Listed(node)
	for _, item := range list {
		if section.IsMember(section.Text(item)) {
			members = append(members, item.Text)
		}
	}
	if len(members) < len(list) || len(list) == 0 {
		r.Bad(node, where, "the JSON Pointer of a member, or a list of them")
		return nil
	}
	return members
}

func writes(r *section.Reader, node *document.Node, where string) []*write {
	if node.Kind != document.Object {
		r.Bad(node, where, "an object of members and their values")
	}
	var list []*write
	for _, m := range node.Members {
		if !section.IsMember(m.Name) || m.Value.Kind != document.String {
			r.Bad(m.Value, where+"."+m.Name, "a JSON Pointer with a text")
			continue
		}
		list = append(list, &write{m.Name, m.NamePos, m.Value.Text})
	}
	return list
}

func readCounts(r *section.Reader, node *document.Node, b *written) {
	if node == nil {
		return
	}
	const where = "x-bindery.budget.counts"
	if node.Kind != document.Array {
		r.Bad(node, where, "a list")
	}
	for _, item := range node.Items {
		if f, ok := r.Open(item, where); ok {
			c := &countOf{Pos: item.Pos, Into: f.Member("into", true), Of: f.Member("of", true), Values: f.Names("in", true)}
			f.Done()
			if c.Into != "" && c.Of != "" && len(c.Values) > 0 {
				b.Counts = append(b.Counts, c)
			}
		}
	}
}
