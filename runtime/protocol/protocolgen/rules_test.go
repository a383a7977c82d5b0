package protocolgen_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

// page is a document with a title that only create sets, and figures that nobody may
// change.
type page struct {
	title   string
	figures []float64
	done    bool
}

func readTitle(x *page) (string, bool) {
	if x == nil {
		return "", false
	}
	return x.title, x.title != ""
}

func readFigures(x *page) ([]float64, bool) {
	if x == nil {
		return nil, false
	}
	return x.figures, x.figures != nil
}

var rules = protocolgen.Rules[page]{
	Complete:   "/done",
	IsComplete: func(x *page) bool { return x != nil && x.done },
	Ends:       []string{"write"},
	ReadOnly: []protocolgen.ReadOnly[page]{
		{Member: "/title", SetBy: []string{"create"}, Same: protocolgen.SameMember(readTitle)},
		{Member: "/figures", Same: protocolgen.SameValue(readFigures)},
	},
}

func ExampleRules() {
	fmt.Println(rules.MayRun(&page{done: true}, "write"))
	fmt.Println(rules.MayRun(&page{done: true}, "read"))
	fmt.Println(rules.MayWrite(&page{}, "write", "/title"))
	fmt.Println(rules.CheckChange("create", nil, &page{title: "a"}))
	// Output:
	// write: the document is complete: /done is set
	// <nil>
	// write: /title is read-only: only create may set it
	// <nil>
}

func TestRules(t *testing.T) {
	var readOnly *protocol.ReadOnlyError
	var complete *protocol.CompleteError
	for name, test := range map[string]struct {
		got    error
		member string
	}{
		"a member below":             {rules.MayWrite(&page{}, "write", "/figures/0"), "/figures"},
		"a member around":            {rules.MayWrite(&page{}, "read", ""), "/title"},
		"another member":             {rules.MayWrite(&page{}, "write", "/done"), ""},
		"by an alternative":          {rules.MayWrite(&page{}, "create.empty", "/title"), ""},
		"title changed":              {rules.CheckChange("write", &page{title: "a"}, &page{title: "b"}), "/title"},
		"title gone":                 {rules.CheckChange("write", &page{title: "a"}, &page{}), "/title"},
		"title new":                  {rules.CheckChange("write", nil, &page{title: "a"}), "/title"},
		"figures equal":              {rules.CheckChange("write", &page{figures: []float64{1}}, &page{figures: []float64{1.0}}), ""},
		"figures changed":            {rules.CheckChange("create", &page{figures: []float64{1}}, &page{figures: []float64{2}}), "/figures"},
		"figures absent":             {rules.CheckChange("create", &page{}, nil), ""},
		"figures without encoding":   {rules.CheckChange("create", &page{figures: []float64{math.NaN()}}, &page{figures: []float64{1}}), "/figures"},
		"figures that have got none": {rules.CheckChange("create", &page{figures: []float64{1}}, &page{figures: []float64{math.NaN()}}), "/figures"},
	} {
		if errors.As(test.got, &readOnly) != (test.member != "") || test.member != "" && readOnly.Member != test.member {
			t.Errorf("%s: %v", name, test.got)
		}
	}
	for _, err := range []error{rules.MayWrite(&page{done: true}, "write", "/done"), rules.CheckChange("write", &page{done: true}, &page{})} {
		if !errors.As(err, &complete) {
			t.Error(err)
		}
	}
	if err := (&protocolgen.Rules[page]{}).MayRun(&page{done: true}, "write"); err != nil {
		t.Error(err)
	}
}

func TestRules_Guard(t *testing.T) {
	x := &page{}
	n := 0
	step := func(context.Context, *protocol.Call, *page) error { n++; x.done = true; return nil }
	run := func() error {
		_, err := protocolgen.Do(t.Context(), "write", x, func(run *protocolgen.Run[page]) {
			run.Step("one", step)
			run.Step("two", step)
		}, protocol.WithGuard(rules.Guard(func() *page { return x })))
		return err
	}
	if err := run(); err != nil || n != 2 {
		t.Errorf("an operation that has begun was stopped: %v after %d steps", err, n)
	}
	var complete *protocol.CompleteError
	if err := run(); !errors.As(err, &complete) || n != 2 {
		t.Errorf("%v, %d steps", err, n)
	}
}
