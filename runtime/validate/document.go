package validate

import "github.com/bindery-go/bindery/runtime/jsonscan"

// document is a parsed JSON text. It holds no pointers but those of its few
// slices, so that it can be pooled and costs the garbage collector nothing.
type document struct {
	data []byte
	// values lists all values in document order: a container comes before its
	// contents. The first child of values[i] is values[i+1].
	values []value
	// unescaped holds the texts of strings and names with escapes; texts are
	// their places in it.
	unescaped []byte
	texts     []span
	order     []int32 // scratch of unique
	// hashes holds a hash of each value once they are needed, see hash.
	hashes []uint64
}

type span struct{ from, to int }

// value is one value of a document. Indexes are those of document.values,
// offsets those of document.data.
type value struct {
	kind   jsonscan.Kind
	parent int32 // -1 at the root
	next   int32 // index after this value and all that is in it
	count  int32 // number of elements or members
	index  int32 // place among the elements or members of parent
	// text and nameText are 1 + the index in document.texts of a string, or of
	// the name of a member, with escapes; else 0.
	text, nameText int32
	pos, end       int
	name           span // of a member, between the quotes
}

// number returns the number at index i.
func (d *document) number(i int) jsonscan.Number {
	n, _ := jsonscan.ParseNumber(d.raw(i)) // its grammar was checked
	return n
}

// text returns the string at index i, unescaped.
func (d *document) text(i int) []byte {
	v := &d.values[i]
	if v.text != 0 {
		s := d.texts[v.text-1]
		return d.unescaped[s.from:s.to]
	}
	return d.data[v.pos+1 : v.end-1]
}

// name returns the name of the member at index i, unescaped.
func (d *document) name(i int) []byte {
	v := &d.values[i]
	if v.nameText != 0 {
		s := d.texts[v.nameText-1]
		return d.unescaped[s.from:s.to]
	}
	return d.data[v.name.from:v.name.to]
}

// raw returns the text of the value at index i as the document spells it.
func (d *document) raw(i int) []byte { return d.data[d.values[i].pos:d.values[i].end] }

// member returns the index of the member of object i with the given name.
func (d *document) member(i int, name string) (int, bool) {
	end := int(d.values[i].next)
	for c := i + 1; c < end; c = int(d.values[c].next) {
		if string(d.name(c)) == name {
			return c, true
		}
	}
	return 0, false
}

// pushName adds the name of a member as a string value of its own, which
// propertyNames judges. It lies behind the document's values until popName.
func (d *document) pushName(member int) int {
	m := &d.values[member]
	i := len(d.values)
	d.values = append(d.values, value{
		kind: jsonscan.KindString, parent: m.parent, index: m.index, next: int32(i + 1),
		text: m.nameText, nameText: m.nameText, name: m.name,
		pos: m.name.from - 1, end: m.name.to + 1,
	})
	return i
}

func (d *document) popName(i int) { d.values = d.values[:i] }

// reset forgets the document but keeps the memory, within bounds.
func (d *document) reset() {
	const keep = 1 << 16 // values; one large document must not pin its memory
	if cap(d.values) > keep || cap(d.unescaped) > 16*keep {
		*d = document{}
		return
	}
	d.data = nil
	d.values = d.values[:0]
	d.unescaped = d.unescaped[:0]
	d.texts = d.texts[:0]
	d.hashes = d.hashes[:0]
}
