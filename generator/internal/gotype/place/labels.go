package place

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Branches are the labels of the inline branches of unions by the key of the
// union's place, each with the digest of the branch that has it: what a label
// means is the content of the branch, not its index.
type Branches map[string]map[string]string

// labels finds what the branches of unions are called. The label of a branch is
// the name of its variant, and what the type of an inline branch adds to the name
// of the union.
type labels struct {
	places *Places
	held   Branches // of the last generation
	unions map[*schema.Node]intersect.Union
	of     map[*schema.Node]string // by the branch as it is written
	was    map[*schema.Node]string // what a branch was called that has another label now
	// digests are those of the branches that have been asked for.
	digests map[*schema.Node]string
}

func newLabels(ps *Places, g *schema.Graph, held Branches) *labels {
	l := &labels{places: ps, held: held, unions: map[*schema.Node]intersect.Union{}, of: map[*schema.Node]string{}, was: map[*schema.Node]string{}, digests: map[*schema.Node]string{}}
	for _, n := range g.Nodes {
		for _, u := range append(intersect.UnionsOf(n), intersect.ConditionOf(n)) {
			for _, b := range u.Branches {
				l.unions[b] = u
			}
		}
	}
	return l
}

// label is the label of a branch; "" for a schema that is none.
func (l *labels) label(branch *schema.Node) string {
	u, ok := l.unions[branch]
	if !ok {
		return ""
	}
	if l.of[branch] == "" {
		for b, label := range l.union(u) {
			l.of[b] = label
		}
	}
	return l.of[branch]
}

// key identifies a union over time.
func (l *labels) key(u intersect.Union) string {
	return document.AppendToken(l.places.OfSchema(u.Node).Key, u.Keyword)
}

// Branches are the labels of the inline branches of the unions that the given
// branches belong to.
func (ps *Places) Branches(of []*schema.Node) Branches {
	out := Branches{}
	type union struct {
		node    *schema.Node
		keyword string
	}
	done := map[union]bool{}
	for _, n := range of {
		u, ok := ps.labels.unions[n]
		if !ok || done[union{u.Node, u.Keyword}] {
			continue
		}
		done[union{u.Node, u.Keyword}] = true
		for _, b := range u.Branches {
			if !ps.labels.isInline(b) {
				continue
			}
			key := ps.labels.key(u)
			if out[key] == nil {
				out[key] = map[string]string{}
			}
			out[key][ps.labels.label(b)] = ps.labels.digest(b)
		}
	}
	return out
}

// digest identifies the content of a branch, whatever it is called and said to be, and
// in whatever order its members are written.
func (l *labels) digest(n *schema.Node) string {
	if known := l.digests[n]; known != "" {
		return known
	}
	doc := *ordered(n.Doc)
	doc.Members = slices.DeleteFunc(slices.Clone(doc.Members), func(m document.Member) bool {
		switch m.Name {
		case "title", "description", "$comment", "x-go-name":
			return true
		}
		return false
	})
	sum := sha256.Sum256(doc.AppendJSON(nil))
	l.digests[n] = hex.EncodeToString(sum[:6])
	return l.digests[n]
}

// ordered is a value with the members of its objects in the order of their names.
func ordered(n *document.Node) *document.Node {
	out := *n
	out.Items, out.Members = slices.Clone(n.Items), slices.Clone(n.Members)
	for i, item := range out.Items {
		out.Items[i] = ordered(item)
	}
	for i, m := range out.Members {
		out.Members[i].Value = ordered(m.Value)
	}
	slices.SortFunc(out.Members, func(a, b document.Member) int { return strings.Compare(a.Name, b.Name) })
	return &out
}

// isInline reports whether a branch says something of its own.
func (l *labels) isInline(branch *schema.Node) bool {
	end := l.places.schemas.Resolve(branch)
	return end == branch || !l.isNamed(end)
}

// isNamed reports whether a schema that is referred to has a name of its own.
func (l *labels) isNamed(n *schema.Node) bool {
	return n.IsDefinition() || n.GoName != "" || l.places.IsEntry(n) || n.FilePointer == ""
}

// branch is a branch that is to get a label.
type branch struct {
	node, end *schema.Node // as written, and what it stands for
	kinds     kind.Set     // that it accepts, null aside
	label     string
}

// union finds the labels of the branches of a union: those that they had, then
// what tells them apart, from the best to the worst.
func (l *labels) union(u intersect.Union) map[*schema.Node]string {
	a := l.places.schemas.Analysis
	c := &contest{labels: l, taken: map[string]bool{"Kind": true}}
	for _, n := range u.Branches {
		b := &branch{node: n, end: l.places.schemas.Resolve(n)}
		b.kinds = a.Kinds(n) & a.Kinds(u.Node)
		if b.kinds != kind.Null {
			b.kinds &^= kind.Null
		}
		c.branches = append(c.branches, b)
	}
	c.tag = c.findTag()
	held := earlierOf(l.held[l.key(u)])
	c.settle(false, l.given)
	c.keepOwn(held)
	c.keep(held)
	c.settleAll()
	out := map[*schema.Node]string{}
	for _, b := range c.branches {
		out[b.node] = b.label
		for _, label := range held.of(l, b) {
			if !c.taken[label] {
				l.was[b.node] = label
			}
		}
	}
	return out
}

// given is the name that a branch has whatever the others are: one of its own, or
// that of what it refers to.
func (l *labels) given(b *branch) []string {
	if name := cmp.Or(l.places.use(b.node.Place()), b.node.GoName); name != "" {
		return []string{name}
	}
	if l.isInline(b.node) {
		return nil
	}
	if title := cmp.Or(l.places.titleName(b.node), l.places.titleName(b.end)); title != "" && b.end.GoName == "" && !b.end.IsDefinition() {
		return []string{title}
	}
	return []string{l.places.OfSchema(b.end).Name}
}

// contest is the branches of a union, which want different labels.
type contest struct {
	*labels
	branches []*branch
	taken    map[string]bool
	tag      string // the member whose constants tell branches apart
}

// levels are the ways to tell branches apart, the best first. Each lists the
// words that a branch could be called by.
func (c *contest) levels() []func(*branch) []string {
	return []func(*branch) []string{c.tagValue, c.title, c.loneTag, c.kindWord, c.reference, c.requiredMember, c.declaredMember, c.content, c.ownValue}
}

// settle gives each branch without a label the first of its words that no other
// inline branch has as well; where numbers are allowed the others get one.
func (c *contest) settle(numbered bool, words func(*branch) []string) {
	wanted := map[*branch][]string{}
	count := map[string]int{}
	for _, b := range c.branches {
		if b.label != "" && !c.isInline(b.node) {
			continue
		}
		wanted[b] = lists.Distinct(words(b))
		for _, word := range wanted[b] {
			count[word]++
		}
	}
	for _, b := range c.branches {
		for _, word := range wanted[b] {
			if b.label == "" && count[word] == 1 && !c.taken[word] {
				c.give(b, word)
			}
		}
	}
	free := map[string]int{} // the numbers below are taken
	for _, b := range c.branches {
		for numbered && b.label == "" {
			first := wanted[b][0]
			free[first]++
			word := first
			if n := free[first]; n > 1 {
				word = names.Numbered(first, n)
			}
			if !c.taken[word] {
				c.give(b, word)
			}
		}
	}
}

func (c *contest) give(b *branch, label string) {
	b.label = label
	c.taken[label] = true
}

// settleAll gives every branch a label.
func (c *contest) settleAll() {
	for _, level := range c.levels() {
		c.settle(false, level)
	}
	c.settle(true, c.lastResort)
}

// keepOwn gives branches their labels again that are those which they would get
// anew: of several with one content each keeps its own.
func (c *contest) keepOwn(held earlier) {
	if len(held.labels) == 0 {
		return
	}
	copies := lists.Of(c.branches, func(b *branch) *branch { return new(*b) })
	anew := &contest{labels: c.labels, branches: copies, taken: maps.Clone(c.taken), tag: c.tag}
	anew.settleAll()
	for i, b := range c.branches {
		label := anew.branches[i].label
		if b.label == "" && c.isInline(b.node) && !c.taken[label] && held.digests[label] == c.digest(b.node) {
			c.give(b, label)
		}
	}
}

// keep gives the branches of the last generation their labels again, where they
// could still be called so: those whose content is the same, then others.
func (c *contest) keep(held earlier) {
	open := map[string]bool{}
	for _, label := range held.labels {
		open[label] = !c.taken[label]
	}
	for _, same := range []bool{true, false} {
		for _, b := range c.branches {
			if b.label != "" || len(held.labels) == 0 || !c.isInline(b.node) {
				continue
			}
			candidates := held.labels
			if same {
				candidates = held.of(c.labels, b)
			}
			words := c.allWords(b)
			at := slices.IndexFunc(candidates, func(label string) bool { return open[label] && (words[label] || words[stem(label)]) })
			if at >= 0 {
				c.give(b, candidates[at])
				open[candidates[at]] = false
			}
		}
	}
}

// earlier are the labels that the branches of a union had.
type earlier struct {
	labels   []string            // as they are handed out: Any2 before Any10
	digests  map[string]string   // of the branches, by label
	byDigest map[string][]string // labels, in the same order
}

func earlierOf(held map[string]string) earlier {
	e := earlier{digests: held, byDigest: map[string][]string{}}
	e.labels = slices.SortedFunc(maps.Keys(held), func(a, b string) int {
		return cmp.Or(strings.Compare(stem(a), stem(b)), cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	})
	for _, label := range e.labels {
		e.byDigest[held[label]] = append(e.byDigest[held[label]], label)
	}
	return e
}

// of are the labels of branches that said the same as b says.
func (e earlier) of(l *labels, b *branch) []string {
	if len(e.labels) == 0 {
		return nil
	}
	return e.byDigest[l.digest(b.node)]
}

// stem is a label without its number.
func stem(label string) string { return strings.TrimRight(strings.TrimRight(label, "0123456789"), "_") }
