package declare

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/gotype/place"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/plan/build"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
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
	values := ts.valuesOf(info.Intersection)
	suffix := ts.Places.Words.ValueSuffix
	switch {
	case underlying.Kind != model.String:
		suffix = ts.Places.Words.NumberSuffix
	case !slices.ContainsFunc(p.Enum, func(v *document.Node) bool { return !names.IsCode(v.Text) }):
		suffix = func(code string) string { return code }
	}
	for _, v := range p.Enum {
		text := goText(v, underlying)
		of := values[v.String()]
		value := model.EnumValue{Name: suffix(text), Text: text, JSON: v.String(), Doc: of.doc}
		switch chosen := strings.TrimPrefix(ts.Places.Words.Exported(of.word), at.Name); {
		case of.name != "":
			value.Name, value.Chosen, value.Exact, value.At = of.name, true, true, of.at
		case chosen != "":
			value.Name, value.Chosen = chosen, true
		}
		d.Enum = append(d.Enum, value)
	}
}

// valueInfo is what schemas say of a value that they list.
type valueInfo struct {
	doc  string
	name string // of its constant
	at   string // the place to which the configuration gives it, "" for none
	word string // what its constant adds to the name of the type
}

// choose gives the constant of a value the name that the configuration gives to what
// stands below a schema, if it gives one.
func (ts *Types) choose(of *valueInfo, n *schema.Node, tokens ...string) {
	if name, at := ts.Places.ConstantName(n, tokens...); of.name == "" && name != "" {
		of.name, of.at = name, at
	}
}

// valuesOf finds what an intersection says of the values that it lists, by their
// JSON.
func (ts *Types) valuesOf(in intersect.Intersection) map[string]valueInfo {
	values := map[string]valueInfo{}
	seen := map[*schema.Node]bool{}
	var visit func(n *schema.Node)
	visit = func(n *schema.Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		for i, v := range n.Enum {
			of := values[v.String()]
			ts.choose(&of, n, "enum", strconv.Itoa(i))
			if i < len(n.EnumNames) {
				of.word = cmp.Or(of.word, n.EnumNames[i])
			}
			values[v.String()] = of
		}
		for _, u := range intersect.UnionsOf(n) {
			for _, branch := range u.Branches {
				if e := ts.Schemas.Resolve(branch); e.Const != nil {
					of := values[e.Const.String()]
					of.doc = cmp.Or(branch.Documentation(), e.Documentation())
					ts.choose(&of, branch)
					ts.choose(&of, e, "const")
					of.name = cmp.Or(of.name, branch.GoName, e.GoName)
					values[e.Const.String()] = of
				}
				for _, m := range intersect.Flatten(nil, branch) {
					visit(m)
				}
			}
		}
		if n.Const != nil {
			of := values[n.Const.String()]
			ts.choose(&of, n, "const")
			values[n.Const.String()] = of
		}
	}
	for _, n := range in.Nodes {
		visit(n)
	}
	return values
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
