package lower

import (
	"strings"
	"unicode"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
)

// finish takes the decisions that need all plans: discriminators, which code
// is needed, where recursion needs a pointer, and names.
func (b *builder) finish(pkg *model.Package) {
	refuse(b.order)
	for _, p := range b.order {
		b.discriminate(p)
	}
	for _, d := range b.declared {
		pkg.Decls = append(pkg.Decls, d.decl)
	}
	breakCycles(pkg.Decls)
	dropUnheld(pkg.Decls)
	b.explanations(pkg)
	b.nameAll(pkg)
	pkg.Names, pkg.Members = map[string]string{}, map[string]map[string]string{}
	for _, d := range b.declared {
		pkg.Names[d.decl.Name] = d.place.key
		if m := members(d.decl); len(m) > 0 {
			pkg.Members[d.decl.Name] = m
		}
	}
	pkg.ByMeaning = b.byMeaning()
	use := newUsage()
	for _, d := range pkg.Decls {
		use.decoded(d.Plan)
	}
	for _, r := range pkg.Roots {
		use.decoded(r.Plan)
	}
	b.imports(pkg, use.plans)
	b.reportDoubts()
	remember(use.plans)
	alike(use.plans)
	b.nameFunctions(use.plans)
	for _, p := range use.plans {
		if p.Func != "" && !served(p) {
			pkg.Plans = append(pkg.Plans, p)
		}
	}
	// The schema program uses every pattern, whether or not a plan does.
	for _, n := range b.in.Graph.Nodes {
		if n.Pattern != nil {
			b.pattern(*n.Pattern)
		}
		for _, pp := range n.PatternProperties {
			b.pattern(pp.Pattern)
		}
	}
	pkg.Patterns = b.patOrder
	taken := map[string]bool{}
	for _, p := range pkg.Patterns {
		name := or(shortened(names.Exported(p.Text)), "Pattern")
		if isPart(name) {
			name += "Text"
		}
		p.Func = unique(taken, "match"+name)
	}
}

// members are the names in a declaration that a schema which grows must not
// change.
func members(d *model.Decl) map[string]string {
	m := map[string]string{}
	for _, f := range d.Fields {
		if f.JSON != "" || d.Kind == model.Struct {
			m[f.Name] = f.JSON
		}
	}
	for _, v := range d.Enum {
		m[v.Name] = v.JSON
	}
	return m
}

// isPart tells the endings that matchers give to the functions they are made of.
func isPart(name string) bool {
	return strings.HasSuffix(name, "At") || strings.HasSuffix(strings.TrimRightFunc(name, unicode.IsUpper)+"_", "Part_")
}

// shortened keeps the names of matchers readable.
func shortened(name string) string {
	if r := []rune(name); len(r) > 24 {
		return string(r[:24])
	}
	return name
}

// nameFunctions names the functions of plans: after the type that they decode
// where they are its plan or serve several, else after where they come from.
func (b *builder) nameFunctions(plans []*model.Plan) {
	taken := map[string]bool{}
	serves := map[*model.Plan]bool{}
	for _, p := range plans {
		if p.DecodeAs != nil {
			serves[p.DecodeAs] = true
		}
	}
	for _, p := range plans {
		if d := declOf(p); d != nil && d.Name != "" {
			p.Func = unique(taken, d.Name)
		}
	}
	for _, p := range plans {
		if p.Foreign {
			p.Func = unique(taken, p.Type.Decl.Name)
		}
	}
	for _, p := range plans {
		if p.Func == "" && isFunction(p) && !served(p) {
			name := b.origin[p].name
			if serves[p] {
				name = typeWord(p.Type)
			}
			p.Func = unique(taken, or(name, "Value"))
		}
	}
	for _, p := range plans {
		if p.Func == "" && served(p) {
			p.Func = p.ValidAs.Func // it has no function of its own
		}
	}
}

// typeWord names a type expression.
func typeWord(t *model.Type) string {
	switch t.Kind {
	case model.Named:
		return t.Decl.Name
	case model.Slice:
		return typeWord(t.Elem) + "List"
	case model.Map:
		return typeWord(t.Elem) + "Map"
	case model.Pointer, model.Nullable:
		return "Optional" + typeWord(t.Elem)
	case model.Int:
		return names.Exported(t.Go)
	}
	return [...]string{
		model.Bool: "Bool", model.Float: "Float", model.Number: "Number", model.String: "String", model.Value: "Value",
		model.DateTime: "DateTime", model.Date: "Date", model.Time: "Time", model.Base64: "Base64",
	}[t.Kind]
}

// declOf is the declaration whose main plan is p.
func declOf(p *model.Plan) *model.Decl {
	if p.Type != nil && p.Type.Kind == model.Named && p.Type.Decl.Plan == p && p.NonNull == nil {
		return p.Type.Decl
	}
	return nil
}

// isFunction reports whether the code of a plan is long enough to stand in a
// function of its own.
func isFunction(p *model.Plan) bool {
	if p.Any || p.NonNull != nil || p.Kinds == 0 {
		return p.NonNull != nil && p.Memo
	}
	return p.Memo || p.Union != nil || len(p.Residual) > 0 || p.Object != nil || p.Array != nil ||
		!isSingle(p.Kinds) && (p.Number != nil || p.String != nil) || len(p.Enum) > 8 ||
		p.Enum != nil && p.Kinds&(model.KindArray|model.KindObject) != 0
}

func unique(taken map[string]bool, name string) string {
	given := name
	for n := 2; taken[given]; n++ {
		given = name + itoa(n)
	}
	taken[given] = true
	return given
}
