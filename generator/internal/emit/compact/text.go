package compact

import (
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/table"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/visible"
	"github.com/bindery-go/bindery/runtime/validate"
	"github.com/dave/jennifer/jen"
)

// text is the schema and the types as JSON, with a line for each node and each
// type, so that a change of a schema is a change of few lines.
func (e *emitter) text() []byte {
	w := &writer{}
	w.open('{')
	w.member("resources").texts(e.program.Resources)
	w.member("nodes").list(len(e.program.Nodes), func(i int) {
		w.line()
		e.node(w, &e.program.Nodes[i])
	})
	w.member("types").list(len(e.types.list), func(i int) {
		w.line()
		e.typ(w, i, e.types.list[i])
	})
	w.close('}')
	return visible.JSON(w.out)
}

// typ writes what the decoder needs to know of a type.
func (e *emitter) typ(w *writer, i int, t *model.Type) {
	w.open('{')
	if codec, ok := e.types.codec[i]; ok {
		w.member("go").int(codec)
	}
	switch {
	case t.Kind == model.Named && e.types.isOwn(t.Decl):
		e.decl(w, t.Decl)
	case t.Kind == model.Pointer:
		w.member("pointer").int(e.types.of(t.Elem))
	case t.Kind == model.Slice:
		w.member("list").int(e.types.of(t.Elem))
	case t.Kind != model.Named && t.Elem != nil:
		w.member("elem").int(e.types.of(t.Elem))
	}
	if admitsNull(t) {
		w.member("null").bool(true)
	}
	w.close('}')
}

func (e *emitter) decl(w *writer, d *model.Decl) {
	node := d.Node
	for _, r := range e.model.Roots {
		if r.Decl == d {
			node = r.Node
		}
	}
	if node != 0 {
		w.member("node").int(node)
	}
	switch d.Kind {
	case model.Struct:
		w.member("fields").list(len(d.Fields), func(i int) { e.field(w, d.Fields[i]) })
		if len(d.Matched) > 0 {
			w.member("matched").list(len(d.Matched), func(i int) { e.matched(w, d.Matched[i]) })
		}
		if d.Extra != nil {
			w.member("extra").int(e.types.of(d.Extra.Type()))
		}
		if d.KeepsOthers {
			w.member("others").bool(true)
		}
	case model.Tuple:
		w.member("items").list(len(d.Fields), func(i int) { w.int(e.types.of(d.Fields[i].Type)) })
		if d.Rest != nil {
			w.member("extra").int(e.types.of(restList(d.Rest)))
		}
	case model.Union:
		e.union(w, d)
	case model.NullableRoot:
		w.member("elem").int(e.types.of(d.Fields[0].Type))
	default:
		if !isScalar(d) {
			w.member("elem").int(e.types.of(d.Underlying))
		}
	}
}

// matched writes the pattern and the type of the map of the names that match it.
func (e *emitter) matched(w *writer, x *model.Extra) {
	w.open('{')
	w.member("text").quote(x.Pattern.Text)
	w.member("matcher").int(e.refs.matcherOf(x.Pattern.Text))
	w.member("type").int(e.types.of(x.Type()))
	w.close('}')
}

// field writes the name and type of a member, and whether it may be absent.
func (e *emitter) field(w *writer, fd *model.Field) {
	w.open('[')
	w.item().quote(fd.JSON)
	w.item().int(e.types.of(fd.Type))
	if mayBeAbsent(fd) {
		w.item().int(1)
	}
	w.close(']')
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

func (e *emitter) union(w *writer, d *model.Decl) {
	if d.Plan.Union == nil { // no value is valid
		w.member("variants").list(len(d.Variants), func(i int) { e.variant(w, d.Variants[i], &plan.Branch{}) })
		return
	}
	if tag := tagOf(d.Plan.Union); tag != "" {
		w.member("tag").quote(tag)
	}
	w.member("variants").list(len(d.Variants), func(i int) { e.variant(w, d.Variants[i], d.Plan.Union.Branches[i]) })
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

func (e *emitter) variant(w *writer, v *model.Variant, b *plan.Branch) {
	w.open('{')
	if v.Type != nil {
		w.member("type").int(e.types.of(v.Type))
	}
	w.member("kinds").int(int(b.Kinds) << 1) // from those of package kind to those of jsonscan
	if v.Branch >= 0 {
		w.member("branch").int(v.Branch)
	}
	w.member("node").int(v.Node)
	if len(b.Tags) > 0 {
		w.member("tags").list(len(b.Tags), func(i int) { w.quote(b.Tags[i].Text) })
	}
	w.close('}')
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

// refs numbers the functions that the text refers to.
type refs struct {
	patterns map[string]*plan.Pattern // by text
	matchers []jen.Code
	formats  []jen.Code
	matcher  map[string]int
	format   map[string]int
}

func newRefs(m *model.Package) *refs {
	r := &refs{patterns: map[string]*plan.Pattern{}, matcher: map[string]int{}, format: map[string]int{}}
	for _, p := range m.Patterns {
		r.patterns[p.Text] = p
	}
	return r
}

func (r *refs) matcherOf(text string) int {
	i, ok := r.matcher[text]
	if !ok {
		i = len(r.matchers)
		r.matcher[text] = i
		r.matchers = append(r.matchers, table.Matcher(r.patterns[text]))
	}
	return i
}

func (r *refs) formatOf(f validate.Format) int {
	i, ok := r.format[f.Name]
	if !ok {
		i = len(r.formats)
		r.format[f.Name] = i
		r.formats = append(r.formats, table.Format(f.Name))
	}
	return i
}

// writer writes JSON.
type writer struct {
	out   []byte
	first bool // just inside a container
}

func (w *writer) open(c byte) {
	w.out = append(w.out, c)
	w.first = true
}

func (w *writer) close(c byte) {
	w.out = append(w.out, c)
	w.first = false
}

// item begins an element.
func (w *writer) item() *writer {
	if !w.first {
		w.out = append(w.out, ',')
	}
	w.first = false
	return w
}

// member begins a member.
func (w *writer) member(name string) *writer {
	w.item().quote(name)
	w.out = append(w.out, ':')
	return w
}

// line puts what comes next on a line of its own.
func (w *writer) line() { w.out = append(w.out, '\n') }

func (w *writer) list(n int, item func(i int)) {
	w.open('[')
	for i := range n {
		w.item()
		item(i)
	}
	w.close(']')
}

func (w *writer) quote(s string) { w.out = document.AppendQuoted(w.out, s) }

func (w *writer) int(i int) { w.out = strconv.AppendInt(w.out, int64(i), 10) }

func (w *writer) bool(b bool) { w.out = strconv.AppendBool(w.out, b) }

func (w *writer) texts(list []string) { w.list(len(list), func(i int) { w.quote(list[i]) }) }

func (w *writer) ints(list []int) { w.list(len(list), func(i int) { w.int(list[i]) }) }
