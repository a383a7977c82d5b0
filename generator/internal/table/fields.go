package table

import (
	"iter"
	"reflect"

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

// children yields the nodes to which a node leads.
func children(n *validate.Node) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, value := range Fields(n) {
			more := true
			switch value := value.(type) {
			case *validate.Child:
				more = yield(value.Node)
			case []int:
				for _, node := range value {
					more = more && yield(node)
				}
			case []validate.Property:
				for _, p := range value {
					more = more && yield(p.Node)
				}
			case []validate.PatternProperty:
				for _, p := range value {
					more = more && yield(p.Node)
				}
			case []validate.Ref:
				for _, r := range value {
					more = more && yield(r.Node)
				}
			}
			if !more {
				return
			}
		}
	}
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
