package lower

import (
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// nameAll gives every identifier of the package block to one thing. First come
// the entry types, which have the names asked for, then the sections, the other
// types and the constants of enums; but nobody takes what the manifest says that
// a type or a constant had.
func (b *builder) nameAll(pkg *model.Package) {
	b.distinctKeys()
	scope := names.NewScope(isHelper)
	b.nameRoots(scope, pkg.Roots)
	b.keepHeld(scope)
	b.giveSectionNames(scope)
	b.nameDecls(scope)
	b.nameConstants(scope)
}

// distinctKeys numbers the declarations of one place.
func (b *builder) distinctKeys() {
	met := map[string]int{}
	for _, d := range b.declared {
		key := d.place.key
		if met[key]++; met[key] > 1 {
			d.place.key += "~" + itoa(met[key])
		}
	}
}

// nameRoots names the entry types. Of two whose functions would meet the second
// in order gives way.
func (b *builder) nameRoots(scope *names.Scope, roots []*model.Root) {
	declared := map[*model.Decl]*declaration{}
	for _, d := range b.declared {
		declared[d.decl] = d
	}
	var claims []names.Claim
	held := map[string]string{}
	nodes := map[string]*schema.Node{}
	keys := make([]string, len(roots))
	first := map[*model.Decl]bool{}
	for i, r := range roots {
		d := declared[r.Decl]
		keys[i] = d.place.key
		c := names.Claim{Wanted: r.Name, Brings: func(name string) []string { return append(entryFuncs(name), brought(r.Decl, name)...) }}
		if first[r.Decl] { // one type for several entries has the functions of each
			keys[i] += "~" + r.Name
			c.Brings = entryFuncs
		}
		first[r.Decl] = true
		c.Key, held[r.Name], nodes[keys[i]] = keys[i], keys[i], d.place.node
		claims = append(claims, c)
	}
	given, collisions := scope.Assign(claims, held)
	for i, r := range roots {
		r.Name = given[keys[i]]
		if keys[i] == declared[r.Decl].place.key {
			r.Decl.Name = r.Name
		}
	}
	b.reportAll(collisions, nodes)
}

// entryFuncs are the functions of an entry type.
func entryFuncs(name string) []string {
	return []string{"Parse" + name, "Validate" + name, "IsValid" + name, "New" + name}
}

// brought are the identifiers that generated code declares beside a type.
func brought(d *model.Decl, name string) []string {
	switch d.Kind {
	case model.Tuple:
		return []string{name + "Of"}
	case model.Union:
		out := []string{name + "Kind"}
		for _, v := range d.Variants {
			out = append(out, name+"Kind"+v.Name, "New"+name+v.Name)
		}
		return out
	}
	return nil
}

// keepHeld promises the names of the manifest to the types and constants that
// had them and still want them, or one that they were given instead.
func (b *builder) keepHeld(scope *names.Scope) {
	for _, d := range b.declared {
		held := b.heldName[d.place.key]
		if d.decl.Root || held == "" || !stillWanted(held, d.place.name) {
			continue
		}
		scope.Keep(held, d.place.key)
		for _, name := range brought(d.decl, held) {
			scope.Keep(name, d.place.key)
		}
	}
	for _, d := range b.declared {
		held := b.heldMembers(d.place.key)
		for _, v := range d.decl.Enum {
			for _, name := range slices.Sorted(maps.Keys(held)) {
				if held[name] == v.JSON && strings.HasPrefix(name, d.place.name) {
					scope.Keep(name, constantKey(d, v))
				}
			}
		}
	}
}

// stillWanted says whether a name is the wanted one or was given in its place.
func stillWanted(held, wanted string) bool {
	return held == wanted || strings.HasPrefix(held, wanted+"_")
}

// nameDecls names the types but for the entry types.
func (b *builder) nameDecls(scope *names.Scope) {
	var claims []names.Claim
	nodes := map[string]*schema.Node{}
	for _, d := range b.declared {
		if d.decl.Root {
			continue
		}
		nodes[d.place.key] = d.place.node
		c := names.Claim{Key: d.place.key, Wanted: d.place.name}
		if brought(d.decl, c.Wanted) != nil {
			c.Brings = func(name string) []string { return brought(d.decl, name) }
		}
		claims = append(claims, c)
	}
	given, collisions := scope.Assign(claims, b.in.Held)
	for _, d := range b.declared {
		if !d.decl.Root {
			d.decl.Name = given[d.place.key]
		}
	}
	b.reportAll(collisions, nodes)
}

// nameConstants names the constants of enums, which yield to everything else.
func (b *builder) nameConstants(scope *names.Scope) {
	var claims []names.Claim
	held := map[string]string{}
	for _, d := range b.declared {
		if d.decl.Kind != model.Enum {
			continue
		}
		had := map[string]string{} // by value
		for name, value := range b.heldMembers(d.place.key) {
			held[name] = d.place.key + "=" + value
			if b.heldName[d.place.key] == d.decl.Name && strings.HasPrefix(name, d.decl.Name) {
				had[value] = name
			}
		}
		for _, v := range d.decl.Enum {
			claims = append(claims, names.Claim{Key: constantKey(d, v), Wanted: or(had[v.JSON], d.decl.Name+v.Name)})
		}
	}
	given, _ := scope.Assign(claims, held)
	for _, d := range b.declared {
		for i, v := range d.decl.Enum {
			d.decl.Enum[i].Name = given[constantKey(d, v)]
		}
	}
}

// constantKey identifies the constant of an enum.
func constantKey(d *declaration, v model.EnumValue) string { return d.place.key + "=" + v.JSON }

// reportAll reports the names that types had to change.
func (b *builder) reportAll(collisions []names.Collision, nodes map[string]*schema.Node) {
	for _, c := range collisions {
		b.collided(c, b.posOf(nodes[c.Key]), "generated code")
	}
}

// reportCollisions reports the names that fields had to change.
func (b *builder) reportCollisions(collisions []names.Collision, prefix string, members map[string]*schema.Node, whole *schema.Node) {
	for _, c := range collisions {
		n := members[c.Key]
		if n == nil || n.Pos.File == "" { // only a condition speaks of the member
			n = whole
		}
		if c.Key = prefix + escape(c.Key); c.Holder != "" {
			c.Holder = prefix + escape(c.Holder)
		}
		b.collided(c, b.posOf(n), "generated code")
	}
}

// posOf is the position of a node, or the schema's file without one.
func (b *builder) posOf(n *schema.Node) source.Pos {
	if n == nil {
		return source.InFile(b.in.Source)
	}
	return n.Pos
}

// collided reports a name that had to change. Without a holder it is taken by
// what others names.
func (b *builder) collided(c names.Collision, pos source.Pos, others string) {
	if c.Holder == "" {
		b.diags.Addf(diag.ReservedName, pos, "the Go name %s of %s is taken by %s; it becomes %s", c.Taken, c.Key, others, c.Given)
		return
	}
	b.diags.Addf(diag.NameCollision, pos, "%s and %s both want the Go name %s; %[2]s keeps it, %[1]s becomes %[4]s", c.Key, c.Holder, c.Wanted, c.Given)
}

// isHelper tells the identifiers that generated code declares for itself. Only
// sections give other names that start with a small letter.
func isHelper(name string) bool {
	switch name {
	case "as", "unmarshal", "unmarshalFrom", "defaultOf", "schemaProgram", "schemaChecks", "schemaText", "limitCheck", "sameMember", "sameValue":
		return true
	}
	return false
}
