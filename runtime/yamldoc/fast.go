package yamldoc

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// errDeclined says that a document is not for the fast path.
var errDeclined = errors.New("yamldoc: not in the subset that is read in one pass")

// fastDepth is how deep the fast path follows nested values.
const fastDepth = 1_000

// maxKey is how long a name may be, from its start to its colon (YAML 1.2.2
// section 7.4.2); here in bytes, which declines some that are shorter in
// characters.
const maxKey = 1024

// reader is the fast path: it reads the YAML that people and programs mostly
// write in one pass, without a tree, and writes the JSON that the converter
// writes for yaml.v3's nodes, byte for byte. That is block mappings and
// sequences (YAML 1.2.2 section 8.2), flow collections (7.4), plain and quoted
// scalars (7.3) and block scalars (8.1), as one document.
//
// It declines all else: anchors, aliases, tags, directives, merge and complex
// keys, tabs outside of texts, and whatever is or might be an error. Its methods
// return false then, and the document is read by yaml.v3, whose messages are the
// only ones.
type reader struct {
	text   string // the document after a line feed, so that each line has one before it
	pos    int
	column int // of pos, from 0, after nextLine; -1 at the end of the text
	depth  int
	json   *jsonscan.Encoder
	block  []byte // scratch

	placed bool    // a line for each value and name
	places []place // of those lines
	last   int     // the offset of the last place
	here   place
}

// fast reads a document in one pass. The error is errDeclined.
func fast(text []byte, placed bool) (json []byte, places []place, err error) {
	if !isOrdinary(text) {
		return nil, nil, errDeclined
	}
	r := &reader{text: "\n" + string(text), json: jsonscan.GetEncoder(), placed: placed}
	if !r.document() {
		r.json.Fail(errDeclined)
	}
	json, err = r.json.Finish()
	if err == nil && !jsonscan.Valid(json) { // a name occurs twice
		err = errDeclined
	}
	return json, r.places, err
}

// isOrdinary reports whether a text is UTF-8 of printable characters (YAML 1.2.2
// section 5.1) and of no line breaks but the line feed; yaml.v3 knows those of
// YAML 1.1 as well. A byte order mark is not ordinary either.
func isOrdinary(text []byte) bool {
	for i := 0; i < len(text); {
		if c := text[i]; ' ' <= c && c <= '~' || c == '\n' || c == '\t' {
			i++
			continue
		}
		switch r, size := utf8.DecodeRune(text[i:]); {
		case r == utf8.RuneError && size == 1, r < 0xa0, r == '\u2028', r == '\u2029', r == '\ufeff', r == '\ufffe', r == '\uffff':
			return false
		default:
			i += size
		}
	}
	return true
}

// document reads the text: a value, after --- or not (YAML 1.2.2 section 9.1).
func (r *reader) document() bool {
	if !r.nextLine() {
		return false
	}
	if r.column == 0 && strings.HasPrefix(r.text[r.pos:], "---") {
		r.pos += len("---")
		if !r.nextLine() {
			return false
		}
	}
	return r.column >= 0 && r.node(-1, r.column, true) && r.column < 0
}

// nextLine goes from the end of a value to the first character of the next line
// that holds more than a comment. Nothing else may follow the value.
func (r *reader) nextLine() bool {
	if !r.lineEnds() {
		return false
	}
	for r.pos < len(r.text) {
		start := r.pos + 1
		r.pos = start
		if !r.lineEnds() {
			r.column = r.pos - start
			return true
		}
	}
	r.column = -1
	return true
}

// lineEnds passes over spaces and a comment (YAML 1.2.2 section 6.6), and
// reports whether the line ends then.
func (r *reader) lineEnds() bool {
	i := spaces(r.text, r.pos)
	if i < len(r.text) && r.text[i] == '#' && (r.text[i-1] == ' ' || r.text[i-1] == '\n') {
		i = lineEnd(r.text, i)
	}
	r.pos = i
	return i == len(r.text) || r.text[i] == '\n'
}

// spaces gives the offset of the first byte from i on that is not a space.
func spaces(text string, i int) int {
	for i < len(text) && text[i] == ' ' {
		i++
	}
	return i
}

// lineEnd gives the offset of the line feed from i on, or of the end.
func lineEnd(text string, i int) int {
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(text)
}

// isBlank reports whether a space or the end of a line or of the text is at i.
func (r *reader) isBlank(i int) bool {
	return i == len(r.text) || r.text[i] == ' ' || r.text[i] == '\n'
}

// isEntry reports whether an entry of a block sequence begins here.
func (r *reader) isEntry() bool { return r.text[r.pos] == '-' && r.isBlank(r.pos+1) }

// node reads a value that begins here, in a column and in a block of the column
// parent, and goes to the next line. Only if it is compact, at the start of its
// line or behind "- ", it may be a block collection.
func (r *reader) node(parent, column int, compact bool) bool {
	switch r.text[r.pos] {
	case '[', '{':
		return r.flow() && r.nextLine()
	case '|', '>':
		return r.blockScalar(parent) && r.nextLine()
	case '-':
		if r.isEntry() {
			return compact && r.sequence(column, false)
		}
	}
	s, ok := r.scalar(parent, false)
	if !ok {
		return false
	}
	if r.isName(s) {
		return compact && r.mapping(column, s)
	}
	return r.value(s) && r.nextLine()
}

// isName reports whether a scalar has a colon behind it that makes it a name.
func (r *reader) isName(s scalar) bool {
	r.pos = spaces(r.text, r.pos)
	return r.pos < len(r.text) && r.text[r.pos] == ':' && r.isBlank(r.pos+1) && !s.lines && r.pos-s.at <= maxKey
}

// mapping reads a block mapping (YAML 1.2.2 section 8.2.2) from the colon of its
// first name on.
func (r *reader) mapping(column int, name scalar) bool {
	r.at(name.at)
	if !r.enter() {
		return false
	}
	r.json.BeginObject()
	for ok := true; ; name, ok = r.scalar(column, false) {
		if !ok || !r.isName(name) || !r.name(name) || !r.content(column, false) {
			return false
		}
		if r.column != column {
			break
		}
	}
	r.json.EndObject()
	r.depth--
	return r.column < column
}

// sequence reads a block sequence (YAML 1.2.2 section 8.2.1). Its entries may
// stand in the column of the mapping whose value it is.
func (r *reader) sequence(column int, inMapping bool) bool {
	r.at(r.pos)
	if !r.enter() {
		return false
	}
	r.json.BeginArray()
	for {
		r.json.Element()
		if !r.content(column, true) {
			return false
		}
		if r.column != column || !r.isEntry() {
			break
		}
	}
	r.json.EndArray()
	r.depth--
	return r.column < column || inMapping && r.column == column
}

// content reads what follows the indicator here, the "-" of an entry or the ":"
// of a member, of a block in a column: on this line, on the next, or nothing.
func (r *reader) content(column int, entry bool) bool {
	indicator := r.pos
	r.pos++
	if !r.lineEnds() {
		return r.node(column, column+r.pos-indicator, entry)
	}
	if !r.nextLine() {
		return false
	}
	switch {
	case r.column > column:
		return r.node(column, r.column, true)
	case r.column == column && !entry && r.isEntry():
		return r.sequence(column, true)
	}
	r.null(indicator + 1)
	return true
}

// flow reads a flow sequence or mapping (YAML 1.2.2 section 7.4).
func (r *reader) flow() bool {
	r.at(r.pos)
	if !r.enter() {
		return false
	}
	closing := byte(']')
	if r.text[r.pos] == '{' {
		closing = '}'
		r.json.BeginObject()
	} else {
		r.json.BeginArray()
	}
	r.pos++
	for r.flowSpace() && r.text[r.pos] != closing {
		if closing == ']' {
			r.json.Element()
			if !r.flowNode() {
				return false
			}
		} else if !r.flowMember() {
			return false
		}
		if !r.flowSpace() {
			return false
		}
		if r.text[r.pos] == ',' {
			r.pos++
		} else if r.text[r.pos] != closing {
			return false
		}
	}
	if r.pos == len(r.text) {
		return false
	}
	r.pos++
	if closing == '}' {
		r.json.EndObject()
	} else {
		r.json.EndArray()
	}
	r.depth--
	return true
}

// flowMember reads a name and, unless it ends there, its value.
func (r *reader) flowMember() bool {
	name, ok := r.scalar(0, true)
	if !ok {
		return false
	}
	r.pos = spaces(r.text, r.pos)
	valued := r.pos < len(r.text) && r.text[r.pos] == ':'
	if valued && (name.lines || r.pos-name.at > maxKey) || !r.name(name) {
		return false
	}
	if valued {
		r.pos++
	}
	if !r.flowSpace() {
		return false
	}
	if c := r.text[r.pos]; !valued || c == ',' || c == '}' {
		r.null(r.pos)
		return true
	}
	return r.flowNode()
}

func (r *reader) flowNode() bool {
	if c := r.text[r.pos]; c == '[' || c == '{' {
		return r.flow()
	}
	s, ok := r.scalar(0, true)
	return ok && r.value(s)
}

// flowSpace passes over what separates tokens in a flow collection (YAML 1.2.2
// section 6.7), and reports whether more follows.
func (r *reader) flowSpace() bool {
	for r.lineEnds() {
		if r.pos == len(r.text) {
			return false
		}
		r.pos++
	}
	return true
}

func (r *reader) enter() bool {
	r.depth++
	return r.depth <= fastDepth
}

// at begins a line for the value or name at an offset, which is never before
// that of the call before.
func (r *reader) at(offset int) {
	if !r.placed {
		return
	}
	between := r.text[r.last:offset]
	if lines := strings.Count(between, "\n"); lines > 0 {
		r.here = place{r.here.line + lines, 1}
		between = between[strings.LastIndexByte(between, '\n')+1:]
	}
	r.here.column += utf8.RuneCountInString(between)
	r.last = offset
	r.places = append(r.places, r.here)
	r.json.Raw("\n")
}
