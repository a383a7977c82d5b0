package describe_test

import (
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/describe"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/source"
)

func num(n uint64) *uint64 { return &n }

func value(t *testing.T, text string) *document.Node {
	t.Helper()
	n, ds := document.ReadJSON(source.NewFile("v.json", []byte(text)))
	if n == nil {
		t.Fatal(ds)
	}
	return n
}

func TestValue(t *testing.T) {
	pattern := func(text string) []*plan.Pattern { return []*plan.Pattern{{Text: text}} }
	share := &plan.Plan{Kinds: kind.Number, Number: &plan.Number{Min: "0", Max: "1"}}
	for name, test := range map[string]struct {
		plan *plan.Plan
		want string
	}{
		"anything":              {nil, ""},
		"integer":               {&plan.Plan{Kinds: kind.Number, Number: &plan.Number{Integer: true}}, ""},
		"range":                 {share, "From 0 to 1."},
		"nullable":              {&plan.Plan{Kinds: kind.Number | kind.Null, NonNull: share}, "From 0 to 1."},
		"exclusive":             {&plan.Plan{Number: &plan.Number{Min: "0", MinExcl: true, Max: "1"}}, "More than 0 and at most 1."},
		"lower bound, multiple": {&plan.Plan{Number: &plan.Number{Min: "5", MultipleOf: []string{"5"}}}, "At least 5, a multiple of 5."},
		"upper bound":           {&plan.Plan{Number: &plan.Number{Max: "5", MaxExcl: true}}, "Less than 5."},
		"long bound":            {&plan.Plan{Number: &plan.Number{Max: strings.Repeat("9", 200)}}, ""},
		"lengths":               {&plan.Plan{String: &plan.String{MinLength: num(1), MaxLength: num(64)}}, "1 to 64 characters."},
		"one character":         {&plan.Plan{String: &plan.String{MinLength: num(1)}}, "At least 1 character."},
		"exact length":          {&plan.Plan{String: &plan.String{MinLength: num(8), MaxLength: num(8)}}, "Exactly 8 characters."},
		"least of nothing":      {&plan.Plan{String: &plan.String{MinLength: num(0)}}, ""},
		"pattern":               {&plan.Plan{String: &plan.String{Patterns: pattern("^a$")}}, "Matches ^a$."},
		"length and pattern":    {&plan.Plan{String: &plan.String{MaxLength: num(9), Patterns: pattern("^a$")}}, "At most 9 characters, matching ^a$."},
		"long pattern":          {&plan.Plan{String: &plan.String{Patterns: pattern(strings.Repeat("a", 200))}}, ""},
		"format":                {&plan.Plan{String: &plan.String{Formats: []string{"uuid"}}}, "In the format uuid."},
		"items":                 {&plan.Plan{Kinds: kind.Array, Array: &plan.Array{MinItems: num(1), Unique: true, Items: share}}, "At least 1 item, no two equal, each from 0 to 1."},
		"members":               {&plan.Plan{Kinds: kind.Object, Object: &plan.Object{MaxProperties: num(3), Names: []*plan.Plan{{Kinds: kind.String, String: &plan.String{Patterns: pattern("^x")}}}}}, "At most 3 members, each name matching ^x."},
		"listed":                {&plan.Plan{Enum: []*document.Node{value(t, `1`), value(t, `"a"`)}}, `One of 1, "a".`},
		"listed alone":          {&plan.Plan{Enum: []*document.Node{value(t, `"a"`)}}, `Always "a".`},
		"too many listed":       {&plan.Plan{Enum: make([]*document.Node, 9)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := describe.Value(test.plan); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestDefaultAndConstant(t *testing.T) {
	if got := describe.Default(value(t, `[1,{"a":null}]`)); got != `Default: [1,{"a":null}].` {
		t.Error(got)
	}
	if got := describe.Constant(value(t, `"x"`)); got != `Always "x".` {
		t.Error(got)
	}
	for _, long := range []string{`"` + strings.Repeat("x", 200) + `"`, "[" + strings.Repeat("1,", 20) + "1]"} {
		if got := describe.Default(value(t, long)); got != "" {
			t.Error(got)
		}
	}
	if describe.Default(nil) != "" || describe.Default(value(t, `{}`)) != "" {
		t.Error("a default out of nothing")
	}
}

func TestJoin(t *testing.T) {
	for _, test := range []struct{ description, sentence, want string }{
		{"", "", ""},
		{"The age.", "", "The age."},
		{"", "At least 1.", "At least 1."},
		{"The age", "At least 1.", "The age. At least 1."},
		{"The age?", "At least 1.", "The age? At least 1."},
		{"The age (years)", "At least 1.", "The age (years). At least 1."},
		{"The age\nin years", "At least 1.", "The age\nin years\n\nAt least 1."},
	} {
		if got := describe.Join(test.description, test.sentence); got != test.want {
			t.Errorf("%q and %q: %q, want %q", test.description, test.sentence, got, test.want)
		}
	}
}
