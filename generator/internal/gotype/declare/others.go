package declare

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/gotype/naming"
	"github.com/bindery-go/bindery/generator/internal/gotype/place"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// others chooses the maps of an open struct for the members that it has no fields for:
// one for all where all values are of one type, else one for each pattern whose values
// have a type and one for the rest.
func (ts *Types) others(d *model.Decl, checks *plan.Object, in intersect.Intersection, at place.Place) {
	if t, only := ts.onlyElement(d, checks); t != nil {
		d.Extra = &model.Extra{Name: "Additional", Elem: t, Plan: only}
		return
	}
	d.Matched = ts.matched(d, checks)
	ts.nameMatched(d, in, at)
	if a := checks.Additional; len(d.Matched) > 0 && len(d.Matched) == len(a[0].Patterns) && a[0].Rest.AcceptsNothing() {
		return // there can be no others
	}
	d.Extra = &model.Extra{Name: "Extra", Elem: model.ValueType()}
}

// onlyElement is the type of the values of all members but fields; nil where they
// differ or may be anything.
func (ts *Types) onlyElement(d *model.Decl, checks *plan.Object) (*model.Type, *plan.Plan) {
	fields := d.FieldsByMember()
	only := checks.OnlyValue(func(m *plan.Member) bool { return fields[m.Name] != nil })
	if only == nil {
		return nil, nil
	}
	if t := ts.element(only); t.Kind != model.Value {
		return t, only
	}
	return nil, nil
}

// matched are the maps of patterns whose values have a type, without names; none where
// several schemas have a say on the names. A pattern that may give up decides nothing.
func (ts *Types) matched(d *model.Decl, checks *plan.Object) []*model.Extra {
	if len(checks.Additional) != 1 {
		return nil
	}
	if t, _ := ts.onlyElement(d, checks); t != nil {
		return nil
	}
	var out []*model.Extra
	for _, p := range checks.Additional[0].Patterns {
		if p.Pattern == nil {
			return nil // all values are of this one
		}
		if p.Pattern.TimesOut() || p.Plan.AcceptsNothing() {
			continue
		}
		if t := ts.element(p.Plan); t.Kind != model.Value {
			out = append(out, &model.Extra{Elem: t, Plan: p.Plan, Pattern: p.Pattern})
		}
	}
	fields := d.FieldsByMember()
	probe := &model.Decl{Matched: out}
	for _, m := range checks.Members {
		if x := probe.MapOf(m.Name); x != nil && fields[m.Name] == nil && !m.Plan.AcceptsNothing() && m.Plan != x.Plan {
			return nil // a name that is only required, and more is said of its value
		}
	}
	return out
}

// DropImpossible takes back the maps of patterns whose values nothing satisfies: names
// that match are refused. It shows only when all plans are finished.
func DropImpossible(decls []*model.Decl) {
	for _, d := range decls {
		d.Matched = slices.DeleteFunc(d.Matched, func(x *model.Extra) bool { return x.Plan.AcceptsNothing() })
	}
}

// nameMatched names the maps of patterns after the schema or by what their names begin
// with. A pattern keeps the name that its map had.
func (ts *Types) nameMatched(d *model.Decl, in intersect.Intersection, at place.Place) {
	if len(d.Matched) == 0 {
		return
	}
	said := map[string]*schema.Node{}
	for _, n := range in.Nodes {
		for _, pp := range n.PatternProperties {
			said[pp.Pattern] = pp.Node
		}
	}
	taken := naming.TakenBy(d.Fields)
	held := ts.Existing.MatchedAt(at)
	for _, x := range d.Matched {
		if name := held[x.Pattern.Text]; name != "" && !taken[name] {
			x.Name, taken[name] = name, true
		}
	}
	for _, x := range d.Matched {
		name := "Matched" + ts.Places.Words.Exported(place.Beginning(x.Pattern.Text))
		n := said[x.Pattern.Text]
		chosen := n != nil && cmp.Or(ts.Places.FieldName(n), n.GoName) != ""
		if x.Name != "" && !chosen {
			continue
		}
		if chosen {
			name = cmp.Or(ts.Places.FieldName(n), n.GoName)
			delete(taken, x.Name)
		}
		x.Name = name
		for i := 2; taken[x.Name]; i++ {
			x.Name = name + strconv.Itoa(i)
		}
		taken[x.Name] = true
	}
}
