package codec

import (
	"fmt"
	"math/bits"

	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// seenSet is the variable that holds the set of known names that an object had:
// a uint64, or an array of them for more than 64 names.
type seenSet struct {
	name string
	bits map[string]int
	size int
	// places are the variables that hold where the values of members start, by
	// name. They are printed as soon as a check asks for one: slots are the
	// statements, empty until then, that declare and set them.
	places    map[string]string
	variables []jen.Code
	slots     map[string]*jen.Statement
	head      *jen.Statement
}

// wordBits is the number of names in one word of the set.
const wordBits = 64

// newSeenSet returns the set for the members of an object; nil when none of
// them needs to be noted. A name that may not occur is not noted.
func newSeenSet(sc *scope, o *plan.Object) *seenSet {
	if o == nil {
		return nil
	}
	set := &seenSet{bits: map[string]int{}}
	for _, m := range o.Members {
		if !m.Plan.AcceptsNothing() {
			set.bits[m.Name] = m.Index
		}
		set.size = max(set.size, m.Index+1)
	}
	if len(set.bits) == 0 {
		return nil
	}
	set.name = sc.fresh("seen")
	return set
}

func (set *seenSet) words() int { return (set.size + wordBits - 1) / wordBits }

// declare declares the variable.
func (set *seenSet) declare() *jen.Statement {
	if set.words() == 1 {
		return jen.Var().Id(set.name).Uint64()
	}
	return jen.Var().Id(set.name).Index(jen.Lit(set.words())).Uint64()
}

// keepPlaces has the places of members kept for those that ask for them. Sets
// of more than one word keep none: their members are read in other functions.
func (set *seenSet) keepPlaces() {
	if set != nil && set.words() == 1 {
		set.places, set.slots, set.head = map[string]string{}, map[string]*jen.Statement{}, jen.Null()
	}
}

// slot is the statement that notes the place of a member.
func (set *seenSet) slot(name string) *jen.Statement {
	slot := jen.Null()
	set.slots[name] = slot
	return slot
}

// place is the variable that holds where the value of a noted member starts.
func (set *seenSet) place(sc *scope, name string) *jen.Statement {
	at := set.places[name]
	if at == "" {
		at = sc.fresh("at")
		set.places[name] = at
		set.slots[name].Id(at).Op("=").Add(method("Pos"))
		set.variables = append(set.variables, jen.Id(at))
		*set.head = *jen.Var().List(set.variables...).Int()
	}
	return jen.Id(at)
}

// word is one word of the set.
func (set *seenSet) word(i int) *jen.Statement {
	if set.words() == 1 {
		return jen.Id(set.name)
	}
	return jen.Id(set.name).Index(jen.Lit(i))
}

// has is the condition that all names were there; ok is false when one of them
// is not noted.
func (set *seenSet) has(names ...string) (c cond, ok bool) {
	if set == nil {
		return cond{}, false
	}
	masks := make([]uint64, set.words())
	for _, name := range names {
		bit, ok := set.bits[name]
		if !ok {
			return cond{}, false
		}
		masks[bit/wordBits] |= 1 << (bit % wordBits)
	}
	return set.includes(masks), true
}

// includes is the condition that all bits of masks are in the set.
func (set *seenSet) includes(masks []uint64) cond {
	var conds []cond
	for i, mask := range masks {
		bit := set.word(i).Op("&").Add(hex(mask))
		switch bits.OnesCount64(mask) {
		case 0:
		case 1:
			conds = append(conds, unless(bit, "==", jen.Lit(0)))
		default:
			conds = append(conds, unless(bit, "!=", hex(mask)))
		}
	}
	all := together(conds)
	if len(conds) > 0 {
		all.says = fmt.Sprint(set.name, masks)
	}
	return all
}

// hex is a literal in hexadecimal.
func hex(n uint64) *jen.Statement { return jen.Id(fmt.Sprintf("%#x", n)) }
