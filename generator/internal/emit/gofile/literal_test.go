package gofile_test

import (
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/generator/internal/emit/jen"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/compose"
	"github.com/bindery-go/bindery/runtime/inject"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

func TestLiterals(t *testing.T) {
	policy := &inject.Policy{Purpose: "/p"}
	l := gofile.Literals{
		Constants: map[any]string{checks.Equal: "Equal", checks.Sum: "Sum"},
		Variables: map[any]string{policy: "policy"},
	}
	long := strings.Repeat("x", 180)
	for name, test := range map[string]struct {
		value any
		want  string
	}{
		"zero constant":    {&checks.Relation{From: -1, Strictly: true}, `checks.Relation{Kind: checks.Equal, From: -1, Strictly: true}`},
		"no name of zero":  {&checks.Term{Path: "a\n"}, `checks.Term{Path: "a\n"}`},
		"list":             {&checks.Term{Func: checks.Sum, Args: []checks.Term{{}, {Const: "1"}}}, `checks.Term{Func: checks.Sum, Args: []checks.Term{{}, {Const: "1"}}}`},
		"map":              {&checks.Relation{Types: map[string][]string{"b": {"c"}, "a": nil}}, `checks.Relation{Kind: checks.Equal, Types: map[string][]string{"a": {}, "b": {"c"}}}`},
		"variable":         {&compose.Plan{Policy: policy}, `compose.Plan{Policy: &policy}`},
		"pointer":          {&inject.Flag{Same: &checks.Term{Path: "/a"}}, `inject.Flag{Same: &checks.Term{Path: "/a"}}`},
		"duration":         {&compose.Score{HalfLife: time.Minute}, `compose.Score{HalfLife: 60 * time.Second}`},
		"short duration":   {&compose.Score{HalfLife: time.Millisecond}, `compose.Score{HalfLife: 1000000}`},
		"set":              {&jsonscan.MemberName{Name: "a", Admits: 0x2a}, `jsonscan.MemberName{Name: "a", Admits: 0x2a}`},
		"longer than line": {&inject.Use{Path: "/a", Add: long}, "inject.Use{\n\tPath: \"/a\",\n\tAdd:  \"" + long + "\",\n}"},
	} {
		t.Run(name, func(t *testing.T) {
			f := jen.NewFile("p")
			f.Var().Id("x").Op("=").Add(l.Of(test.value))
			_, got, _ := strings.Cut(f.GoString(), "var x = ")
			if got = strings.TrimSpace(got); got != test.want {
				t.Errorf("got %s\nwant %s", got, test.want)
			}
		})
	}
}
