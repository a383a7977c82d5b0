package document

import (
	"strconv"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// ReadJSON reads a file as one JSON text, to the letter of RFC 8259. A UTF-8
// byte order mark is passed over, which section 8.1 allows. Of two members of
// one name the first is kept and the second reported. After a syntax error that
// leaves no doubt about what comes next, such as a trailing comma, reading goes
// on to report later ones. It takes linear time and no more stack for deeper
// input.
func ReadJSON(f *source.File) (*Node, diag.Diagnostics) {
	if d, ok := checkText(f); !ok {
		return nil, diag.Diagnostics{d}
	}
	r := jsonReader{data: f.Data, at: f.BOMLen(), cursor: f.Cursor()}
	root, ok := r.document()
	if !ok || r.broken {
		return nil, r.diagnostics
	}
	return root, r.diagnostics
}

// jsonReader is the state of reading one file. Its methods return false after a
// mistake in the syntax that they cannot read on behind; all are reported.
type jsonReader struct {
	data        []byte
	at          int
	values      int
	cursor      *source.Cursor
	open        []jsonContainer
	diagnostics diag.Diagnostics
	broken      bool // there was a mistake in the syntax
	lastLine    int  // the line of the last mistake; the next may be its consequence
}

// jsonContainer is an array or object whose end has not been read yet.
type jsonContainer struct {
	node *Node
	// name and namePos belong to the member whose value comes next.
	name    string
	namePos source.Pos
}

func (r *jsonReader) document() (root *Node, ok bool) {
	r.space()
	if r.at == len(r.data) {
		r.diagnostics.Addf(diag.EmptyDocument, r.cursor.Pos(r.at), "the file holds no JSON value")
		return nil, false
	}
	for {
		n, ok := r.value()
		if !ok {
			return nil, false
		}
		if root == nil {
			root = n
		} else {
			r.add(n)
		}
		if n.Kind == Array || n.Kind == Object {
			if len(r.open) == MaxDepth {
				r.diagnostics.Addf(diag.TooDeep, n.Pos, "values are nested deeper than %d levels", MaxDepth)
				return nil, false
			}
			r.open = append(r.open, jsonContainer{node: n})
		}
		if more, ok := r.next(n); !ok {
			return nil, false
		} else if !more {
			break
		}
	}
	r.space()
	if r.at < len(r.data) {
		r.diagnostics.Addf(diag.TrailingData, r.cursor.Pos(r.at), "the JSON value has ended, but the file goes on with %s", r.found())
		return root, true
	}
	return root, true
}

// add puts a value into the innermost open container.
func (r *jsonReader) add(n *Node) {
	in := &r.open[len(r.open)-1]
	if in.node.Kind == Array {
		in.node.Items = append(in.node.Items, n)
		return
	}
	first, ok := in.node.appendMember(Member{Name: in.name, NamePos: in.namePos, Value: n})
	if !ok {
		r.diagnostics.Add(duplicateName(in.node.Members[first], in.namePos))
	}
}

func duplicateName(first Member, second source.Pos) diag.Diagnostic {
	return diag.New(diag.DuplicateName, second, "member name %s occurs twice in this object", shorten(first.Name)).
		WithRelated(first.NamePos, "first occurrence")
}

// shorten quotes a text of the user's for a message.
func shorten(s string) string {
	const most = 60
	if len(s) > most {
		end := most
		for !utf8.RuneStart(s[end]) {
			end--
		}
		return strconv.Quote(s[:end]) + "…"
	}
	return strconv.Quote(s)
}

// next reads what stands between the value n and the value after it: commas,
// closing brackets, the name of a member. more is false at the end of the root.
func (r *jsonReader) next(n *Node) (more, ok bool) {
	// A container that was just opened may be closed at once, but has no comma.
	fresh := n.Kind == Array || n.Kind == Object
	for len(r.open) > 0 {
		in := &r.open[len(r.open)-1]
		object := in.node.Kind == Object
		r.space()
		switch c := r.peek(); {
		case object && c == '}', !object && c == ']':
			r.at++
			r.open = r.open[:len(r.open)-1]
			fresh = false
			continue
		case fresh:
		case c == ',':
			comma := r.at
			r.at++
			r.space()
			if c := r.peek(); c == '}' || c == ']' {
				r.mistake(comma, "trailing comma before %q", c)
				fresh = true // the bracket may follow
				continue
			}
		case object:
			r.mistake(r.at, "expected ',' or '}' after a member, found %s", r.found())
			if r.peek() != '"' {
				return false, false
			}
		default:
			r.mistake(r.at, "expected ',' or ']' after an element, found %s", r.found())
			if !r.atValue() {
				return false, false
			}
		}
		if !object {
			return true, true
		}
		return true, r.name(in)
	}
	return false, true
}

// name reads the name of a member and the colon after it.
func (r *jsonReader) name(in *jsonContainer) bool {
	if r.peek() != '"' {
		return r.mistake(r.at, "expected a member name in double quotes, found %s", r.found())
	}
	in.namePos = r.cursor.Pos(r.at)
	var ok bool
	if in.name, ok = r.text(); !ok {
		return false
	}
	r.space()
	if r.peek() != ':' {
		return r.mistake(r.at, "expected ':' after a member name, found %s", r.found())
	}
	r.at++
	return true
}
