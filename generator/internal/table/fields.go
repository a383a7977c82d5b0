package table

import (
	"iter"
	"reflect"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Fields yields the name and value of each field of a node that says something,
// in the order of the struct. Those who write a table go through it, so that
// none of them can forget a keyword.
func Fields(n *validate.Node) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		v := reflect.ValueOf(n).Elem()
		for i := range v.NumField() {
			if v.Field(i).IsZero() { // as most are
				continue
			}
			if value := v.Field(i).Interface(); says(value) && !yield(v.Type().Field(i).Name, value) {
				return
			}
		}
	}
}

// children lists the nodes to which a node leads.
func children(n *validate.Node) (list []int) {
	for _, value := range Fields(n) {
		switch value := value.(type) {
		case *validate.Child:
			list = append(list, value.Node)
		case []int:
			list = append(list, value...)
		case []validate.Property:
			list = append(list, lists.Of(value, func(p validate.Property) int { return p.Node })...)
		case []validate.PatternProperty:
			list = append(list, lists.Of(value, func(p validate.PatternProperty) int { return p.Node })...)
		case []validate.Ref:
			list = append(list, lists.Of(value, func(r validate.Ref) int { return r.Node })...)
		}
	}
	return list
}

// says reports whether the value of a field that is not zero restricts anything or tells
// where the node is. A pattern without a matcher matches everything.
func says(value any) bool {
	switch value := value.(type) {
	case validate.Pattern:
		return value.Matcher != nil
	case validate.Format:
		return value.Check != nil
	}
	return true
}
