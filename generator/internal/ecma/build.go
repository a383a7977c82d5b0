package ecma

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// Limits of programs, so that the printed Go stays short.
const (
	maxSteps       = 120
	maxRanges      = 16 // of a set beyond ASCII
	maxSearchWidth = 64 // characters, of a program that is tried at each place
)

// programOf builds the program of a pattern, or returns nil.
func programOf(node syntax.Node) *Program {
	start, inner, end := anchors(node)
	b := &builder{}
	steps := b.steps(concat(inner...))
	if b.failed {
		return nil
	}
	if tail := tailOf(start, steps); tail != nil && end && (!start || !decidable(steps, nil)) {
		return tail
	}
	follow := Set(nil)
	if !end {
		// Nothing has to follow, so whatever is optional at the end can go.
		steps = trim(steps)
		follow = Set{{Lo: 0, Hi: 0x10FFFF}}
	}
	if !decidable(steps, follow) || !start && width(steps) > maxSearchWidth {
		return nil
	}
	return &Program{Start: start, End: end, Steps: steps}
}

// tailOf builds the program of steps whose last ones take a fixed number of
// bytes, so that the end of the text says where they begin, or returns nil.
func tailOf(start bool, steps []Step) *Program {
	p := &Program{Start: start, End: true, Steps: steps}
	if len(steps) > 0 {
		head, ok := steps[0].(*Run)
		_, fixed := FixedBytes(steps[0])
		if ok && (start && head.Min <= 1 && head.Max == syntax.Unlimited || !start && !fixed && head.Min == 1 && head.Max == 1) {
			p.Head, p.Steps = head, steps[1:]
		}
	}
	if start && p.Head == nil {
		return nil
	}
	for _, step := range p.Steps {
		size, fixed := FixedBytes(step)
		if !fixed {
			return nil
		}
		p.Tail += size
	}
	if p.Tail == 0 {
		return nil
	}
	return p
}

// builder turns a tree into steps. It gives up on assertions, look-around,
// properties, and anything too long.
type builder struct {
	count  int
	failed bool
}

func (b *builder) fail() []Step {
	b.failed = true
	return nil
}

func (b *builder) steps(node syntax.Node) []Step {
	if b.count++; b.count > maxSteps {
		return b.fail()
	}
	switch n := node.(type) {
	case *syntax.Class:
		return b.class(n)
	case syntax.Concat:
		var steps []Step
		for _, part := range n {
			steps = appendSteps(steps, b.steps(part))
		}
		return steps
	case syntax.Alternate:
		return b.choice(n)
	case *syntax.Repeat:
		return b.repeat(n)
	}
	return b.fail()
}

func (b *builder) class(c *syntax.Class) []Step {
	if r, ok := c.Literal(); ok {
		return []Step{Text(string(r))}
	}
	set := Set(c.Ranges)
	if len(c.Properties) > 0 || len(set) == 0 || len(set.NonASCII()) > maxRanges {
		return b.fail()
	}
	return []Step{&Run{set, 1, 1}}
}

// appendSteps appends steps and joins texts, and runs of one set.
func appendSteps(steps, more []Step) []Step {
	for _, step := range more {
		if len(steps) > 0 {
			if joined := join(steps[len(steps)-1], step); joined != nil {
				steps[len(steps)-1] = joined
				continue
			}
		}
		steps = append(steps, step)
	}
	return steps
}

// join returns one step that does what two do, or nil.
func join(a, b Step) Step {
	if text, ok := a.(Text); ok {
		if more, ok := b.(Text); ok {
			return text + more
		}
	}
	x, y := asRun(a), asRun(b)
	if x == nil || y == nil || !slices.Equal(x.Set, y.Set) {
		return nil
	}
	return &Run{x.Set, x.Min + y.Min, addCounts(x.Max, y.Max)}
}

// asRun returns a step as a run: a run, or a text of one character.
func asRun(step Step) *Run {
	switch s := step.(type) {
	case *Run:
		return s
	case Text:
		if r := []rune(string(s)); len(r) == 1 {
			return &Run{Set{{Lo: r[0], Hi: r[0]}}, 1, 1}
		}
	}
	return nil
}

func addCounts(a, b int) int {
	if a == syntax.Unlimited || b == syntax.Unlimited {
		return syntax.Unlimited
	}
	return min(a+b, syntax.MaxCount)
}

func (b *builder) repeat(n *syntax.Repeat) []Step {
	body := b.steps(n.Node)
	if b.failed {
		return nil
	}
	if len(body) == 1 {
		if text, ok := body[0].(Text); ok && n.Min == n.Max && n.Max <= maxTextRepeat && len(text)*n.Max <= maxText {
			return []Step{Text(strings.Repeat(string(text), n.Max))}
		}
		if run := repeatRun(asRun(body[0]), n.Min, n.Max); run != nil {
			return []Step{run}
		}
	}
	first, canBeEmpty := firstOf(body)
	switch {
	case len(body) == 0:
		return nil
	case canBeEmpty && n.Max == 1:
		return body // (x*)? is x*
	case canBeEmpty:
		return b.fail()
	case n.Max == 1:
		return []Step{&Choice{[]Branch{{first, body}}, true}}
	}
	return []Step{&Loop{Branch{first, body}, n.Min, n.Max}}
}

// repeatRun repeats a run where that is a run again, or returns nil: where all
// numbers of characters between the least and the greatest can be reached.
func repeatRun(run *Run, low, high int) *Run {
	if run == nil || run.Min > 1 && (run.Min != run.Max || low != high) {
		return nil
	}
	return &Run{run.Set, multiplyCounts(run.Min, low), multiplyCounts(run.Max, high)}
}

func multiplyCounts(a, b int) int {
	if a == syntax.Unlimited || b == syntax.Unlimited {
		return syntax.Unlimited
	}
	return min(a*b, syntax.MaxCount) // both are below 1<<31
}

// choice builds an alternation. Branches that begin with the same part share it,
// so that the next character can tell them apart.
func (b *builder) choice(n syntax.Alternate) []Step {
	if class := unite(n); class != nil {
		return b.class(class)
	}
	choice := &Choice{}
	for _, group := range factor(n) {
		steps := b.steps(group)
		if b.failed {
			return nil
		}
		first, canBeEmpty := firstOf(steps)
		switch {
		case len(steps) == 0:
			choice.Optional = true
		case canBeEmpty:
			return b.fail()
		default:
			choice.Branches = append(choice.Branches, Branch{first, steps})
		}
	}
	if len(choice.Branches) == 1 && !choice.Optional {
		return choice.Branches[0].Steps
	}
	if len(choice.Branches) == 0 {
		return nil
	}
	return []Step{choice}
}

// unite returns the class of an alternation of single characters, or nil.
func unite(n syntax.Alternate) *syntax.Class {
	var ranges []syntax.Range
	for _, part := range n {
		class, ok := part.(*syntax.Class)
		if !ok || len(class.Properties) > 0 {
			return nil
		}
		ranges = append(ranges, class.Ranges...)
	}
	return &syntax.Class{Ranges: syntax.Union(ranges)}
}

// factor turns ab|ac|d into a(b|c) and d. The order of alternatives does not
// matter for whether there is a match.
func factor(n syntax.Alternate) []syntax.Node {
	head := func(part syntax.Node) string {
		if list := parts(part); len(list) > 0 {
			return printECMA(list[0])
		}
		return ""
	}
	return lists.Of(lists.Groups(n, head), func(group []syntax.Node) syntax.Node {
		if len(group) == 1 || head(group[0]) == "" {
			return group[0]
		}
		tails := lists.Of(group, func(part syntax.Node) syntax.Node { return concat(parts(part)[1:]...) })
		return concat(parts(group[0])[0], syntax.Alternate(tails))
	})
}

// firstOf returns the characters that steps can begin with, and whether they can
// match the empty string.
func firstOf(steps []Step) (first Set, canBeEmpty bool) {
	var ranges []syntax.Range
	for _, step := range steps {
		set, empty := Set(nil), false
		switch s := step.(type) {
		case Text:
			r := []rune(string(s))[0]
			set = Set{{Lo: r, Hi: r}}
		case *Run:
			set, empty = s.Set, s.Min == 0
		case *Choice:
			for _, branch := range s.Branches {
				set = append(set, branch.First...)
			}
			empty = s.Optional
		case *Loop:
			set, empty = s.First, s.Min == 0
		}
		ranges = append(ranges, set...)
		if !empty {
			return syntax.Union(ranges), false
		}
	}
	return syntax.Union(ranges), true
}

// shares reports whether two sets share a character.
func shares(a, b Set) bool { return len(syntax.Intersect(a, b)) > 0 }

// decidable reports whether the next character always tells how to go on, given
// the characters that can follow the steps.
func decidable(steps []Step, follow Set) bool {
	for i := len(steps) - 1; i >= 0; i-- {
		switch s := steps[i].(type) {
		case *Run:
			if s.Min != s.Max && shares(s.Set, follow) {
				return false
			}
		case *Choice:
			seen := Set(nil)
			if s.Optional {
				seen = follow
			}
			for _, branch := range s.Branches {
				if shares(branch.First, seen) || !decidable(branch.Steps, follow) {
					return false
				}
				seen = syntax.Union(append(slices.Clone(seen), branch.First...))
			}
		case *Loop:
			if s.Min != s.Max && shares(s.First, follow) {
				return false
			}
			inside := follow
			if s.Max != 1 {
				inside = syntax.Union(append(slices.Clone(follow), s.First...))
			}
			if !decidable(s.Steps, inside) {
				return false
			}
		}
		first, canBeEmpty := firstOf(steps[i : i+1])
		if canBeEmpty {
			first = syntax.Union(append(slices.Clone(first), follow...))
		}
		follow = first
	}
	return true
}

// trim drops what is optional at the end of steps behind which anything may
// follow: ^a+b* needs one a and no more.
func trim(steps []Step) []Step {
	for len(steps) > 0 {
		last := len(steps) - 1
		switch s := steps[last].(type) {
		case *Run:
			if s.Min > 0 {
				return append(slices.Clone(steps[:last]), &Run{s.Set, s.Min, s.Min})
			}
		case *Loop:
			if s.Min > 0 {
				return append(slices.Clone(steps[:last]), &Loop{s.Branch, s.Min, s.Min})
			}
		case *Choice:
			if !s.Optional {
				branches := lists.Of(s.Branches, func(branch Branch) Branch { return Branch{branch.First, trim(branch.Steps)} })
				return append(slices.Clone(steps[:last]), &Choice{Branches: branches})
			}
		default:
			return steps
		}
		steps = steps[:last]
	}
	return steps
}

// width returns the greatest number of characters that steps take, or a number
// above maxSearchWidth.
func width(steps []Step) int {
	const tooWide = maxSearchWidth + 1
	total := 0
	times := func(count, n int) int {
		if count == syntax.Unlimited || count > tooWide {
			count = tooWide
		}
		return min(count*n, tooWide)
	}
	for _, step := range steps {
		switch s := step.(type) {
		case Text:
			total += len(s)
		case *Run:
			total += times(s.Max, 1)
		case *Choice:
			widest := 0
			for _, branch := range s.Branches {
				widest = max(widest, width(branch.Steps))
			}
			total += widest
		case *Loop:
			total += times(s.Max, width(s.Steps))
		}
	}
	return min(total, tooWide)
}
