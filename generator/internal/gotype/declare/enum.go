package declare

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/gotype/place"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/plan/build"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// enum chooses the type of a list of values: a named type with constants where
// all are strings or numbers that Go can hold, else any JSON that is compared.
func (ts *Types) enum(info *build.Info, at place.Place) {
	switch p := info.Plan; {
	case p.Kinds == kind.String:
		ts.enumDecl(info, at, &model.Type{Kind: model.String})
	case p.Kinds == kind.Bool:
		ts.set(p, at, &model.Type{Kind: model.Bool})
	case p.Kinds == kind.Number && p.Number != nil: // integers
		ts.enumDecl(info, at, &model.Type{Kind: model.Int, Go: "int64"})
	case p.Kinds == kind.Number && !slices.ContainsFunc(p.Enum, func(v *document.Node) bool { return !exactFloat(v) }):
		ts.enumDecl(info, at, &model.Type{Kind: model.Float})
	default:
		ts.of[p] = model.ValueType()
	}
}

func (ts *Types) enumDecl(info *build.Info, at place.Place, underlying *model.Type) {
	p := info.Plan
	d := ts.declareAs(p, at, model.Enum)
	d.Underlying = underlying
	docs := ts.valueDocs(info.Intersection)
	suffix := names.ValueSuffix
	switch {
	case underlying.Kind != model.String:
		suffix = names.NumberSuffix
	case !slices.ContainsFunc(p.Enum, func(v *document.Node) bool { return !names.IsCode(v.Text) }):
		suffix = func(code string) string { return code }
	}
	for _, v := range p.Enum {
		text := goText(v, underlying)
		d.Enum = append(d.Enum, model.EnumValue{Name: suffix(text), Text: text, JSON: v.String(), Doc: docs[v.String()]})
	}
}

// valueDocs are what a union of constants says of each, by their JSON.
func (ts *Types) valueDocs(in intersect.Intersection) map[string]string {
	docs := map[string]string{}
	for _, n := range in.Nodes {
		for _, u := range intersect.UnionsOf(n) {
			for _, branch := range u.Branches {
				if e := ts.Schemas.Resolve(branch); e.Const != nil {
					docs[e.Const.String()] = cmp.Or(branch.Documentation(), e.Documentation())
				}
			}
		}
	}
	return docs
}

// exactFloat reports whether a float64 is exactly the number: a switch over
// constants must not take a neighbour for it.
func exactFloat(v *document.Node) bool {
	n := jsonvalue.TrustedNumber(v.Text)
	f, ok := n.Float64()
	if !ok {
		return false
	}
	back, err := jsonvalue.FromFloat(f)
	if err != nil {
		return false
	}
	same, ok := back.Number()
	return ok && same.Equal(n)
}

// goText is the text of a constant: a string's value, or a number in Go
// spelling (1.0 of an integer enum is 1).
func goText(v *document.Node, t *model.Type) string {
	n := jsonvalue.TrustedNumber(v.Text)
	switch t.Kind {
	case model.Int:
		i, _ := n.Int64()
		return strconv.FormatInt(i, 10)
	case model.Float:
		f, _ := n.Float64()
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return v.Text
}
