package jsonscan

// Extend appends a zero element to list, which holds the elements of the array
// whose first element starts at offset first, and is called at the start of
// each element. The list grows by what the document suggests, see grow.
func Extend[T any](s *Scanner, first int, list []T) []T {
	if len(list) == cap(list) {
		list = grow(s, first, list)
	}
	return list[:len(list)+1]
}

// grow makes room for more elements. A list that doubles its room copies itself
// over and over and leaves as much garbage as it keeps; so the elements so far
// and the bytes to come tell how many there may be, and long lists, which these
// tell best about, make larger steps. No step is longer than eight times the
// list, because the bytes to come may be other parts of the document.
func grow[T any](s *Scanner, first int, list []T) []T {
	n := len(list)
	room := 0
	switch {
	case n == 0:
		room = s.elementsAhead()
	case n < 16:
		room = 2 * n
	case n < 64:
		room = 4 * n
	default:
		room = 8 * n
	}
	if n > 0 {
		size := (s.pos-first)/n + 1
		room = min(room, n+1+(len(s.data)-s.pos)/size)
	}
	grown := make([]T, n, room)
	copy(grown, list)
	return grown
}

// lookAhead is how many bytes elementsAhead reads.
const lookAhead = 128

// elementsAhead counts the elements of a short array of scalars, at whose first
// element the scanner stands. What it cannot see, it does not count.
func (s *Scanner) elementsAhead() int {
	count, quoted := 1, false
	data := s.data[s.pos:min(len(s.data), s.pos+lookAhead)]
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
			if c == '\\' {
				i++
			}
		case c == ',':
			count++
		case c == ']', c == '[', c == '{':
			return count
		}
	}
	return count
}

// Ensure returns *p, which it makes first when p is nil: generated decoders
// allocate the optional scalars of an object together.
func Ensure[T any](p **T) *T {
	if *p == nil {
		*p = new(T)
	}
	return *p
}
