package breaking

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// defaults reports members whose default is another: documents without them mean
// something else.
func defaults(old, new *Version) diag.Diagnostics {
	w := walk{comparer: newComparer(old, new), visited: map[string]bool{}}
	for _, before := range old.Entries {
		if now := new.entry(before); now != nil {
			w.pair(all(before.Node), all(now), "")
		}
	}
	return w.found
}

// walk goes through two schemas side by side.
type walk struct {
	*comparer
	visited map[string]bool
}

func (w *walk) pair(old, new schemas, at string) {
	if key := w.question(old, new); w.visited[key] || len(old) == 0 || len(new) == 0 {
		return
	} else {
		w.visited[key] = true
	}
	w.report = true
	for _, n := range old {
		for _, p := range n.Properties {
			if had, now := memberSchemas(old, p.Name), memberSchemas(new, p.Name); len(now) > 0 {
				place := document.AppendToken(at, p.Name)
				w.compare(had, now, place)
				w.pair(had, now, place)
			}
		}
	}
	for _, part := range []func(*schema.Node) *schema.Node{items, additional} {
		w.pair(old.each(part), new.each(part), at+"/*")
	}
	for _, b := range branchesOf(old) {
		for _, now := range branchesOf(new) {
			if samePlace(all(b), all(now)) {
				w.pair(all(b), all(now), at)
			}
		}
	}
}

// compare compares the default of a member.
func (w *walk) compare(old, new schemas, at string) {
	had, now := defaultOf(old), defaultOf(new)
	switch {
	case had != nil && now != nil && !document.Equal(had, now):
		w.note(diag.DefaultChanged, at, now.Pos, had.Pos, "the default is %s now; it was %s", text(now), text(had))
	case had != nil && now == nil:
		w.note(diag.DefaultChanged, at, new[0].Pos, had.Pos, "the default %s is gone", text(had))
	case had == nil && now != nil:
		w.note(diag.DefaultChanged, at, now.Pos, old[0].Pos, "the default %s is new", text(now))
	}
}

func defaultOf(s schemas) *document.Node {
	for _, n := range s {
		if n.Default != nil {
			return n.Default
		}
	}
	return nil
}

// memberSchemas are those that declare a member by its name.
func memberSchemas(s schemas, name string) schemas {
	var out schemas
	for _, n := range s {
		for _, p := range n.Properties {
			if p.Name == name {
				out = out.and(p.Node)
			}
		}
	}
	return out
}

func items(n *schema.Node) *schema.Node      { return n.Items }
func additional(n *schema.Node) *schema.Node { return n.AdditionalProperties }

func branchesOf(s schemas) []*schema.Node {
	var out []*schema.Node
	for _, n := range s {
		out = append(append(out, n.AnyOf...), n.OneOf...)
	}
	return out
}

// samePlace reports whether two branches are one: they are, or refer to, the same place of
// the schema.
func samePlace(a, b schemas) bool {
	last := func(s schemas) string { return s[len(s)-1].FilePointer }
	return last(a) == last(b)
}
