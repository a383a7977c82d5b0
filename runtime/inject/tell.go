package inject

import (
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/internal/jsontree"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// tell writes into the document what became of it. What it told before stays
// where it still holds.
func (a *application) tell() {
	a.conceal()
	told := a.told()
	a.omitted(told)
	if list := a.array(a.Report.Selected.Into); list != nil {
		list.Children = nil
		for _, c := range a.report.Selected {
			list.Children = append(list.Children, a.Report.Selected.entry(c.Item, c.Reason))
		}
	}
	a.conflicts()
	result := a.doc.Append(nil) // says nothing that the purpose may not know
	a.filters(result)
	a.determinism(result)
}

// array is the array at a path, made where it is missing; nil for "".
func (a *application) array(path string) *jsontree.Node {
	if path == "" {
		return nil
	}
	n := a.doc.Make(path, "[]")
	if n == nil || n.Kind != jsonscan.KindArray {
		return nil
	}
	return n
}

// object is the object at a path, made where it is missing; nil for "".
func (a *application) object(path string) *jsontree.Node {
	if path == "" {
		return nil
	}
	n := a.doc.Make(path, "{}")
	if n == nil || n.Kind != jsonscan.KindObject {
		return nil
	}
	return n
}

// entry makes an entry of an array of choices.
func (t *Telling) entry(item, reason string) *jsontree.Node {
	if t.Texts {
		return jsontree.Str(item + ": " + reason)
	}
	n := &jsontree.Node{Kind: jsonscan.KindObject}
	n.Set("item", jsontree.Str(item))
	n.Set("reason", jsontree.Str(reason))
	return n
}

// item is what an entry of an array of choices speaks of.
func item(n *jsontree.Node) string {
	if n.Kind == jsonscan.KindString {
		before, _, _ := strings.Cut(n.Plain(), ": ")
		return before
	}
	return n.Get("item").Plain()
}

// isHere reports whether what a name stands for is in the result.
func (a *application) isHere(name string) bool {
	if a.kept[name] {
		return true
	}
	if !strings.HasPrefix(name, "/") || a.hidden[name] {
		return false
	}
	if _, err := checks.ParsePath(name); err != nil {
		return false
	}
	n := a.doc.First(name)
	return n != nil && !n.IsEmpty()
}

// told are the names of what other arrays tell as left out.
func (a *application) told() map[string]bool {
	told := map[string]bool{}
	for _, path := range a.Report.Told {
		list := a.doc.First(path)
		if list == nil {
			continue
		}
		list.Keep(func(n *jsontree.Node) bool { return !a.isHere(item(n)) })
		for _, n := range list.Children {
			told[item(n)] = true
		}
	}
	return told
}

// omitted tells what was left out, each once.
func (a *application) omitted(told map[string]bool) {
	if a.Report.Omitted.Into == "" {
		return
	}
	list := a.array(a.Report.Omitted.Into)
	if list == nil {
		return
	}
	list.Keep(func(n *jsontree.Node) bool {
		name := item(n)
		if name == "" {
			return true
		}
		keep := !told[name] && !a.isHere(name)
		told[name] = true
		return keep
	})
	for _, c := range a.report.Omitted {
		if !told[c.Item] && !a.isHere(c.Item) {
			told[c.Item] = true
			list.Children = append(list.Children, a.Report.Omitted.entry(c.Item, c.Reason))
		}
	}
}

// conflicts tells of conflicts that are not told yet.
func (a *application) conflicts() {
	if a.Report.Conflicts.Into == "" || len(a.report.Conflicts) == 0 {
		return
	}
	list := a.array(a.Report.Conflicts.Into)
	if list == nil {
		return
	}
	told := map[string]bool{} // identifiers by type
	var details []string
	for _, n := range list.Children {
		if details = append(details, n.Plain()); n.Kind == jsonscan.KindObject {
			details[len(details)-1] = n.Get("detail").Plain()
		}
		if ids := n.Get(a.Report.ConflictIDs); ids != nil {
			for _, id := range ids.Children {
				told[n.Get("type").Plain()+"\n"+id.Plain()] = true
			}
		}
	}
	for _, c := range a.report.Conflicts {
		if a.Report.ConflictIDs != "" {
			c.IDs = slices.DeleteFunc(slices.Clone(c.IDs), func(id string) bool { return told[c.Type+"\n"+id] })
		}
		if len(c.IDs) > 0 && !slices.ContainsFunc(details, c.isTold) {
			list.Children = append(list.Children, a.conflictEntry(&c))
		}
	}
}

// isTold reports whether a text tells of the conflict, maybe with more identifiers:
// those of elements that are no longer there.
func (c *Conflict) isTold(text string) bool {
	ids, ok := strings.CutPrefix(text, c.Detail+": ")
	return ok && !slices.ContainsFunc(c.IDs, func(id string) bool { return !strings.Contains(", "+ids+", ", ", "+id+", ") })
}

func (a *application) conflictEntry(c *Conflict) *jsontree.Node {
	r := &a.Report
	if r.Conflicts.Texts {
		return jsontree.Str(c.Detail + ": " + strings.Join(c.IDs, ", "))
	}
	n := &jsontree.Node{Kind: jsonscan.KindObject}
	n.Set("type", jsontree.Str(c.Type))
	if r.ConflictIDs == "" {
		n.Set("detail", jsontree.Str(c.Detail+": "+strings.Join(c.IDs, ", ")))
		return n
	}
	n.Set("detail", jsontree.Str(c.Detail))
	n.Set(r.ConflictIDs, texts(c.IDs))
	return n
}

// texts makes an array of texts.
func texts(list []string) *jsontree.Node {
	n := &jsontree.Node{Kind: jsonscan.KindArray}
	for _, text := range list {
		n.Children = append(n.Children, jsontree.Str(text))
	}
	return n
}

// filters tells what was applied.
func (a *application) filters(result []byte) {
	into := a.object(a.Report.Filters.Into)
	if into == nil {
		return
	}
	into.Set("purpose", jsontree.Str(a.purpose))
	into.Set("now", jsontree.Str(a.arguments["now"]))
	given := &jsontree.Node{Kind: jsonscan.KindObject}
	for _, name := range a.given {
		given.Set(name, jsontree.Str(a.arguments[name]))
	}
	if into.Set("arguments", given); given.IsEmpty() {
		into.Remove(given)
	}
	for i := range a.Lists {
		l := &a.Lists[i]
		n := &jsontree.Node{Kind: jsonscan.KindObject}
		if names := a.rules(l); len(names) > 0 {
			n.Set("only", texts(names))
		}
		if top, ok := a.tops[i]; ok {
			n.Set("top", jsontree.Int(int64(top)))
		}
		if into.Set(l.Name, n); n.IsEmpty() {
			into.Remove(n)
		}
	}
	a.fill(into, &a.Report.Filters, a.queries.filters, result)
}

// determinism tells what the result depends on.
func (a *application) determinism(result []byte) {
	into := a.object(a.Report.Determinism.Into)
	if into == nil {
		return
	}
	order := &jsontree.Node{Kind: jsonscan.KindObject}
	for i := range a.Lists {
		if l := &a.Lists[i]; len(l.Order) > 0 {
			order.Set(l.Name, jsontree.Str(l.orderText()))
		}
	}
	if into.Set("order", order); order.IsEmpty() {
		into.Remove(order)
	}
	a.fill(into, &a.Report.Determinism, a.queries.determinism, result)
}

// fill sets the members that a policy names.
func (a *application) fill(into *jsontree.Node, f *Filling, q *checks.Query, result []byte) {
	q.Answers(result, a.arguments, func(answer checks.Answer) bool {
		for i, w := range f.With {
			if answer.Values[i] != "" {
				into.Set(w.Name, jsontree.JSON(answer.Values[i]))
			}
		}
		return true
	})
}

// conceal takes out of what is told, and of what describes references, the texts
// of elements that are left out.
func (a *application) conceal() {
	if len(a.concealed) == 0 {
		return
	}
	r := &a.Report
	for _, path := range append([]string{r.Selected.Into, r.Omitted.Into, r.Conflicts.Into, r.Filters.Into, r.Determinism.Into}, r.Told...) {
		if path == "" {
			continue
		}
		if n := a.doc.First(path); n != nil {
			n.Keep(func(child *jsontree.Node) bool { return !a.reveals(child) })
		}
	}
	for i := range a.Closures {
		c := &a.Closures[i]
		list := a.doc.First(c.Of)
		if list == nil {
			continue
		}
		for _, n := range list.Children {
			n.Keep(func(child *jsontree.Node) bool {
				return !slices.Contains(c.Texts, child.Name) || !a.reveals(child)
			})
		}
	}
}

// reveals reports whether a value holds a text that is to be concealed.
func (a *application) reveals(n *jsontree.Node) bool {
	if n.IsContainer() {
		return slices.ContainsFunc(n.Children, a.reveals)
	}
	if n.Kind != jsonscan.KindString {
		return false
	}
	text := n.Plain()
	return slices.ContainsFunc(a.concealed, func(secret string) bool { return strings.Contains(text, secret) })
}

func sortedNames(arguments checks.Arguments) []string { return slices.Sorted(maps.Keys(arguments)) }

// Item is what an entry of an array of choices speaks of; the entry is JSON.
func Item(entry string) string { return item(jsontree.JSON(entry)) }

// Names lists the names of arguments, in order.
func Names(arguments checks.Arguments) []string { return sortedNames(arguments) }

// CutLast splits a path before its last token.
func CutLast(path string) (around, token string, ok bool) {
	at := strings.LastIndexByte(path, '/')
	if at < 0 {
		return "", path, false
	}
	return path[:at], path[at+1:], true
}
