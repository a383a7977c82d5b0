package checks

import (
	"fmt"
	"maps"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/runtime/checks"
)

// typed prints the test that the variant of a union is one of those that a text asks for.
func (d *decoded) typed(g *jen.Group, at place, r checks.Relation) {
	d.operands(g, at, r.Terms[1], func(g *jen.Group, name operand) {
		if name.domain != texts || pathOf(r.Terms[0].Path).Many() {
			d.unknown = true
			return
		}
		d.places(g, at, r.Terms[0].Path, func(g *jen.Group, p place) {
			if p.t.Kind != model.Named || p.t.Decl.Kind != model.Union || p.pointer || p.null {
				d.unknown = true
				return
			}
			kind := jen.Id(d.variable("kind"))
			var cases []jen.Code
			tells := false
			for _, texts := range lists.Groups(namesOfTypes(r.Types), func(text string) string { return fmt.Sprint(variantsOf(p.t.Decl, typesNamed(r.Types, text))) }) {
				variants := variantsOf(p.t.Decl, typesNamed(r.Types, texts[0]))
				switch len(variants) {
				case 0:
					continue
				case len(p.t.Decl.Variants):
					cases = append(cases, jen.Case(gofile.QuotedList(texts)...).Block(jen.Comment("Any will do.")))
					continue
				}
				tells = true
				tests := lists.Of(variants, func(v string) *jen.Statement {
					return kind.Clone().Op("!=").Add(gofile.In(p.t.Decl, p.t.Decl.Name+"Kind"+v))
				})
				test := jen.Add(tests[0])
				for _, other := range tests[1:] {
					test.Op("&&").Add(other)
				}
				cases = append(cases, jen.Case(gofile.QuotedList(texts)...).Block(jen.If(test).Block(jen.Return(jen.False()))))
			}
			d.unknown = d.unknown || !tells
			d.inside(g, func(g *jen.Group) {
				g.Switch(kind.Clone().Op(":=").Add(p.expr).Dot("Kind").Call(), name.expr).Block(append(cases, jen.Default().Block(jen.Return(jen.False()).Comment("it is not certain")))...)
			})
		})
	})
}

// namesOfTypes lists the texts that stand for types, in order.
func namesOfTypes(types map[string][]string) []string {
	names := slices.Sorted(maps.Keys(types))
	return append(names, lists.Where(checks.Types, func(t string) bool { return types[t] == nil })...)
}

// typesNamed lists the types that a text stands for, itself if nothing else is said.
func typesNamed(types map[string][]string, text string) []string {
	if listed, ok := types[text]; ok {
		return listed
	}
	return []string{text}
}

// variantsOf lists the variants of a union whose values are of some types.
func variantsOf(union *model.Decl, types []string) []string {
	fits := lists.Where(union.Variants, func(v *model.Variant) bool {
		return slices.ContainsFunc(typesOfVariant(v), func(t string) bool { return slices.Contains(types, t) })
	})
	return lists.Of(fits, func(v *model.Variant) string { return v.Name })
}

// typesOfVariant lists the JSON types that all values of a variant are of, as far as its Go
// type says so.
func typesOfVariant(v *model.Variant) []string {
	if v.Type == nil {
		return []string{"null"}
	}
	return typesOfValues(v.Type)
}

// typesOfValues lists the JSON types that all values of a Go type are of, as far as it says
// so.
func typesOfValues(t *model.Type) []string {
	switch r := t.Resolved(); {
	case r.Kind == model.String || r.Kind.Text() != nil:
		return []string{"string"}
	case r.Kind == model.Bool:
		return []string{"boolean"}
	case r.Kind == model.Int:
		return []string{"integer", "number"}
	case r.Kind == model.Float || r.Kind == model.Number:
		return []string{"number"}
	case r.Kind == model.Slice || r.Kind == model.Named && r.Decl.Kind == model.Tuple:
		return []string{"array"}
	case r.Kind == model.Map || r.Kind == model.Named && r.Decl.Kind == model.Struct && !r.Decl.KeepsOthers:
		return []string{"object"}
	}
	return nil
}

// excludesNull reports whether no value of a type is null, as far as it says so.
func excludesNull(t *model.Type) bool {
	if r := t.Resolved(); r.Kind == model.Named && r.Decl.Kind == model.Union {
		return !slices.ContainsFunc(r.Decl.Variants, func(v *model.Variant) bool { return v.Type == nil || typesOfValues(v.Type) == nil })
	}
	return typesOfValues(t) != nil
}
