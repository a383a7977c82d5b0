package schema

import (
	"fmt"

	"github.com/bindery-go/bindery/generator/internal/document"
)

// Keywords is a set of those keywords of which nodes keep something, in any
// draft. Names are those of 2020-12.
type Keywords uint64

// bit is the place of each keyword in a set, in the order of the table.
var bit = func() map[string]int {
	bits := map[string]int{}
	for i := range keywords {
		if _, ok := bits[keywords[i].name]; !ok && keywords[i].field != nil {
			bits[keywords[i].name] = len(bits)
		}
	}
	if len(bits) > 64 {
		panic("schema: a set of keywords has 64 places")
	}
	return bits
}()

// KeywordSet returns the set of the named keywords.
func KeywordSet(names ...string) Keywords {
	var set Keywords
	for _, name := range names {
		i, ok := bit[name]
		if !ok {
			panic(fmt.Sprintf("schema: nodes keep nothing of a keyword %q", name))
		}
		set |= 1 << i
	}
	return set
}

// Judging returns the assertions and applicators: the keywords that may refuse an
// instance.
func Judging() Keywords { return judging }

var judging = func() Keywords {
	var set Keywords
	for i := range keywords {
		if k := &keywords[i]; k.field != nil && k.vocabulary&(MetaData|Content|Core) == 0 {
			set |= KeywordSet(k.name)
		}
	}
	return set
}()

// Names lists the keywords of the set in the order of the table.
func (set Keywords) Names() []string {
	var names []string
	for i := range keywords {
		name := keywords[i].name
		if at, ok := bit[name]; ok && set&(1<<at) != 0 {
			set &^= 1 << at
			names = append(names, name)
		}
	}
	return names
}

// AppliesTo returns the types that the keywords of the set speak of; 0 for all,
// and for the empty set.
func (set Keywords) AppliesTo() Types {
	var types Types
	for i := range keywords {
		if k := &keywords[i]; k.field != nil && set&(1<<bit[k.name]) != 0 {
			if k.applies == anyType {
				return anyType
			}
			types |= k.applies
		}
	}
	return types
}

// Says returns the keywords of the node. An empty "properties" or "required" says
// nothing.
func (n *Node) Says() Keywords { return n.says }

// note sets what Says returns, once the fields are what they stay.
func (n *Node) note() {
	n.says = 0
	for i := range keywords {
		if k := &keywords[i]; k.field != nil && isSet(k.field(n)) {
			n.says |= 1 << bit[k.name]
		}
	}
}

// isSet reports whether a field of a node, of which it has the address, has
// anything.
func isSet(field any) bool {
	switch field := field.(type) {
	case *string:
		return *field != ""
	case **string:
		return *field != nil
	case *bool:
		return *field
	case **uint64:
		return *field != nil
	case *[]string:
		return *field != nil
	case **document.Node:
		return *field != nil
	case *[]*document.Node:
		return *field != nil
	case *Types:
		return *field != 0
	case **Node:
		return *field != nil
	case *[]*Node:
		return *field != nil
	case *[]Property:
		return *field != nil
	case *[]PatternProperty:
		return *field != nil
	case *[]DependentRequired:
		return *field != nil
	case *[]DependentSchema:
		return *field != nil
	}
	panic(fmt.Sprintf("schema: a keyword has a field of type %T", field))
}
