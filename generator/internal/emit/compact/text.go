package compact

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/datafile"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// text is the list of types as JSON, with a line for each, so that a change of a
// schema is a change of few lines.
func (e *emitter) text() []byte {
	w := &datafile.Writer{}
	w.List(len(e.types.list), func(i int) {
		w.Line()
		e.typ(w, e.types.list[i])
	})
	return w.JSON()
}

// typ writes what the decoder needs to know of a type.
func (e *emitter) typ(w *datafile.Writer, t *model.Type) {
	w.Open('{')
	switch {
	case t.Kind == model.Named && e.types.isOwn(t.Decl):
		e.decl(w, t.Decl)
	case t.Kind == model.Named:
		e.node(w, t.Decl)
	case t.Kind == model.Pointer:
		w.Member("pointer").Int(e.types.of(t.Elem))
	case t.Kind == model.Slice:
		w.Member("list").Int(e.types.of(t.Elem))
	case t.Kind != model.Named && t.Elem != nil:
		w.Member("elem").Int(e.types.of(t.Elem))
	}
	if is := e.types.scalar(t); is != "" {
		w.Member("is").Quote(is)
	}
	if admitsNull(t) {
		w.Member("null").Bool(true)
	}
	w.Close('}')
}

// node writes the number of the node that judges the values of a type: of another
// package's only that of an entry type is asked for.
func (e *emitter) node(w *datafile.Writer, d *model.Decl) {
	node := 0
	if e.types.isOwn(d) {
		node = d.Node
	}
	for _, r := range e.model.Roots {
		if r.Decl == d {
			node = r.Node
		}
	}
	if node != 0 {
		w.Member("node").Int(node)
	}
}

func (e *emitter) decl(w *datafile.Writer, d *model.Decl) {
	e.node(w, d)
	switch d.Kind {
	case model.Struct:
		w.Member("fields").List(len(d.Fields), func(i int) { e.field(w, d.Fields[i]) })
		if len(d.Matched) > 0 {
			w.Member("matched").List(len(d.Matched), func(i int) { e.matched(w, d.Matched[i]) })
		}
		if d.Extra != nil {
			w.Member("extra").Int(e.types.of(d.Extra.Type()))
		}
		if d.KeepsOthers {
			w.Member("others").Bool(true)
		}
	case model.Tuple:
		w.Member("items").List(len(d.Fields), func(i int) { w.Int(e.types.of(d.Fields[i].Type)) })
		if d.Rest != nil {
			w.Member("extra").Int(e.types.of(restList(d.Rest)))
		}
	case model.Union:
		e.union(w, d)
	case model.NullableRoot:
		w.Member("elem").Int(e.types.of(d.Fields[0].Type))
	default:
		if len(d.Enum) > 0 {
			w.Member("values").List(len(d.Enum), func(i int) { w.Quote(d.Enum[i].Text) })
		}
		if !isBasic(d.Underlying) {
			w.Member("elem").Int(e.types.of(d.Underlying))
		}
	}
}

// matched writes the pattern and the type of the map of the names that match it.
func (e *emitter) matched(w *datafile.Writer, x *model.Extra) {
	w.Open('{')
	w.Member("text").Quote(x.Pattern.Text)
	w.Member("matcher").Int(e.matchers[x.Pattern.Text])
	w.Member("type").Int(e.types.of(x.Type()))
	w.Close('}')
}

// field writes the name and type of a member, and whether it may be absent.
func (e *emitter) field(w *datafile.Writer, fd *model.Field) {
	w.Open('[')
	w.Item().Quote(fd.JSON)
	w.Item().Int(e.types.of(fd.Type))
	if mayBeAbsent(fd) {
		w.Item().Int(1)
	}
	w.Close(']')
}

// mayBeAbsent reports whether a Go value of the field can stand for absence.
func mayBeAbsent(fd *model.Field) bool {
	switch fd.Presence {
	case model.Optional, model.OptionalNullable:
		return true
	case model.RequiredNullable:
		return false
	}
	t := fd.Type
	return t.Kind == model.Pointer || t.Resolved().Kind == model.Value || t.Kind == model.Named && t.Decl.Kind == model.Union
}

func (e *emitter) union(w *datafile.Writer, d *model.Decl) {
	if d.Plan.Union == nil { // no value is valid
		w.Member("variants").List(len(d.Variants), func(i int) { e.variant(w, d.Variants[i], &plan.Branch{}) })
		return
	}
	if tag := tagOf(d.Plan.Union); tag != "" {
		w.Member("tag").Quote(tag)
	}
	w.Member("variants").List(len(d.Variants), func(i int) { e.variant(w, d.Variants[i], d.Plan.Union.Branches[i]) })
}

// tagOf is the member that tells branches apart by its text; "" for none.
func tagOf(u *plan.Union) string {
	for _, b := range u.Branches {
		for _, tag := range b.Tags {
			if tag.Kind != document.String {
				return ""
			}
		}
	}
	return u.Discriminator
}

func (e *emitter) variant(w *datafile.Writer, v *model.Variant, b *plan.Branch) {
	w.Open('{')
	if v.IsText() {
		w.Member("text").Int(e.types.of(v.Type))
	} else if v.Type != nil {
		w.Member("type").Int(e.types.of(v.Type))
	}
	w.Member("kinds").Int(int(b.Kinds) << 1) // from those of package kind to those of jsonscan
	if v.Branch >= 0 {
		w.Member("branch").Int(v.Branch)
	}
	w.Member("node").Int(v.Node)
	if len(b.Tags) > 0 {
		w.Member("tags").List(len(b.Tags), func(i int) { w.Quote(b.Tags[i].Text) })
	}
	w.Close('}')
}

// admitsNull reports whether a value of a type can stand for null, other than by
// a pointer.
func admitsNull(t *model.Type) bool {
	t = t.Resolved()
	if t.Kind == model.Value || t.Kind == model.Custom && t.Custom.HoldsNull || t.Kind == model.Named && t.Decl.KeepsOthers {
		return true
	}
	if t.Kind != model.Named || t.Decl.Kind != model.Union || t.Decl.Plan.Union == nil {
		return false
	}
	return slices.ContainsFunc(t.Decl.Plan.Union.Branches, func(b *plan.Branch) bool { return b.Kinds&kind.Null != 0 })
}
