package jsonscan

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"sync"
)

// What has no JSON form. Encoder.Finish returns these, wrapped or not.
var (
	ErrNotFinite   = errors.New("jsonscan: NaN and infinities have no JSON form")
	ErrInvalidUTF8 = errors.New("jsonscan: string is not valid UTF-8")
)

// chunkSize is how much text an encoder collects before it starts another chunk.
const chunkSize = 64 << 10

// Encoder writes one JSON text without insignificant white space. The first
// error sticks and Finish returns it; the calls in between need no checks.
//
// The text is collected in chunks of one size, which the pool can keep without
// holding on to the memory of the largest document ever written.
type Encoder struct {
	buf    []byte // the end of the text; starts in the last chunk
	full   [][]byte
	chunks []*[chunkSize]byte
	err    error
	keys   []string // scratch of Extra
}

var (
	encoders = sync.Pool{New: func() any { return new(Encoder) }}
	chunks   = sync.Pool{New: func() any { return new([chunkSize]byte) }}
)

// GetEncoder returns an empty encoder; Finish ends its use.
func GetEncoder() *Encoder {
	e := encoders.Get().(*Encoder)
	e.nextChunk()
	return e
}

func (e *Encoder) nextChunk() {
	c := chunks.Get().(*[chunkSize]byte)
	e.chunks = append(e.chunks, c)
	e.buf = c[:0]
}

// spill starts another chunk; Member, Name and Element call it when the current
// one is nearly full, after their comma, so that comma always finds what it has
// to look at.
func (e *Encoder) spill() {
	e.full = append(e.full, e.buf)
	e.nextChunk()
}

// Finish returns the text, which the caller owns, or the first error, and
// releases the encoder.
func (e *Encoder) Finish() ([]byte, error) {
	var out []byte
	err := e.err
	if err == nil {
		out = slices.Concat(append(e.full, e.buf)...)
	}
	for _, c := range e.chunks {
		chunks.Put(c)
	}
	clear(e.chunks)
	clear(e.full[:cap(e.full)])
	clear(e.keys[:cap(e.keys)])
	e.buf, e.err = nil, nil
	e.chunks = bounded(e.chunks[:0], 1<<10)
	e.full = bounded(e.full[:0], 1<<10)
	e.keys = bounded(e.keys[:0], 1<<10)
	encoders.Put(e)
	return out, err
}

// Fail makes err the result of Finish unless there was one before; nil is
// ignored.
func (e *Encoder) Fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

// Err returns the first error so far.
func (e *Encoder) Err() error { return e.err }

// BeginObject writes '{'.
func (e *Encoder) BeginObject() { e.buf = append(e.buf, '{') }

// EndObject writes '}'.
func (e *Encoder) EndObject() { e.buf = append(e.buf, '}') }

// BeginArray writes '['.
func (e *Encoder) BeginArray() { e.buf = append(e.buf, '[') }

// EndArray writes ']'.
func (e *Encoder) EndArray() { e.buf = append(e.buf, ']') }

// Member writes the quoted name and colon of a member, such as `"id":`, after a
// comma where one is needed.
func (e *Encoder) Member(quotedNameColon string) {
	e.comma('{')
	e.buf = append(e.buf, quotedNameColon...)
}

// Name is Member for a name that is known only at run time.
func (e *Encoder) Name(name string) {
	e.comma('{')
	e.String(name)
	e.buf = append(e.buf, ':')
}

// Element writes the comma between two elements; it is called before each.
func (e *Encoder) Element() { e.comma('[') }

// nearlyFull leaves room in a chunk for what is usually written between two
// entries.
const nearlyFull = chunkSize - 512

// comma writes a comma unless the container has just been opened: no value ends
// in an opening bracket.
func (e *Encoder) comma(opening byte) {
	if n := len(e.buf); n > 0 && e.buf[n-1] != opening {
		e.buf = append(e.buf, ',')
	}
	if len(e.buf) > nearlyFull {
		e.spill()
	}
}

// Null writes null.
func (e *Encoder) Null() { e.buf = append(e.buf, "null"...) }

// Bool writes true or false.
func (e *Encoder) Bool(b bool) { e.buf = strconv.AppendBool(e.buf, b) }

// Int writes an integer.
func (e *Encoder) Int(i int64) { e.buf = strconv.AppendInt(e.buf, i, 10) }

// Uint writes an unsigned integer.
func (e *Encoder) Uint(u uint64) { e.buf = strconv.AppendUint(e.buf, u, 10) }

// Float writes a number that reads back as f: the shortest, in the form of
// ECMAScript that encoding/json uses. NaN and infinities are errors.
//
// An integer beyond 2^53 is written with all its digits where the shortest
// number would have another value: Number.Float64 refuses integers that a
// float64 does not hold exactly, so those that it took must come back.
func (e *Encoder) Float(f float64) {
	a := math.Abs(f)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		e.Fail(ErrNotFinite)
	case a >= 1<<53 && !shortestIsExact(f):
		e.buf = strconv.AppendFloat(e.buf, f, 'f', 0, 64)
	case a >= 1e21 || a < 1e-6 && a != 0:
		e.buf = strconv.AppendFloat(e.buf, f, 'e', -1, 64)
		// e-09 becomes e-9.
		if n := len(e.buf); n >= 4 && e.buf[n-4] == 'e' && e.buf[n-3] == '-' && e.buf[n-2] == '0' {
			e.buf[n-2] = e.buf[n-1]
			e.buf = e.buf[:n-1]
		}
	default:
		e.buf = strconv.AppendFloat(e.buf, f, 'f', -1, 64)
	}
}

// maxFloatDigits is room for the largest float64 with all its digits and a sign.
const maxFloatDigits = 310

// shortestIsExact reports whether the shortest decimal that reads back as the
// integer f has its very value.
func shortestIsExact(f float64) bool {
	var shortest, exact [maxFloatDigits]byte
	return string(strconv.AppendFloat(shortest[:0], f, 'f', -1, 64)) == string(strconv.AppendFloat(exact[:0], f, 'f', 0, 64))
}

// Raw writes a JSON text as it is.
func (e *Encoder) Raw(text string) { e.buf = append(e.buf, text...) }

// Compact writes a valid JSON text without its insignificant white space.
func (e *Encoder) Compact(text string) {
	start := 0
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			i++
		case !quoted && c <= ' ':
			e.buf = append(e.buf, text[start:i]...)
			start = i + 1
		}
	}
	e.buf = append(e.buf, text[start:]...)
}
