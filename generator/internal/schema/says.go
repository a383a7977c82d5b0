package schema

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
)

// Keywords is a set of those keywords of which nodes keep something, in any
// draft. Names are those of 2020-12.
type Keywords uint64

// kept has one row of the table for each member of a set, in the order of the
// table.
var kept = func() []*keyword {
	var list []*keyword
	for i := range keywords {
		k := &keywords[i]
		if k.field != nil && !slices.ContainsFunc(list, func(l *keyword) bool { return l.name == k.name }) {
			list = append(list, k)
		}
	}
	if len(list) > 64 {
		panic("schema: a set of keywords has 64 places")
	}
	return list
}()

// has reports whether the row kept[i] is in the set.
func (set Keywords) has(i int) bool { return set>>i&1 == 1 }

// KeywordSet returns the set of the named keywords.
func KeywordSet(names ...string) Keywords {
	var set Keywords
	for _, name := range names {
		i := slices.IndexFunc(kept, func(k *keyword) bool { return k.name == name })
		if i < 0 {
			panic(fmt.Sprintf("schema: nodes keep nothing of a keyword %q", name))
		}
		set |= 1 << i
	}
	return set
}

// Judging returns the assertions and applicators: the keywords that may refuse an
// instance.
func Judging() Keywords {
	var set Keywords
	for i, k := range kept {
		if k.vocabulary&(MetaData|Content|Core) == 0 {
			set |= 1 << i
		}
	}
	return set
}

// Names lists the keywords of the set in the order of the table.
func (set Keywords) Names() []string {
	var names []string
	for i, k := range kept {
		if set.has(i) {
			names = append(names, k.name)
		}
	}
	return names
}

// AppliesTo returns the types that the keywords of the set speak of; 0 for all,
// and for the empty set.
func (set Keywords) AppliesTo() Types {
	var types Types
	for i, k := range kept {
		if set.has(i) {
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

// Fields yields the keywords of the node, each with the address of its field.
func (n *Node) Fields() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for i, k := range kept {
			if n.says.has(i) && !yield(k.name, k.field(n)) {
				return
			}
		}
	}
}

// note sets what Says returns, once the fields are what they stay.
func (n *Node) note() {
	n.says = 0
	for i, k := range kept {
		if isSet(k.field(n)) {
			n.says |= 1 << i
		}
	}
}

// isSet reports whether the field at an address has anything.
func isSet(field any) bool { return !reflect.ValueOf(field).Elem().IsZero() }
