package checks_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/bindery-go/bindery/runtime/checks"
)

func TestQueryAnswers(t *testing.T) {
	q := &Query{
		At: "/items/*",
		Conditions: []Relation{
			relation(Equal, at("0/state"), text("active")),
			relation(Before, Term{Func: Argument, Path: "now"}, at("0/until")),
			relation(Shares, at("0/tags/*"), at("/cues/*")),
			relation(AtMost, at("0/n"), Term{Const: "3"}),
		},
		Terms: []Term{at("0/n"), {Func: First, Args: []Term{at("0/m"), {Const: "7"}}}},
	}
	doc := `{"cues":["a","b"],"items":[
		{"state":"active","until":"2026-01-02T00:00:00+01:00","tags":["c","b"],"n":3},
		{"state":"gone","until":"2026-01-01T00:00:00Z","tags":["c"],"n":4},
		{"until":"soon","n":"x","m":null},
		{}]}`
	type row struct {
		Holds  []bool
		Values []string
	}
	var got []row
	q.Answers([]byte(doc), Arguments{"now": "2026-01-01T12:00:00Z"}, func(a Answer) bool {
		got = append(got, row{append([]bool{}, a.Holds...), append([]string{}, a.Values...)})
		return true
	})
	want := []row{
		{[]bool{true, true, true, true}, []string{"3", "7"}},
		{[]bool{false, false, false, false}, []string{"4", "7"}},
		{[]bool{false, false, false, false}, []string{`"x"`, "7"}}, // what cannot be compared does not pass
		{[]bool{false, false, false, false}, []string{"", "7"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestQueryStops(t *testing.T) {
	n := 0
	(&Query{At: "/*"}).Answers([]byte(`[1,2,3]`), nil, func(Answer) bool { n++; return n < 2 })
	if n != 2 {
		t.Error(n)
	}
}

func TestShares(t *testing.T) {
	rule := Rule{At: "/items/*", Relation: relation(Shares, at("0/tags/*"), at("/known/*"))}
	got := found(t, `{"known":["a"],"items":[{"tags":["b","a"]},{"tags":["b"]},{}]}`, nil, rule)
	want := []string{
		"/items/1: must have one of its tags/* among /known/*",
		"/items/2: must have one of its tags/* among /known/*",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
