package jsonscan

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

// valueSeed makes the hashes unpredictable to whoever writes documents.
var valueSeed = maphash.MakeSeed()

const golden = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio, an odd number

// hashValue reads the next value and returns a hash that is the same for equal
// JSON values, however they are written: numbers by value, strings unescaped,
// objects whatever the order of their members.
func hashValue(s *Scanner) (h uint64, ok bool) {
	kind := s.Peek()
	switch kind {
	case KindNull:
		ok = s.Null()
	case KindBool:
		var v bool
		if v, ok = s.Bool(); v {
			h = 1
		}
	case KindNumber:
		var n Number
		if n, ok = s.Number(); ok {
			h = n.Hash()
		}
	case KindString:
		var text []byte
		if text, ok = s.Text(); ok {
			h = maphash.Bytes(valueSeed, text)
		}
	case KindArray:
		h, ok = hashArray(s)
	case KindObject:
		h, ok = hashObject(s)
	}
	return mix(h, uint64(kind)), ok
}

func hashArray(s *Scanner) (h uint64, ok bool) {
	if s.outer != nil {
		if known, ok := s.outer.memo.hashes.Get(0, s.base+s.pos); ok {
			s.Seek(known.end - s.base)
			return known.hash, true
		}
	}
	if !s.EnterArray() {
		return 0, false
	}
	for s.Element() {
		item, ok := hashValue(s)
		if !ok {
			return 0, false
		}
		h = mix(h, item)
	}
	return h, s.LeaveArray()
}

func hashObject(s *Scanner) (h uint64, ok bool) {
	if !s.EnterObject() {
		return 0, false
	}
	for {
		name, more := s.Member()
		if !more {
			return h, s.LeaveObject()
		}
		nameHash := maphash.Bytes(valueSeed, name)
		value, ok := hashValue(s)
		if !ok {
			return 0, false
		}
		h += mix(nameHash, value) // a sum, since order does not matter
	}
}

// Hash is the same for equal numbers within one process, and hard to foresee for
// whoever writes documents: whether a number is big, and its stripped
// form, depend on the value alone.
func (n Number) Hash() uint64 {
	d := n.decimal()
	if d.big {
		x := parseExact(n.text)
		h := maphash.Bytes(valueSeed, x.digits)
		h = mix(h, maphash.Bytes(valueSeed, x.point.digits))
		return mix(h, uint64(x.sign()+1)|uint64(x.point.sign()+1)<<8)
	}
	d = d.stripped()
	var buf [13]byte
	binary.LittleEndian.PutUint64(buf[:], d.mantissa)
	binary.LittleEndian.PutUint32(buf[8:], uint32(d.exponent))
	buf[12] = byte(d.sign() + 1) // -0 is 0
	return maphash.Bytes(valueSeed, buf[:])
}

// mix folds b into a; it is not commutative.
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(bits.RotateLeft64(a, 23)^golden, b^golden)
	return high ^ low ^ a
}
