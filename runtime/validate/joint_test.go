package validate

import (
	"fmt"
	"testing"
)

// TestJoint tells what a node does for those that it refers to and has in allOf.
func TestJoint(t *testing.T) {
	t.Parallel()
	text := Node{Types: String}
	p := oneResource(
		Node{Refs: []Ref{{Node: 1}}, AllOf: []int{2, 3, 4, 1}, Types: Object},
		Node{Types: Object | Null, Properties: []Property{{"a", 5}, {"b", 6}}, Required: []string{"a"}},
		Node{AllOf: []int{1, 7}},
		Node{Properties: []Property{{"c", 5}}, AdditionalProperties: &Child{6}}, // says of others what they are like
		Node{AnyOf: []int{1, 3}},
		text, Node{},
		Node{Properties: []Property{{"b", 8}}, Required: []string{"b", "a"}},
		Node{MinLength: "2"},
	)
	j := p.plans().nodes[0].joint
	if j == nil {
		t.Fatal("no joint")
	}
	want := "[{a  5 0} {b  6 1}] map[1:[8]] [a b] [{3 } {4 }] [] 2"
	if got := fmt.Sprint(j.members, j.also, j.Required, j.Refs, j.AllOf, len(j.needed)); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	for doc, want := range map[string]bool{
		`{"a":"x","b":"yy"}`: true, `{"a":"x","b":"y"}`: false, `{"a":1,"b":"yy"}`: false, `{"a":"x"}`: false,
		`{"b":"yy"}`: false, `{"a":"x","b":"yy","c":"z"}`: true, `{"a":"x","b":"yy","c":1}`: false, `null`: false,
	} {
		if IsValid(p, 0, []byte(doc)) != want || (Check(p, 0, []byte(doc)) == nil) != want {
			t.Errorf("%s: want %v", doc, want)
		}
	}
}

// TestNoJoint has nodes that judge for themselves: there is nothing to join, or the order
// of what is asked makes a difference.
func TestNoJoint(t *testing.T) {
	t.Parallel()
	a, b := Node{Properties: []Property{{"a", 3}}}, Node{Properties: []Property{{"b", 3}}}
	both := []int{1, 2}
	for name, nodes := range map[string][]Node{
		"one speaks of members":        {{AllOf: both}, a, {MinProperties: "1"}, {}},
		"of others as well":            {{AllOf: both, AdditionalProperties: &Child{3}}, a, b, {}},
		"of others by a pattern":       {{AllOf: both, PatternProperties: []PatternProperty{{Pattern{"", holding("")}, 3}}}, a, b, {}},
		"a pattern may give up":        {{AllOf: both}, a, b, {Pattern: Pattern{"", limited{}}}},
		"a name's pattern may give up": {{AllOf: both}, a, b, {PatternProperties: []PatternProperty{{Pattern{"", limited{}}, 3}}}},
	} {
		if oneResource(nodes...).plans().nodes[0].joint != nil {
			t.Error(name)
		}
	}
}

// TestJointsOfSharedNodes: what many nodes share is copied for each as long as there is room.
func TestJointsOfSharedNodes(t *testing.T) {
	t.Parallel()
	shared := Node{}
	for k := range 2000 {
		shared.Properties = append(shared.Properties, Property{fmt.Sprint("m", k), 2})
	}
	nodes := []Node{shared, {Properties: []Property{{"a", 2}}}, {}}
	for range 2000 {
		nodes = append(nodes, Node{AllOf: []int{0, 1}})
	}
	members, joints := 0, 0
	for _, n := range oneResource(nodes...).plans().nodes {
		if n.joint != nil {
			joints++
			members += len(n.joint.members)
		}
	}
	if joints == 0 || joints > 100 || members > jointRoom+8*2001 {
		t.Errorf("%d joints with %d members", joints, members)
	}
}

// TestJointsOfSharedLists: the same of the nodes that a joint asks beside. Where there is
// nothing to join, nothing is taken.
func TestJointsOfSharedLists(t *testing.T) {
	t.Parallel()
	const n = 3000
	var nodes []Node
	for range n {
		nodes = append(nodes, Node{Refs: []Ref{{Node: n}}, Required: []string{"a"}})
	}
	shared := Node{Required: []string{"b"}}
	for k := range 500 {
		shared.AllOf = append(shared.AllOf, n+1+k)
	}
	nodes = append(nodes, shared)
	for range 500 {
		nodes = append(nodes, Node{MinProperties: "1"})
	}
	left, joints := 0, 0
	for _, n := range oneResource(nodes...).plans().nodes {
		if n.joint != nil {
			joints++
			left += len(n.joint.Refs)
		}
	}
	if joints == 0 || left > jointRoom+8*(n+1) {
		t.Errorf("%d joints ask %d nodes beside", joints, left)
	}

	large := Node{}
	for k := range 1000 {
		large.Required = append(large.Required, fmt.Sprint("m", k))
	}
	nodes = []Node{large, {Required: []string{"a"}}}
	for range n {
		nodes = append(nodes, Node{AllOf: []int{0}})
	}
	nodes = append(nodes, Node{AllOf: []int{0, 1}})
	if oneResource(nodes...).plans().nodes[n+2].joint == nil {
		t.Error("no room is left for a joint")
	}
}
