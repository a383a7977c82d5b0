package declare

import "github.com/bindery-go/bindery/generator/internal/model"

// largestInPlace is the size in bytes up to which a struct holds another in
// place. Structs that hold two each of the next would otherwise double at every
// level until no machine can hold one.
const largestInPlace = 64 << 10

// BreakCycles puts a pointer where a type would contain itself, or another that
// is too large. Slices, maps, pointers and the payloads of unions are references
// already.
func BreakCycles(decls []*model.Decl) {
	l := layout{open: map[*model.Decl]bool{}, sizes: map[*model.Decl]int{}}
	for _, d := range decls {
		l.decl(d)
	}
}

// layout measures types on the largest machines, roughly: what counts is that
// sizes do not double unseen.
type layout struct {
	open  map[*model.Decl]bool
	sizes map[*model.Decl]int // of those that are done
}

// decl breaks the cycles of d and returns its size.
func (l *layout) decl(d *model.Decl) int {
	if size, done := l.sizes[d]; done {
		return size
	}
	l.open[d] = true
	size := 0
	for _, f := range d.Fields {
		holder := &f.Type
		if f.Type.Kind == model.Nullable {
			holder = &f.Type.Elem
		}
		if t := *holder; t.Kind == model.Named && (l.open[t.Decl] || l.decl(t.Decl) > largestInPlace) {
			*holder = &model.Type{Kind: model.Pointer, Elem: t}
		}
		size += l.size(f.Type)
	}
	if d.Underlying != nil && !(d.Underlying.Kind == model.Named && l.open[d.Underlying.Decl]) {
		size += l.size(d.Underlying)
	}
	switch {
	case d.Kind == model.Union, d.Rest != nil:
		size += 24
	}
	size += 24 * len(d.Maps())
	if d.KeepsOthers {
		size += 24
	}
	l.open[d] = false
	l.sizes[d] = size
	return size
}

func (l *layout) size(t *model.Type) int {
	switch t.Kind {
	case model.Named:
		return l.decl(t.Decl)
	case model.Nullable:
		return 8 + l.size(t.Elem)
	case model.Bool, model.Int, model.Float, model.Map, model.Pointer:
		return 8
	case model.Slice:
		return 24
	}
	return 16 // a string, or what keeps one
}
