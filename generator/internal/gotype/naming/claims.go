package naming

import (
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Claims collects Go names that are asked for and gives them out all at once.
type Claims struct {
	claims  []names.Claim
	targets map[string]*string
	held    map[string]string
	pos     map[string]source.Pos
	text    map[string]string // what messages call it
}

// Want asks for a name for what key identifies; it is in target once all have
// been given. The first to ask for a name gets it, so that a schema that grows
// at its end renames nothing. Messages call it by the key up to a "#", which is the part of
// a schema that it is made of.
func (c *Claims) Want(target *string, key, wanted string, pos source.Pos) {
	text, _, _ := strings.Cut(key, "#")
	c.WantAs(text, target, key, wanted, pos)
}

// WantAs is Want for what messages call otherwise.
func (c *Claims) WantAs(text string, target *string, key, wanted string, pos source.Pos) {
	if c.targets == nil {
		c.targets, c.held, c.pos, c.text = map[string]*string{}, map[string]string{}, map[string]source.Pos{}, map[string]string{}
	}
	for n, base := 2, key; c.targets[key] != nil; n++ {
		key = base + "~" + strconv.Itoa(n)
	}
	c.targets[key], c.pos[key], c.text[key] = target, pos, text
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
