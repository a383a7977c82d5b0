package inject

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/internal/brief"
	"github.com/bindery-go/bindery/runtime/internal/jsontree"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// element is an element of a list, with what was found of it.
type element struct {
	*jsontree.Node
	parent  *jsontree.Node
	id      string
	unnamed bool     // it has no identifier but its place
	reasons []string // why it is left out
	order   []string
	flags   []bool   // by flag, whether the relation holds
	same    []string // by flag, the value that is compared
}

// list chooses the elements of a list.
func (a *application) list(i int) error {
	l := &a.Lists[i]
	all := a.ask(i)
	ranked := make([]*element, 0, len(all))
	for _, e := range all {
		if len(e.reasons) == 0 {
			ranked = append(ranked, e)
		}
	}
	top, ok, err := a.top(i)
	if err != nil {
		return err
	}
	if ok && top < len(ranked) {
		l.sort(ranked)
		reason := fmt.Sprintf("beyond the first %d", top)
		if len(l.Order) > 0 {
			reason += " by " + l.orderText()
		}
		for _, e := range ranked[top:] {
			e.reasons = append(e.reasons, reason)
		}
	}
	a.split(l, all)
	a.flag(l, all)
	return nil
}

// ask asks the elements of a list what the policy wants to know: of the whole
// document what decides, and of what the purpose may see what is told.
func (a *application) ask(i int) []*element {
	l := &a.Lists[i]
	var all []*element
	for k, of := range l.Of {
		at := len(all)
		for _, place := range a.doc.Find(of) {
			for index, n := range place.Children {
				id, named := l.identify(n, index)
				all = append(all, &element{Node: n, parent: place.Node, id: id, unnamed: !named})
			}
		}
		if len(all) == at {
			continue
		}
		found := all[at:]
		if a.whole != nil {
			a.decide(l, of, a.queries.lists[i][k], found)
		}
		a.queries.lists[i][k].Answers(a.doc.Append(nil), a.arguments, func(answer checks.Answer) bool {
			e := found[0]
			if a.whole == nil {
				e.order = slices.Clone(answer.Values[:len(l.Order)])
			}
			// A rule holds in both, so that it still does when the policy is applied again.
			if len(e.reasons) == 0 {
				e.reasons = l.broken(answer, a.purpose)
			}
			e.note(l, answer)
			found = found[1:]
			return true
		})
	}
	return all
}

// decide notes of elements what the whole document decides.
func (a *application) decide(l *List, of string, q *checks.Query, elements []*element) {
	by := map[*jsontree.Node]*element{}
	for _, e := range elements {
		by[a.whole.of[e.Node]] = e
	}
	var nodes []*jsontree.Node
	for _, place := range a.whole.doc.Find(of) {
		nodes = append(nodes, place.Children...)
	}
	q.Answers(a.whole.doc.Append(nil), a.arguments, func(answer checks.Answer) bool {
		if e := by[nodes[0]]; e != nil { // the purpose sees it
			e.reasons = l.broken(answer, a.purpose)
			e.order = slices.Clone(answer.Values[:len(l.Order)])
		}
		nodes = nodes[1:]
		return true
	})
}

// broken tells of the rules of a list that an element does not keep.
func (l *List) broken(answer checks.Answer, purpose string) (reasons []string) {
	for k := range l.Rules {
		r := &l.Rules[k]
		if answer.Holds[k] || r.For != nil && !slices.Contains(r.For, purpose) {
			continue
		}
		reason := r.Else
		if reason == "" {
			reason = "not " + r.Name
		}
		reasons = append(reasons, reason)
	}
	return reasons
}

// note notes what is told of an element.
func (e *element) note(l *List, answer checks.Answer) {
	holds, values := answer.Holds[len(l.Rules):], answer.Values[len(l.Order):]
	for k := range l.Flags {
		held, same := false, ""
		if l.Flags[k].When != nil {
			held, holds = holds[0], holds[1:]
		} else {
			same, values = values[0], values[1:]
		}
		e.flags, e.same = append(e.flags, held), append(e.same, same)
	}
}

// top is how many elements of a list go in; ok is false for all. It is kept for
// what is told of the list.
func (a *application) top(i int) (top int, ok bool, err error) {
	if a.Lists[i].Top == nil {
		return 0, false, nil
	}
	doc, value := a.doc, ""
	if a.whole != nil {
		doc = a.whole.doc
	}
	a.queries.tops[i].Answers(doc.Append(nil), a.arguments, func(answer checks.Answer) bool {
		value = answer.Values[0]
		return true
	})
	if value == "" {
		return 0, false, nil
	}
	text := strings.Trim(value, `"`)
	n, isNumber := jsonscan.ParseNumber([]byte(text))
	many, _ := n.Float64()
	if !isNumber || !n.IsInteger() || many < 0 {
		return 0, false, fmt.Errorf("%w: the first %s of %s, write a whole number of 0 or more", ErrTop, brief.Quote(text), a.Lists[i].Name)
	}
	a.tops[i] = int(min(many, 1<<31-1))
	return a.tops[i], true, nil
}

// sort orders elements; it is stable.
func (l *List) sort(list []*element) {
	slices.SortStableFunc(list, func(x, y *element) int {
		for i := range l.Order {
			if n := Compare(x.order[i], y.order[i], l.Order[i].Descending); n != 0 {
				return n
			}
		}
		return 0
	})
}

// Compare orders two JSON values, "" for none: numbers as such, date-times as
// instants, texts by code points. What cannot be ordered comes last: values of
// different kinds by kind, none at the end.
func Compare(a, b string, descending bool) int {
	if x, y := sort(a), sort(b); x != y {
		return x - y
	}
	n, ok := checks.Order(a, b)
	if !ok {
		return 0
	}
	if descending {
		return -n
	}
	return n
}

// sort is a number for what a value can be ordered among.
func sort(value string) int {
	switch {
	case value == "":
		return 4
	case value[0] == '"':
		if _, isTime := checks.Instant(value); isTime {
			return 1
		}
		return 2
	case value[0] == '-' || value[0] >= '0' && value[0] <= '9':
		return 0
	}
	return 3
}

func (l *List) orderText() string {
	var texts []string
	for i := range l.Order {
		text := l.Order[i].Text
		if l.Order[i].Descending {
			text += " descending"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

// split takes out what is not chosen and tells what became of each element.
func (a *application) split(l *List, all []*element) {
	gone := map[*jsontree.Node]bool{}
	index := map[*jsontree.Node]int{}
	for _, e := range all {
		if len(e.reasons) > 0 {
			gone[e.Node] = true
			continue
		}
		// Where an element has no identifier, its place in the result names it.
		e.id, _ = l.identify(e.Node, index[e.parent])
		index[e.parent]++
		a.kept[l.Name+"/"+e.id] = true
	}
	if a.whole != nil {
		a.whole.drop(l, gone)
	}
	reason := a.reason(l)
	var last *jsontree.Node
	for _, e := range all {
		if e.parent != last { // the elements of one list are neighbours
			last = e.parent
			last.Keep(func(n *jsontree.Node) bool { return !gone[n] })
		}
		if len(e.reasons) > 0 {
			a.out(l, e.gone(), e.Node, strings.Join(e.reasons, ", "))
		} else {
			a.report.Selected = append(a.report.Selected, Choice{l.Name + "/" + e.id, reason})
		}
	}
}

// gone is what an element is called once it is left out: the place of one without
// an identifier is then another's.
func (e *element) gone() string {
	if e.unnamed {
		return e.id + " of the input"
	}
	return e.id
}

// reason tells by what rules elements go in.
func (a *application) reason(l *List) string {
	names := a.rules(l)
	if len(names) == 0 {
		return "for " + a.purpose
	}
	return strings.Join(names, ", ")
}

// rules are the names of the rules of a list that the purpose asks.
func (a *application) rules(l *List) []string {
	var names []string
	for i := range l.Rules {
		if r := &l.Rules[i]; r.For == nil || slices.Contains(r.For, a.purpose) {
			names = append(names, r.Name)
		}
	}
	return names
}

// flag finds the conflicts of a list.
func (a *application) flag(l *List, all []*element) {
	for k := range l.Flags {
		f := &l.Flags[k]
		if f.When != nil {
			var ids []string
			for _, e := range all {
				if e.flags[k] {
					ids = append(ids, e.id)
				}
			}
			a.conflict(f.Name, l.Name+": "+f.Name, ids)
			continue
		}
		groups := map[string][]string{}
		var values []string
		for _, e := range all {
			if len(e.reasons) > 0 || e.same[k] == "" {
				continue
			}
			key := checks.Key(e.same[k])
			if groups[key] == nil {
				values = append(values, e.same[k])
			}
			groups[key] = append(groups[key], e.id)
		}
		for _, value := range values {
			if ids := groups[checks.Key(value)]; len(ids) > 1 {
				a.conflict(f.Name, l.Name+": "+f.Name+" "+jsontree.JSON(value).Plain(), ids)
			}
		}
	}
	var twice []string
	for _, e := range all {
		if len(e.reasons) > 0 && !e.unnamed && a.kept[l.Name+"/"+e.id] {
			twice = append(twice, e.id)
		}
	}
	a.conflict("same identifier", l.Name+": another with the same identifier was left out", twice)
}

// conflict notes a conflict, of some elements.
func (a *application) conflict(kind, detail string, ids []string) {
	if len(ids) > 0 {
		slices.Sort(ids)
		a.report.Conflicts = append(a.report.Conflicts, Conflict{kind, detail, slices.Compact(ids)})
	}
}
