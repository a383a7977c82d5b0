package pattern

import "unicode/utf8"

// alphabet parts the characters into classes that a pattern does not tell apart.
type alphabet struct {
	count int // of the classes
	ascii [utf8.RuneSelf]uint8
	// from is where spans of characters of one class begin, in ascending order
	// from 0x80 on, classes their classes.
	from    []rune
	classes []uint8
	// pages give the classes of the characters below 0x10000, 256 a page, where
	// the spans are many. Pages of one class are one.
	pages []*[256]uint8
}

// maxSearch is in how many spans a class is looked for one by one.
const maxSearch = 6

// newAlphabet returns the alphabet of the classes of ASCII and of the spans
// beyond.
func newAlphabet(ascii string, from []rune, classes string, count int) *alphabet {
	a := &alphabet{from: from, classes: []uint8(classes), count: count}
	copy(a.ascii[:], ascii)
	if len(from) > maxSearch {
		a.makePages()
	}
	return a
}

func (a *alphabet) makePages() {
	a.pages = make([]*[256]uint8, 256)
	plain := make([]*[256]uint8, a.count)
	k := 0
	for i := range a.pages {
		first := rune(i) << 8
		for k+1 < len(a.from) && a.from[k+1] <= first {
			k++
		}
		class := a.classes[k]
		isPlain := k+1 == len(a.from) || a.from[k+1] > first+0xFF
		if isPlain && plain[class] != nil {
			a.pages[i] = plain[class]
			continue
		}
		page := new([256]uint8)
		for j := range page {
			for k+1 < len(a.from) && a.from[k+1] <= first+rune(j) {
				k++
			}
			page[j] = a.classes[k]
		}
		if isPlain {
			plain[class] = page
		}
		a.pages[i] = page
	}
}

// class returns the class of a character beyond ASCII.
func (a *alphabet) class(r rune) uint8 {
	if r < rune(len(a.pages))<<8 {
		return a.pages[r>>8][r&0xFF]
	}
	low, high := 0, len(a.from)
	for high-low > 1 {
		if middle := int(uint(low+high) >> 1); a.from[middle] <= r {
			low = middle
		} else {
			high = middle
		}
	}
	return a.classes[low]
}
