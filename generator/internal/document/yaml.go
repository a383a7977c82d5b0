package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/yamldoc"
)

// ReadYAML reads a file as one YAML document and resolves its plain scalars by
// the core schema of YAML 1.2 (section 10.3), so that NO, on and 2001-01-01 are
// strings. On top of it stand the merge key << of YAML 1.1 and the rule that a
// key is a string whatever it looks like. Aliases become copies, within bounds.
// Of two members of one name the first is kept and the second reported. After
// a syntax error on a line of its own, reading goes on to report later ones.
func ReadYAML(f *source.File) (*Node, diag.Diagnostics) {
	if d, ok := checkText(f); !ok {
		return nil, diag.Diagnostics{d}
	}
	if d, ok := checkYAMLText(f); !ok {
		return nil, diag.Diagnostics{d}
	}
	text, restore := yamldoc.Readable(yamlText(f))
	places := newYAMLPlaces(f)
	doc, second, end, err := parseYAML(text)
	if err != nil {
		if n, ds := ReadJSON(f); !ds.HasErrors() {
			return n, ds // JSON is YAML, but yaml.v3 wants names to be short, and the colon in their line
		}
		return nil, yamlSyntaxErrors(f, text, end, err)
	}
	var diagnostics diag.Diagnostics
	if second != nil {
		diagnostics.Addf(diag.TrailingData, places.pos(second), "a second YAML document begins here")
	}
	if doc == nil || isEmptyScalar(doc.Content[0]) {
		diagnostics.Addf(diag.EmptyDocument, f.Start(), "the file holds no YAML value")
		return nil, diagnostics
	}
	halves := halfEscapes{file: f}
	for _, half := range restore(doc) {
		diagnostics.Add(halfCharacter(halves.next(half, places), half.Unit))
	}
	c := yamlConverter{file: f, places: places, anchored: map[*yaml.Node]*yamlAnchor{}, diagnostics: diagnostics}
	root, _ := c.node(doc.Content[0], 0)
	return root, c.diagnostics
}

// isEmptyScalar reports whether nothing is written where a value could be.
func isEmptyScalar(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Style == 0 && n.Value == ""
}

// checkYAMLText reports the first character that YAML does not allow in its
// text (YAML 1.2.2 section 5.1), since yaml.v3 would not say where it is, and
// refuses files that would become too many nodes.
func checkYAMLText(f *source.File) (d diag.Diagnostic, ok bool) {
	indicators := 0
	for at := f.BOMLen(); at < len(f.Data); {
		c := f.Data[at]
		if c >= ' ' && c < 0x7F || c == '\n' || c == '\t' || c == '\r' {
			switch c {
			case '\n', ',', ':', '-', '?', '[', '{':
				indicators++ // no value comes without one, but for the first
			}
			at++
			continue
		}
		r, size := utf8.DecodeRune(f.Data[at:])
		if r < 0xA0 && r != 0x85 || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF {
			return diag.New(diag.ControlCharacter, f.Pos(at), "character U+%04X is not allowed in YAML", r), false
		}
		at += size
	}
	if indicators > maxValues {
		return tooManyValues(source.InFile(f.Name)), false
	}
	return d, true
}

// yamlText returns what yaml.v3 gets to read: the file without its byte order
// mark, and with a %YAML directive of any version 1.x changed to 1.1, the only
// one that yaml.v3 accepts. The version makes no difference to it, since scalars
// are resolved here.
func yamlText(f *source.File) []byte {
	text := f.Data[f.BOMLen():]
	const directive = "%YAML 1."
	for at := 0; at < len(text); {
		line := text[at:]
		end := bytes.IndexByte(line, '\n')
		if end >= 0 {
			line = line[:end]
		}
		if bytes.HasPrefix(line, []byte(directive)) && len(line) > len(directive) {
			if minor := at + len(directive); '0' <= text[minor] && text[minor] <= '9' {
				text = bytes.Clone(text)
				text[minor] = '1'
			}
			break
		}
		if len(line) > 0 && line[0] != '#' && line[0] != '%' || end < 0 {
			break // directives stand before the document only
		}
		at += end + 1
	}
	return text
}

// meteredReader hands out a few bytes at a time, so that n tells how far the
// parser has come when it fails.
type meteredReader struct {
	text []byte
	n    int
}

func (m *meteredReader) Read(p []byte) (int, error) {
	if m.n == len(m.text) {
		return 0, io.EOF
	}
	const step = 16
	n := copy(p, m.text[m.n:min(m.n+step, len(m.text))])
	m.n += n
	return n, nil
}

// parseYAML returns the first document and the node of the second, when there
// is one; both are nil for a stream without a document. After an error, end is
// the number of bytes that were read. yaml.v3 panics where it meets input that
// its authors did not think of; that becomes an error here.
func parseYAML(text []byte) (first, second *yaml.Node, end int, err error) {
	input := &meteredReader{text: text}
	defer func() {
		if p := recover(); p != nil {
			first, second, err = nil, nil, fmt.Errorf("the YAML parser failed: %v", p)
		}
		end = input.n
	}()
	dec := yaml.NewDecoder(input)
	decode := func() (*yaml.Node, error) {
		n := new(yaml.Node)
		err := dec.Decode(n)
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return n, err
	}
	if first, err = decode(); err != nil || first == nil {
		return nil, nil, 0, err
	}
	second, err = decode()
	return first, second, 0, err
}
