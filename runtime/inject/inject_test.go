package inject_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/inject"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// TestApplyRefusesWhatIsNotJSON: half of a document is not given away as a whole.
func TestApplyRefusesWhatIsNotJSON(t *testing.T) {
	p := &inject.Policy{Purposes: []string{"a"}, Lists: []inject.List{{Name: "f", Of: []string{"/f"}}}}
	for _, text := range []string{"", "{", `{"f":[1`, `{"f":[1]`, `{"f":[1]} x`, `{"f":1,"f":2}`, "\xff", strings.Repeat("[", 1<<20)} {
		if out, _, err := p.Apply([]byte(text), "a", time.Time{}); !errors.As(err, new(*jsonvalue.SyntaxError)) {
			t.Errorf("%.20q: %.40q, %v", text, out, err)
		}
	}
}

// TestValuesOfArguments: a value that the policy has no use for is not taken for no.
func TestValuesOfArguments(t *testing.T) {
	argument := func(name string) checks.Term { return checks.Term{Func: checks.Argument, Path: name} }
	is := func(name, text string) checks.Relation {
		return checks.Relation{Kind: checks.Equal, Terms: []checks.Term{argument(name), {Const: text}}}
	}
	p := &inject.Policy{
		Purposes: []string{"a"}, Arguments: []string{"ended", "most", "view"},
		Members: []inject.Member{{Path: "/m", When: []inject.Condition{{Purpose: "a", Relation: checks.Relation{
			Kind: checks.Not, Of: []checks.Relation{is("ended", `"yes"`)},
		}}}}},
		Lists: []inject.List{{
			Name: "f", Of: []string{"/f"}, Top: &checks.Term{Func: checks.First, Args: []checks.Term{argument("most"), {Const: "3"}}},
			Rules: []inject.Rule{{Name: "wide", Relation: is("view", `"wide"`)}, {Name: "all", Relation: is("view", `"all"`)}, {Name: "some", Relation: checks.Relation{Kind: checks.In, Terms: []checks.Term{argument("view"), {Const: `["all","one"]`}}}}, {Name: "few", Relation: is("most", `"2"`)}},
		}},
	}
	for _, c := range []struct{ name, value, want string }{
		{"ended", "yes", ""},
		{"ended", "true", `inject: unknown value "true" of the argument ended: it is "yes", or not given`},
		{"ended", "Yes", `inject: unknown value "Yes" of the argument ended: it is "yes", or not given`},
		{"view", "all", ""},
		{"view", "", `inject: unknown value "" of the argument view: it is "all", "one" or "wide", or not given`},
		{"most", "7", ""},
		{"end", "yes", `inject: unknown argument "end": there are ended, most, view`},
	} {
		got := ""
		if _, _, err := p.Apply([]byte(`{"m":1,"f":[]}`), "a", time.Time{}, inject.Argument(c.name, c.value)); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s %q: %s, want %s", c.name, c.value, got, c.want)
		}
	}
}
