package document

import (
	"hash/maphash"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// Equal reports whether two nodes are the same JSON value: numbers by their
// mathematical value, objects without regard to order. Positions do not count.
// Two nil nodes are equal.
func Equal(a, b *Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case Bool:
		return a.Bool == b.Bool
	case Number:
		return EqualNumbers(a.Text, b.Text)
	case String:
		return a.Text == b.Text
	case Array:
		return slices.EqualFunc(a.Items, b.Items, Equal)
	case Object:
		return len(a.Members) == len(b.Members) && lists.Every(a.Members, func(m Member) bool {
			other := b.Get(m.Name)
			return other != nil && Equal(m.Value, other)
		})
	}
	return true
}

// seed is that of this process: no hash leaves it.
var seed = maphash.MakeSeed()

// Hash returns a number that is the same for values that are [Equal].
func Hash(n *Node) uint64 {
	const odd = 0x9E3779B97F4A7C15
	if n == nil {
		return 0
	}
	h := uint64(n.Kind)
	switch n.Kind {
	case Bool:
		if n.Bool {
			h += odd
		}
	case Number:
		number, _ := jsonscan.ParseNumber([]byte(n.Text))
		h += number.Hash()
	case String:
		h += maphash.String(seed, n.Text)
	case Array:
		for _, item := range n.Items {
			h = h*odd + Hash(item)
		}
	case Object:
		for _, m := range n.Members { // in any order
			h += (maphash.String(seed, m.Name) + 1) * (Hash(m.Value) | 1)
		}
	}
	return h*odd + 1
}

// EqualNumbers reports whether two JSON number texts have the same mathematical
// value, whatever their length.
func EqualNumbers(a, b string) bool {
	return a == b || jsonvalue.TrustedNumber(a).Equal(jsonvalue.TrustedNumber(b))
}
