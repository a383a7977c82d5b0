package jsonscan

import "math/bits"

// First returns the index of the first branch that accepts the value at m, -1
// when none does. The scanner stands behind the value then, or at m.
func (s *Scanner) First(m Mark, branches ...func(*Scanner) bool) int {
	for i, accepts := range branches {
		s.Reset(m)
		if accepts(s) {
			return i
		}
	}
	s.Reset(m)
	return -1
}

// Only returns the index of the one branch that accepts the value at m, -1 when
// none does or several do. The scanner stands behind the value then, or at m.
func (s *Scanner) Only(m Mark, branches ...func(*Scanner) bool) int {
	only, end := -1, 0
	for i, accepts := range branches {
		s.Reset(m)
		switch {
		case !accepts(s):
		case only >= 0:
			s.Reset(m)
			return -1
		default:
			only, end = i, s.pos
		}
	}
	s.Reset(m)
	if only >= 0 {
		s.Seek(end)
	}
	return only
}

// Sole returns the index of the branch by which the value at m is to be read: the one that
// accepts it, or the last one if none before it does, which is not tried; -1 when several
// accept it. The scanner stands at m then.
func (s *Scanner) Sole(m Mark, branches ...func(*Scanner) bool) int {
	return s.sole(m, 0, branches)
}

// sole is Sole without the branches of a set; -1 also when none is left.
func (s *Scanner) sole(m Mark, without uint64, branches []func(*Scanner) bool) int {
	out := func(i int) bool { return without>>i&1 == 1 }
	last := len(branches) - 1
	for last >= 0 && out(last) {
		last--
	}
	sole := -1
	for i := 0; i <= last; i++ {
		if out(i) {
			continue
		}
		if sole < 0 && i == last {
			return i
		}
		accepted := branches[i](s)
		s.Reset(m)
		if accepted && sole >= 0 {
			return -1
		}
		if accepted {
			sole = i
		}
	}
	return sole
}

// MemberNames is what the branches of a union say of the names of an object's members, or
// of the texts of one member. Bit i of a set stands for branch i.
type MemberNames struct {
	Names []MemberName // at most 256, sorted by name
	Other uint64       // the branches that admit names which are not listed
}

// MemberName is what they say of one name.
type MemberName struct {
	Name   string
	Admits uint64 // the branches whose objects may have the member
	Needs  uint64 // those whose objects must have it
	Serves uint64 // those whose objects must have it or another that serves the same
	// Texts tells branches apart by the texts of the member, where it is their tag; none of
	// the texts is empty. Its Other are the branches that admit another text, or what is not
	// a text.
	Texts MemberNames
}

// FirstNamed is First, of the branches alone that the names of the members leave. A branch
// that is nil is none; it is there for the bits of names.
func (s *Scanner) FirstNamed(m Mark, names *MemberNames, branches ...func(*Scanner) bool) int {
	for left := s.left(m, names, branches); left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		if branches[i](s) {
			return i
		}
		s.Reset(m)
	}
	return -1
}

// OnlyNamed is Only, of the branches alone that the names of the members leave.
func (s *Scanner) OnlyNamed(m Mark, names *MemberNames, branches ...func(*Scanner) bool) int {
	only, end := -1, 0
	for left := s.left(m, names, branches); left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		accepted := branches[i](s)
		at := s.pos
		s.Reset(m)
		switch {
		case !accepted:
		case only >= 0:
			return -1
		default:
			only, end = i, at
		}
	}
	if only >= 0 {
		s.Seek(end)
	}
	return only
}

// ChooseFirst returns the index of the branch by which the value at m is to be read: the
// first one that accepts it, or the last one that is left, which is not tried; -1 when
// none is left. The scanner stands at m then.
func (s *Scanner) ChooseFirst(m Mark, names *MemberNames, branches ...func(*Scanner) bool) int {
	left := s.left(m, names, branches)
	for left&(left-1) != 0 {
		accepted := branches[bits.TrailingZeros64(left)](s)
		s.Reset(m)
		if accepted {
			break
		}
		left &= left - 1
	}
	if left == 0 {
		return -1
	}
	return bits.TrailingZeros64(left)
}

// ChooseOnly is Sole, of the branches alone that the names of the members leave; -1 also
// when none is left.
func (s *Scanner) ChooseOnly(m Mark, names *MemberNames, branches ...func(*Scanner) bool) int {
	return s.sole(m, ^s.left(m, names, branches), branches)
}

// left is the set of the branches that the names of the members leave, as far as these
// are near the start of the object at m. A branch that is nil is not among them. The
// scanner stands at m then.
func (s *Scanner) left(m Mark, names *MemberNames, branches []func(*Scanner) bool) uint64 {
	s.Reset(m)
	data := s.data
	s.data = data[:min(len(data), s.pos+tagReach)]
	var left uint64
	for i, accepts := range branches {
		if accepts != nil {
			left |= 1 << i
		}
	}
	if s.EnterObject() {
		left = s.narrow(names, left)
	}
	s.data = data
	s.Reset(m)
	return left
}

// narrow reads members until one branch is left.
func (s *Scanner) narrow(names *MemberNames, left uint64) uint64 {
	var had [4]uint64 // of the names that are listed
	for {
		name, more := s.Member()
		if !more {
			if s.closes() {
				left = names.without(&had, left)
			}
			return left
		}
		i := names.find(name)
		if i < 0 {
			left &= names.Other
		} else {
			had[i/64] |= 1 << (i % 64)
			m := &names.Names[i]
			left &= m.Admits
			if len(m.Texts.Names) > 0 {
				left &= s.texts(&m.Texts)
			}
		}
		if left&(left-1) == 0 || !s.Skip() {
			return left
		}
	}
}

// texts is the set of the branches that admit the next value, of a tag.
func (s *Scanner) texts(texts *MemberNames) uint64 {
	at := s.pos
	text, known := s.tag()
	s.pos = at
	if !known {
		return ^uint64(0)
	}
	if i := texts.find(text); i >= 0 {
		return texts.Names[i].Admits
	}
	return texts.Other
}

// closes reports whether the scanner stands at the end of the object whose members it
// has read.
func (s *Scanner) closes() bool {
	return s.problem == ProblemNone && s.pos < len(s.data) && s.data[s.pos] == '}'
}

// without takes the branches away that need a member which the object did not have, or
// one of several.
func (n *MemberNames) without(had *[4]uint64, left uint64) uint64 {
	var wanted, served uint64
	for i := range n.Names {
		m := &n.Names[i]
		wanted |= m.Serves
		if had[i/64]&(1<<(i%64)) == 0 {
			left &^= m.Needs
		} else {
			served |= m.Serves
		}
	}
	return left &^ (wanted &^ served)
}

// fewListed is up to how many names are compared one by one: they mostly differ in length.
const fewListed = 8

// find returns the index of a name, or -1.
func (n *MemberNames) find(name []byte) int {
	low, high := 0, len(n.Names)
	for high-low > fewListed {
		if middle := (low + high) / 2; n.Names[middle].Name <= string(name) {
			low = middle
		} else {
			high = middle
		}
	}
	for i := low; i < high; i++ {
		if n.Names[i].Name == string(name) {
			return i
		}
	}
	return -1
}

// Has reports whether the value at m, which is known to be an object, has a
// member of that name. The scanner stands at m then.
func (s *Scanner) Has(m Mark, name string) bool {
	s.Reset(m)
	found := s.find(name)
	s.Reset(m)
	return found
}

// tagReach is how many bytes of an object Tag reads. Objects with tags may nest,
// and each level reads its tag anew: without a bound that would be quadratic.
const tagReach = 1 << 10

// Tag returns the text of the string member of that name, when the value at m is an object
// that has one near its start, and nil for other values; the bytes are good until the next
// call. What follows the member is not looked at. Known is false where neither the member
// nor the end of the object is near its start. The scanner stands at m then.
func (s *Scanner) Tag(m Mark, name string) (text []byte, known bool) {
	s.Reset(m)
	data := s.data
	s.data = data[:min(len(data), s.pos+tagReach)]
	if known = s.Peek() != KindObject; !known {
		if s.find(name) {
			text, known = s.tag()
		} else {
			known = s.closes()
		}
	}
	s.data = data
	s.Reset(m)
	return text, known
}

// tag reads the next value if that is a text, and gives nil for others. Known is false
// where it does not end near the start of the object.
func (s *Scanner) tag() (text []byte, known bool) {
	if kind := s.Peek(); kind != KindString {
		return nil, kind != KindInvalid
	}
	return s.Text()
}

// find goes to the value of a member of the next value, an object.
func (s *Scanner) find(name string) bool {
	if !s.EnterObject() {
		return false
	}
	for {
		got, more := s.Member()
		if !more {
			return false
		}
		if string(got) == name {
			return true
		}
		if !s.Skip() {
			return false
		}
	}
}
