package compose

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/internal/jsontree"
)

// rounds bounds how often the room is given out anew: what the parts take is not
// exactly what the whole does.
const rounds = 16

// fit finds what goes in such that the whole is within the budget.
func (c *composition) fit() ([]byte, error) {
	room := map[string]int64{} // what items of a section may take
	for name, limit := range c.caps {
		room[name] = limit
	}
	c.assign(0, room)
	smallest := c.size(bare, 0)
	if c.err != nil {
		return nil, c.err
	}
	if smallest > c.target {
		return nil, &TooSmallError{Needs: smallest, Has: c.max}
	}
	free := c.target - smallest
	best, bestTaken := int64(0), int64(-1)
	low, high := int64(0), int64(-1) // what is known to fit, what does not
	for try, round := free-min(free/4, c.target/5), 0; round < rounds; round++ {
		taken := c.assign(try, room)
		size := c.size(full, all)
		whole := size <= c.target
		if !whole && c.size(bare, 0) > c.target {
			if high = try; high-low < 8 {
				break
			}
			try = low + (try-low)/2
			continue
		}
		if taken >= bestTaken {
			best, bestTaken = try, taken
		}
		next := try + c.target - size
		if high >= 0 {
			next = min(next, try+(high-try)/2)
		}
		if low = try; !whole || !c.short() || next-try < 8 {
			break
		}
		try = next
	}
	c.assign(best, room)
	return c.finish()
}

// assign gives room to the items such that no section exceeds its cap, and returns
// how much they take.
func (c *composition) assign(total int64, room map[string]int64) int64 {
	taken := c.give(total, room)
	for c.sections(room) {
		taken = c.give(total, room)
	}
	return taken
}

// give gives room to the items, each in its turn.
func (c *composition) give(total int64, room map[string]int64) int64 {
	used := map[string]int64{}
	cited := map[string]bool{}
	lowest := map[*Section]budget.Form{}
	stopped := map[*Section]bool{}
	var taken int64
	for _, it := range c.items {
		s := it.section
		it.placed, it.reason = false, ""
		from, to := lowest[s], s.Floor
		if s.Like != "" {
			if it.like == nil || !it.like.placed {
				it.reason = "what it repeats is left out"
				continue
			}
			from, to = it.like.form, it.like.form
		}
		if stopped[s] {
			it.reason = "over budget: after one that found no room"
			continue
		}
		first, citations := c.markCited(cited, it)
		for form := from; form <= to; form++ {
			n := it.in(form)
			if n == nil {
				continue
			}
			tokens := c.count(n.String()) + 1
			if n.Name != "" {
				tokens += c.count(jsontree.Quote(n.Name)) + 1
			}
			if limit, capped := room[s.Name]; capped && used[s.Name]+tokens > limit {
				it.reason = fmt.Sprintf("section %s has %d tokens", s.Name, c.caps[s.Name])
				continue
			}
			if taken+tokens+citations > total {
				it.reason = fmt.Sprintf("%d tokens in all", c.max)
				continue
			}
			used[s.Name] += tokens
			taken += tokens + citations
			it.placed, it.form = true, form
			break
		}
		switch {
		case !it.placed:
			for _, id := range first {
				delete(cited, id)
			}
			it.reason = "over budget: " + it.reason
			stopped[s] = s.Strict
		case s.Strict:
			lowest[s] = it.form
		}
	}
	c.apply()
	return taken
}

// markCited marks the references of an item as cited. It returns those that no item before it
// has cited, which are unmarked again where the item finds no room, and their tokens.
func (c *composition) markCited(cited map[string]bool, it *item) (first []string, tokens int64) {
	for _, id := range it.ids {
		if !cited[id] {
			cited[id] = true
			first = append(first, id)
			tokens += c.citations[id]
		}
	}
	return first, tokens
}

// in is an item in a form, nil where it has none that is shorter than those before.
func (it *item) in(form budget.Form) *jsontree.Node {
	if form == budget.Raw {
		return it.raw
	}
	if it.forms[form] != nil {
		return it.forms[form]
	}
	at := slices.IndexFunc(it.section.Forms, func(f Form) bool { return f.Form == form })
	if at < 0 {
		return it.in(form - 1)
	}
	f := &it.section.Forms[at]
	n := it.raw.Clone()
	for _, name := range f.Drop {
		n.Keep(func(child *jsontree.Node) bool { return child.Name != name })
	}
	for _, cut := range f.Cut {
		for _, place := range n.Find(strings.TrimPrefix(cut.Path, "0")) {
			if text := place.Plain(); place.Text != "" && place.Text[0] == '"' && utf8.RuneCountInString(text) > cut.Runes {
				place.Become(jsontree.Str(shortened(text, cut.Runes, cut.Marked)))
			}
		}
	}
	it.forms[form] = n
	return n
}

// shortened is the beginning of a text, up to the end of a sentence or else of a
// word. It is not empty where the text is not.
func shortened(text string, limit int, marked bool) string {
	runes := []rune(text)
	end, word := 0, 0
	for i := range limit {
		switch {
		case unicode.IsSpace(runes[i]):
			word = i
		case strings.ContainsRune(".!?。！？", runes[i]) && unicode.IsSpace(runes[min(i+1, len(runes)-1)]):
			end = i + 1
		}
	}
	if unicode.IsSpace(runes[limit]) {
		word = limit
	}
	if end < limit/2 {
		end = word
	}
	if end < limit/2 {
		end = limit
	}
	cut := strings.TrimRightFunc(string(runes[:end]), unicode.IsSpace)
	if cut == "" {
		cut = string(runes[:limit])
	}
	if marked {
		cut += " …"
	}
	return cut
}

// apply writes into the document what the items are given.
func (c *composition) apply() {
	by := map[*jsontree.Node]*item{}
	for _, it := range c.items {
		by[it.node] = it
	}
	for _, l := range c.around {
		l.Children = l.Children[:0:0]
		for _, n := range l.children {
			it := by[n]
			switch {
			case it == nil:
				l.Children = append(l.Children, n)
			case it.placed:
				name := n.Name
				shown := it.in(it.form).Clone()
				shown.Name = name
				l.Children = append(l.Children, shown)
			case it.of.Empty != "":
				empty := jsontree.JSON(it.of.Empty)
				empty.Name = n.Name
				l.Children = append(l.Children, empty)
			}
		}
	}
	// Lists that are empty now and need not be there are left out.
	empty := map[*jsontree.Node]bool{}
	for _, l := range c.around {
		empty[l.Node] = l.optional && len(l.Children) == 0
	}
	for _, l := range c.around {
		l.Keep(func(n *jsontree.Node) bool { return !empty[n] })
	}
}

// short reports whether something lacks room in the whole, not only in its section.
func (c *composition) short() bool {
	return slices.ContainsFunc(c.items, func(it *item) bool { return strings.HasSuffix(it.reason, "in all") })
}

// sections narrows the room of sections that exceed their cap, for the parts of a
// text may take fewer tokens than the whole, and reports whether one did.
func (c *composition) sections(room map[string]int64) bool {
	over := false
	for name, used := range c.usage(c.doc) {
		limit, capped := c.caps[name]
		if !capped || used <= limit || room[name] == 0 {
			continue
		}
		room[name] = max(room[name]-(used-limit), 0)
		over = true
	}
	return over
}
