package codec

import (
	"fmt"
	"math/bits"

	"github.com/bindery-go/bindery/generator/model"
	"github.com/dave/jennifer/jen"
)

// seenSet is the variable that holds the set of known names that an object had:
// a uint64, or an array of them for more than 64 names.
type seenSet struct {
	name string
	bits map[string]int
	size int
}

// wordBits is the number of names in one word of the set.
const wordBits = 64

// newSeenSet returns the set for the members of an object; nil when none of
// them needs to be noted. A name that may not occur is not noted.
func newSeenSet(sc *scope, o *model.ObjectChecks) *seenSet {
	if o == nil {
		return nil
	}
	set := &seenSet{bits: map[string]int{}}
	for _, m := range o.Members {
		if !never(m.Plan) {
			set.bits[m.Name] = m.Bit
		}
		set.size = max(set.size, m.Bit+1)
	}
	if len(set.bits) == 0 {
		return nil
	}
	set.name = sc.fresh("seen")
	return set
}

// never reports whether a plan admits nothing.
func never(p *model.Plan) bool { return p != nil && p.Kinds == 0 && !p.Any }

// free reports whether a plan admits everything.
func free(p *model.Plan) bool { return p == nil || p.Any }

func (set *seenSet) words() int { return (set.size + wordBits - 1) / wordBits }

// declare declares the variable.
func (set *seenSet) declare() *jen.Statement {
	if set.words() == 1 {
		return jen.Var().Id(set.name).Uint64()
	}
	return jen.Var().Id(set.name).Index(jen.Lit(set.words())).Uint64()
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
	var pass, fail jen.Statement
	terms := 0
	for i, mask := range masks {
		if mask == 0 {
			continue
		}
		if terms++; terms > 1 {
			pass.Op("&&")
			fail.Op("||")
		}
		if bits.OnesCount64(mask) == 1 {
			pass.Add(set.word(i)).Op("&").Add(hex(mask)).Op("!=").Lit(0)
			fail.Add(set.word(i)).Op("&").Add(hex(mask)).Op("==").Lit(0)
		} else {
			pass.Add(set.word(i)).Op("&").Add(hex(mask)).Op("==").Add(hex(mask))
			fail.Add(set.word(i)).Op("&").Add(hex(mask)).Op("!=").Add(hex(mask))
		}
	}
	if terms == 0 {
		return cond{pass: jen.True(), fail: jen.False()}
	}
	if terms > 1 {
		return cond{pass: jen.Parens(&pass), fail: jen.Parens(&fail)}
	}
	return cond{pass: &pass, fail: &fail}
}

// hex is a literal in hexadecimal.
func hex(n uint64) *jen.Statement { return jen.Id(fmt.Sprintf("%#x", n)) }

// requiredOnly returns the names that an object must have to satisfy p, where
// p asks for nothing else of objects.
func requiredOnly(p *model.Plan) (names []string, ok bool) {
	if free(p) || p.NonNull != nil || p.Kinds&model.KindObject == 0 || p.Object == nil ||
		p.Enum != nil || p.Union != nil || len(p.Residual) > 0 {
		return nil, false
	}
	o := p.Object
	if len(o.Others) > 0 || o.MinProperties != nil || o.MaxProperties != nil || len(o.Names) > 0 || len(o.Dependent) > 0 {
		return nil, false
	}
	for _, m := range o.Members {
		switch {
		case m.Plan != nil && !m.Plan.Any:
			return nil, false
		case m.Required:
			names = append(names, m.Name)
		}
	}
	return names, true
}
