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
			if value := v.Field(i).Interface(); says(value) && !yield(v.Type().Field(i).Name, value) {
				return
			}
		}
	}
}

// says reports whether the value of a field restricts anything or tells where the
// node is. A pattern without a matcher matches everything.
func says(value any) bool {
	switch value := value.(type) {
	case validate.Pattern:
		return value.Matcher != nil
	case validate.Format:
		return value.Check != nil
	}
	return !reflect.ValueOf(value).IsZero()
}
