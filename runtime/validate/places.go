package validate

import (
	"bytes"

	"github.com/bindery-go/bindery/runtime/internal/lanes"
)

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
