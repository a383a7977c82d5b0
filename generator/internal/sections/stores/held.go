package stores

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Held is a member of documents that holds objects of a type.
type Held struct {
	*model.Access
	Var   string // Go name of what describes it
	Owner *model.Decl
}

// Type is the Go type of the place, which for a named list or map is what it is named for:
// a pointer to it converts to one to that.
func (h *Held) Type() *model.Type {
	t := h.Access.Type()
	if in := t.Resolved(); in.Kind == model.Slice || in.Kind == model.Map {
		return in
	}
	return t
}

func (h *Held) isOwner(t *model.Type) bool { return t.Kind == model.Named && t.Decl == h.Owner }

// visit is the function of package holder that visits the elements of a list or map; ""
// where they are no objects of the type.
func (h *Held) visit(t *model.Type) string {
	byPointer := t.Elem.Kind == model.Pointer && h.isOwner(t.Elem.Elem)
	switch {
	case t.Kind == model.Map && byPointer:
		return "Pointers"
	case t.Kind == model.Map && h.isOwner(t.Elem):
		return "Map"
	case t.Kind == model.Slice && byPointer:
		return "ListOfPointers"
	case t.Kind == model.Slice && h.isOwner(t.Elem):
		return "List"
	}
	return ""
}

// isMember reports whether a field is one of the objects.
func (h *Held) isMember(f *model.Field) bool { return h.isOwner(f.Type.Bare()) }

// hasNames reports whether the objects are found by names: those of members, or any.
func (h *Held) hasNames() bool {
	switch t := h.Type(); {
	case t.Kind == model.Map:
		return t.Key.Kind == model.String && h.isOwner(t.Elem)
	case t.Kind == model.Named && t.Decl.Kind == model.Struct:
		return slices.ContainsFunc(t.Decl.Fields, h.isMember) || t.Decl.Extra != nil && h.isOwner(t.Decl.Extra.Elem)
	}
	return false
}

// hasAny reports whether there are objects to be visited.
func (h *Held) hasAny() bool {
	switch t := h.Type(); {
	case t.Kind == model.Map || t.Kind == model.Slice:
		return h.visit(t) != ""
	case t.Kind == model.Named && t.Decl.Kind == model.Struct:
		return h.hasNames() || slices.ContainsFunc(t.Decl.Maps(), func(x *model.Extra) bool { return h.visit(mapOf(x)) != "" })
	}
	return false
}

// passedOver names the first members of the place that have objects of the type in a list, a
// map or a union, where nobody would look for them; "" for none.
func (h *Held) passedOver() string {
	t := h.Type()
	if t.Kind != model.Named || t.Decl.Kind != model.Struct {
		return ""
	}
	for _, f := range t.Decl.Fields {
		if !h.isMember(f) && h.isWithin(f.Type, map[*model.Type]bool{}) {
			return "member " + f.JSON
		}
	}
	for _, x := range t.Decl.Maps() {
		if h.visit(mapOf(x)) == "" && h.isWithin(x.Elem, map[*model.Type]bool{}) {
			return "members of other names"
		}
	}
	return ""
}

// isWithin reports whether values of a type are objects of the type of h, or lists, maps or
// unions of them. A list may be one of lists of its own type, which have been seen then.
func (h *Held) isWithin(t *model.Type, seen map[*model.Type]bool) bool {
	t = t.Bare().Resolved()
	switch {
	case t == nil || seen[t]:
		return false
	case t.Kind == model.Slice, t.Kind == model.Map:
		seen[t] = true
		return h.isWithin(t.Elem, seen)
	case t.Kind == model.Named && t.Decl.Kind == model.Union:
		return slices.ContainsFunc(t.Decl.Variants, func(v *model.Variant) bool { return v.Type != nil && h.isOwner(v.Type.Bare()) })
	}
	return h.isOwner(t)
}

// mapOf is the type of the members of a struct that have no fields.
func mapOf(x *model.Extra) *model.Type {
	return &model.Type{Kind: model.Map, Key: &model.Type{Kind: model.String}, Elem: x.Elem}
}

// isCopied reports whether Go gives only a copy of the place: it is in an element of a
// map, and no pointer leads to it. What is in maps and lists is shared with the copy.
func (h *Held) isCopied() bool {
	copied := false
	for _, s := range h.Steps {
		t := s.Type()
		switch {
		case t.Kind == model.Pointer, t.Kind == model.Nullable && t.Elem.Kind == model.Pointer:
			copied = false
		case s.Field == nil:
			copied = true
		}
	}
	return copied && h.Type().Kind == model.Named
}

// held finds what describes the objects of a type in a member; nil, with a diagnostic,
// where there are none that can be changed, and where one of the two is not known.
func (l *lowering) held(in *model.Access, pos source.Pos, owner *model.Decl) *Held {
	if in == nil || owner == nil {
		return nil
	}
	if h := lists.First(l.Held, func(h *Held) bool { return h.Pointer == in.Pointer && h.Owner == owner }); h != nil {
		return h
	}
	h := &Held{Access: in, Owner: owner}
	switch {
	case !h.hasAny():
		l.bad(pos, "%s of %s holds no %s: in must be an object, or a map or an array of them",
			in.Pointer, l.t.NameOf(l.Root.Decl), l.t.NameOf(owner))
		return nil
	case h.passedOver() != "":
		l.bad(pos, "%s of %s has %s in a list, a map or a union of its %s, which would be passed over: in must name that itself, or a place of nothing else",
			in.Pointer, l.t.NameOf(l.Root.Decl), l.t.NameOf(owner), h.passedOver())
		return nil
	case h.isCopied():
		l.bad(pos, "%s of %s is part of a value in a Go map, which cannot be changed in its place: in must be a member of declared objects",
			in.Pointer, l.t.NameOf(l.Root.Decl))
		return nil
	}
	l.want(&h.Var, "#held:"+in.Pointer, "heldIn"+l.base)
	l.Held = append(l.Held, h)
	return h
}
