package stores

import (
	"fmt"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// keeper prints the statements that give a variable the optional members that it
// lacks and another has.
type keeper struct {
	but    map[string]bool // members that a write says itself, by JSON Pointer
	within []*model.Decl   // the types that are open: recursion is copied whole
	copies int
}

// keep prints what a variable keeps of the one that it takes the place of; nil
// for nothing.
func (p *printer) keep() []jen.Code {
	v := p.Variables
	k := &keeper{but: map[string]bool{v.Value.Pointer: true}}
	if v.Type != nil {
		k.but[v.Type.Pointer] = true
	}
	if p.Spill != nil && p.Spill.Owner == v.Owner && p.Spill.Was != nil {
		k.but[p.Spill.Was.Pointer] = true // it goes with the value
	}
	return k.members(v.Owner, jen.Id("v"), jen.Id("old"), "")
}

func (k *keeper) members(d *model.Decl, at, old *jen.Statement, pointer string) (out []jen.Code) {
	k.within = append(k.within, d)
	defer func() { k.within = k.within[:len(k.within)-1] }()
	for _, f := range d.Fields {
		below := pointer + "/" + document.EscapeToken(f.JSON)
		if k.but[below] || f.Presence != model.Optional && f.Presence != model.OptionalNullable {
			continue
		}
		out = append(out, k.member(f, at.Clone().Dot(f.Name), old.Clone().Dot(f.Name), below)...)
	}
	for _, x := range d.Maps() {
		mine, theirs := at.Clone().Dot(x.Name), old.Clone().Dot(x.Name)
		out = append(out, mine.Clone().Op("=").Add(gofile.Variables.Dot("Both")).Call(mine, theirs))
	}
	return out
}

func (k *keeper) member(f *model.Field, at, old *jen.Statement, pointer string) []jen.Code {
	set := at.Clone().Op("=").Add(old)
	if f.Type.Kind == model.Nullable {
		return []jen.Code{jen.If(at.Clone().Dot("IsAbsent").Call()).Block(set)}
	}
	if d := k.object(f.Type); d != nil {
		k.copies++
		own := fmt.Sprint("v", k.copies)
		body := []jen.Code{
			jen.Var().Id(own).Add(gofile.Type(f.Type.Elem)),
			jen.If(at.Clone().Op("!=").Nil()).Block(jen.Id(own).Op("=").Op("*").Add(at)),
			at.Clone().Op("=").Op("&").Id(own),
		}
		if members := k.members(d, jen.Id(own), old, pointer); members != nil {
			return []jen.Code{jen.If(old.Clone().Op("!=").Nil()).Block(append(body, members...)...)}
		}
	}
	return []jen.Code{jen.If(isAbsent(f.Type, at.Clone())).Block(set)}
}

// isAbsent prints the test for an optional member that is not nullable.
func isAbsent(t *model.Type, at *jen.Statement) *jen.Statement {
	switch {
	case t.Resolved().Kind == model.Value:
		return gofile.IsZeroValue(t, at)
	case t.Kind == model.Named && t.Decl.Kind == model.Union:
		return at.Dot("IsZero").Call()
	}
	return at.Op("==").Nil()
}

// object is the struct that an optional member points to, nil where it is to be
// kept as a whole.
func (k *keeper) object(t *model.Type) *model.Decl {
	if t.Kind != model.Pointer || t.Elem.Kind != model.Named || t.Elem.Decl.Kind != model.Struct || slices.Contains(k.within, t.Elem.Decl) {
		return nil
	}
	return t.Elem.Decl
}
