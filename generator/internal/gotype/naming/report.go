package naming

import (
	"cmp"

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
	// Chosen are the names that the configuration gives to places, Refused those that
	// cannot be given.
	Chosen  map[string]string
	Refused []Refusal
}

// Refusal is a name that the configuration gives to a place and something else has.
type Refusal struct {
	At     string // the place
	Taken  string // the identifier that is not free
	Holder string // what has it, "" for what generated code declares
}

// refuse notes a collision of a name that the configuration gives to a place; it
// reports false for others.
func (r *Reporter) refuse(at string, c names.Collision, holder string) bool {
	if r.Chosen[at] != c.Wanted {
		return false
	}
	r.Refused = append(r.Refused, Refusal{at, c.Taken, holder})
	return true
}

// asked is what asks for a name: how an author calls it, and its place.
type asked struct {
	text  string
	place place.Place
}

// types reports the names that types had to change. Those that asked are by their keys.
func (r *Reporter) types(collisions []names.Collision, by map[string]asked) {
	for _, c := range collisions {
		of := by[c.Key]
		node := of.place.Node
		// A member's name is that of its field.
		if node != nil && !node.IsProperty() && r.refuse(node.Place(), c, by[c.Holder].text) {
			continue
		}
		if c.Holder != "" && node != nil && place.IsQualified(node) {
			continue
		}
		c.Key, c.Holder = of.text, by[c.Holder].text
		r.collided(c, r.posOf(cmp.Or(node, of.place.Near)), "generated code")
	}
}

// constants notes the names of constants that the configuration cannot give.
func (r *Reporter) constants(collisions []names.Collision, declared []*Declaration) {
	at := map[string]string{} // places of the values by the keys of their constants
	for _, d := range declared {
		for _, v := range d.Decl.Enum {
			at[constantKey(d, v)] = v.At
		}
	}
	for _, c := range collisions {
		r.refuse(at[c.Key], c, at[c.Holder])
	}
}

// fields reports the names that the fields of a struct had to change. Members
// has the schemas that declare them.
func (r *Reporter) fields(collisions []names.Collision, at place.Place, members map[string]*schema.Node) {
	text := func(member string) string {
		if n := members[member]; n != nil && n.Pos.File != "" {
			return n.Place()
		}
		return at.Text() + "/properties/" + document.EscapeToken(member) // only a condition speaks of it
	}
	for _, c := range collisions {
		n := members[c.Key]
		if n == nil || n.Pos.File == "" {
			n = at.Node
		}
		holder := ""
		if c.Holder != "" {
			holder = text(c.Holder)
		}
		if n != nil && r.refuse(n.Place(), c, holder) {
			continue
		}
		if c.Key = text(c.Key); c.Holder != "" {
			c.Holder = text(c.Holder)
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
	r.Diagnostics.Addf(diag.NameCollision, pos, "%s and %s both want the Go name %s; %[2]s keeps it, %[1]s becomes %[4]s", c.Key, c.Holder, c.Taken, c.Given)
}
