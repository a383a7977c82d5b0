package overlay

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/spelling"
)

// maxCopied is the number of values that the copies of one patch may come to.
const maxCopied = 1_000_000

// patcher applies the operations of a JSON Patch (RFC 6902) to its document.
type patcher struct {
	root        *document.Node
	copied      int
	diagnostics diag.Diagnostics
}

// location is a place in the document that an operation names.
type location struct {
	pointer string
	tokens  []string
	// pos is the place of the pointer in the overlay; members that the
	// operation makes are named there.
	pos source.Pos
}

// apply carries out the operation with the given index, or reports why not and
// leaves the document as it is.
func (p *patcher) apply(index int, op *document.Node) {
	if op.Kind != document.Object {
		p.report(diag.PatchOperation, op.Pos, "operation %d is of type %s, not a mapping", index, op.Kind)
		return
	}
	verb, ok := p.text(op, "op")
	if !ok {
		return
	}
	path, ok := p.location(op, "path")
	if !ok {
		return
	}
	switch verb.Text {
	case "add", "replace", "test":
		value := op.Get("value")
		if value == nil {
			p.report(diag.PatchOperation, op.Pos, `%s needs a "value"`, verb.Text)
			return
		}
		switch verb.Text {
		case "add":
			p.add(path, value.Clone())
		case "replace":
			p.put(path, value.Clone())
		case "test":
			p.test(path, value)
		}
	case "remove":
		p.remove(path)
	case "move", "copy":
		from, ok := p.location(op, "from")
		if !ok {
			return
		}
		if verb.Text == "move" {
			p.move(from, path)
		} else {
			p.copy(from, path)
		}
	default:
		p.unknown(verb)
	}
}

// unknown reports an operation that RFC 6902 does not have.
func (p *patcher) unknown(verb *document.Node) {
	near := spelling.Nearest(verb.Text, []string{"add", "remove", "replace", "move", "copy", "test"})
	p.diagnostics.Add(diag.New(diag.PatchOperation, verb.Pos, "unknown operation %.80q", verb.Text).Meaning(near))
}

func (p *patcher) report(code diag.Code, pos source.Pos, format string, args ...any) {
	p.diagnostics.Addf(code, pos, format, args...)
}

// text returns a member that must be a string.
func (p *patcher) text(op *document.Node, name string) (*document.Node, bool) {
	n := op.Get(name)
	switch {
	case n == nil:
		p.report(diag.PatchOperation, op.Pos, "the operation has no %q", name)
	case n.Kind != document.String:
		p.report(diag.PatchOperation, n.Pos, "%q is of type %s, not a string", name, n.Kind)
	default:
		return n, true
	}
	return nil, false
}

func (p *patcher) location(op *document.Node, name string) (location, bool) {
	n, ok := p.text(op, name)
	if !ok {
		return location{}, false
	}
	tokens, err := document.ParsePointer(n.Text)
	if err != nil {
		p.report(diag.PatchPointer, n.Pos, "%v", err)
		return location{}, false
	}
	return location{pointer: n.Text, tokens: tokens, pos: n.Pos}, true
}

// find returns the value at a location, or reports how far the pointer leads.
func (p *patcher) find(at location) (*document.Node, bool) {
	return p.follow(at, len(at.tokens))
}

// follow returns the value that the first n tokens lead to.
func (p *patcher) follow(at location, n int) (*document.Node, bool) {
	node := p.root
	for i, token := range at.tokens[:n] {
		next := node.Child(token)
		if next == nil {
			p.nowhere(at, i, node)
			return nil, false
		}
		node = next
	}
	return node, true
}

// nowhere reports that node, to which the first n tokens lead, has no child for
// the token after them.
func (p *patcher) nowhere(at location, n int, node *document.Node) {
	problem := "has no member"
	switch node.Kind {
	case document.Array:
		problem = "has no element"
	case document.Object:
	default:
		problem = "is of type " + node.Kind.String() + " and has no"
	}
	p.diagnostics.Add(diag.New(diag.PatchTarget, at.pos, "%.200q leads nowhere: the value at %.200q %s %.80q",
		at.pointer, document.FormatPointer(at.tokens[:n]...), problem, at.tokens[n]).
		WithRelated(node.Pos, "the value"))
}

// add carries out RFC 6902 section 4.1. The value is owned by the document from
// then on.
func (p *patcher) add(at location, value *document.Node) bool {
	if len(at.tokens) == 0 {
		p.root = value
		return true
	}
	last := len(at.tokens) - 1
	parent, ok := p.follow(at, last)
	if !ok {
		return false
	}
	token := at.tokens[last]
	switch parent.Kind {
	case document.Object:
		parent.Set(token, at.pos, value)
		return true
	case document.Array:
		if token == "-" {
			parent.Items = append(parent.Items, value)
			return true
		}
		if i, ok := document.ArrayIndex(token); ok && i <= len(parent.Items) {
			parent.Items = slices.Insert(parent.Items, i, value)
			return true
		}
	}
	p.nowhere(at, last, parent)
	return false
}

// remove carries out RFC 6902 section 4.2.
func (p *patcher) remove(at location) bool {
	if len(at.tokens) == 0 {
		p.report(diag.PatchTarget, at.pos, "the whole document cannot be removed")
		return false
	}
	return p.put(at, nil)
}

// put puts a value, nil for none, in the place of the one at a location, as RFC 6902
// section 4.3 has it, or reports that there is none. Its place among its siblings stays.
func (p *patcher) put(at location, value *document.Node) bool {
	if _, ok := p.find(at); !ok {
		return false
	}
	last := len(at.tokens) - 1
	if last < 0 {
		p.root = value
		return true
	}
	parent, token := p.root.At(at.tokens[:last]...), at.tokens[last]
	i, _ := document.ArrayIndex(token)
	switch isArray := parent.Kind == document.Array; {
	case isArray && value == nil:
		parent.Items = slices.Delete(parent.Items, i, i+1)
	case isArray:
		parent.Items[i] = value
	case value == nil:
		parent.Delete(token)
	default:
		parent.Set(token, at.pos, value)
	}
	return true
}

// move carries out RFC 6902 section 4.4.
func (p *patcher) move(from, to location) {
	value, ok := p.find(from)
	if !ok {
		return
	}
	n := len(from.tokens)
	if len(to.tokens) > n && slices.Equal(to.tokens[:n], from.tokens) {
		p.report(diag.PatchTarget, to.pos, "%.200q cannot be moved into itself", from.pointer)
		return
	}
	if slices.Equal(to.tokens, from.tokens) {
		return
	}
	if p.remove(from) && !p.add(to, value) {
		p.add(from, value) // so that the operations to come still find it
	}
}

// copy carries out RFC 6902 section 4.5.
func (p *patcher) copy(from, to location) {
	value, ok := p.find(from)
	if !ok {
		return
	}
	size := 0
	for range value.All() {
		size++
	}
	if p.copied+size > maxCopied {
		p.report(diag.PatchGrowth, from.pos, "the copies of this overlay come to more than %d values", maxCopied)
		return
	}
	p.copied += size
	p.add(to, value.Clone())
}

// test carries out RFC 6902 section 4.6.
func (p *patcher) test(at location, want *document.Node) {
	got, ok := p.find(at)
	if ok && !document.Equal(got, want) {
		p.diagnostics.Add(diag.New(diag.PatchTest, want.Pos, "the value at %.200q is another", at.pointer).
			WithRelated(got.Pos, "the value in the document"))
	}
}
