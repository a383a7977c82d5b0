package compose

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/internal/jsontree"
)

// giveByWalking is give as its rule is said: for each item that finds no room, what
// all items before it have cited is looked up anew. It takes quadratic time.
func giveByWalking(c *composition, total int64, room map[string]int64) int64 {
	used := map[string]int64{}
	lowest := map[*Section]budget.Form{}
	stopped := map[*Section]bool{}
	var taken int64
	for at, it := range c.items {
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
		citations := citedFirst(c, at)
		for form := from; form <= to && !it.placed; form++ {
			n := it.in(form)
			tokens := c.count(n.String()) + 1
			switch limit, capped := room[s.Name]; {
			case capped && used[s.Name]+tokens > limit:
				it.reason = fmt.Sprintf("section %s has %d tokens", s.Name, c.caps[s.Name])
			case taken+tokens+citations > total:
				it.reason = fmt.Sprintf("%d tokens in all", c.max)
			default:
				used[s.Name] += tokens
				taken += tokens + citations
				it.placed, it.form = true, form
			}
		}
		if !it.placed {
			it.reason = "over budget: " + it.reason
			stopped[s] = s.Strict
		} else if s.Strict {
			lowest[s] = it.form
		}
	}
	return taken
}

// citedFirst is what the references take that an item has and none that is placed
// before it.
func citedFirst(c *composition, at int) (tokens int64) {
	cited := map[string]bool{}
	for _, before := range c.items[:at] {
		for _, id := range before.ids {
			cited[id] = cited[id] || before.placed
		}
	}
	for _, id := range c.items[at].ids {
		if !cited[id] {
			tokens += c.citations[id]
		}
		cited[id] = true
	}
	return tokens
}

// randomItems is a composition of items that cite the same references.
func randomItems(r *rand.Rand, n int) *composition {
	c := &composition{Plan: &Plan{}, counter: budget.Estimate{}, max: 5000, caps: map[string]int64{}, citations: map[string]int64{}}
	for i := range 3 {
		c.Sections = append(c.Sections, Section{Name: fmt.Sprint("s", i), Strict: r.IntN(4) == 0, Floor: budget.Form(r.IntN(4)), Forms: []Form{
			{Form: budget.Summary, Cut: []Cut{{Path: "0/text", Runes: 20}}},
		}})
	}
	c.Sections[2].Like = []string{"", "s0", "s1"}[r.IntN(3)]
	for i := range 2 + n/4 {
		c.citations[fmt.Sprint(i)] = r.Int64N(30)
	}
	for i := range n {
		s := &c.Sections[i*len(c.Sections)/n]
		text := strings.Repeat(fmt.Sprint("word ", r.IntN(9), " "), 1+r.IntN(30))
		it := &item{section: s, of: &Item{}, raw: jsontree.JSON(`{"text":` + jsontree.Quote(text) + `}`)}
		it.node, it.key = it.raw, it.raw.String()
		for range r.IntN(4) {
			it.ids = append(it.ids, fmt.Sprint(r.IntN(2+n/4)))
		}
		c.items = append(c.items, it)
	}
	c.alike()
	return c
}

// outcome is what became of the items.
func outcome(c *composition) (out []string) {
	for _, it := range c.items {
		form := "left out"
		if it.placed {
			form = it.form.String()
		}
		out = append(out, form+": "+it.reason)
	}
	return out
}

func TestRoomIsGivenAsByWalking(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 140))
		c := randomItems(r, 1+r.IntN(40))
		room := map[string]int64{}
		for i := range c.Sections {
			if r.IntN(2) == 0 {
				room[c.Sections[i].Name] = r.Int64N(400)
			}
		}
		total := r.Int64N(1500)
		want, wanted := giveByWalking(c, total, room), outcome(c)
		if got := c.give(total, room); got != want || !slices.Equal(outcome(c), wanted) {
			t.Fatalf("seed %d: %d tokens, want %d\n%s\nwant\n%s", seed, got, want, strings.Join(outcome(c), "\n"), strings.Join(wanted, "\n"))
		}
	}
}

func TestItemsAreLikeTheFirstThatTheyRepeat(t *testing.T) {
	for seed := range uint64(200) {
		c := randomItems(rand.New(rand.NewPCG(seed, 7)), 60)
		for i, it := range c.items {
			var want *item
			if at := slices.IndexFunc(c.items, func(o *item) bool { return o.section.Name == it.section.Like && o.key == it.key }); at >= 0 {
				want = c.items[at]
			}
			if it.like != want {
				t.Fatalf("seed %d: item %d is like %p, want %p", seed, i, it.like, want)
			}
		}
	}
}

// BenchmarkGive shows that an item takes no more time among more of them that find no
// room, but for what the caches of the machine hold.
func BenchmarkGive(b *testing.B) {
	for _, n := range []int{2000, 16_000, 128_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := randomItems(rand.New(rand.NewPCG(1, 1)), n)
			for i := range c.Sections {
				c.Sections[i].Strict = false
			}
			for b.Loop() {
				c.give(1000, nil)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/item")
		})
	}
}
