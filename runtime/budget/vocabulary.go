package budget

import (
	_ "embed"
	"math/bits"
)

// runes holds how many tokens of o200k_base each character below U+10000 is
// that stands alone, in two bits. The test in package bpe counts them.
//
//go:embed runes.bin
var runes string

// alone is that number, from 1 to 3; 0 means that it is not known.
func alone(c rune) int {
	if c > 0xFFFF {
		return 0
	}
	return int(runes[c>>2]>>(c&3*2)) & 3
}

// capitalWords is a Bloom filter of the words of 4 to 12 capitals that
// are one token of o200k_base after a space. The test in package bpe builds it
// anew.
//
//go:embed capitals.bin
var capitalWords string

// isCapitalWord reports whether capitalWords has the word.
func isCapitalWord(word string) bool {
	for _, bit := range filterBits(word) {
		if capitalWords[bit>>3]>>(bit&7)&1 == 0 {
			return false
		}
	}
	return true
}

// filterBits are the places of a word in capitalWords: parts of its FNV-1a
// hash.
func filterBits(word string) (bits [4]uint16) {
	hash := uint64(0xcbf29ce484222325)
	for i := range len(word) {
		hash = (hash ^ uint64(word[i])) * 0x100000001b3
	}
	for i := range bits {
		bits[i] = uint16(hash>>(14*i)) & (1<<14 - 1)
	}
	return bits
}

// common reports whether two ASCII letters, of whatever case, are often part of
// one token.
func common(a, b byte) bool {
	const letter = 1<<5 - 1 // of both cases alike
	return bits.RotateLeft32(commonPairs[a&letter-1], -int(b&letter-1))&1 == 1
}

// commonPairs holds for each letter those that follow it in 20 or more of the
// first 10,000 tokens of o200k_base: bit 0 is a. The test in package bpe
// counts them.
var commonPairs = [26]uint32{
	0x13ebd4e, 0x0104911, 0x01a4d95, 0x0124119, 0x0eeb97d, 0x0184131, 0x0026191, 0x0084111, 0x22ef87f,
	0x0000010, 0x0000010, 0x11c4919, 0x004d113, 0x01c615d, 0x07efd6e, 0x01ac891, 0x0100000, 0x13e755d,
	0x01cc195, 0x11e4191, 0x00eb95f, 0x0004111, 0x0004111, 0x0080000, 0x0000000, 0x0000000,
}
