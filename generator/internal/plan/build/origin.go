package build

import (
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Origin says where a plan was first met: at a schema, or at a part of the value
// at another origin of which several schemas speak together.
type Origin struct {
	// Node is the schema; nil where no single one has the place. A branch of a
	// union has both a Node and a Part.
	Node *schema.Node
	// Entry is the Go name that is asked for the type of an entry; "" for others.
	Entry string

	Within *Origin // what Part is a part of
	Part   Part
}

// Part is a part of a value, or the value itself in one of several forms.
// Exactly one field says which; Item is it where no other does.
type Part struct {
	Member string
	Item   int     // a position, or AnyItem
	Branch *Branch // of a union
}

// AnyItem is the Item of what is said of all items after the prefix.
const AnyItem = -1

// Branch is where a branch of a union comes from: a branch of a oneOf or anyOf,
// or where no schema is written for it, some kinds of a value.
type Branch struct {
	Node    *schema.Node // as written; nil for kinds
	Inline  bool         // Node says more than which other it refers to
	Index   int          // among the branches of Node's union
	Kinds   kind.Set     // that it accepts at most
	Integer bool         // its numbers are integers
	Told    *schema.Node // holds for those valid values that are of the branch; nil for Node
}
