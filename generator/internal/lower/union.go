package lower

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// union is one oneOf or anyOf of several branches.
type union struct {
	node     *schema.Node
	keyword  string
	branches []*schema.Node
}

// unionsOf lists the unions of a node; a union of one branch is its branch,
// see inPlace.
func unionsOf(n *schema.Node) []union {
	var out []union
	if len(n.OneOf) > 1 {
		out = append(out, union{n, "oneOf", n.OneOf})
	}
	if len(n.AnyOf) > 1 {
		out = append(out, union{n, "anyOf", n.AnyOf})
	}
	return out
}

// shapingUnion finds the union that gives the Go type: one whose branches
// differ in what they hold. Branches that only constrain are checks. Where
// several unions would shape the value no sum type holds it without loss.
func (b *builder) shapingUnion(c conj) (union, bool) {
	var found []union
	for _, n := range c.nodes {
		for _, u := range unionsOf(n) {
			if !c.has(n, u.keyword) && b.shapes(c, u) {
				found = append(found, u)
			}
		}
	}
	if len(found) != 1 {
		return union{}, false
	}
	return found[0], true
}

// shapes reports whether the branches of u add to the shape of c.
func (b *builder) shapes(c conj, u union) bool {
	rest := c.kinds &^ model.KindNull
	flat := make([][]*schema.Node, len(u.branches))
	for i, branch := range u.branches {
		if flat[i] = b.flatten(nil, branch); len(flat[i]) == 0 {
			return false // what admits everything leaves no other shape to the rest
		}
	}
	for i, branch := range u.branches {
		switch {
		case rest == model.KindArray:
			if !anyNode(c.nodes, hasItems) && b.anyInPlace(branch, hasItems) {
				return true
			}
		case rest == model.KindObject:
			declared := map[string]bool{}
			for _, n := range c.nodes {
				for _, p := range n.Properties {
					declared[p.Name] = true
				}
			}
			adds := func(n *schema.Node) bool {
				for _, p := range n.Properties {
					if !declared[p.Name] && !p.Node.Never {
						return true
					}
				}
				return len(declared) == 0 && (n.AdditionalProperties != nil && !n.AdditionalProperties.Always && !n.AdditionalProperties.Never || len(n.PatternProperties) > 0)
			}
			if b.anyInPlace(branch, adds) {
				return true
			}
		case !isSingle(rest):
			narrowed := b.admitted(conj{nodes: flat[i], kinds: c.kinds}) &^ model.KindNull
			if narrowed != rest {
				return true
			}
		}
	}
	return false
}

func anyNode(nodes []*schema.Node, f func(*schema.Node) bool) bool {
	for _, n := range nodes {
		if f(n) {
			return true
		}
	}
	return false
}

// anyInPlace reports whether f holds for n or for a schema that n applies in
// place, with or without condition on the branch taken.
func (b *builder) anyInPlace(n *schema.Node, f func(*schema.Node) bool) bool {
	seen := map[*schema.Node]bool{}
	var visit func(n *schema.Node) bool
	visit = func(n *schema.Node) bool {
		if seen[n] {
			return false
		}
		seen[n] = true
		if f(n) {
			return true
		}
		for _, m := range inPlace(n) {
			if visit(m) {
				return true
			}
		}
		for _, u := range unionsOf(n) {
			for _, m := range u.branches {
				if visit(m) {
					return true
				}
			}
		}
		return false
	}
	return visit(n)
}

func hasItems(n *schema.Node) bool {
	return n.Items != nil && !n.Items.Always || len(n.PrefixItems) > 0
}

// fillUnion makes p a sum of the branches of u. Each branch is lowered with
// what surrounds the union, so its plan decides the whole value.
func (b *builder) fillUnion(p *model.Plan, c conj, u union, at place) {
	type candidate struct {
		c    conj
		node *schema.Node
		i    int
	}
	var others []candidate
	var alone *candidate // the branch of null alone that accepts it
	nullOK := c.kinds&model.KindNull != 0
	for i, node := range u.branches {
		bc := conj{nodes: b.flatten(append([]*schema.Node(nil), c.nodes...), node), kinds: c.kinds}
		bc.taken = append(append([]choice(nil), c.taken...), choice{u.node, u.keyword})
		bc.ways = max(c.ways, 1) * len(u.branches)
		switch k := b.admitted(bc); {
		case k == model.KindNull:
			if alone == nil && b.accepts(bc, null) {
				alone = &candidate{bc, node, i}
			}
		case k != 0:
			others = append(others, candidate{bc, node, i})
		}
	}
	// A union in which null is a part of a branch is a nullable union; one of
	// null and several others has a variant for null (design, section 4), which
	// no other holds then: a value is null in one way only.
	if nullOK && alone == nil {
		b.fillNullable(p, c, at, c.kinds&^model.KindNull)
		return
	}
	decl := b.declareAs(p, at, model.Union)
	p.Union = &model.UnionChecks{One: u.keyword == "oneOf"}
	b.doubtBranches(p, c, u)
	if p.Union.One && b.defers(u.node, c) {
		p.Residual = []model.Residual{{Kind: model.Holds, Kinds: p.Kinds, Node: u.node.ID}}
	}
	for i := range others {
		others[i].c.kinds &= p.Kinds &^ model.KindNull
	}
	if nullOK {
		others = append(others, *alone)
	}
	var wanted []string
	for _, o := range others {
		bc := o.c.settled()
		title := b.variantTitle(o.node, bc, o.i)
		bp := b.branchPlan(bc, o.node, at, title)
		v := &model.Variant{Name: title, Plan: bp, Type: b.elemType(bp), Doc: docText(o.node)}
		if bp.Kinds == model.KindNull {
			v.Type = nil
		}
		br := &model.Branch{Plan: bp, Kinds: bp.Kinds, Variant: len(decl.Variants)}
		b.branchOf[br] = o.node
		p.Union.Branches = append(p.Union.Branches, br)
		decl.Variants = append(decl.Variants, v)
		wanted = append(wanted, title)
	}
	nameVariants(decl, wanted)
}

// branchPlan lowers one branch. A branch that stands alone, or that is written
// in the union, takes the name of its own location, else one below the union's.
func (b *builder) branchPlan(bc conj, node *schema.Node, at place, title string) *model.Plan {
	e := b.resolve(node)
	bat := at.child(title)
	if b.isWhole(bc, e) {
		bc.ways = 0
		bat = b.placeOf(e)
		if isDefinition(e) && !contributes(e, nil) {
			bc.named = bat.key
		}
	} else if e == node {
		bat.name = b.placeOf(e).name
		bat.key = at.key + "/" + bat.name
	}
	bat.node = e
	return b.plan(bc, bat)
}

// isWhole reports whether c says what the schema e says, but for the kinds.
func (b *builder) isWhole(c conj, e *schema.Node) bool {
	whole, _ := b.normal(conj{nodes: b.flatten(nil, e), kinds: c.kinds, named: c.named}, place{root: true})
	c, _ = b.normal(c, place{root: true})
	whole.kinds, whole.ways = c.kinds, c.ways
	return whole.key() == c.key()
}

// fillKinds makes p a sum of the kinds that a list of types admits.
func (b *builder) fillKinds(p *model.Plan, c conj, at place) {
	decl := b.declareAs(p, at, model.Union)
	p.Union = &model.UnionChecks{}
	for _, k := range []struct {
		kind model.Kinds
		name string
	}{
		{model.KindString, "String"}, {model.KindNumber, "Number"}, {model.KindBool, "Bool"},
		{model.KindObject, "Object"}, {model.KindArray, "Array"}, {model.KindNull, "Null"},
	} {
		if c.kinds&k.kind == 0 {
			continue
		}
		bc := c
		bc.kinds = k.kind
		bp := b.plan(bc, at.child(k.name))
		if bp.Kinds == 0 {
			continue
		}
		v := &model.Variant{Name: k.name, Plan: bp, Type: b.elemType(bp)}
		if k.kind == model.KindNumber && bp.Number != nil && bp.Number.Integer {
			v.Name = "Integer"
		}
		if k.kind == model.KindNull {
			v.Type = nil
		}
		addDisjoint(p.Union, decl, v)
	}
}

// addDisjoint adds a variant of kinds that no other has.
func addDisjoint(u *model.UnionChecks, decl *model.Decl, v *model.Variant) {
	u.Branches = append(u.Branches, &model.Branch{Plan: v.Plan, Kinds: v.Plan.Kinds, Disjoint: true, Variant: len(decl.Variants)})
	decl.Variants = append(decl.Variants, v)
}

// fillObjectOrOther makes p a sum of an object and any other JSON: a schema that
// declares members but no type speaks of objects and admits the rest.
func (b *builder) fillObjectOrOther(p *model.Plan, c conj, at place) {
	decl := b.declareAs(p, at, model.Union)
	p.Union = &model.UnionChecks{}
	for _, v := range []*model.Variant{{Name: "Object"}, {Name: "Other"}} {
		bc := c
		if bc.kinds = model.KindObject; v.Name == "Other" {
			bc.kinds, bc.flat = model.AllKinds&^model.KindObject, true
		}
		v.Plan = b.plan(bc, at.child(v.Name))
		v.Type = b.elemType(v.Plan)
		addDisjoint(p.Union, decl, v)
	}
}

// variantTitle names a variant: its title, its definition's or file's name, the kind
// that it alone can be, or its number.
func (b *builder) variantTitle(n *schema.Node, c conj, i int) string {
	e := b.resolve(n)
	if n.GoName != "" {
		return n.GoName
	}
	if name := or(titleName(n), titleName(e)); name != "" && e.GoName == "" && !isDefinition(e) {
		return name
	}
	if isDefinition(e) || e.GoName != "" || b.rootOf[e] != "" || e != n && e.FilePointer == "" {
		return b.placeOf(e).name
	}
	switch k := b.admitted(c); k {
	case model.KindNull:
		return "Null"
	case model.KindBool:
		return "Bool"
	case model.KindString:
		return "String"
	case model.KindNumber:
		if checks := b.numberChecks(c); checks != nil && checks.Integer {
			return "Integer"
		}
		return "Number"
	case model.KindArray:
		return "Array"
	case model.KindObject:
		return "Object"
	}
	return "Option" + strconv.Itoa(i+1)
}

// nameVariants keeps the variants' names apart: of several the first keeps it,
// the others are numbered, since their order is that of the schema.
func nameVariants(decl *model.Decl, wanted []string) {
	taken := map[string]bool{"Kind": true}
	for i, want := range wanted {
		name := want
		for n := 2; taken[name]; n++ {
			name = want + strconv.Itoa(n)
		}
		taken[name] = true
		decl.Variants[i].Name = name
	}
}

func itoa(i int) string { return strconv.Itoa(i) }
