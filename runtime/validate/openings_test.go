package validate

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestOpenings holds what is known of how texts begin against the patterns themselves.
func TestOpenings(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 9))
	matched, refused, known := 0, 0, 0
	for range 4000 {
		text := "^" + randomPattern(r, 3)
		re := regexp.MustCompile(text)
		begins := openingOf(Pattern{text, Func(re.Match)})
		if begins == nil {
			continue
		}
		known++
		o := newOpenings()
		o.add(1, begins)
		for range 40 {
			s := randomText(r)
			admitted := o.of([]byte(s))&1 == 1
			switch matches := re.MatchString(s); {
			case matches && !admitted:
				t.Fatalf("%s: %q matches", text, s)
			case matches:
				matched++
			case !admitted:
				refused++
			}
		}
	}
	if known < 2000 || matched < 5000 || refused < 20_000 {
		t.Errorf("%d patterns, %d texts matched, %d refused", known, matched, refused)
	}
}

// Func is a matcher that always decides.
type Func func(text []byte) bool

func (f Func) Match(text []byte) (bool, error) { return f(text), nil }

// limited is a matcher that may give up.
type limited struct{ Func }

func (limited) Limit() time.Duration { return 0 }

// randomPattern makes patterns that mean the same in ECMA-262 and package regexp.
func randomPattern(r *rand.Rand, depth int) string {
	if depth == 0 {
		return pick(r, []string{"a", "b", "ab", "[ab]", "[^a]", "é", "[à-ü]", "$", "^", `\b`, "[Ee]", "(?:)", "."})
	}
	part := func() string { return randomPattern(r, depth-1) }
	switch r.IntN(8) {
	case 0:
		return part()
	case 1:
		return "(" + part() + "|" + part() + ")"
	case 2:
		return "(?:" + part() + ")" + pick(r, []string{"*", "+", "?", "{2}", "{3,}", "{0}", "{1,4}"})
	case 3:
		return part() + "$"
	}
	return part() + part()
}

func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(12) {
		b.WriteString(pick(r, []string{"a", "a", "b", "b", "E", "é", "\n"}))
	}
	return b.String()
}

// TestOpeningsSayNothing has patterns of which nothing may be concluded, or everything.
func TestOpeningsSayNothing(t *testing.T) {
	t.Parallel()
	always := Func(func([]byte) bool { return true })
	for _, text := range []string{"a", "^a|b", "(", "(^a)?b", "^" + strings.Repeat("a", openingPattern), "^" + strings.Repeat("(", 6) + "a?" + strings.Repeat("){0,9}", 6)} {
		if openingOf(Pattern{text, always}) != nil {
			t.Error(text)
		}
	}
	if openingOf(Pattern{"^a", limited{}}) != nil {
		t.Error("a pattern that may give up")
	}
	if openingOf(Pattern{}) != nil {
		t.Error("no pattern")
	}
}

// TestOpeningsOfText tells what is left of branches after the first bytes of a text.
func TestOpeningsOfText(t *testing.T) {
	t.Parallel()
	o := newOpenings()
	for k, text := range []string{`^es5$`, `^[Ee][Ss]201[56](\.x)?$`, `^dom`, `^(?=d)\w+$`, `^(a|é)b$`} {
		o.add(1<<k, openingOf(Pattern{text, Func(regexp.MustCompile("x").Match)}))
	}
	for text, want := range map[string]branchSet{
		"es5": 0b1001, "ES5": 0b1000, "es2015": 0b1010, "es2015.x": 0b0010, "es2017": 0b1000,
		"do": 0b1000, "dom": 0b1100, "dom.x": 0b0100, "": 0, "ab": 0b11000, "éb": 0b10000, "-": 0,
	} {
		if got := o.of([]byte(text)) & 0b11111; got != want {
			t.Errorf("%q: %05b, want %05b", text, got, want)
		}
	}
}

// TestOpeningsOfManySteps has a pattern of a few bytes that takes all steps.
func TestOpeningsOfManySteps(t *testing.T) {
	t.Parallel()
	if openingOf(Pattern{"^(?:(?:(?:(?:[^a]?){9}){9}){9}){9}", Func(nil)}) != nil {
		t.Error("there are fewer steps")
	}
}

// TestOpeningsLeaveRoom: after many choices of patterns one of objects is sieved as well.
func TestOpeningsLeaveRoom(t *testing.T) {
	t.Parallel()
	var nodes []Node
	for range 3 {
		nodes = append(nodes, Node{Pattern: Pattern{"^a", Func(nil)}})
	}
	for _, kind := range []Types{Null, Boolean} {
		nodes = append(nodes, Node{Types: kind}, Node{Types: Object, Properties: []Property{{"a", len(nodes)}}})
	}
	ps := oneResource(nodes...).plans()
	for range 200 {
		if newSieve(ps, []int{0, 1, 2}).openings == nil {
			t.Fatal("no openings")
		}
	}
	if newSieve(ps, []int{4, 6}).members == nil {
		t.Error("no members")
	}
}
