// Package datafile writes the JSON of the files of data that generated packages
// embed. runtime/gen/embedded reads it.
package datafile

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// Writer writes JSON. Its zero value is ready for use.
type Writer struct {
	out   []byte
	first bool // just inside a container
}

func (w *Writer) Open(c byte) {
	w.out = append(w.out, c)
	w.first = true
}

func (w *Writer) Close(c byte) {
	w.out = append(w.out, c)
	w.first = false
}

// Item begins an element.
func (w *Writer) Item() *Writer {
	if !w.first {
		w.out = append(w.out, ',')
	}
	w.first = false
	return w
}

// Member begins a member.
func (w *Writer) Member(name string) *Writer {
	w.Item().Quote(name)
	w.out = append(w.out, ':')
	return w
}

// Line puts what comes next on a line of its own.
func (w *Writer) Line() { w.out = append(w.out, '\n') }

func (w *Writer) List(n int, item func(i int)) {
	w.Open('[')
	for i := range n {
		w.Item()
		item(i)
	}
	w.Close(']')
}

func (w *Writer) Quote(s string) { w.out = document.AppendQuoted(w.out, s) }

func (w *Writer) Int(i int) { w.out = strconv.AppendInt(w.out, int64(i), 10) }

func (w *Writer) Bool(b bool) { w.out = strconv.AppendBool(w.out, b) }

func (w *Writer) Texts(list []string) { w.List(len(list), func(i int) { w.Quote(list[i]) }) }

func (w *Writer) Ints(list []int) { w.List(len(list), func(i int) { w.Int(list[i]) }) }

// JSON returns what was written, with the characters that no editor shows escaped.
func (w *Writer) JSON() []byte { return visible.JSON(w.out) }
