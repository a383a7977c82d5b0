package jsonscan

import (
	"bytes"
	"math/bits"
	"slices"
	"sync"

	"github.com/bindery-go/bindery/runtime/internal/lanes"
)

// fewItems is up to how many items are compared pair by pair.
const fewItems = 16

// UniqueItems reports whether no two elements of the array from offset from to
// the current one are equal as JSON values. Every element is hashed by its
// canonical form; only elements with equal hashes are compared. Small arrays
// allocate nothing, large ones use pooled memory.
//
// Hashes of deep arrays are remembered, so that a schema which asks for unique
// items at every level of a deep document costs linear time.
func (s *Scanner) UniqueItems(from int) bool {
	array := s.Span(from)
	if s.depth < hashedDepth {
		if unique, ok := uniqueTexts(array); ok {
			return unique
		}
		if s.unlike(array) {
			return true
		}
	}
	in := Get(array)
	in.noted, in.outer, in.base = true, s, from
	unique, hash := uniqueItems(in)
	in.Release()
	if unique && s.depth >= hashedDepth {
		s.memo.used = true
		s.memo.hashes.Put(0, from, arrayHash{hash, s.pos})
	}
	return unique
}

// UniqueItems is Scanner.UniqueItems for an array on its own that was scanned
// before.
func UniqueItems(array []byte) bool {
	if unique, ok := uniqueTexts(array); ok {
		return unique
	}
	s := Get(array)
	defer s.Release()
	if s.unlike(array) {
		return true
	}
	unique, _ := uniqueItems(s)
	return unique
}

// hashedDepth is from which depth on hashes are remembered: so many times at
// most is any part of a document hashed.
const hashedDepth = 16

// uniqueTexts is UniqueItems for what it is most often asked for, a few strings
// without escapes. ok is false for other arrays.
func uniqueTexts(array []byte) (unique, ok bool) {
	var few [fewItems][]byte
	i := space(array, 1)
	for count := 0; array[i] != ']'; count++ {
		if count == fewItems || array[i] != '"' {
			return false, false
		}
		end := lanes.Simple(array, i+1)
		if array[end] != '"' {
			if end, _ = lanes.Plain(array, end); array[end] != '"' {
				return false, false
			}
		}
		text := array[i+1 : end]
		for _, other := range few[:count] {
			if bytes.Equal(other, text) {
				return false, true
			}
		}
		few[count] = text
		if i = space(array, end+1); array[i] == ',' {
			i = space(array, i+1)
		}
	}
	return true, true
}

// unlike reports whether the items of an array, of which there are few, are seen to be
// distinct by cheap marks. False says nothing: items may have one mark by chance or by
// design, and what can be written in several ways is not looked at. So whoever writes
// documents can make it useless, but no more expensive than that.
func (s *Scanner) unlike(array []byte) bool {
	var marks [fewItems]uint64
	m := marker{array: array, at: space(array, 1), scratch: s.scratch}
	defer func() { s.scratch = m.scratch }()
	for count := 0; array[m.at] != ']'; count++ {
		if count == fewItems || !m.item() || slices.Contains(marks[:count], m.mark) {
			return false
		}
		marks[count] = m.mark
		if m.at = space(array, m.at); array[m.at] == ',' {
			m.at = space(array, m.at+1)
		}
	}
	return true
}

// marker reads the items of an array that was scanned before. The mark of an item is the
// sum of what its scalars and brackets add, and so does not depend on the order of members.
type marker struct {
	array   []byte
	at      int
	mark    uint64
	scratch []byte // the last string that was written with escapes
}

// item makes the mark of the item at m.at and goes to its end. It is false where the item
// has a number that is not written as a whole one of a few digits.
func (m *marker) item() bool {
	array, i, mark, depth := m.array, m.at, uint64(0), 0
	name := uint64(1) // odd; of the member that is read
	for {
		c := array[i]
		switch c {
		case '"':
			var value []byte
			value, m.scratch, i = readText(m.scratch, array, i+1)
			text := fingerprint(value)
			if i = space(array, i); array[i] == ':' {
				name = text | 1
				i = space(array, i+1)
				continue
			}
			mark += bits.RotateLeft64(text, 32) * name
		case '{', '[':
			depth++
			mark += golden * uint64(c)
			i = space(array, i+1)
			continue
		case '}', ']':
			depth--
			i++
			name = 1 // members that come next may also come first
		case ',':
			i = space(array, i+1)
			continue
		case 't', 'f', 'n':
			mark += uint64(c) * golden * name
			i = literal(array, i)
		default:
			value, end := scanNumber(array, i)
			if whole := value &^ isNegative; !whole.isNatural() || value == isNegative {
				return false
			}
			mark += (uint64(value) + 1) * golden * name
			i = end
		}
		if depth == 0 {
			m.at, m.mark = i, mark
			return true
		}
		i = space(array, i)
	}
}

// uniqueItems reads the array ahead. If its items are unique, it returns the
// hash that hashArray would.
func uniqueItems(s *Scanner) (unique bool, hash uint64) {
	if !s.EnterArray() {
		return true, 0
	}
	var few [fewItems]item
	count := 0
	for s.Element() {
		if count == fewItems {
			return uniqueMany(s, few[:], hash)
		}
		it, ok := hashItem(s)
		if !ok {
			return true, 0
		}
		for _, other := range few[:count] {
			if other.hash == it.hash && Equal(other.span(s.data), it.span(s.data)) {
				return false, 0
			}
		}
		few[count] = it
		count++
		hash = mix(hash, it.hash)
	}
	return true, hash
}

// item is an element with the hash of its value. No element starts at 0, where
// the array does.
type item struct {
	hash       uint64
	start, end int
}

func (it item) span(array []byte) []byte { return array[it.start:it.end] }

func hashItem(s *Scanner) (item, bool) {
	start := s.Pos()
	h, ok := hashValue(s)
	return item{h, start, s.Pos()}, ok
}

var itemTables = sync.Pool{New: func() any { return new([]item) }}

// uniqueMany goes on with a hash table (open addressing, at most half full) when
// the items in few are known to be distinct and the scanner stands at the next.
func uniqueMany(s *Scanner, few []item, hash uint64) (bool, uint64) {
	pooled := itemTables.Get().(*[]item)
	table := *pooled
	if len(table) == 0 {
		table = make([]item, 8*fewItems)
	}
	defer func() {
		clear(table)
		*pooled = bounded(table, 4<<10)
		itemTables.Put(pooled)
	}()
	for _, it := range few {
		place(table, it)
	}
	for count := len(few) + 1; ; count++ {
		it, ok := hashItem(s)
		if !ok {
			return true, 0
		}
		hash = mix(hash, it.hash)
		if 2*count > len(table) {
			larger := make([]item, 2*len(table))
			for _, old := range table {
				if old.start != 0 {
					place(larger, old)
				}
			}
			table = larger
		}
		mask := uint64(len(table) - 1)
		slot := it.hash & mask
		for ; table[slot].start != 0; slot = (slot + 1) & mask {
			if table[slot].hash == it.hash && Equal(table[slot].span(s.data), it.span(s.data)) {
				return false, 0
			}
		}
		table[slot] = it
		if !s.Element() {
			return true, hash
		}
	}
}

func place(table []item, it item) {
	mask := uint64(len(table) - 1)
	slot := it.hash & mask
	for table[slot].start != 0 {
		slot = (slot + 1) & mask
	}
	table[slot] = it
}
