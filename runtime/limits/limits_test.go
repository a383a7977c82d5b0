package limits_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/limits"
)

func TestAllBreachesAreReportedInOrder(t *testing.T) {
	var c limits.Checker
	c.AtMost("max_checkpoints", "history.checkpoints", 101, 100, "")
	c.AtMost("max_variables", "variables", 10, 10, "")
	c.Runes("max_name_length", "variables.ä.name", strings.Repeat("ä", 5), 4)
	c.Size("max_size_mb", "", limits.JSON(strings.Repeat("x", 10*limits.MB)), 10, limits.MB)
	c.Size("max_value_bytes", "value", limits.JSON("<>&"), 4, 1)
	c.AtMost("timeout_ms", "timeout_ms", 2, 1, "ms")
	c.AtLeast("min_parts", "parts", 1, 2, "")
	c.AtLeast("min_parts", "others", 2, 2, "")
	c.SizeAtLeast("min_size_kb", "value", limits.JSON(strings.Repeat("x", 2*limits.KB-3)), 2, limits.KB)
	c.SizeAtLeast("min_size_kb", "value", limits.JSON(strings.Repeat("x", 2*limits.KB-2)), 2, limits.KB)
	err := c.Err()
	want := `history.checkpoints: 101 of at most 100
variables.ä.name: 5 of at most 4 runes
11 of at most 10 MB
value: 5 of at most 4 bytes
timeout_ms: 2 of at most 1 ms
parts: 1 of at least 2
value: 1 of at least 2 KB`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	var breach *limits.Error
	if !errors.As(err, &breach) {
		t.Fatalf("%T", err)
	}
	first := limits.Breach{Name: "max_checkpoints", Path: "history.checkpoints", Actual: 101, Limit: 100}
	if diff := cmp.Diff(first, breach.Breaches[0]); diff != "" {
		t.Error(diff)
	}
}

func TestWithinTheLimits(t *testing.T) {
	for name, check := range map[string]func(c *limits.Checker){
		"nothing checked":            func(*limits.Checker) {},
		"code points, not bytes":     func(c *limits.Checker) { c.Runes("l", "p", "ääää", 4) },
		"empty string, limit zero":   func(c *limits.Checker) { c.Runes("l", "p", "", 0) },
		"exactly the megabytes":      func(c *limits.Checker) { c.Size("l", "p", limits.JSON(strings.Repeat("x", limits.MB-2)), 1, limits.MB) },
		"limit below zero: count":    func(c *limits.Checker) { c.AtMost("l", "p", 1, -1, "") },
		"limit below zero: runes":    func(c *limits.Checker) { c.Runes("l", "p", "x", -1) },
		"limit below zero: size":     func(c *limits.Checker) { c.Size("l", "p", limits.JSON(math.NaN()), -1, 1) },
		"escapes that need not be":   func(c *limits.Checker) { c.Size("l", "p", limits.JSON("<>&"), 5, 1) },
		"the largest limit there is": func(c *limits.Checker) { c.AtMost("l", "p", math.MaxInt64, math.MaxInt64, "") },
	} {
		t.Run(name, func(t *testing.T) {
			var c limits.Checker
			check(&c)
			if err := c.Err(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestOneByteMoreThanAMegabyteIsABreach(t *testing.T) {
	var c limits.Checker
	c.Size("l", "p", limits.JSON(strings.Repeat("x", limits.MB-1)), 1, limits.MB)
	if err := c.Err(); err == nil || err.Error() != "p: 2 of at most 1 MB" {
		t.Error(err)
	}
}

func TestAValueThatCannotBeEncodedHidesNoBreach(t *testing.T) {
	var c limits.Checker
	c.Size("max_size", "value", limits.JSON(math.Inf(1)), 1, 1)
	if err := c.Err(); err == nil || !strings.HasPrefix(err.Error(), "limit max_size: value: json: unsupported value") {
		t.Error(err)
	}
	c.AtMost("max_items", "items", 2, 1, "")
	var breach *limits.Error
	if err := c.Err(); !errors.As(err, &breach) || len(breach.Breaches) != 1 {
		t.Error(err)
	}
}

func TestTree(t *testing.T) {
	var tree limits.Tree
	if tree.Nodes != 0 || tree.Depth != 0 {
		t.Errorf("%+v", tree)
	}
	for _, event := range strings.Fields("a a.0 - a.1 a.1.0 - - a.2 a.2.0 - - - b -") {
		if event == "-" {
			tree.Leave()
		} else {
			tree.Enter(event)
		}
	}
	if tree.Nodes != 7 || tree.Depth != 2 || tree.First != "a" || tree.Deep != "a.1.0" {
		t.Errorf("%+v", tree)
	}
}

func TestPlaces(t *testing.T) {
	if got := limits.Index(limits.Join(limits.Join("", "a"), "b"), 3); got != "a.b.3" {
		t.Error(got)
	}
	for f, want := range map[float64][2]int64{1.5: {2, 1}, -1.5: {-1, -2}, 3: {3, 3}, math.Inf(1): {math.MaxInt64, math.MaxInt64}, -1e300: {math.MinInt64, math.MinInt64}} {
		if got := [2]int64{limits.Up(f), limits.Down(f)}; got != want {
			t.Errorf("%v: %v", f, got)
		}
	}
	if limits.Up(math.NaN()) != 0 {
		t.Error("NaN")
	}
}

func TestOver(t *testing.T) {
	for _, test := range []struct {
		value any
		limit int64
		over  bool
	}{{"ab", 4, false}, {"abc", 4, true}, {"abc", -1, false}} {
		if over, err := limits.Over(limits.JSON(test.value), test.limit); over != test.over || err != nil {
			t.Errorf("%v: %v, %v", test, over, err)
		}
	}
	if _, err := limits.Over(limits.JSON(math.NaN()), 1); err == nil {
		t.Error("a value without an encoding")
	}
}
