package names

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"
)

// Claim asks for a name. Key identifies what is named (a JSON Pointer, or a
// pointer and a value): it orders claims and gives the suffix of a loser.
type Claim struct {
	Key    string
	Wanted string
}

// Collision tells that a claim did not get the name that it wanted.
type Collision struct {
	Claim
	Given  string // the name that it got
	Holder string // the key that holds the wanted name; "" when it is reserved
}

// Assign gives each claim a name, distinct from all others and from reserved
// ones. A wanted name that is reserved takes a trailing underscore. Of several
// claims to one name the one whose key held it before (held maps names to
// keys, from the committed manifest) keeps it, else the first key in order;
// the others take the suffix of their key's hash, so that adding a claim never
// renames an older one that the manifest knows. The result maps keys to names;
// keys must be distinct.
func Assign(claims []Claim, reserved func(string) bool, held map[string]string) (map[string]string, []Collision) {
	order := append([]Claim(nil), claims...)
	sort.Slice(order, func(i, j int) bool {
		a, b := order[i], order[j]
		ha, hb := held[a.Wanted] == a.Key, held[b.Wanted] == b.Key
		if ha != hb {
			return ha
		}
		return a.Key < b.Key
	})
	given := make(map[string]string, len(order))
	holder := make(map[string]string, len(order))
	var collisions []Collision
	for _, c := range order {
		name := c.Wanted
		if reserved(name) {
			name += "_"
			collisions = append(collisions, Collision{Claim: c, Given: name})
		}
		if first, taken := holder[name]; taken {
			name = suffixed(c, holder, reserved)
			collisions = append(collisions, Collision{Claim: c, Given: name, Holder: first})
		}
		given[c.Key] = name
		holder[name] = c.Key
	}
	return given, collisions
}

// suffixed lengthens the hash until the name is free; six digits nearly always do.
func suffixed(c Claim, holder map[string]string, reserved func(string) bool) string {
	sum := sha256.Sum256([]byte(c.Key))
	digits := hex.EncodeToString(sum[:])
	for n := 6; ; n++ {
		name := c.Wanted + "_" + digits[:n]
		if _, taken := holder[name]; !taken && !reserved(name) || n == len(digits) {
			return name
		}
	}
}
