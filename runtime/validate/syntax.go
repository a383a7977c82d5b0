package validate

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/runtime/internal/lanes"
)

// repeats reports whether the object at index i has a name twice.
func (p *parser) repeats(i int) bool {
	if p.values[i].count <= 8 {
		return p.repeatsPairwise(i)
	}
	p.order = p.sorted(p.order[:0], i)
	for k := 1; k < len(p.order); k++ {
		if bytes.Equal(p.name(int(p.order[k-1])), p.name(int(p.order[k]))) {
			return true
		}
	}
	return false
}

func (p *parser) repeatsPairwise(i int) bool {
	end := int(p.values[i].next)
	for b := i + 1; b < end; b = int(p.values[b].next) {
		for a := i + 1; a < b; a = int(p.values[a].next) {
			if bytes.Equal(p.name(a), p.name(b)) {
				return true
			}
		}
	}
	return false
}

// sorted appends the members of the object at index i by name; members of
// equal names in document order.
func (d *document) sorted(members []int32, i int) []int32 {
	end := d.values[i].next
	members = slices.Grow(members, int(d.values[i].count))
	for c := int32(i + 1); c < end; c = d.values[c].next {
		members = append(members, c)
	}
	slices.SortFunc(members, func(a, b int32) int {
		return cmp.Or(bytes.Compare(d.name(int(a)), d.name(int(b))), cmp.Compare(a, b))
	})
	return members
}

// places finds lines and columns of offsets that do not decrease, in time
// linear in the length of the text.
type places struct {
	data         []byte
	offset       int
	line, column int
}

func newPlaces(data []byte) *places { return &places{data: data, line: 1, column: 1} }

// at returns the 1-based line and column of an offset; columns count code points.
func (p *places) at(offset int) (line, column int) {
	text := p.data[p.offset:offset]
	if n := bytes.Count(text, []byte{'\n'}); n > 0 {
		p.line += n
		p.column = 1
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	p.column += lanes.Characters(text)
	p.offset = offset
	return p.line, p.column
}
