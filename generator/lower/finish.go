package lower

import (
	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/model"
	"github.com/bindery-go/bindery/generator/names"
	"github.com/bindery-go/bindery/generator/schema"
	"github.com/bindery-go/bindery/generator/source"
)

// finish takes the decisions that need all plans: discriminators, which code
// is needed, where recursion needs a pointer, and names.
func (b *builder) finish(pkg *model.Package) {
	for _, p := range b.order {
		b.discriminate(p)
	}
	for _, d := range b.declared {
		pkg.Decls = append(pkg.Decls, d.decl)
	}
	breakCycles(pkg.Decls)
	dropUnheld(pkg.Decls)
	b.explanations(pkg)
	b.nameDecls()
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
		p.Func = unique(taken, "match"+or(shortened(names.Exported(p.Text)), "Pattern"))
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

// shortened keeps the names of matchers readable.
func shortened(name string) string {
	if r := []rune(name); len(r) > 24 {
		return string(r[:24])
	}
	return name
}

// nameDecls gives every declaration and every enum constant its name.
func (b *builder) nameDecls() {
	var claims []names.Claim
	keys := map[string]int{}
	reserved := map[string]bool{}
	for name := range b.taken {
		reserved[name] = true
	}
	nodes := map[string]*schema.Node{}
	for i, d := range b.declared {
		key := d.place.key
		if keys[key]++; keys[key] > 1 {
			key += "~" + itoa(keys[key])
		}
		b.declared[i].place.key = key
		nodes[key] = d.place.node
		claims = append(claims, names.Claim{Key: key, Wanted: d.place.name})
		if d.decl.Root {
			for _, prefix := range []string{"Parse", "Validate", "IsValid", "New"} {
				reserved[prefix+d.place.name] = true
			}
		}
		if b.meetsSection(d) {
			reserved[d.place.name] = true
		}
		if d.decl.Kind == model.Union {
			kind := d.place.name + "Kind"
			reserved[kind] = true
			for _, v := range d.decl.Variants {
				reserved[kind+v.Name] = true
				reserved["New"+d.place.name+v.Name] = true
			}
		}
	}
	held := map[string]string{}
	for name, key := range b.in.Held {
		held[name] = key
	}
	for _, d := range b.declared { // an entry type always has the name asked for
		if d.decl.Root {
			held[d.place.name] = d.place.key
			delete(reserved, d.place.name)
		}
	}
	given, collisions := names.Assign(claims, func(s string) bool { return reserved[s] }, held)
	for _, c := range collisions {
		b.collided(c, nodes[c.Key])
	}
	var constants []names.Claim
	heldConstants := map[string]string{}
	for _, d := range b.declared {
		d.decl.Name = given[d.place.key]
		reserved[d.decl.Name] = true
		for _, v := range d.decl.Enum {
			constants = append(constants, names.Claim{Key: d.place.key + "=" + v.JSON, Wanted: d.decl.Name + v.Name})
		}
		if d.decl.Kind == model.Enum {
			for name, value := range b.heldMembers(d.place.key) {
				heldConstants[name] = d.place.key + "=" + value
			}
		}
	}
	given, _ = names.Assign(constants, func(s string) bool { return reserved[s] }, heldConstants)
	for _, d := range b.declared {
		for i, v := range d.decl.Enum {
			d.decl.Enum[i].Name = given[d.place.key+"="+v.JSON]
		}
	}
}

// reportCollisions reports the names that fields had to change.
func (b *builder) reportCollisions(collisions []names.Collision, prefix string, n *schema.Node) {
	for _, c := range collisions {
		c.Key = prefix + escape(c.Key)
		b.collided(c, n)
	}
}

func (b *builder) collided(c names.Collision, n *schema.Node) {
	pos := source.InFile(b.in.Source)
	if n != nil {
		pos = n.Pos
	}
	if c.Holder == "" {
		b.diags.Addf(diag.ReservedName, pos, "the Go name %s of %s is taken by generated code; it becomes %s", c.Wanted, c.Key, c.Given)
		return
	}
	b.diags.Addf(diag.NameCollision, pos, "%s and %s both want the Go name %s; the first becomes %s", c.Key, c.Holder, c.Wanted, c.Given)
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
