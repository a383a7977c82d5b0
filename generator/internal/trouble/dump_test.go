package trouble

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// writePlans writes plans for people and for comparison: a paragraph for each, with a
// line for each field that says something. Plans that others are made of stand
// as #ID and have paragraphs of their own, in order of first mention.
func writePlans(w io.Writer, plans ...*plan.Plan) {
	var list []*plan.Plan
	met := map[*plan.Plan]bool{}
	meet := func(p *plan.Plan) {
		if p != nil && !met[p] {
			met[p] = true
			list = append(list, p)
		}
	}
	for _, p := range plans {
		meet(p)
	}
	number := map[*plan.Plan]int{}
	for i := 0; i < len(list); i++ { // it grows
		for _, u := range list[i].Uses() {
			meet(u.Plan)
		}
	}
	for i, p := range list {
		number[p] = i
	}
	d := dumper{w: w, number: number}
	for i, p := range list {
		fmt.Fprintf(w, "#%d\n", i)
		d.fields(reflect.ValueOf(p).Elem(), "  ")
	}
}

type dumper struct {
	w      io.Writer
	number map[*plan.Plan]int
}

// fields writes the fields of a struct that are not zero.
func (d dumper) fields(v reflect.Value, indent string) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Tag.Get("key") != "-" && !v.Field(i).IsZero() {
			d.value(strings.ToLower(f.Name), v.Field(i), indent)
		}
	}
}

// value writes a value under a name: one that has parts with a line for each.
func (d dumper) value(name string, v reflect.Value, indent string) {
	if text, ok := d.text(v); ok {
		fmt.Fprintf(d.w, "%s%s: %s\n", indent, name, text)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		d.value(name, v.Elem(), indent)
	case reflect.Struct:
		fmt.Fprintf(d.w, "%s%s:\n", indent, name)
		d.fields(v, indent+"  ")
	case reflect.Slice:
		for i := range v.Len() {
			d.value(fmt.Sprintf("%s[%d]", name, i), v.Index(i), indent)
		}
	}
}

// text is the form of a value without parts.
func (d dumper) text(v reflect.Value) (text string, ok bool) {
	switch x := v.Interface().(type) {
	case *plan.Plan:
		if x == nil {
			return "anything", true
		}
		return fmt.Sprintf("#%d", d.number[x]), true
	case *document.Node:
		return x.String(), true
	case *plan.Pattern:
		if x == nil {
			return "every name", true
		}
		return fmt.Sprintf("%q", x.Text), true
	case kind.Set:
		return x.String(), true
	case plan.Rule:
		return rules[x], true
	case []string:
		return fmt.Sprintf("%q", x), true
	case []*document.Node:
		var list []string
		for _, n := range x {
			list = append(list, n.String())
		}
		return "[" + strings.Join(list, " ") + "]", true
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.Elem().Kind() != reflect.Struct {
			return d.text(v.Elem())
		}
	case reflect.String:
		return fmt.Sprintf("%q", v.String()), true
	case reflect.Bool, reflect.Int, reflect.Uint64:
		return fmt.Sprint(v.Interface()), true
	}
	return "", false
}

// rules are the names of the keywords that have them.
var rules = []string{
	plan.AnyOf: "anyOf", plan.OneOf: "oneOf", plan.Not: "not", plan.If: "if",
	plan.DependentSchemas: "dependentSchemas", plan.Evaluate: "evaluate",
}
