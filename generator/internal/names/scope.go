package names

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Claim asks for a name. Key identifies what is named (a JSON Pointer, or a
// pointer and a value).
type Claim struct {
	Key    string
	Wanted string
	// Held is the name that the last generation gave instead of the wanted one,
	// "" for none; Others are readable names to take instead, the best first.
	Held   string
	Others []string
	// Depth, then Rank and then Key order claims to one name: the least has it.
	Depth, Rank int
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
	// Holder is the key of who has what is taken, or is promised it; "" when that is
	// reserved.
	Holder string
	// Taken is the identifier that was not free: the wanted name, or one that it
	// would bring.
	Taken string
	// rival is set where that is the name of another claim of the call.
	rival bool
}

// readable lists the names to give in place of the one that is taken, the best first. An
// underscore says that what is no rival has it, where no name says where it is from.
func (c Collision) readable(reserved bool) []string {
	list := append([]string{c.Held}, c.Others...)
	if c.rival {
		return list
	}
	at := 1
	for !reserved && at < len(list) && saysMore(list[at], c.Wanted) {
		at++
	}
	return slices.Insert(list, at, c.Wanted+"_")
}

// saysMore reports whether a name has something in front of another, and not that again.
func saysMore(name, of string) bool {
	front, found := strings.CutSuffix(name, of)
	return found && front != of
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
// names to keys, from the committed manifest) keeps it, else the least has it.
// The others keep what they held, or take another of their names that nobody
// wants, else a number. A name that is reserved, given in an earlier call or
// brought by another claim takes a trailing underscore before that, but what is not
// reserved after those names that say where it is from. The result maps keys to names;
// keys must be distinct.
func (s *Scope) Assign(claims []Claim, held map[string]string) (map[string]string, []Collision) {
	a := &assignment{Scope: s, held: held, wished: map[string]string{}, wanted: map[string]bool{}, given: make(map[string]string, len(claims))}
	order := slices.SortedFunc(slices.Values(claims), a.compare)
	for _, c := range order {
		a.wanted[c.Wanted] = true
		for _, name := range c.all(c.Wanted)[1:] {
			if _, ok := a.wished[name]; !ok {
				a.wished[name] = c.Key
			}
		}
	}
	var losers []Collision
	for _, c := range order {
		if taken := a.taken(c, c.Wanted); taken != "" {
			losers = append(losers, Collision{Claim: c, Taken: taken})
		} else {
			a.give(c, c.Wanted)
		}
	}
	for i := range losers {
		l := &losers[i]
		l.Holder = cmp.Or(s.holder[l.Taken], s.kept[l.Taken])
		l.rival = a.given[l.Holder] == l.Taken
		l.Given = a.other(*l)
		a.give(l.Claim, l.Given)
	}
	return a.given, losers
}

// assignment is one call of Assign.
type assignment struct {
	*Scope
	held   map[string]string
	wished map[string]string // what claims would bring, which losers leave to them
	wanted map[string]bool
	given  map[string]string
}

// compare orders claims: who held the name comes first.
func (a *assignment) compare(c, d Claim) int {
	loses := func(c Claim) int {
		if a.held[c.Wanted] == c.Key {
			return 0
		}
		return 1
	}
	return cmp.Or(loses(c)-loses(d), c.Depth-d.Depth, c.Rank-d.Rank, strings.Compare(c.Key, d.Key))
}

func (a *assignment) give(c Claim, name string) {
	a.given[c.Key] = name
	for _, id := range c.all(name) {
		a.holder[id] = c.Key
	}
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

// mostNumbers is up to which number names are told apart. Beyond it a hash is
// found faster.
const mostNumbers = 99

// other finds a free name for a claim that does not get the one it wanted.
func (a *assignment) other(c Collision) string {
	free := func(name string) bool {
		key, ok := a.wished[name]
		return name != "" && (!ok || key == c.Key) && !a.wanted[name] && a.taken(c.Claim, name) == ""
	}
	list := c.readable(a.reserved(c.Taken))
	if at := slices.IndexFunc(list, free); at >= 0 {
		return list[at]
	}
	for n := 2; n <= mostNumbers; n++ {
		if name := Numbered(c.Wanted, n); free(name) {
			return name
		}
	}
	sum := sha256.Sum256([]byte(c.Key))
	for n, digits := 6, hex.EncodeToString(sum[:]); ; n++ {
		name := c.Wanted + "_" + digits[:min(n, len(digits))]
		if n > len(digits) {
			name = Numbered(name, n)
		}
		if free(name) {
			return name
		}
	}
}

// Numbered is a name with a number behind it.
func Numbered(name string, n int) string {
	if name != "" && unicode.IsDigit(rune(name[len(name)-1])) {
		name += "_"
	}
	return name + strconv.Itoa(n)
}

// IsOther reports whether a name can have been given to a claim in place of the
// one that it wants.
func (c Claim) IsOther(name string) bool {
	rest, ok := strings.CutPrefix(name, c.Wanted)
	return ok && (strings.HasPrefix(rest, "_") || strings.Trim(rest, "0123456789") == "") || slices.Contains(c.Others, name)
}

// Assign gives names in a scope of their own; see [Scope.Assign].
func Assign(claims []Claim, reserved func(string) bool, held map[string]string) (map[string]string, []Collision) {
	return NewScope(reserved).Assign(claims, held)
}
