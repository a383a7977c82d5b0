package jsonscan

import (
	"math"

	"github.com/bindery-go/bindery/runtime/internal/lanes"
)

// Items checks an array, each of its items by item. Like all of this file it is
// for generated code.
func (s *Scanner) Items(item func(*Scanner) bool) bool {
	_, ok := s.items(item)
	return ok
}

// DistinctItems is Items for an array of which no two items are equal.
func (s *Scanner) DistinctItems(item func(*Scanner) bool) bool {
	start := s.pos
	count, ok := s.items(item)
	return ok && (count < 2 || s.UniqueItems(start))
}

// items is Items, and counts them.
func (s *Scanner) items(item func(*Scanner) bool) (count int, ok bool) {
	if !s.EnterArray() {
		return 0, false
	}
	for ; s.Element(); count++ {
		if !item(s) {
			return count, false
		}
	}
	return count, s.LeaveArray()
}

// SkipStrings checks an array of strings.
func (s *Scanner) SkipStrings() bool {
	return s.depth >= s.trail.reach && s.skipStrings() || s.Items((*Scanner).SkipString)
}

// skipStrings is SkipStrings without a call for each step. Where it meets what does not
// belong there it leaves the scanner as it was, for those who tell of problems.
func (s *Scanner) skipStrings() bool {
	data, i := s.data, s.pos
	if i >= len(data) || data[i] != '[' || s.depth >= MaxDepth {
		return false
	}
	i = space(data, i+1)
	if i < len(data) && data[i] == ']' {
		s.Seek(i + 1)
		return true
	}
	for i < len(data) && data[i] == '"' {
		end := lanes.Simple(data, i+1)
		switch w := fourBytes(data, end); {
		case w == quoteCommaSpaceQuote:
			i = end + 3
			continue
		case w&0xffffff == quoteCommaQuote:
			i = end + 2
			continue
		case w&0xffff == quoteBracket:
			s.Seek(end + 2)
			return true
		case end < len(data) && data[end] == '"':
			i = end + 1
		default:
			next, problem := skipText(data, i+1, end)
			if problem != ProblemNone {
				return false
			}
			i = next
		}
		if i < len(data) && data[i] <= ' ' {
			i = space(data, i)
		}
		if i < len(data) && data[i] == ']' {
			s.Seek(i + 1)
			return true
		}
		if i >= len(data) || data[i] != ',' {
			return false
		}
		if i++; i < len(data) && data[i] <= ' ' {
			i = space(data, i)
		}
	}
	return false
}

// Members checks an object, each of its values by value. A repeated name is a
// syntax problem.
func (s *Scanner) Members(value func(*Scanner) bool) bool {
	if !s.EnterObject() {
		return false
	}
	names := s.NamesMark()
	for name, more := s.Member(); more; name, more = s.Member() {
		if !s.NewName(names, name) || !value(s) {
			return false
		}
	}
	return s.LeaveNames(names)
}

// List reads an array into a slice, each of its items by item. Where it returns
// false, the list stays as it was.
func List[L ~[]T, T any](s *Scanner, list *L, item func(*Scanner, *T) bool) bool {
	return ListAtMost(s, math.MaxInt, list, item)
}

// ListAtMost is List for an array of at most so many items. It reads none beyond them.
func ListAtMost[L ~[]T, T any](s *Scanner, most int, list *L, item func(*Scanner, *T) bool) bool {
	if !s.EnterArray() {
		return false
	}
	room := borrow[T](s)
	items := room.start()
	first := s.Pos()
	for s.Element() {
		if len(items) == most {
			room.refuse(items)
			return false
		}
		items = room.extend(s, first, items)
		if !item(s, &items[len(items)-1]) {
			room.refuse(items)
			return false
		}
	}
	if !s.LeaveArray() {
		room.refuse(items)
		return false
	}
	*list = room.settle(items)
	return true
}

// fewStrings is how many strings are kept on the stack until it is known how many there
// are: most lists of strings are as short.
const fewStrings = 8

// Strings reads an array of strings.
func (s *Scanner) Strings() (list []string, ok bool) {
	if !s.EnterArray() {
		return nil, false
	}
	var few [fewStrings]string
	n, first := 0, s.Pos()
	for s.Element() {
		if n == fewStrings {
			return s.moreStrings(first, few[:])
		}
		if few[n], ok = s.String(); !ok {
			return nil, false
		}
		n++
	}
	if !s.LeaveArray() {
		return nil, false
	}
	return append(make([]string, 0, n), few[:n]...), true
}

// moreStrings goes on with Strings at the element behind few.
func (s *Scanner) moreStrings(first int, few []string) ([]string, bool) {
	room := borrow[string](s)
	list := append(room.start(), few...)
	for more := true; more; more = s.Element() {
		v, ok := s.String()
		if !ok {
			room.refuse(list)
			return nil, false
		}
		list = room.extend(s, first, list)
		list[len(list)-1] = v
	}
	return room.settle(list), s.LeaveArray()
}

// Map reads an object into a map, each of its values by value. A repeated name
// is a syntax problem, which shows in the map itself. Where it returns false, the map
// stays as it was.
func Map[M ~map[K]V, K ~string, V any](s *Scanner, into *M, value func(*Scanner, *V) bool) bool {
	if !s.EnterObject() {
		return false
	}
	room := borrow[V](s)
	v := room.one() // for all of them: value lets it escape
	members := M{}
	var zero V
	for name, more := s.Member(); more; name, more = s.Member() {
		key, at := K(s.Copy(name)), s.nameAt // before value reads: name may be in scratch memory
		if !value(s, v) {
			*v = zero
			room.returned()
			return false
		}
		count := len(members)
		members[key], *v = *v, zero
		if len(members) == count {
			room.returned()
			return s.RepeatedName(at)
		}
	}
	room.returned()
	if !s.LeaveObject() {
		return false
	}
	*into = members
	return true
}

// Strings writes an array of strings.
func (e *Encoder) Strings(list []string) {
	e.BeginArray()
	for _, text := range list {
		e.Element()
		e.String(text)
	}
	e.EndArray()
}

// EncodeList writes an array, each of its items by item.
func EncodeList[T any](e *Encoder, list []T, item func(*T, *Encoder)) {
	e.BeginArray()
	for i := range list {
		e.Element()
		item(&list[i], e)
	}
	e.EndArray()
}
