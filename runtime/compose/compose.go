package compose

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/inject"
	"github.com/bindery-go/bindery/runtime/internal/jsontree"
	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// For composes a document and reads the result. It is what generated methods are
// made of.
func For[T any, P interface {
	*T
	MarshalJSON() ([]byte, error)
}](p *Plan, x P, parse func([]byte) (*T, error), purpose string, now time.Time, counter budget.TokenCounter, options []inject.Option) (*T, Report, error) {
	if x == nil {
		return nil, Report{}, inject.ErrNoDocument
	}
	data, err := x.MarshalJSON()
	if err != nil {
		return nil, Report{}, err
	}
	var out *T
	data, report, err := p.compose(data, purpose, now, counter, options, func(data []byte) ([]byte, error) {
		var err error
		if out, err = parse(data); err != nil {
			return nil, err
		}
		return P(out).MarshalJSON()
	})
	if err != nil {
		return nil, Report{}, err
	}
	if out, err = parse(data); err != nil {
		return nil, Report{}, err
	}
	return out, report, nil
}

// Compose composes a document as of a moment. Nil counts tokens by
// budget.Estimate. The error comes from the policy or the counter, is
// ErrNoBudget, a *TooSmallError, or a *jsonvalue.SyntaxError.
//
// The counter is asked for each element, once a form, and some twenty times for
// the whole document.
func (p *Plan) Compose(data []byte, purpose string, now time.Time, counter budget.TokenCounter, options ...inject.Option) ([]byte, Report, error) {
	return p.compose(data, purpose, now, counter, options, func(data []byte) ([]byte, error) { return data, nil })
}

// compose composes a document. Written gives the bytes that a document is written
// as, which are counted.
func (p *Plan) compose(data []byte, purpose string, now time.Time, counter budget.TokenCounter, options []inject.Option, written func([]byte) ([]byte, error)) ([]byte, Report, error) {
	p.once.Do(p.prepare)
	if counter == nil {
		counter = budget.Estimate{}
	}
	c := &composition{Plan: p, purpose: purpose, counter: counter, written: written, seed: seed(purpose, now, options)}
	if known, ok := c.known(data); ok {
		return data, known, nil
	}
	injected, report, err := p.Policy.Apply(data, purpose, now, options...)
	if err != nil {
		return nil, Report{}, err
	}
	c.report.Report = report
	c.doc = jsontree.Parse(injected)
	if err := c.limits(); err != nil {
		return nil, Report{}, err
	}
	arguments := checks.Arguments{"now": now.UTC().Format(time.RFC3339Nano), "purpose": purpose}
	c.score(injected, now, arguments)
	c.collect(arguments)
	c.cite()
	c.remember()
	// The digest may take a token more than the blank one: then once more.
	for c.target = c.max; ; c.target -= c.report.Budget.UsedTokensEst - c.max + 1 {
		out, err := c.fit()
		if err == nil {
			err = c.err
		}
		if err != nil {
			return nil, Report{}, err
		}
		if c.report.Budget.UsedTokensEst <= c.max {
			return out, c.report, nil
		}
	}
}

// composition is one document being composed.
type composition struct {
	*Plan
	doc     *jsontree.Node
	purpose string
	seed    string
	counter budget.TokenCounter
	written func([]byte) ([]byte, error)
	counts  map[string]int64
	err     error // the counter's first
	max     int64
	target  int64 // what the document with blanks may take
	caps    map[string]int64
	items   []*item // in the order in which they take room
	around  []*list
	report  Report

	citations map[string]int64          // what a reference takes, by closure and identifier
	told      map[string]*jsontree.Node // what the policy has told, by path
}

// item is what goes in or is left out.
type item struct {
	section *Section
	of      *Item
	node    *jsontree.Node // in the list around
	raw     *jsontree.Node
	key     string // the raw element as JSON
	name    string
	class   int
	order   []string
	ids     []string
	forms   [4]*jsontree.Node
	placed  bool
	form    budget.Form
	reason  string
	like    *item
}

// list is what holds items.
type list struct {
	*jsontree.Node
	children []*jsontree.Node // as they were
	optional bool
}

// count counts the tokens of a text.
func (c *composition) count(text string) int64 {
	n, known := c.counts[text]
	if known || c.err != nil {
		return n
	}
	n, err := c.counter.CountTokens(text)
	if err == nil && n < 0 {
		err = budget.ErrNegative
	}
	if err != nil {
		c.err = err
	}
	if len(text) < 1<<12 {
		if c.counts == nil {
			c.counts = map[string]int64{}
		}
		c.counts[text] = n
	}
	return n
}

// limits reads how many tokens there are.
func (c *composition) limits() error {
	n := c.doc.First(c.MaxTokens)
	limit, ok := number(n)
	if !ok {
		return ErrNoBudget
	}
	c.max, c.caps = limit, map[string]int64{}
	if c.PerSection == "" {
		return nil
	}
	if sections := c.doc.First(c.PerSection); sections != nil {
		for _, s := range sections.Children {
			if n, ok := number(s); ok {
				c.caps[s.Name] = n
			}
		}
	}
	return nil
}

func number(n *jsontree.Node) (int64, bool) {
	if n == nil || n.Kind != jsonscan.KindNumber {
		return 0, false
	}
	f, err := strconv.ParseFloat(n.Text, 64)
	if err != nil || f < 0 || f > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

// score tells how recent elements are.
func (c *composition) score(data []byte, now time.Time, arguments checks.Arguments) {
	for i := range c.Scores {
		s := &c.Scores[i]
		places := c.doc.Find(s.Of)
		at := 0
		c.times[i].Answers(data, arguments, func(answer checks.Answer) bool {
			if t, ok := checks.Instant(answer.Values[0]); ok {
				age := max(now.Sub(t), 0)
				score := math.Exp2(-float64(age) / float64(s.HalfLife))
				text := strconv.FormatFloat(math.Round(score*10_000)/10_000, 'f', -1, 64)
				places[at].Set(s.Into, &jsontree.Node{Kind: jsonscan.KindNumber, Text: text})
			}
			at++
			return true
		})
	}
}

// collect finds the items, in the order in which they take room.
func (c *composition) collect(arguments checks.Arguments) {
	data := c.doc.Append(nil)
	claimed := map[*jsontree.Node]bool{} // items and what is around them
	lists := map[*jsontree.Node]*list{}
	for i := range c.Sections {
		s := &c.Sections[i]
		for k := range s.Items {
			of := &s.Items[k]
			var orders [][]string
			c.queries[i][k].Answers(data, arguments, func(answer checks.Answer) bool {
				orders = append(orders, slices.Clone(answer.Values))
				return true
			})
			for n, place := range c.doc.Find(of.Path) {
				if claimed[place.Node] || slices.Contains(of.Keep, place.Name) || place.Parent == nil || place.IsEmpty() && of.Empty != "" {
					continue
				}
				it := &item{section: s, of: of, node: place.Node, raw: place.Node.Clone(), class: s.class(c.purpose), order: orders[n], name: c.name(s, of, place, n)}
				it.key = it.raw.String()
				c.items = append(c.items, it)
				if lists[place.Parent] == nil {
					lists[place.Parent] = &list{Node: place.Parent, children: slices.Clone(place.Parent.Children), optional: of.Optional}
					c.around = append(c.around, lists[place.Parent])
				}
				claimed[place.Node] = true
			}
			for _, l := range c.around {
				claimed[l.Node] = true
			}
		}
	}
	parents := parentsOf(c.doc)
	for _, l := range slices.Clone(c.around) {
		if parent := parents[l.Node]; l.optional && parent != nil && lists[parent] == nil {
			lists[parent] = &list{Node: parent, children: slices.Clone(parent.Children)}
			c.around = append(c.around, lists[parent])
		}
	}
	index := map[*Section]int{}
	for i := range c.Sections {
		index[&c.Sections[i]] = i
	}
	slices.SortStableFunc(c.items, func(x, y *item) int {
		if n := cmp.Or(cmp.Compare(y.class, x.class), cmp.Compare(index[x.section], index[y.section])); n != 0 {
			return n
		}
		for i := range x.section.Order {
			if n := inject.Compare(x.order[i], y.order[i], x.section.Order[i].Descending); n != 0 {
				return n
			}
		}
		return 0
	})
	c.alike()
}

// alike joins the elements of sections that repeat others with those.
func (c *composition) alike() {
	type content struct{ section, key string }
	first := map[content]*item{}
	for _, it := range c.items {
		if of := (content{it.section.Name, it.key}); first[of] == nil {
			first[of] = it
		}
	}
	for _, it := range c.items {
		if it.section.Like != "" {
			it.like = first[content{it.section.Like, it.key}]
		}
	}
}

// parentsOf gives the parent of each value below the root.
func parentsOf(root *jsontree.Node) map[*jsontree.Node]*jsontree.Node {
	parents := map[*jsontree.Node]*jsontree.Node{}
	walk(root, func(n *jsontree.Node) {
		for _, child := range n.Children {
			parents[child] = n
		}
	})
	return parents
}

// name is what an item is called: as the policy calls elements of its lists, else
// by its section and place.
func (c *composition) name(s *Section, of *Item, place jsontree.Place, index int) string {
	around, _, _ := inject.CutLast(of.Path)
	for i := range c.Policy.Lists {
		l := &c.Policy.Lists[i]
		if slices.Contains(l.Of, around) {
			if id := place.First(strings.TrimPrefix(l.ID, "0")).Plain(); l.ID != "" && l.ID != "0#" && id != "" {
				return l.Name + "/" + id
			}
		}
	}
	if place.Node.Name != "" {
		return place.Pointer
	}
	return s.Name + "/#" + strconv.Itoa(index) + " of the input"
}

// cite finds which references each item needs, and what they take.
func (c *composition) cite() {
	c.citations = map[string]int64{}
	owner := map[*jsontree.Node]*item{}
	for _, it := range c.items {
		walk(it.node, func(n *jsontree.Node) { owner[n] = it })
	}
	for i := range c.Policy.Closures {
		closure := &c.Policy.Closures[i]
		for _, u := range closure.Uses {
			for _, place := range c.doc.Find(u.Path) {
				if it := owner[place.Node]; it != nil {
					it.ids = append(it.ids, closure.Of+"\n"+place.Plain())
				}
			}
		}
		for _, n := range c.doc.Find(closure.Of + "/*") {
			id := n.Name
			if closure.ID != "" && closure.ID != "0#" {
				id = n.First(strings.TrimPrefix(closure.ID, "0")).Plain()
			}
			c.citations[closure.Of+"\n"+id] = c.count(n.String()) + 1
		}
	}
}

func walk(n *jsontree.Node, visit func(*jsontree.Node)) {
	visit(n)
	for _, child := range n.Children {
		walk(child, visit)
	}
}

// seed is what a result depends on beside the document.
func seed(purpose string, now time.Time, options []inject.Option) string {
	arguments := checks.Arguments{}
	for _, o := range options {
		o(&arguments)
	}
	text := purpose + "\n" + now.UTC().Format(time.RFC3339Nano)
	for _, name := range inject.Names(arguments) {
		text += "\n" + strconv.Quote(name) + "=" + strconv.Quote(arguments[name])
	}
	return text
}

// blankDigest stands where the digest will be: all digests are as long.
const blankDigest = "000000000000000000"

// digest is that of a document whose digest and number of tokens are blank.
func (c *composition) digest(doc *jsontree.Node) string {
	used := doc.First(c.Report + "/used_tokens_est")
	mark := doc.First(c.Digest)
	was, before := used.Text, mark.Text
	used.Text, mark.Text = "0", jsontree.Quote(blankDigest)
	h := fnv.New64a()
	h.Write([]byte(c.seed + "\n"))
	h.Write(doc.Append(nil))
	used.Text, mark.Text = was, before
	text := strconv.FormatUint(h.Sum64()%1_000_000_000_000_000_000, 10)
	return blankDigest[len(text):] + text
}

// known reports whether a document is one that has been composed for the same, and
// what it tells of itself.
func (c *composition) known(data []byte) (Report, bool) {
	if c.Digest == "" {
		return Report{}, false
	}
	doc := jsontree.Parse(data)
	mark, used := doc.First(c.Digest), doc.First(c.Report+"/used_tokens_est")
	tokens, ok := number(used)
	if !ok || len(mark.Plain()) != len(blankDigest) || mark.Plain() != c.digest(doc) {
		return Report{}, false
	}
	c.doc = doc
	if c.limits() != nil || tokens > c.max || c.count(string(data)) != tokens {
		return Report{}, false
	}
	if _, err := jsonvalue.Parse(data); err != nil { // the tree is of what could be read
		return Report{}, false
	}
	return Report{
		Report: inject.Report{Purpose: c.purpose},
		Budget: budget.Report{MaxTokens: c.max, UsedTokensEst: tokens, SectionUsage: c.usage(doc)},
	}, true
}

// usage counts the sections.
func (c *composition) usage(doc *jsontree.Node) map[string]int64 {
	usage := map[string]int64{}
	for i := range c.Sections {
		s := &c.Sections[i]
		var sum int64
		for _, of := range s.Of {
			if n := doc.First(of); n != nil && !n.IsEmpty() {
				sum += c.count(n.String())
			}
		}
		usage[s.Name] = sum
	}
	return usage
}
