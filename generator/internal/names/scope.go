package names

import (
	"crypto/sha256"
	"encoding/hex"
	"sort"
	"strconv"
)

// Claim asks for a name. Key identifies what is named (a JSON Pointer, or a
// pointer and a value): it orders claims and gives the suffix of a loser.
type Claim struct {
	Key    string
	Wanted string
	// Brings lists the identifiers that generated code declares beside the one
	// called name: the constructors of a union, the functions of an entry type.
	// A name is free when they are as well. Nil for none.
	Brings func(name string) []string
}

// all lists the name and what it brings.
func (c Claim) all(name string) []string {
	if c.Brings == nil {
		return []string{name}
	}
	return append([]string{name}, c.Brings(name)...)
}

// Collision tells that a claim did not get the name that it wanted.
type Collision struct {
	Claim
	Given string // the name that it got
	// Holder is the key of the claim, one of the same call, that has the wanted
	// name; "" when the name is reserved, was given before or is brought.
	Holder string
	// Taken is the identifier that was not free: the wanted name, or one that it
	// would bring.
	Taken string
}

// Scope is a block of declarations, in which no identifier is declared twice
// (Go specification, Declarations and scope): a package's, or a struct's fields.
type Scope struct {
	reserved func(string) bool
	holder   map[string]string // identifiers given, with the key of who has them
	kept     map[string]string // what is promised to a key
}

// NewScope makes a scope in which nobody gets the reserved names.
func NewScope(reserved func(string) bool) *Scope {
	return &Scope{reserved: reserved, holder: map[string]string{}, kept: map[string]string{}}
}

// Keep promises a name to a key: no other claim will get it. The first promise
// of a name counts.
func (s *Scope) Keep(name, key string) {
	if _, ok := s.kept[name]; !ok {
		s.kept[name] = key
	}
}

// Assign gives each claim a name, distinct, with all that it brings, from what
// was given before and from reserved ones.
//
// Of several claims to one name the one whose key held it before (held maps
// names to keys, from the committed manifest) keeps it, else the first key in
// order; the others take the suffix of their key's hash, so that adding a claim
// never renames an older one that the manifest knows. A name that is reserved,
// given in an earlier call or brought by another claim takes a trailing
// underscore, and the hash where that is not free either. The result maps keys
// to names; keys must be distinct.
func (s *Scope) Assign(claims []Claim, held map[string]string) (map[string]string, []Collision) {
	order := append([]Claim(nil), claims...)
	sort.Slice(order, func(i, j int) bool {
		a, b := order[i], order[j]
		ha, hb := held[a.Wanted] == a.Key, held[b.Wanted] == b.Key
		if ha != hb {
			return ha
		}
		return a.Key < b.Key
	})
	// What claims would bring is theirs before others want it as a name.
	wished := map[string]string{}
	for _, c := range order {
		for _, name := range c.all(c.Wanted)[1:] {
			if _, ok := wished[name]; !ok {
				wished[name] = c.Key
			}
		}
	}
	given := make(map[string]string, len(order))
	var collisions []Collision
	for _, c := range order {
		name := c.Wanted
		taken := s.taken(c, name)
		if key, ok := wished[name]; ok && taken == "" && key != c.Key && held[name] != c.Key {
			taken = name
		}
		if taken != "" {
			collision := Collision{Claim: c, Taken: taken}
			if key := s.holder[name]; given[key] == name {
				collision.Holder = key
			}
			name = s.other(c, wished, collision.Holder == "")
			collision.Given = name
			collisions = append(collisions, collision)
		}
		given[c.Key] = name
		for _, id := range c.all(name) {
			s.holder[id] = c.Key
		}
	}
	return given, collisions
}

// taken returns the first identifier that keeps a claim from a name, "" for none.
func (s *Scope) taken(c Claim, name string) string {
	all := c.all(name)
	for i, id := range all {
		_, held := s.holder[id]
		if key, kept := s.kept[id]; held || kept && key != c.Key || s.reserved(id) {
			return id
		}
		for _, other := range all[:i] {
			if id == other {
				return id // the claim would declare it twice itself
			}
		}
	}
	return ""
}

// other finds a free name for a claim that does not get the one it wanted. It
// lengthens the hash until the name is free; six digits nearly always do.
func (s *Scope) other(c Claim, wished map[string]string, underscore bool) string {
	free := func(name string) bool {
		key, ok := wished[name]
		return (!ok || key == c.Key) && s.taken(c, name) == ""
	}
	if name := c.Wanted + "_"; underscore && free(name) {
		return name
	}
	sum := sha256.Sum256([]byte(c.Key))
	digits := hex.EncodeToString(sum[:])
	for n := 6; n <= len(digits); n++ {
		if name := c.Wanted + "_" + digits[:n]; free(name) {
			return name
		}
	}
	for n := 2; ; n++ {
		if name := c.Wanted + "_" + digits + "_" + strconv.Itoa(n); free(name) {
			return name
		}
	}
}

// Assign gives names in a scope of their own; see [Scope.Assign].
func Assign(claims []Claim, reserved func(string) bool, held map[string]string) (map[string]string, []Collision) {
	return NewScope(reserved).Assign(claims, held)
}
