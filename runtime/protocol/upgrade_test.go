package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	. "github.com/bindery-go/bindery/runtime/protocol"
)

// plan writes a program from text: steps by name, "if{a b}", "for{a b}" of two
// rounds, "on{a b}" a handler of the event "on", "emit" a step that emits it, and
// "!" after a step that stops the first program.
func plan(text string, stops *bool, ran *[]string) func(*run) {
	return func(r *run) {
		words := strings.Fields(strings.NewReplacer("{", " { ", "}", " } ").Replace(text))
		writePlan(r, &words, stops, ran)
	}
}

func writePlan(r *run, words *[]string, stops *bool, ran *[]string) {
	for len(*words) > 0 {
		word := (*words)[0]
		*words = (*words)[1:]
		if word == "}" {
			return
		}
		body := func() {}
		if len(*words) > 0 && (*words)[0] == "{" {
			*words = (*words)[1:]
			body = func() { writePlan(r, words, stops, ran) }
		}
		name := strings.TrimSuffix(word, "!")
		switch {
		case strings.HasPrefix(word, "if"):
			r.If(word, says(true), body)
		case strings.HasPrefix(word, "for"):
			r.For(word, times(2), body)
		case word == "on":
			r.On(word, body)
		case strings.HasPrefix(word, "group"):
			r.Group(word, body)
		default:
			r.Step(name, func(ctx context.Context, c *Call, d *trace) error {
				if *stops && word != name && !strings.Contains(c.Path(), "/1/") {
					return errCrash
				}
				*ran = append(*ran, name)
				if name == "emit" {
					return c.Emit(ctx, "on", nil)
				}
				return nil
			})
		}
	}
}

// TestPlansMayChange takes up runs with programs that have changed since. A step
// that ends in "!" stops the run where it stands, in a loop in the second round.
func TestPlansMayChange(t *testing.T) {
	patch := func(p PlanPatch) []PlanPatch { return []PlanPatch{p} }
	for _, test := range []struct {
		name, old, new string
		patches        []PlanPatch
		want           string // what runs after; what is refused where it begins with "!"
	}{
		{"the same", "a b! c", "a b c", nil, "b c"},
		{"a step at the end", "a b! c", "a b c d", nil, "b c d"},
		{"a step behind the one that stopped", "a b! c", "a b x c", nil, "b x c"},
		{"a step in its place", "a b! c", "a x b c", nil, "x b c"},
		{"other steps behind", "a b! c", "a b y", nil, "b y"},
		{"the rest is gone", "a b! c", "a", nil, ""},
		{"another first step", "a b! c", "x b c", nil, "!it has done op/1:a where this program has op/1:x"},
		{"a step before", "a b! c", "x a b c", nil, "!it has done op/1:a where this program has op/1:x"},
		{"a done step is gone", "a b c!", "a c", nil, "!it has done op/2:b where this program has op/2:c"},
		{"all is gone", "a b! c", "", nil, "!it has done op/1:a where this program has nothing"},
		{"a done step is no step now", "a b!", "group{a} b", nil, "!it has done op/1:a where this program has op/1:group"},
		{"inside of a branch", "a if{b c! d} e", "a if{b c x} y", nil, "c x y"},
		{"before it, inside", "a if{b c! d} e", "a if{x b c} e", nil, "!it has done op/2:if/1:b where this program has op/2:if/1:x"},
		{"another branch", "a if{b c! d} e", "a ifnot{b c d} e", nil, "!it is in op/2:if where this program has op/2:ifnot"},
		{"inside of a done branch", "if{a b} c! d", "if{a x} c d", nil, "!it has done op/1:if/2:b where this program has op/1:if/2:x"},
		{"more in a done branch", "if{a} c! d", "if{a b} c d", nil, "!it has done nothing where this program has op/1:if/2:b"},
		{"behind in a loop, in a later round", "for{a b! c} d", "for{a b c x} d", nil, "!it has done nothing where this program has op/1:for/4:x"},
		{"behind a loop", "for{a b! c} d", "for{a b c} x", nil, "b c x"},
		{"inside of a handler", "on{x y! z} a emit b", "on{x y w} a emit c", nil, "emit y w c"},
		{"before it in a handler", "on{x y! z} a emit b", "on{w x y} a emit b", nil, "!it has done op/on/1:x where this program has op/on/1:w"},

		{"declared: a step before", "a b! c", "x a b c", patch(Patch("p").Added("x")), "b c"},
		{"declared: several", "a b c!", "x a y b z c w", patch(Patch("p").Added("x", "y", "z")), "z c w"},
		{"declared by path", "a a!", "a a a", patch(Patch("p").Added("op/1:a")), "a"},
		{"declared: a done step is gone", "a b c! d", "a c d", patch(Patch("p").Removed("b")), "c d"},
		{"declared: renamed", "a b c! d", "a B c d", patch(Patch("p").Renamed("b", "B")), "c d"},
		{"declared: renamed where it stands", "a if{b c! d}", "a if_new{b C d}", patch(Patch("p").Renamed("if", "if_new").Renamed("c", "C")), "C d"},
		{"declared: in all rounds", "for{a b! c} d", "for{a b c x} d", patch(Patch("p").Added("x")), "b c x d"},
		{"declared: in a handler", "on{x y! z} a emit", "on{w x y z} a emit", patch(Patch("p").Added("w")), "emit y z"},
		{"declared: before the branch it is in", "if{a b!} c", "x if{a b} c", patch(Patch("p").Added("x")), "b c"},
		{"declared: where it stands is gone", "if{a b!} c", "c", patch(Patch("p").Removed("if")), "!it is in op/1:if where this program has op/1:c"},
		{"declared, but not all", "a b! c", "x y a b c", patch(Patch("p").Added("x")), "!it has done op/1:a where this program has op/2:y"},
		{"several patches", "a b! c", "x A b c", []PlanPatch{Patch("p").Added("x"), Patch("q").Renamed("a", "A")}, "b c"},
	} {
		t.Run(test.name, func(t *testing.T) {
			store, stops, ran := newMemory(), true, []string(nil)
			goOn := func(text string, patches []PlanPatch) (Outcome, error) {
				opts := []Option{WithRun(store, "r")}
				for _, p := range patches {
					opts = append(opts, WithPatch(p))
				}
				return do(t.Context(), "op", nil, opts, plan(text, &stops, &ran))
			}
			if _, err := goOn(test.old, nil); !errors.Is(err, errCrash) {
				t.Fatalf("the old program: %v", err)
			}
			stops, ran = false, nil
			outcome, err := goOn(test.new, test.patches)
			if problem, refused := strings.CutPrefix(test.want, "!"); refused {
				var diverged *DivergedError
				if !errors.Is(err, ErrDiverged) || !errors.As(err, &diverged) || !strings.Contains(err.Error(), `run "r": `+problem+"; ") || ran != nil {
					t.Errorf("%v, ran %q, want %s", err, ran, problem)
				}
				return
			}
			if err != nil || outcome != Done || strings.Join(ran, " ") != test.want {
				t.Errorf("%q, %v, ran %q, want %s", outcome, err, ran, test.want)
			}
		})
	}
}

// TestAFinishedRunAnswersWhateverThePlan is now.
func TestAFinishedRunAnswersWhateverThePlan(t *testing.T) {
	store := newMemory()
	var want, got trace
	driver := func(r *run) { r.Step("a", ok); r.If("if_x", says(true), func() { r.Return("return_x", ok) }) }
	if _, err := do(t.Context(), "op", &want, []Option{WithRun(store, "r")}, driver); err != nil {
		t.Fatal(err)
	}
	outcome, err := do(t.Context(), "op", &got, []Option{WithRun(store, "r")}, func(r *run) { r.Step("other", ok) })
	if outcome != "return_x" || err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, %v, %v", outcome, got, err)
	}
	if _, err := do(t.Context(), "po", nil, []Option{WithRun(store, "r")}, driver); !errors.Is(err, ErrDiverged) {
		t.Errorf("another operation: %v", err)
	}
}

// TestPatchesMayStay: one that a run has been moved by, or was begun with, is not
// applied again.
func TestPatchesMayStay(t *testing.T) {
	store, stops, ran := newMemory(), true, []string(nil)
	added := WithPatch(Patch("added-x").Added("x"))
	goOn := func(text string, opts ...Option) error {
		_, err := do(t.Context(), "op", nil, append(opts, WithRun(store, "r")), plan(text, &stops, &ran))
		return err
	}
	if err := goOn("a b! c"); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	if err := goOn("x a b c! d", added); !errors.Is(err, errCrash) {
		t.Fatal(err)
	}
	if found, err := Inspect(t.Context(), store, "r"); err != nil || fmt.Sprint(found.Patches) != "[added-x]" {
		t.Errorf("%+v, %v", found, err)
	}
	if err := goOn("x x a b c! d", added); !errors.Is(err, ErrDiverged) {
		t.Errorf("a second x by the same patch: %v", err)
	}
	stops = false
	if err := goOn("x a b c d", added); err != nil || strings.Join(ran, " ") != "a b c d" {
		t.Errorf("%q, %v", ran, err)
	}
	// A run that begins with the new plan runs the new step.
	ran = nil
	if _, err := do(t.Context(), "op", nil, []Option{WithRun(store, "s"), added}, plan("x a b", &stops, &ran)); err != nil || strings.Join(ran, " ") != "x a b" {
		t.Errorf("%q, %v", ran, err)
	}
}

// TestKeysStayWhenThePlanChanges: the step that was interrupted has its key when
// others came before it, and when it was renamed, twice.
func TestKeysStayWhenThePlanChanges(t *testing.T) {
	store, keys := newMemory(), map[string][]string{}
	stop := errCrash
	note := func(_ context.Context, c *Call, _ *trace) error {
		keys["publish"] = append(keys["publish"], c.IdempotencyKey())
		return stop
	}
	for i, test := range []struct {
		driver func(*run)
		opts   []Option
	}{
		{func(r *run) { r.Step("a", ok); r.Step("publish", note) }, nil},
		{func(r *run) { r.Step("a", ok); r.Step("check", ok); r.Step("publish", note) }, nil},
		{func(r *run) { r.Step("a", ok); r.Step("check", ok); r.Step("release", note) }, []Option{WithPatch(Patch("p").Renamed("publish", "release"))}},
		{func(r *run) { r.Step("a", ok); r.Step("check", ok); r.Step("deploy", note) }, []Option{WithPatch(Patch("q").Renamed("release", "deploy"))}},
		{func(r *run) { r.Step("a", ok); r.Step("check", ok); r.Step("deploy", note) }, nil},
	} {
		if i == 4 {
			stop = nil
		}
		if _, err := do(t.Context(), "op", nil, append(test.opts, WithRun(store, "r")), test.driver); !errors.Is(err, stop) {
			t.Fatalf("%d: %v", i, err)
		}
	}
	if list := keys["publish"]; len(list) != 5 || different(list) != 1 {
		t.Errorf("keys %q", list)
	}
}

// TestEventsOutliveTheirPlan: handlers may change, but no item may come behind the
// last once events have come.
func TestEventsOutliveTheirPlan(t *testing.T) {
	for new, problem := range map[string]string{
		"a on{x y z}": "", "a on{x w}": "", "a b on{x y}": "it has done nothing where this program has op/2:b", "a on{w y}": "it has done op/on/1:x where",
	} {
		store, stops, ran := newMemory(), true, []string(nil)
		goOn := func(text string) error {
			_, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r"), WithEvents(named("on"))}, plan(text, &stops, &ran))
			return err
		}
		if err := goOn("a on{x y!}"); !errors.Is(err, errCrash) {
			t.Fatal(err)
		}
		stops = false
		err := goOn(new)
		if problem == "" && err != nil || problem != "" && (!errors.Is(err, ErrDiverged) || !strings.Contains(err.Error(), problem)) {
			t.Errorf("%s: %v", new, err)
		}
	}
}

// TestAChangedSubOperation follows the same rules.
func TestAChangedSubOperation(t *testing.T) {
	for new, problem := range map[string]string{"a b c": "", "x b": `run "r, op/1:s": it has done inner/1:a where this program has inner/1:x`} {
		store, stops, ran := newMemory(), true, []string(nil)
		goOn := func(text string) error {
			_, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r")}, func(r *run) {
				r.Step("s", func(ctx context.Context, c *Call, d *trace) error {
					_, err := do(ctx, "inner", d, []Option{c.Sub()}, plan(text, &stops, &ran))
					return err
				})
			})
			return err
		}
		if err := goOn("a b!"); !errors.Is(err, errCrash) {
			t.Fatal(err)
		}
		stops = false
		err := goOn(new)
		if problem == "" && err != nil || problem != "" && (!errors.Is(err, ErrDiverged) || !strings.Contains(err.Error(), problem)) {
			t.Errorf("%s: %v", new, err)
		}
	}
}
