package table

import (
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/emit/datafile"
	"github.com/bindery-go/bindery/generator/internal/table"
	"github.com/bindery-go/bindery/runtime/validate"
)

// node writes a node of the program. runtime/gen/embedded reads it.
func (t *text) node(w *datafile.Writer, n *validate.Node) {
	w.Open('{')
	for field, value := range table.Fields(n) {
		w.Member(memberName(field))
		t.value(w, value)
	}
	w.Close('}')
}

// memberName is the keyword of a field. Those that most nodes have are short.
func memberName(field string) string {
	switch field {
	case "Pointer":
		return "at"
	case "Types":
		return "type"
	}
	return strings.ToLower(field[:1]) + field[1:]
}

// value writes the value of a field of a node.
func (t *text) value(w *datafile.Writer, value any) {
	switch v := value.(type) {
	case string:
		w.Quote(v)
	case bool:
		w.Bool(v)
	case int:
		w.Int(v)
	case validate.Types:
		w.Int(int(v))
	case []string:
		w.Texts(v)
	case []int:
		w.Ints(v)
	case *validate.Child:
		w.Int(v.Node)
	case validate.Pattern:
		t.pattern(w, v)
	case validate.Format:
		w.Int(t.formatOf(v))
	case []validate.Property:
		object(w, v, func(p validate.Property) { w.Member(p.Name).Int(p.Node) })
	case []validate.PatternProperty:
		w.List(len(v), func(i int) {
			w.Open('{')
			w.Member("node").Int(v[i].Node)
			w.Member("pattern")
			t.pattern(w, v[i].Pattern)
			w.Close('}')
		})
	case []validate.DependentRequired:
		object(w, v, func(d validate.DependentRequired) { w.Member(d.Name).Texts(d.Required) })
	case []validate.Ref:
		w.List(len(v), func(i int) {
			w.Open('{')
			w.Member("node").Int(v[i].Node)
			if v[i].Keyword != "" {
				w.Member("keyword").Quote(v[i].Keyword)
			}
			w.Close('}')
		})
	case []validate.Spelling:
		object(w, v, func(s validate.Spelling) { w.Member(s.Keyword).Quote(s.As) })
	default:
		panic(fmt.Sprintf("table: a node has a field of type %T, which cannot be written", value))
	}
}

func object[T any](w *datafile.Writer, items []T, member func(T)) {
	w.Open('{')
	for _, item := range items {
		member(item)
	}
	w.Close('}')
}

func (t *text) pattern(w *datafile.Writer, p validate.Pattern) {
	w.Open('{')
	w.Member("text").Quote(p.Text)
	if p.Matcher != nil {
		w.Member("matcher").Int(t.matchers[p.Text])
	}
	w.Close('}')
}
