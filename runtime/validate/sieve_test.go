package validate

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// TestSieve holds what is known of kinds and branches against the evaluation of all
// branches, on random programs and documents.
func TestSieve(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 1))
	valid := 0
	for range 1000 {
		nodes := randomNodes(r)
		quick, slow := oneResource(nodes...), unsifted(oneResource(nodes...))
		for range 12 {
			doc := []byte(randomDocument(r, 3))
			got, want := Check(quick, 0, doc), Check(slow, 0, doc)
			if fmt.Sprint(got) != fmt.Sprint(want) || IsValid(quick, 0, doc) != (want == nil) {
				t.Fatalf("%s by %+v:\n%v, want\n%v", doc, nodes, got, want)
			}
			if want == nil {
				valid++
				compareHolds(t, quick, slow, doc)
			}
		}
	}
	if valid < 600 {
		t.Errorf("%d documents were valid", valid)
	}
}

// compareHolds asks two programs about all values of a document, as its decoder does.
func compareHolds(t *testing.T, quick, slow *Program, doc []byte) {
	t.Helper()
	got, err := Open(quick, 0, doc)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	want, err := Open(slow, 0, doc)
	if err != nil {
		t.Fatal(err)
	}
	defer want.Close()
	want.e.chosen, want.e.noting = nil, false
	for i := range int32(got.e.size) {
		for node := range quick.nodes {
			if got.Holds(node, i) != want.Holds(node, i) {
				t.Fatalf("%s, value %d, by node %d: %v", doc, i, node, got.Holds(node, i))
			}
		}
	}
}

// unsifted makes the evaluator ask every node about every value.
func unsifted(p *Program) *Program {
	nodes := p.plans().nodes
	for i := range nodes {
		n := &nodes[i]
		n.target, n.leads = i, true
		n.certain, n.possible, n.conditions, n.joint = 0, everyKind, nil, nil
		for _, c := range []*Choice{n.anyOf, n.oneOf} {
			if c != nil {
				all := sieve{branches: c.branches}
				for kind := range all.own.kinds {
					all.own.kinds[kind] = 1<<len(c.branches) - 1
				}
				c.once.Do(func() { c.made = []sieve{all} })
			}
		}
	}
	return p
}

// randomNodes makes nodes that speak of values like those of randomDocument. What a
// node applies in place comes after it.
func randomNodes(r *rand.Rand) []Node {
	nodes := make([]Node, 14)
	for i := range nodes {
		n := &nodes[i]
		n.Pointer = fmt.Sprint("/", i)
		for range 1 + r.IntN(3) {
			randomKeyword(r, n, i, len(nodes))
		}
	}
	return nodes
}

var (
	randomNames = []string{"a", "b", "t"}
	randomTexts = []string{`"x"`, `"y"`, `"z"`, `"xy"`, `""`, "1", "1.5", "true", "null", "[]", "{}"}
	beginnings  = []string{"^x", "^[xy]$", "^z|^x", "^.?$", "y", "^(x|xy)+$"}
)

func randomKeyword(r *rand.Rand, n *Node, i, size int) {
	any := func() int { return r.IntN(size) }
	later := func() int { return i + 1 + r.IntN(size-i-1) }
	some := func() (list []int) {
		for range 1 + r.IntN(3) {
			list = append(list, later())
		}
		return list
	}
	k := r.IntN(22)
	if i == size-1 {
		k = r.IntN(12)
	}
	switch k {
	case 0:
		n.Types = Types(1 + r.IntN(127))
	case 1:
		n.Types = Object
	case 2:
		n.Const = pick(r, randomTexts)
	case 3:
		n.Enum = []string{pick(r, randomTexts), pick(r, randomTexts)}
	case 4:
		n.Required = []string{pick(r, randomNames)}
	case 5:
		n.AdditionalProperties = &Child{any()}
	case 6:
		n.Properties = []Property{{"t", any()}, {"a", any()}}
	case 7:
		n.Properties = []Property{{pick(r, randomNames), any()}}
	case 8:
		n.PatternProperties = []PatternProperty{{Pattern{Text: "b", Matcher: holding("b")}, any()}}
	case 9:
		n.Items, n.MinLength, n.Minimum = &Child{any()}, "1", "1.2"
	case 10:
		n.Never = r.IntN(4) == 0
	case 11:
		text := pick(r, beginnings)
		n.Pattern = Pattern{text, Func(regexp.MustCompile(text).Match)}
	case 12:
		n.Refs = []Ref{{Node: later()}}
	case 13:
		n.AllOf = some()
	case 14, 15:
		n.AnyOf = some()
	case 16, 17:
		n.OneOf = some()
	case 18:
		n.Not = &Child{later()}
	case 19:
		n.If, n.Then = &Child{later()}, &Child{later()}
		if r.IntN(3) == 0 {
			n.Else = &Child{later()}
		}
	case 20:
		n.UnevaluatedProperties, n.UnevaluatedItems = &Child{any()}, &Child{any()}
	case 21:
		n.AnyOf = append(some(), some()...)
	}
}

func pick(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }

// holding matches texts that hold a text.
type holding string

func (h holding) Match(text []byte) (bool, error) {
	return strings.Contains(string(text), string(h)), nil
}

func randomDocument(r *rand.Rand, depth int) string {
	if depth == 0 || r.IntN(4) == 0 {
		return pick(r, randomTexts)
	}
	if r.IntN(4) == 0 {
		return "[" + randomDocument(r, depth-1) + "," + randomDocument(r, depth-1) + "]"
	}
	var members []string
	for _, name := range []string{"t", "a", "b", "c"} {
		if r.IntN(2) == 0 {
			members = append(members, `"`+name+`":`+randomDocument(r, depth-1))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// TestSiftedBranches tells which branches are left of a choice.
func TestSiftedBranches(t *testing.T) {
	t.Parallel()
	p := oneResource(
		Node{OneOf: []int{1, 2, 3, 4}},
		Node{Types: String},
		Node{Properties: []Property{{"type", 5}}},
		Node{Properties: []Property{{"type", 6}, {"n", 7}}, Required: []string{"type"}},
		Node{Properties: []Property{{"type", 8}, {"b", 0}}, Required: []string{"b"}, AdditionalProperties: &Child{9}},
		Node{Const: `"x"`},
		Node{Enum: []string{`"x"`, `"y"`}},
		Node{Types: Number},
		Node{Const: `"z"`},
		Node{Never: true},
	)
	var far strings.Builder
	for k := range siftReach {
		fmt.Fprintf(&far, `"m%d":1,`, k)
	}
	for doc, want := range map[string]branchSet{
		`"text"`:                           0b1111, // objects say nothing of others
		`1`:                                0b1110,
		`{}`:                               0b0010,
		`{"type":"x"}`:                     0b0110,
		`{"type":"y"}`:                     0b0100,
		`{"type":"z"}`:                     0b1000, // the last is not asked for what it needs
		`{"type":"z","b":1}`:               0b1000,
		`{"type":1}`:                       0b0000,
		`{"type":"x","n":"1"}`:             0b0010,
		`{"b":1}`:                          0b1010,
		`{"b":1,"c":1}`:                    0b0010,
		`{"ty\u0070e":"\u0079"}`:           0b0100,
		`{"type":"none","c":true}`:         0b0000,
		"{" + far.String() + `"type":"z"}`: 0b0110, // too far to see
	} {
		if got := siftRoot(t, p, doc); got != want {
			t.Errorf("%s: %04b, want %04b", doc, got, want)
		}
	}
}

// siftRoot returns the branches of the oneOf of node 0 that are left for a document.
func siftRoot(t *testing.T, p *Program, doc string) branchSet {
	t.Helper()
	e := new(evaluator)
	if !e.doc.read([]byte(doc)) {
		t.Fatal(doc)
	}
	e.start(p)
	sieves := e.nodes[0].oneOf.sieves(e.program.ready)
	if len(sieves) != 1 {
		t.Fatalf("%d sieves", len(sieves))
	}
	return e.sift(&sieves[0], 0)
}

// TestSiftedTexts: branches are told apart by the texts that they list, and by how their
// patterns let texts begin.
func TestSiftedTexts(t *testing.T) {
	t.Parallel()
	begins := func(text string) Node {
		return Node{Pattern: Pattern{text, Func(regexp.MustCompile(text).Match)}}
	}
	p := oneResource(
		Node{OneOf: []int{1, 2, 3, 4, 5}},
		Node{Enum: []string{`"ES5"`, `"DOM"`, "1"}},
		begins("^[Ee][Ss]5$"), begins("^[Dd][Oo][Mm]$"), begins("^e"),
		Node{Types: Object},
	)
	for doc, want := range map[string]branchSet{
		`"ES5"`: 0b00011, `"es5"`: 0b01010, `"DOM"`: 0b00101, `"dom"`: 0b00100, `"e"`: 0b01000, `""`: 0,
		"1": 0b01111, "2": 0b01111, "{}": 0b11110,
	} {
		if got := siftRoot(t, p, doc); got != want {
			t.Errorf("%s: %05b, want %05b", doc, got, want)
		}
	}
}

// TestSiftedNegations: branches are told apart by what they say of one member that must
// not hold.
func TestSiftedNegations(t *testing.T) {
	t.Parallel()
	p := oneResource(
		Node{OneOf: []int{1, 2, 3, 4}},
		Node{Not: &Child{5}},
		Node{Not: &Child{6}},
		Node{Not: &Child{7}},
		Node{Not: &Child{8}},
		Node{Properties: []Property{{"a", 9}}},
		Node{Required: []string{"a"}, Types: Object | Null},
		Node{Properties: []Property{{"a", 9}}, Required: []string{"a"}},
		Node{Properties: []Property{{"a", 9}, {"b", 9}}},
		Node{Types: Null},
	)
	for doc, want := range map[string]branchSet{
		"{}": 0b1110, `{"a":null}`: 0b1000, `{"a":1}`: 0b1101, `{"b":1}`: 0b1110, "null": 0,
	} {
		if got := siftRoot(t, p, doc); got != want {
			t.Errorf("%s: %04b, want %04b", doc, got, want)
		}
	}
}

// TestManySieves: of more branches than a sieve has, each is found.
func TestManySieves(t *testing.T) {
	t.Parallel()
	const n = 3*sieveSize + 5
	nodes := []Node{{}, {Types: Object}}
	for k := range n {
		tag := len(nodes)
		nodes = append(nodes, Node{Const: fmt.Sprintf(`"%d"`, k)}, Node{Properties: []Property{{"tag", tag}}, Required: []string{"tag"}})
		nodes[0].OneOf = append(nodes[0].OneOf, tag+1)
	}
	nodes[0].OneOf = append(nodes[0].OneOf, 3) // the first again
	p := oneResource(nodes...)
	for k := range n {
		doc := []byte(fmt.Sprintf(`{"a":1,"tag":"%d"}`, k))
		if err := Check(p, 0, doc); (err == nil) != (k > 0) {
			t.Errorf("%d: %v", k, err)
		} else if k == 0 && !strings.Contains(err.Error(), fmt.Sprintf("those at 0 and %d", n)) {
			t.Error(err)
		}
	}
	if Check(p, 0, []byte(`{"tag":"none"}`)) == nil {
		t.Error("a tag that no branch has")
	}
}

// TestSievesOfSharedBranches: what sieves hold does not grow with the product of
// choices and branches that they share, and verdicts do not depend on it.
func TestSievesOfSharedBranches(t *testing.T) {
	t.Parallel()
	const choices, branches, names = 100, 20, 50
	nodes := []Node{{}, {Types: Object}, {Types: String}}
	var shared []int
	for b := range branches {
		n := Node{AdditionalProperties: &Child{2}, Required: []string{fmt.Sprintf("tag%d", b)}}
		for k := range names {
			n.Properties = append(n.Properties, Property{fmt.Sprintf("n%d.%d", b, k), 2})
		}
		shared, nodes = append(shared, len(nodes)), append(nodes, n)
	}
	var doc []string
	for c := range choices {
		nodes[0].Properties = append(nodes[0].Properties, Property{fmt.Sprint(c), len(nodes)})
		nodes = append(nodes, Node{OneOf: shared})
		doc = append(doc, fmt.Sprintf(`"%d":{"tag%d":"","n0.1":""}`, c, c%branches))
	}
	p := oneResource(nodes...)
	text := "{" + strings.Join(doc, ",") + "}"
	if err := Check(p, 0, []byte(text)); err != nil {
		t.Error(err)
	}
	if wrong := strings.ReplaceAll(text, "tag7", "gat7"); Check(p, 0, []byte(wrong)) == nil {
		t.Error("accepted what no branch accepts")
	}
	held, blind := 0, 0
	for i := range p.ready.nodes {
		if c := p.ready.nodes[i].oneOf; c != nil {
			members := c.made[0].members
			if held += len(members); members == nil {
				blind++
			}
		}
	}
	if said := branches*(names+1) + choices; held > 1<<16+8*said || blind == 0 || blind == choices {
		t.Errorf("%d members in the sieves of %d said by the schema, %d choices without", held, said, blind)
	}
}

// TestSievesAreMadeOnce: those who first use a program at the same time take the room for
// its sieves once.
func TestSievesAreMadeOnce(t *testing.T) {
	t.Parallel()
	nodes := []Node{{OneOf: []int{1, 2}}, {Required: []string{"a"}}, {Required: []string{"b"}}, {Types: String}}
	for k := range 5000 {
		property := Property{fmt.Sprint(k), 3}
		nodes[1].Properties, nodes[2].Properties = append(nodes[1].Properties, property), append(nodes[2].Properties, property)
	}
	alone, together := oneResource(nodes...), oneResource(nodes...)
	doc := []byte(`{"a":1}`)
	if !IsValid(alone, 0, doc) {
		t.Fatal("invalid")
	}
	together.plans()
	start := make(chan bool)
	var users sync.WaitGroup
	for range 8 {
		users.Go(func() {
			<-start
			if !IsValid(together, 0, doc) {
				t.Error("invalid")
			}
		})
	}
	close(start)
	users.Wait()
	if got, want := together.ready.room.Load(), alone.ready.room.Load(); got != want {
		t.Errorf("room for %d is left, want %d", got, want)
	}
}
