package lower

import (
	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/model"
	"github.com/bindery-go/bindery/generator/names"
	"github.com/bindery-go/bindery/generator/source"
)

// sectionNames collects the Go names that sections ask for and gives them out
// all at once. Types get out of their way (nameDecls), entry types excepted.
type sectionNames struct {
	claims  []names.Claim
	targets map[string]*string
	held    map[string]string
	pos     map[string]source.Pos
}

// want asks for a name for what key identifies; it is in target once all have
// been given. The first to ask for a name gets it, so that a schema that grows
// at its end renames nothing.
func (s *sectionNames) want(target *string, key, wanted string, pos source.Pos) {
	if s.targets == nil {
		s.targets, s.held, s.pos = map[string]*string{}, map[string]string{}, map[string]source.Pos{}
	}
	for n, base := 2, key; s.targets[key] != nil; n++ {
		key = base + "~" + itoa(n)
	}
	s.targets[key], s.pos[key] = target, pos
	s.claims = append(s.claims, names.Claim{Key: key, Wanted: wanted})
	if _, taken := s.held[wanted]; !taken {
		s.held[wanted] = key
	}
}

// give fills in all names.
func (s *sectionNames) give(reserved func(string) bool) []names.Collision {
	given, collisions := names.Assign(s.claims, reserved, s.held)
	for key, target := range s.targets {
		*target = given[key]
	}
	return collisions
}

// giveSectionNames names what the sections give, apart from the entry types
// and their functions, and keeps the names from the other types.
func (b *builder) giveSectionNames() {
	entry := map[string]bool{}
	for _, r := range b.in.Roots {
		for _, prefix := range []string{"", "Parse", "Validate", "IsValid", "New"} {
			entry[prefix+r.Name] = true
		}
	}
	for _, c := range b.sectionNames.give(func(name string) bool { return entry[name] }) {
		pos := b.sectionNames.pos[c.Key]
		if c.Holder == "" {
			b.diags.Addf(diag.ReservedName, pos, "the Go name %s of %s is taken by an entry type; it becomes %s", c.Wanted, c.Key, c.Given)
			continue
		}
		b.diags.Addf(diag.NameCollision, pos, "%s and %s both want the Go name %s; the first becomes %s", c.Key, c.Holder, c.Wanted, c.Given)
	}
	b.taken = map[string]bool{}
	for _, target := range b.sectionNames.targets {
		b.taken[*target] = true
	}
}

// meetsSection says whether what a declaration brings with it has the name of
// something that a section gives.
func (b *builder) meetsSection(d *declaration) bool {
	if d.decl.Kind != model.Union {
		return false
	}
	kind := d.place.name + "Kind"
	meets := b.taken[kind]
	for _, v := range d.decl.Variants {
		meets = meets || b.taken[kind+v.Name] || b.taken["New"+d.place.name+v.Name]
	}
	return meets
}
