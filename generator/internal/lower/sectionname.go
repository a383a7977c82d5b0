package lower

import (
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/source"
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
func (s *sectionNames) give(scope *names.Scope) []names.Collision {
	given, collisions := scope.Assign(s.claims, s.held)
	for key, target := range s.targets {
		*target = given[key]
	}
	return collisions
}

// giveSectionNames names what the sections give.
func (b *builder) giveSectionNames(scope *names.Scope) {
	for _, c := range b.sectionNames.give(scope) {
		b.collided(c, b.sectionNames.pos[c.Key], "a type")
	}
}
