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

// asked is what asks for a name: how an author calls it, its schema, nil for what is
// of no single one, and its position.
type asked struct {
	text string
	node *schema.Node
	pos  source.Pos
}

// askedAt is a type that asks at a place.
func askedAt(text string, at place.Place) asked {
	a := asked{text: text, node: at.Node}
	if n := cmp.Or(at.Node, at.Near); n != nil {
		a.pos = n.Pos
	}
	return a
}

// askedBy are the types and what sections claim, by key.
func askedBy(declared []*Declaration, claims *Claims) map[string]asked {
	by := map[string]asked{}
	for _, c := range claims.claims {
		by[c.Key] = asked{text: claims.text[c.Key], pos: claims.pos[c.Key]}
	}
	for _, d := range declared {
		by[d.Place.Key] = askedAt(d.Place.Text(), d.Place)
	}
	return by
}

// types reports the names that types and what sections claim had to change. Those that
// asked are by their keys.
func (r *Reporter) types(collisions []names.Collision, by map[string]asked) {
	for _, c := range collisions {
		of := by[c.Key]
		// A member's name is that of its field.
		if of.node != nil && !of.node.IsProperty() && r.refuse(of.node.Place(), c, by[c.Holder].text) {
			continue
		}
		if c.Holder != "" && of.node != nil && place.IsQualified(of.node) {
			continue
		}
		c.Key, c.Holder = of.text, by[c.Holder].text
		r.collided(c, of.pos)
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
		r.collided(c, r.posOf(n))
	}
}

// posOf is the position of a node, or the schema's file without one.
func (r *Reporter) posOf(n *schema.Node) source.Pos {
	if n == nil {
		return source.InFile(r.Source)
	}
	return n.Pos
}

// collided reports a name that had to change.
func (r *Reporter) collided(c names.Collision, pos source.Pos) {
	if pos.File == "" {
		pos = source.InFile(r.Source)
	}
	if c.Holder == "" {
		r.Diagnostics.Addf(diag.ReservedName, pos, "the Go name %s of %s is taken by generated code; it becomes %s", c.Taken, c.Key, c.Given)
		return
	}
	r.Diagnostics.Addf(diag.NameCollision, pos, "%s and %s both want the Go name %s; %[2]s keeps it, %[1]s becomes %[4]s", c.Key, c.Holder, c.Taken, c.Given)
}
