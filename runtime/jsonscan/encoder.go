package jsonscan

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"sync"

	"github.com/bindery-go/bindery/runtime/internal/lanes"
)

// What has no JSON form. Encoder.Finish returns these, wrapped or not.
var (
	ErrNotFinite   = errors.New("jsonscan: NaN and infinities have no JSON form")
	ErrInvalidUTF8 = errors.New("jsonscan: string is not valid UTF-8")
	ErrTooDeep     = errors.New("jsonscan: values nest more than 10000 deep, or hold themselves")
)

// chunkSize is how much text an encoder collects before it starts another chunk.
const chunkSize = 64 << 10

// Encoder writes one JSON text without insignificant white space. The first
// error sticks and Finish returns it; the calls in between need no checks.
//
// The text is collected in chunks of one size, which the pool can keep without
// holding on to the memory of the largest document ever written. Writing moves
// an index and stores no pointer, which would cost a write barrier each time.
type Encoder struct {
	buf    []byte // the last chunk
	n      int    // bytes used of it
	opened bool   // a container has just been opened: no comma before its first entry
	chunks []*[chunkSize]byte
	ends   []int    // bytes used of the chunks before the last
	counts bool     // only the size is asked for: one chunk is used again and again
	gone   int64    // bytes that have been counted and dropped
	depth  int      // of values that Enter has begun
	parts  [][]byte // scratch of text
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
	e.addChunk()
	return e
}

func (e *Encoder) addChunk() {
	c := chunks.Get().(*[chunkSize]byte)
	e.chunks = append(e.chunks, c)
	e.buf, e.n = c[:], 0
}

// room makes sure that n bytes, at most chunkSize, fit the chunk.
func (e *Encoder) room(n int) {
	if len(e.buf)-e.n < n {
		e.spill()
	}
}

func (e *Encoder) spill() {
	if e.counts {
		e.gone += int64(e.n)
		e.n = 0
		return
	}
	e.ends = append(e.ends, e.n)
	e.addChunk()
}

// Finish returns the text, which the caller owns, or the first error, and
// releases the encoder.
func (e *Encoder) Finish() ([]byte, error) {
	var out []byte
	if e.err == nil {
		out = e.text()
	}
	return out, e.release()
}

// Encode returns what write writes, or its first error.
func Encode(write func(*Encoder)) ([]byte, error) {
	e := GetEncoder()
	write(e)
	return e.Finish()
}

// EncodedSize returns how many bytes encode writes, or its first error. It
// keeps none of them.
func EncodedSize(encode func(*Encoder)) (int64, error) {
	e := GetEncoder()
	e.counts = true
	encode(e)
	size := e.gone + int64(e.n)
	if err := e.release(); err != nil {
		return 0, err
	}
	return size, nil
}

// release gives the encoder back and returns its first error.
func (e *Encoder) release() error {
	err := e.err
	for _, c := range e.chunks {
		chunks.Put(c)
	}
	clear(e.chunks)
	clear(e.keys[:cap(e.keys)])
	e.buf, e.n, e.opened, e.err = nil, 0, false, nil
	e.counts, e.gone, e.depth = false, 0, 0
	e.chunks = bounded(e.chunks[:0], 1<<10)
	e.ends = bounded(e.ends[:0], 1<<10)
	e.keys = bounded(e.keys[:0], 1<<10)
	encoders.Put(e)
	return err
}

// text copies the chunks together. bytes.Join allocates without clearing first.
func (e *Encoder) text() []byte {
	for i, end := range e.ends {
		e.parts = append(e.parts, e.chunks[i][:end])
	}
	e.parts = append(e.parts, e.buf[:e.n])
	out := bytes.Join(e.parts, nil)
	clear(e.parts)
	e.parts = bounded(e.parts[:0], 1<<10)
	return out
}

// Fail makes err the result of Finish unless there was one before; nil is
// ignored.
func (e *Encoder) Fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

// Enter begins a value of a recursive type; Leave ends it. It reports false, and
// the value must not be written, when values nest too deep for a document that
// could be read again, as those do that lead back to themselves, and after any
// other error, so that nothing more is written.
func (e *Encoder) Enter() bool {
	if e.depth == MaxDepth {
		e.Fail(ErrTooDeep)
	}
	if e.err != nil {
		return false
	}
	e.depth++
	return true
}

// Leave ends a value that Enter has begun.
func (e *Encoder) Leave() { e.depth-- }

// Err returns the first error so far.
func (e *Encoder) Err() error { return e.err }

// BeginObject writes '{'.
func (e *Encoder) BeginObject() {
	e.byte('{')
	e.opened = true
}

// EndObject writes '}'.
func (e *Encoder) EndObject() {
	e.byte('}')
	e.opened = false
}

// BeginArray writes '['.
func (e *Encoder) BeginArray() {
	e.byte('[')
	e.opened = true
}

// EndArray writes ']'.
func (e *Encoder) EndArray() {
	e.byte(']')
	e.opened = false
}

// Member writes the quoted name and colon of a member, such as `"id":`, after a
// comma where one is needed.
func (e *Encoder) Member(quotedNameColon string) {
	if buf := e.buf[e.n:]; len(buf) > len(quotedNameColon) && !e.opened {
		buf[0] = ','
		e.n += 1 + copy(buf[1:], quotedNameColon)
		return
	}
	e.Element()
	e.Raw(quotedNameColon)
}

// Name is Member for a name that is known only at run time.
func (e *Encoder) Name(name string) {
	e.Element()
	e.String(name)
	e.byte(':')
}

// Element writes the comma between two elements; it is called before each.
func (e *Encoder) Element() {
	if e.opened {
		e.opened = false
		return
	}
	e.byte(',')
}

func (e *Encoder) byte(c byte) {
	if e.n == len(e.buf) {
		e.spill()
	}
	e.buf[e.n] = c
	e.n++
}

// Raw writes a JSON text as it is.
func (e *Encoder) Raw(text string) {
	if buf := e.buf[e.n:]; len(text) <= len(buf) {
		e.n += copy(buf, text)
		return
	}
	e.rawAcross(text)
}

// rawAcross writes a text that does not fit the chunk.
func (e *Encoder) rawAcross(text string) {
	for {
		n := copy(e.buf[e.n:], text)
		e.n += n
		if n == len(text) {
			return
		}
		text = text[n:]
		e.spill()
	}
}

// Null writes null.
func (e *Encoder) Null() { e.Raw("null") }

// Bool writes true or false.
func (e *Encoder) Bool(b bool) { e.Raw(strconv.FormatBool(b)) }

// maxIntDigits is room for any integer of 64 bits and its sign.
const maxIntDigits = 20

// Int writes an integer.
func (e *Encoder) Int(i int64) {
	e.room(maxIntDigits)
	e.n = len(strconv.AppendInt(e.buf[:e.n], i, 10))
}

// Uint writes an unsigned integer.
func (e *Encoder) Uint(u uint64) {
	e.room(maxIntDigits)
	e.n = len(strconv.AppendUint(e.buf[:e.n], u, 10))
}

// Float writes a number that reads back as f: the shortest, in the form of
// ECMAScript that encoding/json uses. NaN and infinities are errors.
//
// Below 1e21, where ECMAScript fills up with zeros, the digits of integers are
// all written: an integer text that a float64 holds exactly comes back.
func (e *Encoder) Float(f float64) {
	e.room(maxFloatDigits)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		e.Fail(ErrNotFinite)
		return
	}
	e.n = len(appendFloat(e.buf[:e.n], f))
}

// appendFloat is Float for a finite number.
func appendFloat(buf []byte, f float64) []byte {
	switch a := math.Abs(f); {
	case a < 1e9 && float64(int64(a*1e6+0.5))/1e6 == a && a != 0:
		return appendMillionths(buf, f < 0, uint64(a*1e6+0.5))
	case a >= 1<<53 && a < 1e21:
		return strconv.AppendFloat(buf, f, 'f', 0, 64)
	case a >= 1e21 || a < 1e-6 && a != 0:
		buf = strconv.AppendFloat(buf, f, 'e', -1, 64)
		// e-09 becomes e-9.
		if n := len(buf); buf[n-4] == 'e' && buf[n-3] == '-' && buf[n-2] == '0' {
			buf[n-2] = buf[n-1]
			buf = buf[:n-1]
		}
		return buf
	default:
		return strconv.AppendFloat(buf, f, 'f', -1, 64)
	}
}

// appendMillionths writes u/10^6 without trailing zeros. When that is the
// float64 to write, it is also the shortest: up to 15 digits, different decimals
// are different float64s.
func appendMillionths(buf []byte, negative bool, u uint64) []byte {
	if negative {
		buf = append(buf, '-')
	}
	buf = strconv.AppendUint(buf, u/1e6, 10)
	fraction := u % 1e6
	if fraction == 0 {
		return buf
	}
	at := len(buf)
	buf = strconv.AppendUint(buf, 1e6+fraction, 10) // 1 and six digits
	buf[at] = '.'
	for buf[len(buf)-1] == '0' {
		buf = buf[:len(buf)-1]
	}
	return buf
}

// maxFloatDigits is room for the longest text of a float64.
const maxFloatDigits = 32

// Compact writes a valid JSON text without its insignificant white space.
func (e *Encoder) Compact(text string) {
	if n := len(text); n == 0 || text[0] > ' ' && text[0] != '{' && text[0] != '[' && text[n-1] > ' ' {
		e.Raw(text) // a scalar, bare
		return
	}
	start := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			i = stringEnd(text, i+1)
		case c <= ' ':
			e.Raw(text[start:i])
			start = i + 1
		}
	}
	e.Raw(text[start:])
}

// stringEnd returns the offset of the quote that ends the string whose first
// byte is text[i]; the text is valid.
func stringEnd(text string, i int) int {
	for i < len(text) {
		i, _ = lanes.Plain([]byte(text), i)
		if i == len(text) || text[i] == '"' {
			break
		}
		i += 2 // an escape, or its start: what follows is plain
	}
	return i
}
