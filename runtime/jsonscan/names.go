package jsonscan

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"slices"

	"github.com/bindery-go/bindery/runtime/internal/lanes"
)

// fewNames is up to how many names of one object are compared one by one, where their
// signs do not tell that they are distinct. Wider objects go through a hash table, so that
// no object costs quadratic time.
const fewNames = 16

// names holds the member names of all objects that are open, innermost last. An
// object is known by its mark, the length of the list when it was opened.
//
// One hash table serves every wide object (the mark is part of the hash). Names
// leave it in the reverse order of entering, so that emptying a slot never
// breaks a probe sequence.
type names struct {
	list  []name
	arena []byte   // values of names that were written with escapes
	table []uint32 // open addressing: index into list plus one; 0 is empty
	used  int      // slots taken
}

type name struct {
	key  uint64 // signs of the names of the object up to this one; hash once it is in the table
	off  int    // in the document; ^off in the arena
	len  int
	slot int // in the table, or -1
}

// nameSeed makes the hashes unpredictable, so that no document can be built to
// collide.
var nameSeed = maphash.MakeSeed()

// NamesMark opens a set of names for the object that is being read.
func (s *Scanner) NamesMark() int { return len(s.names.list) }

// LeaveNames is LeaveObject for an object with a set of names, which mark opened
// and it closes.
func (s *Scanner) LeaveNames(mark int) bool {
	s.names.drop(mark)
	return s.leave('}')
}

// NewName adds the name that Member just returned to the set that mark opened
// and reports whether it was new; a repeated one is a syntax problem. Sets nest
// like the objects they belong to.
func (s *Scanner) NewName(mark int, text []byte) bool {
	off := s.nameAt
	if s.sound.has(off) {
		return true
	}
	if len(text) == 0 || &s.data[off] != &text[0] {
		off = ^s.names.keep(text) // it was unescaped into scratch memory
	}
	if !s.names.add(s.data, mark, off, text) {
		return s.RepeatedName(s.nameAt)
	}
	return true
}

// NameAt returns the offset of the name that Member just returned, for RepeatedName.
func (s *Scanner) NameAt() int { return s.nameAt }

// RepeatedName notes that the object had the name at an offset before, a syntax problem,
// for those who find that out without NewName. It returns false.
func (s *Scanner) RepeatedName(at int) bool { return s.fail(ProblemDuplicateName, at-1) }

// keep copies an unescaped name and returns where it is in the arena.
func (n *names) keep(text []byte) int {
	at := len(n.arena)
	n.arena = append(n.arena, text...)
	return at
}

// text returns the bytes of an entry.
func (n *names) text(data []byte, e *name) []byte {
	if e.off < 0 {
		return n.arena[^e.off : ^e.off+e.len]
	}
	return data[e.off : e.off+e.len]
}

// add enters the name text, kept at off, into the set at mark; false when it is
// there already.
func (n *names) add(data []byte, mark, off int, text []byte) bool {
	count := len(n.list) - mark
	if count < fewNames {
		signs, sign := uint64(0), signOf(text)
		if count > 0 {
			signs = n.list[len(n.list)-1].key
		}
		if signs&sign != 0 && n.listed(data, mark, text) {
			return false
		}
		n.push(name{signs | sign, off, len(text), -1})
		return true
	}
	if count == fewNames {
		for i := mark; i < len(n.list); i++ {
			n.list[i].key = hashName(mark, n.text(data, &n.list[i]))
			n.enter(i)
		}
	}
	key := hashName(mark, text)
	if n.find(data, mark, key, text) {
		return false
	}
	n.push(name{key, off, len(text), -1})
	n.enter(len(n.list) - 1)
	return true
}

// listed looks for a name of an object that has few.
func (n *names) listed(data []byte, mark int, text []byte) bool {
	for i := mark; i < len(n.list); i++ {
		if e := &n.list[i]; e.len == len(text) && bytes.Equal(n.text(data, e), text) {
			return true
		}
	}
	return false
}

// push appends to the list, which doubles when it is full: append would copy the
// names of wide objects many times.
func (n *names) push(e name) {
	if len(n.list) == cap(n.list) {
		n.list = slices.Grow(n.list, max(fewNames, len(n.list)))
	}
	n.list = append(n.list, e)
}

// find looks for a name of a wide object in the table.
func (n *names) find(data []byte, mark int, key uint64, text []byte) bool {
	mask := uint64(len(n.table) - 1)
	for slot := key & mask; n.table[slot] != 0; slot = (slot + 1) & mask {
		i := int(n.table[slot] - 1)
		if e := &n.list[i]; i >= mark && e.key == key && bytes.Equal(n.text(data, e), text) {
			return true
		}
	}
	return false
}

// enter puts list[i] into the table, which is kept at most half full.
func (n *names) enter(i int) {
	if 2*(n.used+1) > len(n.table) {
		n.table = make([]uint32, max(4*fewNames, 2*len(n.table)))
		// In list order, the order in which they entered.
		for j := range n.list {
			if n.list[j].slot >= 0 {
				n.place(j)
			}
		}
	}
	n.place(i)
	n.used++
}

func (n *names) place(i int) {
	mask := uint64(len(n.table) - 1)
	slot := n.list[i].key & mask
	for n.table[slot] != 0 {
		slot = (slot + 1) & mask
	}
	n.table[slot] = uint32(i + 1)
	n.list[i].slot = int(slot)
}

// drop forgets every name from mark on.
func (n *names) drop(mark int) {
	if n.used|len(n.arena) != 0 { // seldom, so that the test is inlined
		n.clear(mark)
	}
	n.list = n.list[:mark]
}

// clear takes names from the table and the arena, those from mark on.
func (n *names) clear(mark int) {
	for i := len(n.list) - 1; i >= mark; i-- {
		if slot := n.list[i].slot; slot >= 0 {
			n.table[slot] = 0
			n.used--
		}
		if off := n.list[i].off; off < 0 {
			n.arena = n.arena[:^off]
		}
	}
}

// release forgets all names, also the value of one that was refused.
func (n *names) release() {
	n.drop(0)
	n.arena = n.arena[:0]
}

// shrink lets go of memory that is too large to be kept.
func (n *names) shrink() {
	n.list = bounded(n.list, 4<<10)
	n.arena = bounded(n.arena, 64<<10)
	n.table = bounded(n.table, 16<<10)
}

// signOf returns one of 64 bits for a name. Names that have different ones are distinct.
func signOf(text []byte) uint64 {
	n := len(text)
	ends := uint64(n) << 24
	switch {
	case n >= 8: // such as dates, which have much in common
		ends ^= lanes.Load(text) ^ bits.RotateLeft64(lanes.Load(text[n-8:]), 29)
	case n > 0:
		ends |= uint64(text[0]) | uint64(text[n/2])<<8 | uint64(text[n-1])<<16
	}
	return 1 << (ends * golden >> 58)
}

// fingerprint is a cheap hash of a text: length, first and last bytes. Whoever writes
// documents can foresee it.
func fingerprint(text []byte) uint64 {
	n := len(text)
	var a, b uint64
	switch {
	case n >= 8:
		a = binary.LittleEndian.Uint64(text)
		b = binary.LittleEndian.Uint64(text[n-8:])
	case n >= 4:
		a = uint64(binary.LittleEndian.Uint32(text))
		b = uint64(binary.LittleEndian.Uint32(text[n-4:]))
	case n > 0:
		a = uint64(text[0]) | uint64(text[n>>1])<<8 | uint64(text[n-1])<<16
	}
	return (a^bits.RotateLeft64(b, 29))*golden + uint64(n)
}

func hashName(mark int, text []byte) uint64 {
	return maphash.Bytes(nameSeed, text) ^ uint64(mark)*golden
}
