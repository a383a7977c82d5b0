package lower

import (
	"fmt"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/gotype/naming"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Access finds the way that a JSON Pointer names from values of a struct type
// to a member. The error says which token has no place in the Go types.
func (t *Types) Access(from *model.Decl, pointer string) (*model.Access, error) {
	tokens, err := document.ParsePointer(pointer)
	if err != nil || len(tokens) == 0 {
		return nil, fmt.Errorf("%q names no member", pointer)
	}
	a := &model.Access{Pointer: pointer, From: from}
	of := model.NamedType(from)
	for i, token := range tokens {
		if of.Resolved().Kind == model.Value {
			a.Steps = append(a.Steps, &model.AccessStep{Rest: document.FormatPointer(tokens[i:]...)})
			return a, nil
		}
		step := stepTo(of, token)
		if step == nil {
			return nil, fmt.Errorf("the values at %q have no member %q that Go code can reach", document.FormatPointer(tokens[:i]...), token)
		}
		a.Steps = append(a.Steps, step)
		of = step.Type().Bare()
	}
	return a, nil
}

// stepTo finds one member of the values of a type; nil where there is none.
func stepTo(t *model.Type, token string) *model.AccessStep {
	if t.Kind == model.Named && t.Decl.Kind == model.Struct {
		if f := lists.First(t.Decl.Fields, func(f *model.Field) bool { return f.JSON == token }); f != nil {
			return &model.AccessStep{Field: f}
		}
		if x := t.Decl.MapOf(token); x != nil {
			return &model.AccessStep{Extra: x, Key: token}
		}
		return nil
	}
	if m := t.Resolved(); m.Kind == model.Map && m.Key.Kind == model.String {
		return &model.AccessStep{Map: m, Key: token}
	}
	return nil
}

// ownNode finds the schema at a JSON Pointer of the package's schema; nil where
// there is none that the entry types or definitions reach.
func (t *Types) ownNode(pointer string) *schema.Node {
	if t.own == nil {
		t.own = map[string]*schema.Node{}
		for _, n := range t.in.Graph.Nodes {
			if t.IsOwn(n) && t.own[n.FilePointer] == nil {
				t.own[n.FilePointer] = n
			}
		}
	}
	return t.own[pointer]
}

// IsOwn reports whether a schema is a part of the package's own, which an overlay
// may have written.
func (t *Types) IsOwn(n *schema.Node) bool {
	return n.Pos.File == t.in.Source || n.Pos.File == t.in.Overlay && t.in.Overlay != ""
}

// DeclAt finds the type that the schema at a JSON Pointer has in Go; nil where
// it has none of its own.
func (t *Types) DeclAt(pointer string) *model.Decl {
	n := t.ownNode(pointer)
	if n == nil {
		return nil
	}
	end := t.schemas.Resolve(n)
	if t.schemas.Shares(end) {
		end = end.Alike
	}
	for _, at := range []string{n.Place(), end.Place()} {
		if d := lists.First(t.types.Declared, func(d *naming.Declaration) bool { return d.Decl.Pointer == at }); d != nil {
			return d.Decl
		}
	}
	return nil
}

// IsShared reports whether a type is that of a definition which several places of
// the schemas refer to.
func (t *Types) IsShared(d *model.Decl) bool {
	count := 0
	for _, n := range t.in.Graph.Nodes {
		for _, r := range n.Refs {
			if r.Target.Place() == d.Pointer && r.Target.IsDefinition() {
				count++
			}
		}
	}
	return count > 1
}
