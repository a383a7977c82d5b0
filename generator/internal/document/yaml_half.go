package document

import (
	"regexp"
	"strconv"
	"unicode/utf16"

	"gopkg.in/yaml.v3"

	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/yamldoc"
)

// halfEscapes finds the escapes of surrogates that stand alone in the text of scalars.
type halfEscapes struct {
	file   *source.File
	node   *yaml.Node
	offset int // behind the last one that was found in it
}

// escapes are those of a double-quoted scalar, and its end; what continues a line stands
// for nothing (YAML 1.2.2 section 7.3.1).
var escapes = regexp.MustCompile(`^(?s:\\u([0-9a-fA-F]{4})|\\\r?\n[ \t]*|\\.|[^\\])`)

// next is the place of the next escape in its scalar, that of the scalar if it is not
// found.
func (h *halfEscapes) next(half yamldoc.Half, places *yamlPlaces) source.Pos {
	text := h.file.Data
	if h.node != half.Node {
		h.node, h.offset = half.Node, places.offsetOf(half.Node.Line, half.Node.Column)
		for h.offset < len(text) && text[h.offset] != '"' { // behind a tag and an anchor
			h.offset++
		}
		h.offset++
	}
	var high rune // before offset, without what it is half of
	highAt := 0
	for h.offset < len(text) {
		m := escapes.FindSubmatchIndex(text[h.offset:])
		if m == nil {
			break
		}
		at := h.offset
		h.offset += m[1]
		unit := rune(0)
		switch {
		case m[2] >= 0:
			code, _ := strconv.ParseUint(string(text[at+m[2]:at+m[3]]), 16, 16) // four digits
			unit = rune(code)
		case text[at] == '\\' && (text[at+1] == '\n' || text[at+1] == '\r'):
			continue
		}
		isLow := 0xDC00 <= unit && unit < 0xE000
		if high == half.Unit && !isLow {
			h.offset = at
			return h.file.Pos(highAt)
		}
		isPair := high != 0 && isLow
		if high = 0; utf16.IsSurrogate(unit) && !isLow {
			high, highAt = unit, at
		}
		switch {
		case unit == half.Unit && isLow && !isPair:
			return h.file.Pos(at)
		case unit == 0 && text[at] == '"':
			return places.pos(half.Node)
		}
	}
	return places.pos(half.Node)
}
