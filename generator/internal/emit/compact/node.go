package compact

import (
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/table"
	"github.com/bindery-go/bindery/runtime/validate"
)

// node writes a node of the program. runtime/gen/compact reads it.
func (e *emitter) node(w *writer, n *validate.Node) {
	w.open('{')
	for field, value := range table.Fields(n) {
		w.member(memberName(field))
		e.value(w, value)
	}
	w.close('}')
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
func (e *emitter) value(w *writer, value any) {
	switch v := value.(type) {
	case string:
		w.quote(v)
	case bool:
		w.bool(v)
	case int:
		w.int(v)
	case validate.Types:
		w.int(int(v))
	case []string:
		w.texts(v)
	case []int:
		w.ints(v)
	case *validate.Child:
		w.int(v.Node)
	case validate.Pattern:
		e.pattern(w, v)
	case validate.Format:
		w.int(e.refs.formatOf(v))
	case []validate.Property:
		object(w, v, func(p validate.Property) { w.member(p.Name).int(p.Node) })
	case []validate.PatternProperty:
		w.list(len(v), func(i int) {
			w.open('{')
			w.member("node").int(v[i].Node)
			w.member("pattern")
			e.pattern(w, v[i].Pattern)
			w.close('}')
		})
	case []validate.DependentRequired:
		object(w, v, func(d validate.DependentRequired) { w.member(d.Name).texts(d.Required) })
	case []validate.Ref:
		w.list(len(v), func(i int) {
			w.open('{')
			w.member("node").int(v[i].Node)
			if v[i].Keyword != "" {
				w.member("keyword").quote(v[i].Keyword)
			}
			w.close('}')
		})
	case []validate.Spelling:
		object(w, v, func(s validate.Spelling) { w.member(s.Keyword).quote(s.As) })
	default:
		panic(fmt.Sprintf("compact: a node has a field of type %T, which cannot be written", value))
	}
}

func object[T any](w *writer, items []T, member func(T)) {
	w.open('{')
	for _, item := range items {
		member(item)
	}
	w.close('}')
}

func (e *emitter) pattern(w *writer, p validate.Pattern) {
	w.open('{')
	w.member("text").quote(p.Text)
	if p.Matcher != nil {
		w.member("matcher").int(e.refs.matcherOf(p.Text))
	}
	w.close('}')
}
