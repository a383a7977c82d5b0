package lower

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// fillObject digests an object into a struct or a map.
func (b *builder) fillObject(p *model.Plan, c conj, at place) {
	isStruct := b.declares(c) ||
		len(b.conditional(c)) > 0 || b.closed(c)
	var decl *model.Decl
	if isStruct {
		decl = b.declareAs(p, at, model.Struct)
	} else if b.wantsDecl(at) {
		b.declareAs(p, at, model.Defined)
	}
	p.Object = b.objectChecks(c, at)
	checks := p.Object
	if checks == nil {
		checks = &model.ObjectChecks{}
	}
	if !isStruct {
		key, elem := b.mapTypes(checks)
		b.setType(p, at, &model.Type{Kind: model.Map, Key: key, Elem: elem})
		return
	}
	b.fields(decl, checks, c, at)
	if !b.closed(c) {
		decl.Extra = b.extra(checks)
	}
}

// closed reports whether no name can occur beside those that are declared.
func (b *builder) closed(c conj) bool {
	for _, n := range c.nodes {
		if len(n.PatternProperties) == 0 && b.never(n.AdditionalProperties) {
			return true
		}
		if cover := b.anyCoverage(n); cover != nil && cover.Listed && b.never(n.UnevaluatedProperties) && b.declaresAll(c, cover.AtMost) {
			return true
		}
	}
	return false
}

// declaresAll reports whether all names are members of c. Those of branches that
// were not taken are not.
func (b *builder) declaresAll(c conj, list []string) bool {
	declared := map[string]bool{}
	for _, n := range c.nodes {
		for _, p := range n.Properties {
			declared[p.Name] = true
		}
	}
	for _, name := range b.conditional(c) {
		declared[name] = true
	}
	return !slices.ContainsFunc(list, func(name string) bool { return !declared[name] })
}

func (b *builder) never(n *schema.Node) bool { return n != nil && b.resolve(n).Never }

// objectChecks joins the checks of objects; nil where there is none.
func (b *builder) objectChecks(c conj, at place) *model.ObjectChecks {
	out := &model.ObjectChecks{}
	index := map[string]*model.Member{}
	var order []*model.Member
	member := func(name string) *model.Member {
		m := index[name]
		if m == nil {
			m = &model.Member{Name: name, Bit: len(order)}
			index[name] = m
			order = append(order, m)
		}
		return m
	}
	for _, n := range c.nodes {
		for _, prop := range n.Properties {
			member(prop.Name)
		}
	}
	for _, n := range c.nodes {
		for _, name := range n.Required {
			member(name).Required = true
		}
		for _, d := range n.DependentRequired {
			if len(d.Required) == 0 {
				continue
			}
			member(d.Name)
			for _, name := range d.Required {
				member(name)
			}
			out.Dependent = append(out.Dependent, model.Dependent{Name: d.Name, Required: d.Required})
		}
		out.MinProperties = maxOf(out.MinProperties, n.MinProperties)
		out.MaxProperties = minOf(out.MaxProperties, n.MaxProperties)
		if n.PropertyNames != nil {
			if plan := b.condition(n.PropertyNames, model.KindString, at.child("Name")); plan != nil {
				out.Names = append(out.Names, plan)
			}
		}
		if o := b.others(n, at); o != nil {
			out.Others = append(out.Others, *o)
		}
		if o := b.unevaluated(n, at); o != nil {
			out.Others = append(out.Others, *o)
		}
	}
	for _, d := range b.conditional(c) {
		member(d)
	}
	if out.MinProperties != nil && *out.MinProperties == 0 {
		out.MinProperties = nil
	}
	for _, m := range order {
		m.Plan = b.planOf(at, or(names.Exported(m.Name), "Property"), b.entries(c, m.Name)...)
	}
	out.Members = order
	if len(order) == 0 && len(out.Others) == 0 && len(out.Names) == 0 && out.MinProperties == nil && out.MaxProperties == nil {
		return nil
	}
	return out
}

// entries lists the schemas that have a say on the member name.
func (b *builder) entries(c conj, name string) []*schema.Node {
	var out []*schema.Node
	for _, n := range c.nodes {
		matched := false
		if prop := b.analysis.Property(n, name); prop != nil {
			out = append(out, prop)
			matched = true
		}
		for _, pp := range n.PatternProperties {
			if b.matches(pp.Pattern, name) {
				out = append(out, pp.Node)
				matched = true
			}
		}
		if !matched && n.AdditionalProperties != nil {
			out = append(out, n.AdditionalProperties)
		}
		if cover := b.coverage(n); cover != nil && !b.covered(cover, name) {
			out = append(out, n.UnevaluatedProperties)
		}
	}
	return out
}

// others is what one node says of the names that are no members.
func (b *builder) others(n *schema.Node, at place) *model.Others {
	o := &model.Others{Rest: b.planOf(at, "Value", n.AdditionalProperties)}
	for _, pp := range n.PatternProperties {
		o.Patterns = append(o.Patterns, b.patternPlan(pp.Pattern, b.planOf(at, "Value", pp.Node)))
	}
	return o.Trimmed()
}

// unevaluated is what unevaluatedProperties says of the names that are no
// members, where what is evaluated is known when generating.
func (b *builder) unevaluated(n *schema.Node, at place) *model.Others {
	cover := b.coverage(n)
	if cover == nil || cover.All {
		return nil
	}
	o := &model.Others{Rest: b.planOf(at, "Value", n.UnevaluatedProperties)}
	for _, text := range cover.Patterns {
		o.Patterns = append(o.Patterns, b.patternPlan(text, nil))
	}
	return o.Trimmed()
}

// patternPlan pairs a pattern with the plan of the values whose names it
// matches. A pattern that matches everything has a nil Pattern.
func (b *builder) patternPlan(text string, plan *model.Plan) model.PatternPlan {
	return model.PatternPlan{Pattern: b.pattern(text), Plan: plan}
}

// conditional lists the names that only conditional schemas declare, or the
// branches of unions that do not shape the type. They
// become fields, of any JSON: whether the condition's schema holds for them
// depends on the rest of the object.
func (b *builder) conditional(c conj) []string {
	declared := map[string]bool{}
	for _, n := range c.nodes {
		for _, p := range n.Properties {
			declared[p.Name] = true
		}
	}
	var out []string
	seen := map[*schema.Node]bool{}
	var visit func(n *schema.Node)
	visit = func(n *schema.Node) {
		if n == nil || seen[n] {
			return
		}
		seen[n] = true
		for _, p := range n.Properties {
			if !declared[p.Name] && !p.Node.Never {
				declared[p.Name] = true
				out = append(out, p.Name)
			}
		}
		for _, m := range inPlace(n) {
			visit(m)
		}
		for _, u := range unionsOf(n) {
			for _, m := range u.branches {
				visit(m)
			}
		}
		b.visitConditions(n, visit)
	}
	for _, n := range c.nodes {
		for _, u := range unionsOf(n) {
			for _, m := range u.branches {
				if !c.has(n, u.keyword) {
					visit(m)
				}
			}
		}
		b.visitConditions(n, visit)
	}
	return out
}

// visitConditions visits the schemas that n applies in place on a condition
// other than a union's.
func (b *builder) visitConditions(n *schema.Node, visit func(*schema.Node)) {
	visit(n.If)
	visit(n.Then)
	visit(n.Else)
	for _, d := range n.DependentSchemas {
		visit(d.Node)
	}
}

// mapTypes chooses the key and element types of an object without declared
// members.
func (b *builder) mapTypes(checks *model.ObjectChecks) (key, elem *model.Type) {
	key = &model.Type{Kind: model.String}
	if len(checks.Names) == 1 {
		if t := checks.Names[0].Type; t != nil && t.Kind == model.Named && t.Decl.Kind == model.Enum && t.Decl.Underlying.Kind == model.String {
			key = t
		}
	}
	return key, b.elemType(checks.OnlyValue())
}

// extra chooses the map of an open struct's other members.
func (b *builder) extra(checks *model.ObjectChecks) *model.Extra {
	if plan := checks.OnlyValue(); plan != nil {
		if t := b.elemType(plan); t.Kind != model.Value {
			return &model.Extra{Name: "Additional", Elem: t, Plan: plan}
		}
	}
	return &model.Extra{Name: "Extra", Elem: &model.Type{Kind: model.Value}}
}

// fields declares the members of a struct.
func (b *builder) fields(decl *model.Decl, checks *model.ObjectChecks, c conj, at place) {
	declared := map[string]*schema.Node{}
	for _, n := range c.nodes {
		for _, p := range n.Properties {
			if declared[p.Name] == nil {
				declared[p.Name] = p.Node
			}
		}
	}
	for _, name := range b.conditional(c) {
		declared[name] = &schema.Node{Always: true}
	}
	var claims []names.Claim
	var fields []*model.Field
	for _, m := range checks.Members {
		node := declared[m.Name]
		if node == nil || m.Plan != nil && m.Plan.Kinds == 0 {
			continue
		}
		f := &model.Field{JSON: m.Name, Plan: m.Plan, Doc: docText(node), Deprecated: node.Deprecated}
		if e := b.resolve(node); f.Doc == "" && !isDefinition(e) {
			f.Doc = docText(e)
		}
		b.represent(f, m)
		b.constants(f, c, m.Name)
		m.Field = f
		fields = append(fields, f)
		wanted := or(node.GoName, or(names.Exported(m.Name), "Property"))
		if o := b.in.Overrides[at.key+"/properties/"+escape(m.Name)]; o != "" {
			wanted = o
		}
		claims = append(claims, names.Claim{Key: m.Name, Wanted: wanted})
	}
	b.nameFields(fields, claims, declared, at)
	decl.Fields = fields
}

// represent chooses the type of a field from the presence of its member
// (design, section 4).
func (b *builder) represent(f *model.Field, m *model.Member) {
	t := b.elemType(nonNull(m.Plan))
	nullable := m.Plan != nil && m.Plan.NonNull != nil
	switch {
	case m.Required && nullable:
		f.Presence, f.Type = model.RequiredNullable, &model.Type{Kind: model.Pointer, Elem: t}
	case m.Required:
		f.Presence, f.Type = model.Required, t
	case nullable:
		f.Presence, f.Type = model.OptionalNullable, &model.Type{Kind: model.Nullable, Elem: t}
	case nilIsAbsent(t):
		f.Presence, f.Type = model.Optional, t
	default:
		f.Presence, f.Type = model.Optional, &model.Type{Kind: model.Pointer, Elem: t}
	}
}

// nilIsAbsent reports whether the zero value of t can stand for absence.
func nilIsAbsent(t *model.Type) bool {
	switch t.Kind {
	case model.Slice, model.Map, model.Value:
		return true
	case model.Named:
		return t.Decl.Kind == model.Defined && t.Decl.Underlying != nil && nilIsAbsent(t.Decl.Underlying)
	}
	return false
}

func nonNull(p *model.Plan) *model.Plan {
	if p != nil && p.NonNull != nil {
		return p.NonNull
	}
	return p
}

// constants sets the default and the constant of a field.
func (b *builder) constants(f *model.Field, c conj, name string) {
	for _, e := range b.entries(c, name) {
		for _, n := range append([]*schema.Node{e}, b.flatten(nil, e)...) {
			if f.Default == nil && n.Default != nil && b.fits(c, name, n.Default) {
				f.Default = n.Default
			}
			if n.Const != nil && f.Const == nil {
				f.Const = n.Const
			}
		}
	}
	if f.Plan != nil && len(f.Plan.Enum) == 1 && f.Const == nil && f.Plan.Enum[0] != nil {
		f.Const = f.Plan.Enum[0]
	}
}
