package jsonscan

// Watch says which values of a document a Scanner keeps while it reads: a machine
// that goes from a value to what is in it. State 0 is that of the document.
type Watch []WatchState

// WatchState is what is asked of a value.
type WatchState struct {
	Inside bool        // look at what is in it, and count that
	Names  []WatchName // few; the members and elements that have a token
	Others int32       // the state of other members and elements; −1 where those are not kept
}

// WatchName is a member, or an element, of which something is asked.
type WatchName struct {
	Name  string
	Index int32 // of the element; −1 where the name is not an index
	Token int32 // what Kept values have instead of the name, above 0
	State int32
}

// Kept is a value that a Watch asks for. Other values are given by their places
// among those that Kept returns, of which the document is the first.
type Kept struct {
	Start, End int
	Name       int   // offset of the name of a member, behind its quote; 0 for others
	Int        int64 // see Whole
	Token      int32 // of that name or of the index, 0 without one
	Index      int32 // among the members or elements around
	Size       int32 // how many members or elements it has, where the Watch looks inside
	Parent     int32 // −1 for the document
	Child      int32 // the first that is kept of what is in it; 0 for none
	Next       int32 // the next one that is kept in the same container; 0 for none
	state      int32
	Kind       Kind
	Whole      bool // it is the number Int, written in up to 18 digits and nothing else
	read       bool // all that is in it was looked at
}

// trail keeps values for a Watch.
//
// The open containers that it looks into are those around the value that is being
// read, and no others: a container is known by where it starts. One that a union
// reads again, for its next branch, is kept anew, unless it was read to its end
// before. What was skipped, or not read to its end, Kept looks at afterwards.
type trail struct {
	watch Watch
	// reach is the depth up to which containers are looked into, those that may be
	// entered next included; 0 for none.
	reach  int
	levels []level // by depth
	kept   []Kept
	after  bool // the document was read to its end
}

// level is an open container that is looked into.
type level struct {
	in   int32 // its place; −1 for a container that is not watched
	last int32 // of the values in it, the one that was kept last; 0 for none
	open bool  // that value is being read
}

// Watch makes s, which is about to read a document, keep what w asks for.
func (s *Scanner) Watch(w Watch) {
	t := &s.trail
	t.watch = w
	t.kept = append(t.kept[:0], Kept{Start: s.pos, Kind: s.Peek(), Parent: -1})
	t.levels = append(t.levels[:0], level{in: -1, open: true}, level{})
	t.reach = 1
}

// Kept returns what Watch asked for, once the document was read to its end and is
// valid. It is good until Release. What is in the values is looked at here as far
// as it was not read: where nothing was, that is the whole document.
func (s *Scanner) Kept() []Kept {
	at := s.Mark()
	s.trail.after = true
	s.complete(0)
	s.Reset(at)
	return s.trail.kept
}

// NameOf is the name of a member that was kept. The bytes alias the document, or
// are new.
func (s *Scanner) NameOf(v *Kept) []byte {
	name, _, _ := readText(nil, s.data, v.Name)
	return name
}

// complete looks at what is in a value, as far as it was not read.
func (s *Scanner) complete(i int32) {
	t := &s.trail
	switch v := &t.kept[i]; {
	case t.watches(v) && !v.read, i == 0 && !t.watches(v):
		t.levels[0] = level{in: -1, last: i, open: true}
		t.reach = 1
		s.pos, s.depth = v.Start, 0
		s.look()
		t.kept[i].End = s.pos
	case t.watches(v):
		for child := v.Child; child > 0; child = t.kept[child].Next {
			s.complete(child)
		}
	}
}

// look reads the next value, and by its members and elements what is watched.
func (s *Scanner) look() {
	switch inside := s.depth < s.trail.reach; {
	case inside && s.EnterObject():
		for _, more := s.Member(); more; _, more = s.Member() {
			s.look()
		}
		s.LeaveObject()
	case inside && s.EnterArray():
		for s.Element() {
			s.look()
		}
		s.LeaveArray()
	default:
		s.Skip()
	}
}

// Opened, Passed and Closed are for a document that was read in another way, and
// tell s after Watch what there is: Opened of each container in which something
// is kept, else it is false; Passed of the members and elements of such a container,
// each followed by what is in it; Closed of its end. The depth is the number of
// containers around. Of an element the name and its place are nil and 0.
func (s *Scanner) Opened(depth, start int) bool {
	t := &s.trail
	return depth < t.reach && t.enter(depth+1, start)
}

// Passed tells of a value, see Opened.
func (s *Scanner) Passed(depth int, name []byte, nameAt, start, end int) {
	t := &s.trail
	if nameAt > 0 {
		t.member(s.data, depth, name, nameAt, start)
	} else {
		t.element(s.data, depth, start)
	}
	t.ended(s.data, depth, end)
}

// Closed tells where a container ends, see Opened.
func (s *Scanner) Closed(depth, end int) { s.trail.left(depth+1, end) }

// watches reports whether what is in a value is looked at.
func (t *trail) watches(v *Kept) bool { return v.Kind >= KindArray && t.watch[v.state].Inside }

// before notes that the next member or element at a depth is asked for, at an
// offset: behind the opening bracket, or where a value ended.
func (t *trail) before(data []byte, depth int, first bool, at int) {
	if first {
		t.enter(depth, at-1)
	} else {
		t.ended(data, depth, at)
	}
}

// enter notes that a container starts, and reports whether it is looked into.
func (t *trail) enter(depth, at int) bool {
	t.reach = depth
	around := t.levels[depth-1]
	t.levels[depth] = level{in: -1}
	if !around.open {
		return false
	}
	v := &t.kept[around.last]
	if v.Start != at || v.read || !t.watches(v) {
		return false
	}
	t.levels[depth].in = around.last
	v.Size, v.Child = 0, 0
	if !t.after { // what a branch kept before is all that is behind
		t.kept = t.kept[:around.last+1]
	}
	return true
}

// ended notes that a value in a container ends.
func (t *trail) ended(data []byte, depth, at int) {
	l := &t.levels[depth]
	if !l.open {
		return
	}
	v := &t.kept[l.last]
	if v.End = at; v.Kind == KindNumber {
		v.Int, v.Whole = wholeNumber(data[v.Start:at])
	}
}

// wholeNumber reads a JSON number of up to 18 digits and nothing else.
func wholeNumber(text []byte) (n int64, ok bool) {
	digits := text
	if text[0] == '-' {
		digits = text[1:]
	}
	if len(digits) > 18 {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	if len(digits) < len(text) {
		n = -n
	}
	return n, true
}

// left notes that a container ends.
func (t *trail) left(depth, at int) {
	if l := &t.levels[depth]; l.in >= 0 {
		v := &t.kept[l.in]
		v.End, v.read = at, true
		l.in, l.open = -1, false
	}
}

// member notes that the value of a member starts.
func (t *trail) member(data []byte, depth int, name []byte, nameAt, at int) {
	t.reach = depth
	l := &t.levels[depth]
	if l.in < 0 {
		return
	}
	state := &t.watch[t.kept[l.in].state]
	next, token := state.Others, int32(0)
	for i := range state.Names {
		if n := &state.Names[i]; n.Name == string(name) {
			next, token = n.State, n.Token
			break
		}
	}
	t.value(data, depth, next, token, nameAt, at)
}

// element notes that an element starts.
func (t *trail) element(data []byte, depth, at int) {
	t.reach = depth
	l := &t.levels[depth]
	if l.in < 0 {
		return
	}
	in := &t.kept[l.in]
	state := &t.watch[in.state]
	next, token := state.Others, int32(0)
	for i := range state.Names {
		if n := &state.Names[i]; n.Index == in.Size {
			next, token = n.State, n.Token
			break
		}
	}
	t.value(data, depth, next, token, 0, at)
}

// value notes a value in a container, and keeps it if it has a state.
func (t *trail) value(data []byte, depth int, state, token int32, nameAt, at int) {
	l := &t.levels[depth]
	in := &t.kept[l.in]
	index := in.Size
	in.Size++
	if l.open = state >= 0 && at < len(data); !l.open {
		return
	}
	i := int32(len(t.kept))
	if l.last > 0 {
		t.kept[l.last].Next = i
	} else {
		in.Child = i
	}
	l.last = i
	kind := kindOf[data[at]]
	t.kept = append(t.kept, Kept{
		Start: at, Name: nameAt, Token: token, Index: index, Parent: l.in, state: state, Kind: kind,
	})
	if kind >= KindArray && t.watch[state].Inside {
		t.reach++
		if t.reach == len(t.levels) {
			t.levels = append(t.levels, level{})
		}
	}
}

func (t *trail) release() {
	t.watch, t.reach, t.after = nil, 0, false
	t.kept = bounded(t.kept[:0], 16<<10)
	t.levels = bounded(t.levels[:0], 1<<10)
}
