package inject

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/internal/jsontree"
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
func (a *application) list(i int) {
	l := &a.Lists[i]
	data := a.doc.Append(nil)
	all := a.ask(i, data)
	ranked := make([]*element, 0, len(all))
	for _, e := range all {
		if len(e.reasons) == 0 {
			ranked = append(ranked, e)
		}
	}
	if top, ok := a.top(i, data); ok && top < len(ranked) {
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
}

// ask asks the elements of a list what the policy wants to know.
func (a *application) ask(i int, data []byte) []*element {
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
		a.queries.lists[i][k].Answers(data, a.arguments, func(answer checks.Answer) bool {
			all[at].answer(l, answer, a.purpose)
			at++
			return true
		})
	}
	return all
}

// answer notes what was found of an element.
func (e *element) answer(l *List, answer checks.Answer, purpose string) {
	for k := range l.Rules {
		r := &l.Rules[k]
		if answer.Holds[k] || r.For != nil && !slices.Contains(r.For, purpose) {
			continue
		}
		reason := r.Else
		if reason == "" {
			reason = "not " + r.Name
		}
		e.reasons = append(e.reasons, reason)
	}
	holds, values := answer.Holds[len(l.Rules):], answer.Values[len(l.Order):]
	e.order = slices.Clone(answer.Values[:len(l.Order)])
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
func (a *application) top(i int, data []byte) (top int, ok bool) {
	if a.Lists[i].Top == nil {
		return 0, false
	}
	a.queries.tops[i].Answers(data, a.arguments, func(answer checks.Answer) bool {
		n, err := strconv.Atoi(strings.Trim(answer.Values[0], `"`))
		top, ok = max(n, 0), err == nil
		return true
	})
	if ok {
		a.tops[i] = top
	}
	return top, ok
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
