package compact

import (
	"sync"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Codec is what only Go can say of a Go type T: how to make a value, and where
// its parts are. The types of this package are all that there are.
type Codec interface {
	// fresh returns a *T to a zero value.
	fresh() any
	// set copies *from to *to, both of type *T.
	set(to, from any)
	// isNil reports whether a *T is nil.
	isNil(p any) bool
	// isAbsent reports whether a value stands for a member that is not there.
	isAbsent(_ *typ, p any) bool
	// decode fills *p, a zero value, from value i of the document, which is
	// valid.
	decode(d *decoder, t *typ, i int32, p any)
	// encode writes *p.
	encode(e *encoder, t *typ, p any)
}

// decoder decodes one document.
type decoder struct {
	validate.Document
	// copies makes strings that share memory.
	copies *jsonscan.Scanner
	// parts is a stack of pointers to the fields of the structs that are being
	// filled.
	parts []any
	// beyond is the type that could not hold number lost; "" for none.
	beyond string
	lost   int // offset of that number
	// refusal is the error of a type of the user's that did not read the value there.
	refusal error
	// outer is the scanner of a document of which this is the part from from on;
	// nil for a whole one.
	outer *jsonscan.Scanner
	from  int
}

var decoders = sync.Pool{New: func() any { return new(decoder) }}

func newDecoder(doc validate.Document) *decoder {
	d := decoders.Get().(*decoder)
	d.Document = doc
	d.copies = jsonscan.Get(doc.Raw(0))
	return d
}

// run fills *p from the document.
func (d *decoder) run(t *typ, p any) error {
	t.codec.decode(d, t, 0, p)
	if d.beyond == "" {
		return nil
	}
	if d.outer != nil {
		d.outer.NoteRefusal(d.from+d.lost, d.beyond, d.refusal)
	}
	err := d.RangeError(d.lost, d.beyond)
	err.Err = d.refusal
	return err
}

func (d *decoder) close() {
	const most = 1 << 10 // pointers that the pool keeps room for
	d.copies.Release()
	d.Close()
	clear(d.parts)
	parts := d.parts[:0]
	if cap(parts) > most {
		parts = nil
	}
	*d = decoder{parts: parts}
	decoders.Put(d)
}

// rounds notes that the number n, value i, is read as f.
func (d *decoder) rounds(i int32, n jsonscan.Number, f float64) {
	if d.outer != nil {
		d.outer.NoteRounded(d.from+d.Offset(i), n, f)
	} else {
		d.copies.NoteRounded(d.Offset(i)-d.Offset(0), n, f)
	}
}

// copy returns an owned copy of bytes of the document.
func (d *decoder) copy(b []byte) string { return d.copies.Copy(b) }

// loses notes the first number that its Go type cannot hold, value i.
func (d *decoder) loses(i int32, goType string) { d.losesAt(i, 0, goType) }

// refuses notes that a type of the user's does not read value i.
func (d *decoder) refuses(i int32, goType string, err error) {
	if d.beyond == "" {
		d.beyond, d.lost, d.refusal = goType, d.Offset(i), err
	}
}

// losesAt is loses for a number at an offset in value i.
func (d *decoder) losesAt(i int32, at int, goType string) {
	if d.beyond == "" {
		d.beyond, d.lost = goType, d.Offset(i)+at
	}
}
