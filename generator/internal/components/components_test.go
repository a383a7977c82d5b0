package components_test

import (
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/components"
)

func TestFind(t *testing.T) {
	next := map[string][]string{
		"a": {"b"}, "b": {"c", "e"}, "c": {"d"}, "d": {"b"}, // a cycle behind a
		"e": {"e"},             // itself
		"f": {"a", "g"},        // nothing leads back
		"x": {"y"}, "y": {"x"}, // apart
	}
	c := components.Find([]string{"a", "f", "x"}, func(n string) []string { return next[n] })
	for _, test := range []struct {
		node    string
		onCycle bool
		with    string
	}{
		{"a", false, "a"}, {"b", true, "bcd"}, {"c", true, "bcd"}, {"d", true, "bcd"},
		{"e", true, "e"}, {"f", false, "f"}, {"g", false, "g"}, {"x", true, "xy"}, {"y", true, "xy"},
	} {
		list := slices.Sorted(slices.Values(c.Lists[c.Of(test.node)]))
		with := ""
		for _, n := range list {
			with += n
		}
		if with != test.with || c.OnCycle(test.node) != test.onCycle {
			t.Errorf("%s is in %s, on a cycle: %v", test.node, with, c.OnCycle(test.node))
		}
	}
	if c.Of("b") >= c.Of("a") || c.Of("e") >= c.Of("b") || c.Of("g") >= c.Of("f") {
		t.Errorf("a component comes before one that it leads to: %v", c.Lists)
	}
	if !c.Together("x", "y") || c.Together("a", "b") {
		t.Error("Together")
	}
}

// TestFind_Deep has a path that no stack of goroutines should have to hold.
func TestFind_Deep(t *testing.T) {
	const depth = 100_000
	c := components.Find([]int{0}, func(n int) []int { return []int{(n + 1) % depth} })
	if len(c.Lists) != 1 || len(c.Lists[0]) != depth {
		t.Errorf("%d components", len(c.Lists))
	}
}
