package compose

import (
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/inject"
	"github.com/bindery-go/bindery/runtime/internal/jsontree"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// detail is how much is told of the circumstances.
type detail uint8

const (
	full detail = iota
	brief
	bare
)

// all is a number of entries that no list has.
const all = math.MaxInt32

// Places in the report on the budget.
const (
	degradations = "/degradations"
	omissions    = "/omissions"
	sectionUsage = "/section_usage"
)

// remember keeps what the policy has told, from which every try starts.
func (c *composition) remember() {
	c.told = map[string]*jsontree.Node{}
	r := &c.Policy.Report
	c.keep(r.Selected.Into, "[]")
	c.keep(r.Omitted.Into, "[]")
	c.keep(r.Conflicts.Into, "[]")
	c.keep(r.Filters.Into, "{}")
	c.keep(r.Determinism.Into, "{}")
	c.keep(c.Report+degradations, "[]")
	c.keep(c.Report+omissions, "[]")
	c.keep(c.Report+sectionUsage, "{}")
	for i := range c.Policy.Closures {
		c.keep(c.Policy.Closures[i].Of, "[]")
	}
}

func (c *composition) keep(path, empty string) {
	if path == "" {
		return
	}
	n := c.doc.First(path)
	if n == nil {
		n = jsontree.JSON(empty)
	}
	c.told[path] = n.Clone()
}

// size writes the reports, with so many entries a list, and counts the document.
func (c *composition) size(d detail, entries int) int64 {
	c.tell(d, entries)
	text, err := c.written(c.doc.Append(nil))
	if err != nil {
		if c.err == nil {
			c.err = err
		}
		return 0
	}
	return c.count(string(text))
}

// tell writes the reports: the lists with their first entries and the number of
// the others.
func (c *composition) tell(d detail, entries int) {
	c.close()
	gone, kept := c.names()
	r := &c.Policy.Report
	c.list(r.Selected.Into, entries, func(list *jsontree.Node) {
		list.Keep(func(n *jsontree.Node) bool {
			name := inject.Item(n.String())
			return !gone[name] || kept[name]
		})
	})
	c.list(r.Omitted.Into, entries, func(*jsontree.Node) {})
	ids := 8*entries + 8
	if d == bare {
		ids = 2
	}
	c.list(r.Conflicts.Into, min(entries, all-4)+4, func(list *jsontree.Node) {
		for _, n := range list.Children {
			c.shorten(n, ids)
		}
	})
	c.list(c.Report+degradations, min(entries, all-4)+4, c.degraded)
	c.list(c.Report+omissions, entries, func(list *jsontree.Node) { c.omitted(list, kept) })
	c.circumstances(d)
	if c.doc.Make(c.Report, "{}") == nil {
		return
	}
	report := c.doc.First(c.Report)
	report.Set("max_tokens", jsontree.Int(c.max))
	report.Set("used_tokens_est", jsontree.Int(c.max)) // has as many digits as it will have, or more
	usage := &jsontree.Node{Kind: jsonscan.KindObject}
	if d != bare {
		c.report.Budget.SectionUsage = c.usage(c.doc)
		for i := range c.Sections {
			if n := c.report.Budget.SectionUsage[c.Sections[i].Name]; n > 0 || d == full {
				usage.Set(c.Sections[i].Name, jsontree.Int(n))
			}
		}
	}
	report.Set("section_usage", usage)
}

// close keeps the references that are in use.
func (c *composition) close() {
	for i := range c.Policy.Closures {
		closure := &c.Policy.Closures[i]
		list := c.doc.First(closure.Of)
		if list == nil {
			continue
		}
		list.Children = nil
		used := map[string]bool{}
		for {
			before := len(used)
			for _, u := range closure.Uses {
				for _, place := range c.doc.Find(u.Path) {
					used[place.Plain()] = true
				}
			}
			if len(used) == before {
				break
			}
			list.Children = nil
			for _, n := range c.told[closure.Of].Children {
				id := n.Name
				if closure.ID != "" && closure.ID != "0#" {
					id = n.First(strings.TrimPrefix(closure.ID, "0")).Plain()
				}
				if used[id] {
					list.Children = append(list.Children, n)
				}
			}
		}
	}
}

// names are those of items that are left out and of those that are not.
func (c *composition) names() (gone, kept map[string]bool) {
	gone, kept = map[string]bool{}, map[string]bool{}
	for _, it := range c.items {
		if it.placed {
			kept[it.name] = true
		} else {
			gone[it.name] = true
		}
	}
	return gone, kept
}

// list writes a list as the policy told it, with what is to be added, cut to a
// number of entries.
func (c *composition) list(path string, entries int, add func(list *jsontree.Node)) {
	if path == "" {
		return
	}
	list := c.told[path].Clone()
	add(list)
	if at := c.doc.Make(path, "[]"); at != nil {
		capped(list, entries)
		at.Become(list)
	}
}

// capped cuts a list to its first entries and counts the others.
func capped(list *jsontree.Node, entries int) {
	more := len(list.Children) - entries
	if more <= 1 { // one more entry takes as much as telling of it
		return
	}
	rest := list.Children[entries:]
	list.Children = append(list.Children[:entries:entries], counted(rest))
}

// counted is an entry that stands for others.
func counted(rest []*jsontree.Node) *jsontree.Node {
	many := thousands(len(rest)) + " more"
	n := &jsontree.Node{Kind: jsonscan.KindObject}
	switch first := rest[0]; {
	case first.Kind == jsonscan.KindString:
		return jsontree.Str(many + ": " + common(rest, func(n *jsontree.Node) string {
			_, reason, _ := strings.Cut(n.Plain(), ": ")
			return reason
		}))
	case first.Get("action") != nil:
		n.Set("section", jsontree.Str("several"))
		n.Set("action", jsontree.Str("several"))
		n.Set("reason", jsontree.Str(many))
	case first.Get("detail") != nil:
		n.Set("type", jsontree.Str("several"))
		n.Set("detail", jsontree.Str(many))
	default:
		n.Set("item", jsontree.Str(many))
		n.Set("reason", jsontree.Str(common(rest, func(n *jsontree.Node) string { return n.Get("reason").Plain() })))
	}
	return n
}

// common is the reason that most entries share, shortened.
func common(list []*jsontree.Node, reason func(*jsontree.Node) string) string {
	counts := map[string]int{}
	var order []string
	for _, n := range list {
		text, _, _ := strings.Cut(reason(n), ":")
		if counts[text] == 0 {
			order = append(order, text)
		}
		counts[text]++
	}
	sort.SliceStable(order, func(i, j int) bool { return counts[order[i]] > counts[order[j]] })
	if len(order) > 1 {
		return order[0] + " and others"
	}
	return order[0]
}

// thousands writes a number as people do.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// shorten cuts the identifiers of a conflict and counts the others.
func (c *composition) shorten(n *jsontree.Node, limit int) {
	ids := n.Get(c.Policy.Report.ConflictIDs)
	if ids == nil || len(ids.Children) <= limit {
		return
	}
	more := len(ids.Children) - limit
	ids.Children = ids.Children[:limit]
	if detail := n.Get("detail"); detail != nil {
		detail.Become(jsontree.Str(detail.Plain() + " (" + thousands(more) + " more)"))
	}
}

// degraded tells of items that are shortened, by section and form.
func (c *composition) degraded(list *jsontree.Node) {
	type key struct {
		section, action string
	}
	counts := map[key]int{}
	var order []key
	reasons := map[key]string{}
	for _, it := range c.items {
		if !it.placed || it.form == budget.Raw || it.in(it.form).String() == it.key {
			continue
		}
		k := key{it.section.Name, "raw->" + it.form.String()}
		if counts[k]++; counts[k] == 1 {
			order = append(order, k)
			reasons[k] = it.reason
		}
		if reasons[k] == "" {
			reasons[k] = it.reason
		}
	}
	slices.SortFunc(order, func(x, y key) int {
		return strings.Compare(x.section+x.action, y.section+y.action)
	})
	c.report.Budget.Degradations = nil
	for _, k := range order {
		reason := reasons[k]
		if reason == "" {
			reason = "one before it is shortened"
		}
		d := budget.Degradation{Section: k.section, Action: k.action, Reason: thousands(counts[k]) + " of them: " + reason}
		c.report.Budget.Degradations = append(c.report.Budget.Degradations, d)
		n := &jsontree.Node{Kind: jsonscan.KindObject}
		n.Set("section", jsontree.Str(d.Section))
		n.Set("action", jsontree.Str(d.Action))
		n.Set("reason", jsontree.Str(d.Reason))
		list.Children = append(list.Children, n)
	}
}

// omitted tells of items that are left out, each once.
func (c *composition) omitted(list *jsontree.Node, kept map[string]bool) {
	told := map[string]bool{}
	for _, n := range list.Children {
		told[inject.Item(n.String())] = true
	}
	if path := c.Policy.Report.Omitted.Into; path != "" && path != c.Report+omissions {
		for _, n := range c.told[path].Children {
			told[inject.Item(n.String())] = true
		}
	}
	c.report.Budget.Omissions = nil
	for _, it := range c.items {
		if it.placed || kept[it.name] || told[it.name] {
			continue
		}
		told[it.name] = true
		c.report.Budget.Omissions = append(c.report.Budget.Omissions, budget.Omission{Item: it.name, Reason: it.reason})
		n := &jsontree.Node{Kind: jsonscan.KindObject}
		n.Set("item", jsontree.Str(it.name))
		n.Set("reason", jsontree.Str(it.reason))
		list.Children = append(list.Children, n)
	}
}

// circumstances tells what was applied.
func (c *composition) circumstances(d detail) {
	filters, determinism := c.Policy.Report.Filters, c.Policy.Report.Determinism
	c.tellObject(filters.Into, func(name string) bool {
		switch d {
		case full:
			return true
		case brief:
			return name == "purpose" || name == "now"
		}
		return name == "purpose"
	})
	c.tellObject(determinism.Into, func(name string) bool {
		return d == full || d == brief && slices.ContainsFunc(determinism.With, func(w inject.Named) bool { return w.Name == name })
	})
	if c.Digest != "" {
		if n := c.doc.Make(c.Digest, `""`); n != nil {
			n.Become(jsontree.Str(blankDigest))
		}
	}
}

func (c *composition) tellObject(path string, keep func(name string) bool) {
	if path == "" {
		return
	}
	n := c.told[path].Clone()
	n.Keep(func(child *jsontree.Node) bool { return keep(child.Name) })
	if at := c.doc.Make(path, "{}"); at != nil {
		at.Become(n)
	}
}

// finish writes the reports as fully as there is room for, and the number of
// tokens and the digest.
func (c *composition) finish() ([]byte, error) {
	d, entries := c.fullest()
	c.size(d, entries)
	if c.err != nil {
		return nil, c.err
	}
	text, err := c.written(c.doc.Append(nil))
	if err != nil {
		return nil, err
	}
	doc := jsontree.Parse(text)
	used := doc.First(c.Report + "/used_tokens_est")
	if c.Digest != "" {
		doc.First(c.Digest).Text = jsontree.Quote(c.digest(doc))
	}
	tokens := c.count(string(text))
	for range 4 { // the number is part of what is counted
		used.Text = strconv.FormatInt(tokens, 10)
		text = doc.Append(nil)
		next := c.count(string(text))
		if next == tokens {
			break
		}
		tokens = next
	}
	b := &c.report.Budget
	b.MaxTokens, b.UsedTokensEst, b.SectionUsage = c.max, tokens, c.usage(doc)
	return text, c.err
}

// fullest is the most that can be told within the budget.
func (c *composition) fullest() (detail, int) {
	if c.size(full, all) <= c.target {
		return full, all
	}
	longest := 0
	for _, path := range []string{c.Policy.Report.Selected.Into, c.Policy.Report.Omitted.Into, c.Report + omissions, c.Report + degradations, c.Policy.Report.Conflicts.Into} {
		if n := c.doc.First(path); path != "" && n != nil {
			longest = max(longest, len(n.Children))
		}
	}
	for _, d := range []detail{full, brief} {
		if c.size(d, 0) > c.target {
			continue
		}
		// The most entries that fit lie between those that do and those that do not.
		low, high := 0, longest+1
		for high-low > 1 {
			if middle := (low + high) / 2; c.size(d, middle) <= c.target {
				low = middle
			} else {
				high = middle
			}
		}
		return d, low
	}
	return bare, 0
}
