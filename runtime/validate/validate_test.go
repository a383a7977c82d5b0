package validate

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// re2 is a pattern for tests.
type re2 struct{ *regexp.Regexp }

func (r re2) Match(text []byte) (bool, error) { return r.Regexp.Match(text), nil }

func pattern(text string) Pattern { return Pattern{text, re2{regexp.MustCompile(text)}} }

// found is a violation in short: what a test compares.
type found struct{ At, Instance, Keyword, Message string }

func summary(err error) []found {
	var e *Error
	if !errors.As(err, &e) {
		return []found{{Message: fmt.Sprint(err)}}
	}
	var list []found
	for _, v := range e.Violations {
		list = append(list, found{fmt.Sprint(v.Line, ":", v.Column), v.InstanceLocation, v.KeywordLocation, v.Message})
	}
	return list
}

func oneResource(nodes ...Node) *Program {
	return &Program{Resources: []string{"https://schemas.test/main.json"}, Nodes: nodes}
}

func TestViolations(t *testing.T) {
	t.Parallel()
	point := oneResource(
		Node{Types: Array, Items: &Child{1}, MinItems: "3"},
		Node{Pointer: "/items", Refs: []Ref{{Node: 2}}},
		Node{
			Pointer: "/$defs/point", Types: Object, Required: []string{"x", "y"}, AdditionalProperties: &Child{4},
			Properties: []Property{{"x", 3}, {"y", 3}},
		},
		Node{Pointer: "/$defs/point/properties/x", Types: Number, Minimum: "0.50"},
		Node{Pointer: "/$defs/point/additionalProperties", Never: true},
	)
	for _, test := range []struct {
		name, doc string
		want      []found
	}{
		{"valid", `[{"x":1,"y":2},{"x":1,"y":2},{"y":1,"x":2}]`, []found{{Message: "<nil>"}}},
		{"the example of Core section 12.4.2", "[\n  {\"x\": 2.5, \"y\": 1.3},\n  {\"x\": 1, \"z\": 6.7}\n]", []found{
			{"1:1", "", "/minItems", "must have at least 3 items, but has 2"},
			{"3:3", "/1", "/items/$ref/required", `the property "y" is missing`},
			{"3:17", "/1/z", "/items/$ref/additionalProperties", `the property "z" is not allowed`},
		}},
		{"columns count code points", `[{"é😀":0,"x":0,"y":1},1,1]`, []found{
			{"1:8", "/0/é😀", "/items/$ref/additionalProperties", `the property "é😀" is not allowed`},
			{"1:14", "/0/x", "/items/$ref/properties/x/minimum", "must be at least 0.50, but is 0"},
			{"1:23", "/1", "/items/$ref/type", "must be an object, but is 1"},
			{"1:25", "/2", "/items/$ref/type", "must be an object, but is 1"},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, summary(Check(point, 0, []byte(test.doc)))); diff != "" {
				t.Error(diff)
			}
			if valid := Holds(point, 0, []byte(test.doc)); valid != (test.name == "valid") {
				t.Errorf("Holds = %v", valid)
			}
		})
	}
}

func TestDepth(t *testing.T) {
	t.Parallel()
	deep := []byte(strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000))
	for name, p := range map[string]*Program{
		"list":           oneResource(Node{Items: &Child{0}, MaxItems: "0"}),
		"doubled":        oneResource(Node{AllOf: []int{1, 1}}, Node{Items: &Child{0}, MaxItems: "0"}),
		"union":          oneResource(Node{AnyOf: []int{1, 2}}, Node{Types: String}, Node{Items: &Child{0}, MinItems: "1"}),
		"doubled union":  oneResource(Node{OneOf: []int{1, 2}}, Node{Items: &Child{0}, MinItems: "1"}, Node{Items: &Child{0}, MinItems: "2"}),
		"unique":         oneResource(Node{Items: &Child{0}, UniqueItems: true}),
		"conditional":    oneResource(Node{If: &Child{1}, Else: &Child{1}}, Node{Items: &Child{0}, MinItems: "1"}),
		"contains":       oneResource(Node{Contains: &Child{0}, Items: &Child{0}}),
		"unevaluated":    oneResource(Node{UnevaluatedItems: &Child{0}, AnyOf: []int{1}}, Node{Contains: &Child{0}, ContainsMarksEvaluated: true}),
		"not everything": oneResource(Node{Not: &Child{1}}, Node{Items: &Child{0}}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := Check(p, 0, deep)
			if valid := Holds(p, 0, deep); valid != (err == nil) {
				t.Errorf("Holds = %v, Check = %v", valid, err)
			}
		})
	}
}
