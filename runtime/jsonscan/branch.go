package jsonscan

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

// Tag returns the text of the string member of that name, when the value at m
// is an object that has one near its start; the bytes are good until the next
// call. What follows the member is not looked at. The scanner stands at m then.
func (s *Scanner) Tag(m Mark, name string) (text []byte, ok bool) {
	text, ok, _ = s.FindTag(m, name)
	return text, ok
}

// FindTag is Tag, and tells whether the value is an object that ends without having
// a member of that name, which is short then.
func (s *Scanner) FindTag(m Mark, name string) (text []byte, ok, absent bool) {
	s.Reset(m)
	data := s.data
	s.data = data[:min(len(data), s.pos+tagReach)]
	if s.find(name) {
		text, ok = s.Text()
	} else {
		absent = s.depth > m.depth && s.problem == ProblemNone && s.pos < len(s.data) && s.data[s.pos] == '}'
	}
	s.data = data
	s.Reset(m)
	return text, ok, absent
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
