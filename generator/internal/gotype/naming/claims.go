package naming

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Claims collects Go names that are asked for and gives them out all at once.
type Claims struct {
	claims  []names.Claim
	targets map[string]*string
	held    map[string]string
	pos     map[string]source.Pos
}

// Want asks for a name for what key identifies; it is in target once all have
// been given. The first to ask for a name gets it, so that a schema that grows
// at its end renames nothing.
func (c *Claims) Want(target *string, key, wanted string, pos source.Pos) {
	if c.targets == nil {
		c.targets, c.held, c.pos = map[string]*string{}, map[string]string{}, map[string]source.Pos{}
	}
	for n, base := 2, key; c.targets[key] != nil; n++ {
		key = base + "~" + strconv.Itoa(n)
	}
	c.targets[key], c.pos[key] = target, pos
	c.claims = append(c.claims, names.Claim{Key: key, Wanted: wanted})
	if _, taken := c.held[wanted]; !taken {
		c.held[wanted] = key
	}
}

// Give fills in all names.
func (c *Claims) Give(scope *names.Scope) []names.Collision {
	given, collisions := scope.Assign(c.claims, c.held)
	for key, target := range c.targets {
		*target = given[key]
	}
	return collisions
}
