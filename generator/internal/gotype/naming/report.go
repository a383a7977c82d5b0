package naming

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/gotype/place"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Reporter reports names that had to change.
type Reporter struct {
	Source      string // slash path of the schema
	Diagnostics diag.Diagnostics
}

// types reports the names that types had to change.
func (r *Reporter) types(collisions []names.Collision, nodes map[string]*schema.Node) {
	for _, c := range collisions {
		if n := nodes[c.Key]; c.Holder != "" && n != nil && place.InPackages(n) {
			continue
		}
		r.collided(c, r.posOf(nodes[c.Key]), "generated code")
	}
}

// fields reports the names that the fields of a struct had to change. Members
// has the schemas that declare them.
func (r *Reporter) fields(collisions []names.Collision, at place.Place, members map[string]*schema.Node) {
	prefix := at.Key + "/properties/"
	for _, c := range collisions {
		n := members[c.Key]
		if n == nil || n.Pos.File == "" { // only a condition speaks of the member
			n = at.Node
		}
		if c.Key = prefix + document.EscapeToken(c.Key); c.Holder != "" {
			c.Holder = prefix + document.EscapeToken(c.Holder)
		}
		r.collided(c, r.posOf(n), "generated code")
	}
}

// posOf is the position of a node, or the schema's file without one.
func (r *Reporter) posOf(n *schema.Node) source.Pos {
	if n == nil {
		return source.InFile(r.Source)
	}
	return n.Pos
}

// collided reports a name that had to change. Without a holder it is taken by
// what others names.
func (r *Reporter) collided(c names.Collision, pos source.Pos, others string) {
	if c.Holder == "" {
		r.Diagnostics.Addf(diag.ReservedName, pos, "the Go name %s of %s is taken by %s; it becomes %s", c.Taken, c.Key, others, c.Given)
		return
	}
	r.Diagnostics.Addf(diag.NameCollision, pos, "%s and %s both want the Go name %s; %[2]s keeps it, %[1]s becomes %[4]s", c.Key, c.Holder, c.Wanted, c.Given)
}
