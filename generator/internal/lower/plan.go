package lower

import (
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// plan returns the plan of a conjunction, made when it is first asked for.
func (b *builder) plan(c conj, at place) *model.Plan {
	p, c, at, isNew := b.register(c, at)
	if isNew {
		b.fill(p, c, at)
	}
	return p
}

// register returns the plan of c without filling it, with c and its place in
// their normal form.
func (b *builder) register(c conj, at place) (p *model.Plan, normal conj, where place, isNew bool) {
	c, at = b.normal(c, at)
	key := c.key()
	if p = b.plans[key]; p != nil {
		return p, c, at, false
	}
	p = &model.Plan{ID: len(b.order)}
	for _, n := range c.nodes {
		p.Nodes = append(p.Nodes, n.ID)
	}
	b.plans[key] = p
	b.order = append(b.order, p)
	b.origin[p] = at
	b.conjOf[p] = c
	return p, c, at, true
}

// normal brings conjunctions that mean the same to the same form: a union of
// which one branch is left is that branch, what says nothing is left out, and
// kinds that cannot occur are not excluded once more.
func (b *builder) normal(c conj, at place) (conj, place) {
	c = c.settled()
	for range 64 { // each round decides a union
		branch, u, ok := b.onlyBranch(c)
		if !ok {
			break
		}
		c.nodes = b.flatten(c.nodes, branch)
		c.taken = append(append([]choice(nil), c.taken...), choice{u.node, u.keyword})
		c = c.settled()
		if e := b.resolve(branch); len(c.nodes) == len(b.flatten(nil, e)) {
			c.ways = 0
			if !at.root {
				at = b.placeOf(e)
			}
		}
	}
	c = b.withoutImplied(c)
	if c.kinds != model.AllKinds {
		all := c
		all.kinds = model.AllKinds
		if b.admitted(all)&^c.kinds == 0 {
			c = all
		}
	}
	return c, at
}

// onlyBranch finds a union of which a single branch admits any of the kinds of
// c.
func (b *builder) onlyBranch(c conj) (*schema.Node, union, bool) {
	kinds := b.admitted(c)
	for _, n := range c.nodes {
		for _, u := range unionsOf(n) {
			if c.has(n, u.keyword) {
				continue
			}
			var only *schema.Node
			count := 0
			for _, br := range u.branches {
				if b.nodeKinds(br)&kinds != 0 {
					only = br
					count++
				}
			}
			if count == 1 {
				return only, u, true
			}
		}
	}
	return nil, union{}, false
}

// fill digests a conjunction.
func (b *builder) fill(p *model.Plan, c conj, at place) {
	p.Kinds = b.admitted(c)
	if len(c.nodes) == 0 && p.Kinds == model.AllKinds {
		p.Any = true
		p.Type = &model.Type{Kind: model.Value}
		return
	}
	values, valued := b.values(c, p.Kinds)
	if valued {
		p.Kinds = valueKinds(values)
	} else if p.Kinds&model.KindNull != 0 && !b.accepts(c, null) {
		p.Kinds &^= model.KindNull
	}
	c.kinds = p.Kinds
	rest := p.Kinds &^ model.KindNull
	if p.Kinds != model.AllKinds && p.Kinds != rest && isSingle(rest) {
		b.fillNullable(p, c, at, rest)
		return
	}
	switch {
	case p.Kinds == 0:
		p.Type = &model.Type{Kind: model.Value}
		return
	case valued:
		b.fillEnum(p, c, values, at)
		return
	case c.apart:
		b.fillApart(p, c, at)
		return
	}
	if u, ok := b.shapingUnion(c); ok {
		if c.ways*len(u.branches) <= mostWays || c.ways == 0 {
			b.fillUnion(p, c, u, at)
			return
		}
		b.doubtShape(p, u)
	}
	switch {
	case isSingle(p.Kinds) || c.flat:
		b.fillChecks(p, c, at)
	case p.Kinds != model.AllKinds:
		b.fillKinds(p, c, at)
	case b.declares(c):
		b.fillObjectOrOther(p, c, at)
	default:
		b.fillChecks(p, c, at)
	}
}

// declares reports whether c names members.
func (b *builder) declares(c conj) bool {
	return anyNode(c.nodes, func(n *schema.Node) bool { return len(n.Properties) > 0 })
}

var null = &document.Node{Kind: document.Null}

// fillNullable makes p the nullable form of the plan of c's other kinds.
func (b *builder) fillNullable(p *model.Plan, c conj, at place, rest model.Kinds) {
	c.kinds = rest
	inner, c, at, isNew := b.register(c, at)
	p.NonNull = inner // before inner is filled: a recursive schema asks for it
	if isNew {
		b.fill(inner, c, at)
	}
	p.Type = b.typeOf(inner)
}

// fillChecks digests the checks of the kinds of c into p, and chooses the type.
func (b *builder) fillChecks(p *model.Plan, c conj, at place) {
	if p.Kinds&model.KindNumber != 0 {
		p.Number = b.numberChecks(c)
	}
	if p.Kinds&model.KindString != 0 {
		p.String = b.stringChecks(c)
	}
	switch {
	case p.Kinds == model.KindBool:
		b.setType(p, at, &model.Type{Kind: model.Bool})
	case p.Kinds == model.KindNumber:
		b.setType(p, at, b.numberType(p.Number, c))
	case p.Kinds == model.KindString:
		b.setType(p, at, stringType(p.String, c))
	case p.Kinds == model.KindArray:
		b.fillArray(p, c, at)
	case p.Kinds == model.KindObject:
		b.fillObject(p, c, at)
	default: // any JSON, or null alone: the document's text is kept
		p.Type = &model.Type{Kind: model.Value}
		if p.Kinds&model.KindArray != 0 {
			p.Array = b.arrayChecks(c, at)
		}
		if p.Kinds&model.KindObject != 0 {
			p.Object = b.objectChecks(c, at)
		}
	}
	p.Residual = b.residuals(c, at)
	b.doubtMembers(p, c)
	for _, n := range c.nodes {
		for _, u := range unionsOf(n) {
			if !c.has(n, u.keyword) {
				b.doubtBranches(p, c, u)
			}
		}
	}
	p.Any = p.Kinds == model.AllKinds && p.Number == nil && p.String == nil && p.Array == nil && p.Object == nil && len(p.Residual) == 0
}

// accepts says whether every node of c accepts v. It is exact: the evaluator
// decides. A oneOf whose branch is among the nodes is left out: a value that
// another branch accepts as well still counts for this one.
func (b *builder) accepts(c conj, v *document.Node) bool {
	for _, n := range c.nodes {
		accepts := b.in.Judge.Accepts
		if c.has(n, "oneOf") {
			accepts = b.in.Judge.AcceptsBesideOneOf
		}
		if !accepts(n.ID, v) {
			return false
		}
	}
	return true
}

// values returns the only values that c admits, where an enum, a const or a
// union of such lists them: those among the listed that every node accepts, so
// that no other check is left to make.
func (b *builder) values(c conj, kinds model.Kinds) ([]*document.Node, bool) {
	candidates, ok := b.listed(c)
	if !ok {
		return nil, false
	}
	kept := make([]*document.Node, 0, len(candidates))
	seen := document.Set{}
	for _, v := range candidates {
		if valueKind(v)&kinds == 0 || !seen.Add(v) || !b.accepts(c, v) {
			continue
		}
		kept = append(kept, v)
	}
	return kept, true
}

// listed finds a list of values in c: that of the first node which has one.
func (b *builder) listed(c conj) ([]*document.Node, bool) {
	for _, n := range c.nodes {
		if values, ok := b.analysis.Listed(n); ok {
			return values, true
		}
	}
	return nil, false
}

// isSingle reports whether k is exactly one kind.
func isSingle(k model.Kinds) bool { return k != 0 && k&(k-1) == 0 }

// residuals lists the checks that need the whole value.
func (b *builder) residuals(c conj, at place) []model.Residual {
	var out []model.Residual
	add := func(r model.Residual) {
		if r.Kinds == 0 {
			r.Kinds = model.AllKinds
		}
		if r.Kinds &= c.kinds; r.Kinds != 0 {
			out = append(out, r)
		}
	}
	branch := func(n *schema.Node, token string) *model.Plan {
		if n == nil {
			return nil
		}
		return b.condition(n, c.kinds, at.child(token))
	}
	for _, n := range c.nodes {
		if b.defers(n, c) {
			add(model.Residual{Kind: model.Holds, Node: n.ID})
			continue
		}
		for _, u := range unionsOf(n) {
			if c.has(n, u.keyword) {
				continue
			}
			r := model.Residual{Kind: model.AnyOf}
			if u.keyword == "oneOf" {
				r.Kind, r.Disjoint = model.OneOf, b.allApart(u.branches)
			}
			for i, br := range u.branches {
				r.Plans = append(r.Plans, branch(br, b.partName(u.keyword, itoa(i), nil)))
			}
			add(r)
		}
		if n.Not != nil {
			add(model.Residual{Kind: model.Not, Plans: []*model.Plan{branch(n.Not, "Not")}})
		}
		if n.If != nil && (n.Then != nil || n.Else != nil) {
			add(model.Residual{Kind: model.If, Plans: []*model.Plan{branch(n.If, "If"), branch(n.Then, "Then"), branch(n.Else, "Else")}})
		}
		for _, d := range n.DependentSchemas {
			add(model.Residual{Kind: model.DependentSchemas, Kinds: model.KindObject, Name: d.Name,
				Plans: []*model.Plan{branch(d.Node, "With"+b.partName("properties", d.Name, nil))}})
		}
		if n.UnevaluatedProperties != nil && !n.UnevaluatedProperties.Always && b.coverage(n) == nil {
			add(model.Residual{Kind: model.Holds, Kinds: model.KindObject, Node: n.ID})
		}
		if n.UnevaluatedItems != nil && !n.UnevaluatedItems.Always && b.itemCoverage(n) == nil {
			add(model.Residual{Kind: model.Holds, Kinds: model.KindArray, Node: n.ID})
		}
	}
	return out
}

// condition is the plan of a schema that is tried on a value of known kinds:
// only its verdict counts. It is nil where it admits all of them.
func (b *builder) condition(n *schema.Node, kinds model.Kinds, at place) *model.Plan {
	if e := b.resolve(n); e == n || !e.Always {
		at = b.placeOf(e)
	}
	c := conj{nodes: b.flatten(nil, n), kinds: kinds, flat: !isDefinition(b.resolve(n))}
	if len(c.nodes) == 0 {
		return nil
	}
	return b.plan(c, at)
}
