// Package naming gives the Go names of a generated package: of its types, their
// fields and constants, and of what its sections declare. Names that the last
// generation gave stay with what had them.
package naming

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/gotype/place"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
)

// Declaration is a named type on its way to a name.
type Declaration struct {
	Decl  *model.Decl
	Place place.Place
}

// Package gives every identifier of the package block to one thing. First come
// the entry types, which have the names asked for, then what sections have
// claimed, the other types, the constants of enums and the cases of unions; but
// nobody takes what the manifest says that one of them had.
func Package(words names.Words, roots []*model.Root, declared []*Declaration, claims *Claims, existing Existing, report *Reporter) {
	p := &packageNames{words: words, scope: names.NewScope(isHelper), declared: declared, existing: existing, report: report, entry: map[*model.Decl]*model.Root{}}
	p.distinctKeys()
	p.by = askedBy(declared, claims)
	p.nameRoots(roots)
	p.keepExisting()
	report.types(claims.Give(p.scope), p.by)
	p.nameDecls()
	p.nameConstants()
	p.nameCases()
}

// packageNames names the declarations of one package.
type packageNames struct {
	words    names.Words
	scope    *names.Scope
	declared []*Declaration
	existing Existing
	report   *Reporter
	entry    map[*model.Decl]*model.Root // that give types their names
	by       map[string]asked            // by key
}

// distinctKeys numbers the declarations of one place.
func (p *packageNames) distinctKeys() {
	met := map[string]int{}
	for _, d := range p.declared {
		key := d.Place.Key
		if met[key]++; met[key] > 1 {
			d.Place = d.Place.Repeat(met[key], d.Decl.Plan.Kinds)
		}
	}
}

// nameRoots names the entry types. Of two whose functions would meet the second
// in order gives way.
func (p *packageNames) nameRoots(roots []*model.Root) {
	declared := lists.By(p.declared, func(d *Declaration) *model.Decl { return d.Decl })
	var claims []names.Claim
	held := map[string]string{}
	keys := make([]string, len(roots))
	for i, r := range roots {
		d := declared[r.Decl]
		if d == nil { // of another package
			d = &Declaration{Decl: r.Decl}
		}
		keys[i] = d.Place.Key
		c := names.Claim{Wanted: r.Name, Brings: func(name string) []string { return append(entryFuncs(name), "New"+name) }}
		if p.entry[r.Decl] == nil && !r.Imported && gives(r, d) {
			p.entry[r.Decl] = r
			c.Brings = func(name string) []string { return append(entryFuncs(name), brought(r.Decl, name)...) }
		} else { // the type has a name of its own
			keys[i] += "~" + r.Name
		}
		c.Key, held[r.Name], p.by[keys[i]] = keys[i], keys[i], askedAt("the entry type "+r.Name, d.Place)
		claims = append(claims, c)
	}
	given, collisions := p.scope.Assign(claims, held)
	for i, r := range roots {
		if r.Name = given[keys[i]]; p.entry[r.Decl] == r {
			r.Decl.Name = r.Name
		}
	}
	p.report.types(collisions, p.by)
}

// gives reports whether an entry names a type: it is made of the entry's own
// schema, or is called so anyway. Other names of entries are further names.
func gives(r *model.Root, d *Declaration) bool {
	return d.Place.Name == r.Name || d.Place.Node != nil && d.Place.Node.ID == r.Node
}

// entryFuncs are the functions of an entry type, beside its constructor.
func entryFuncs(name string) []string {
	return []string{"Parse" + name, "Validate" + name, "IsValid" + name}
}

// brought are the identifiers that generated code declares beside a type.
func brought(d *model.Decl, name string) []string {
	var out []string
	if d.Root {
		out = append(out, "New"+name)
	}
	switch d.Kind {
	case model.Tuple:
		out = append(out, name+"Of")
	case model.Union:
		out = append(out, name+"Kind")
		for _, v := range d.Variants {
			out = append(out, name+"Kind"+v.Name, "New"+name+v.Name)
		}
	}
	return out
}

// keepExisting promises the names of the manifest to the types and constants that
// had them and still want them, or one that they were given instead.
func (p *packageNames) keepExisting() {
	for _, d := range p.declared {
		held := p.existing.NameAt(d.Place)
		if p.entry[d.Decl] != nil || held == "" || held != d.Place.Name && !p.claim(d).IsOther(held) {
			continue
		}
		p.scope.Keep(held, d.Place.Key)
		for _, name := range brought(d.Decl, held) {
			p.scope.Keep(name, d.Place.Key)
		}
	}
	for _, d := range p.declared {
		held := p.existing.Members(d.Place)
		for _, v := range d.Decl.Enum {
			for _, name := range slices.Sorted(maps.Keys(held)) {
				if held[name] == v.JSON && strings.HasPrefix(name, d.Place.Name) {
					p.scope.Keep(name, constantKey(d, v))
				}
			}
		}
		if d.Decl.Kind == model.Union {
			for _, name := range slices.Sorted(maps.Keys(held)) {
				p.scope.Keep(name, caseKey(d, held[name]))
			}
		}
	}
}

// claim is what a type asks for.
func (p *packageNames) claim(d *Declaration) names.Claim {
	c := names.Claim{Key: d.Place.Key, Wanted: d.Place.Name, Others: d.Place.Others, Depth: d.Place.Depth, Rank: d.Place.Rank}
	if held := p.existing.NameAt(d.Place); c.IsOther(held) {
		c.Held = held
	}
	if brought(d.Decl, c.Wanted) != nil {
		c.Brings = func(name string) []string { return brought(d.Decl, name) }
	}
	return c
}

// nameDecls names the types but for the entry types.
func (p *packageNames) nameDecls() {
	var claims []names.Claim
	held := map[string]string{}
	for _, d := range p.declared {
		if p.entry[d.Decl] != nil {
			continue
		}
		held[p.existing.NameAt(d.Place)] = d.Place.Key
		claims = append(claims, p.claim(d))
	}
	given, collisions := p.scope.Assign(claims, held)
	for _, d := range p.declared {
		if p.entry[d.Decl] == nil {
			d.Decl.Name = given[d.Place.Key]
		}
	}
	p.report.types(collisions, p.by)
}

// nameConstants names the constants of enums, which yield to everything else.
func (p *packageNames) nameConstants() {
	var claims []names.Claim
	held := map[string]string{}
	for _, d := range p.declared {
		if d.Decl.Kind != model.Enum {
			continue
		}
		had := map[string]string{} // by value
		for name, value := range p.existing.Members(d.Place) {
			held[name] = d.Place.Key + "=" + value
			if p.existing.NameAt(d.Place) == d.Decl.Name && strings.HasPrefix(name, d.Decl.Name) {
				had[value] = name
			}
		}
		for _, v := range d.Decl.Enum {
			wanted := cmp.Or(had[v.JSON], d.Decl.Name+v.Name)
			switch {
			case v.Exact:
				wanted = v.Name
			case v.Chosen:
				wanted = d.Decl.Name + v.Name
			}
			claims = append(claims, names.Claim{
				Key: constantKey(d, v), Wanted: wanted,
				Others: p.otherConstants(d.Decl.Name, v), Rank: names.Oddity(v.Text),
			})
		}
	}
	given, collisions := p.scope.Assign(claims, held)
	p.report.constants(collisions, p.declared)
	for _, d := range p.declared {
		for i, v := range d.Decl.Enum {
			d.Decl.Enum[i].Name = given[constantKey(d, v)]
		}
	}
}

// otherConstants are names for the constant of a value whose own is taken.
func (p *packageNames) otherConstants(typ string, v model.EnumValue) []string {
	if other := p.words.Other(v.Text); other != "" {
		return []string{typ + other}
	}
	return nil
}

// constantKey identifies the constant of an enum.
func constantKey(d *Declaration, v model.EnumValue) string { return d.Place.Key + "=" + v.JSON }

// isHelper tells the identifiers that generated code declares for itself. Only
// sections give other names that start with a small letter.
func isHelper(name string) bool {
	switch name {
	case "as", "unmarshal", "unmarshalFrom", "unmarshalOneOf", "defaultOf", "schemaProgram", "schemaChecks", "schemaSource", "schemaText", "repairedText", "codecs", "codecText", "limitCheck", "sameMember", "sameValue":
		return true
	}
	return false
}
