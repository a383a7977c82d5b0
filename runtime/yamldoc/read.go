// Package yamldoc reads YAML documents as the JSON that they stand for, and
// writes JSON as YAML. Generated packages of configurations that say yaml: true
// call it; it is the only package of the runtime that reads YAML, with
// gopkg.in/yaml.v3, so nobody else links that.
//
// Plain scalars are resolved by the core schema of YAML 1.2.2 (section 10.3): no,
// on and 2001-01-01 are texts, 010 is ten. On top of it stands the merge key <<.
// Aliases become copies, within bounds. What JSON cannot say is an error with
// its place, as are names that occur twice and a second document.
//
// Most documents are read in one pass. Those with anchors, tags, carriage returns
// and other rarer things, and those that are not YAML, are read by yaml.v3, several
// times as slowly; the way that is taken shows in nothing else.
//
// Everything here is safe for concurrent use. Time and memory grow with the
// document and with what its aliases stand for, which is bounded.
package yamldoc

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Node is a value as yaml.v3 reads it.
type Node = yaml.Node

// SyntaxError is a document that is not YAML, or not JSON written as YAML.
type SyntaxError struct {
	Line, Column int // from 1; the column counts characters, and is 0 where it is not known
	Message      string
}

func (e *SyntaxError) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("%d: invalid YAML: %s", e.Line, e.Message)
	}
	return fmt.Sprintf("%d:%d: invalid YAML: %s", e.Line, e.Column, e.Message)
}

// What aliases may add to a document, and how deep values may stand in others.
const (
	maxAliasNodes = 100_000
	maxAliasText  = 16 << 20 // bytes
	maxDepth      = 10_000
)

// Parse reads a YAML document by the parser of JSON documents of its schema. The
// places of its errors are those of the YAML text; an error of syntax is a
// *[SyntaxError].
func Parse[T any](data []byte, parse func(json []byte) (T, error)) (T, error) {
	text := bytes.TrimPrefix(data, []byte("\ufeff"))
	x, err := parseWith(parse, func(placed bool) ([]byte, []place, error) { return fast(text, placed) })
	if err != errDeclined {
		return x, err
	}
	n, err := document(text)
	if err != nil && isJSON(text) {
		return parse(text)
	} else if err != nil {
		return x, err
	}
	return parseNode(n, text, parse)
}

// ToJSON gives the JSON text that a YAML document stands for, without white
// space.
func ToJSON(data []byte) ([]byte, error) {
	text := bytes.TrimPrefix(data, []byte("\ufeff"))
	if json, _, err := fast(text, false); err == nil {
		return json, nil
	}
	n, err := document(text)
	if err != nil && isJSON(text) {
		return jsonscan.Encode(func(e *jsonscan.Encoder) { e.Compact(string(text)) })
	} else if err != nil {
		return nil, err
	}
	json, _, err := convert(n, text, false)
	if err != nil {
		return nil, err
	}
	return json, nil
}

// isJSON reports whether a text is JSON, which is YAML whatever yaml.v3 says of it:
// it wants names of at most 1,024 characters, and the colon in their line.
func isJSON(text []byte) bool {
	problem, _ := jsonscan.Check(text)
	return problem == jsonscan.ProblemNone
}

// Unmarshal reads the node that yaml.v3 gives an UnmarshalYAML method, by the
// UnmarshalJSON method beside it.
func Unmarshal(n *Node, unmarshal func(json []byte) error) error {
	_, err := parseNode(n, nil, func(json []byte) (struct{}, error) { return struct{}{}, unmarshal(json) })
	return err
}

func parseNode[T any](n *Node, text []byte, parse func(json []byte) (T, error)) (T, error) {
	return parseWith(parse, func(placed bool) ([]byte, []place, error) { return convert(n, text, placed) })
}

// parseWith parses the JSON that toJSON writes. Where it is not valid, it is
// written and parsed once more with every value and name on a line of its own, so
// that the line of an error tells the place.
func parseWith[T any](parse func(json []byte) (T, error), toJSON func(placed bool) ([]byte, []place, error)) (T, error) {
	var none T
	json, _, err := toJSON(false)
	if err != nil {
		return none, err
	}
	x, err := parse(json)
	if err == nil {
		return x, nil
	}
	if json, places, placeErr := toJSON(true); placeErr == nil {
		if _, again := parse(json); again != nil {
			err = again
		}
		relocate(err, places)
	}
	return none, err
}

// relocate gives the places of an error in the JSON text those of the YAML text.
func relocate(err error, places []place) {
	move := func(line, column *int) {
		if at := *line - 2; at >= 0 && at < len(places) { // the first line is empty
			*line, *column = places[at].line, places[at].column
		}
	}
	var invalid *validate.Error
	if errors.As(err, &invalid) {
		for i := range invalid.Violations {
			v := &invalid.Violations[i]
			move(&v.Line, &v.Column)
			for j := range v.Related {
				move(&v.Related[j].Line, &v.Related[j].Column)
			}
		}
	}
	var lost *validate.RangeError
	if errors.As(err, &lost) {
		move(&lost.Line, &lost.Column)
	}
}

// document parses the first document of a stream, which must be the only one.
func document(text []byte) (n *Node, err error) {
	defer func() { // yaml.v3 panics where it meets what its authors did not think of
		if p := recover(); p != nil {
			err = &SyntaxError{Line: 1, Message: fmt.Sprint("the parser failed: ", p)}
		}
	}()
	readable, restore := Readable(version.ReplaceAll(text, []byte("${1}1")))
	dec := yaml.NewDecoder(bytes.NewReader(readable))
	n = new(Node)
	if err := dec.Decode(n); errors.Is(err, io.EOF) {
		return nil, &SyntaxError{Line: 1, Column: 1, Message: "there is no value"}
	} else if err != nil {
		return nil, syntaxError(err)
	}
	second := new(Node)
	if err := dec.Decode(second); err == nil {
		return nil, &SyntaxError{second.Line, second.Column, "a second document begins here"}
	} else if !errors.Is(err, io.EOF) {
		return nil, syntaxError(err)
	}
	if halves := restore(n); len(halves) > 0 {
		at := halves[0]
		return nil, &SyntaxError{at.Node.Line, at.Node.Column, fmt.Sprintf(`\u%04x is half a character: beyond U+FFFF it takes two escapes, \uD800-\uDBFF and then \uDC00-\uDFFF`, at.Unit)}
	}
	return n, nil
}

// version is the directive of which yaml.v3 takes 1.1 alone. It makes no
// difference, since scalars are resolved here.
var version = regexp.MustCompile(`(?m)\A((?:[#%].*\n)*?%YAML 1\.)[0-9]`)

func syntaxError(err error) error {
	e := &SyntaxError{Line: 1, Message: strings.TrimPrefix(err.Error(), "yaml: ")}
	if rest, ok := strings.CutPrefix(e.Message, "line "); ok {
		number, message, found := strings.Cut(rest, ": ")
		if line, err := strconv.Atoi(number); found && err == nil {
			e.Line, e.Message = line, message
		}
	}
	return e
}

// place is where a line of the JSON text comes from.
type place struct{ line, column int }

// converter writes nodes as JSON.
type converter struct {
	text   []byte  // of the document; nil where there is only a node
	placed bool    // a line for each value and name
	places []place // of those lines
	json   []byte
	open   []*Node // the anchors whose values are being written

	nonSpecific            map[place]bool // where the text has a tag "!"
	aliased                int            // how many aliases the value stands in
	aliasNodes, aliasBytes int
}

// convert gives the JSON of a node: on one line, or with a line for every value
// and name and the places of these.
func convert(n *Node, text []byte, placed bool) ([]byte, []place, error) {
	c := &converter{text: text, placed: placed}
	err := c.value(n, 0)
	return c.json, c.places, err
}

func (c *converter) fail(n *Node, format string, args ...any) error {
	return &SyntaxError{n.Line, n.Column, fmt.Sprintf(format, args...)}
}

// at begins a line for a value or name.
func (c *converter) at(n *Node) {
	if c.placed {
		c.json = append(c.json, '\n')
		c.places = append(c.places, place{n.Line, n.Column})
	}
}

func (c *converter) value(n *Node, depth int) error {
	if depth > maxDepth {
		return c.fail(n, "values are nested deeper than %d levels", maxDepth)
	}
	if c.aliased > 0 {
		if c.aliasNodes++; c.aliasNodes > maxAliasNodes || c.aliasBytes > maxAliasText {
			return c.fail(n, "aliases expand to more than %d values or %d MB of text", maxAliasNodes, maxAliasText>>20)
		}
	}
	if n.Anchor != "" {
		c.open = append(c.open, n)
		defer func() { c.open = c.open[:len(c.open)-1] }()
	}
	switch n.Kind {
	case yaml.DocumentNode:
		return c.value(n.Content[0], depth)
	case yaml.AliasNode:
		return c.alias(n, depth)
	case yaml.SequenceNode:
		c.at(n)
		return c.sequence(n, depth)
	case yaml.MappingNode:
		c.at(n)
		return c.mapping(n, depth)
	}
	c.at(n)
	before := len(c.json)
	err := c.scalar(n)
	if c.aliased > 0 {
		c.aliasBytes += len(c.json) - before
	}
	return err
}

func (c *converter) alias(n *Node, depth int) error {
	for _, open := range c.open {
		if open == n.Alias {
			return c.fail(n, "alias *%.80s stands inside the value it names", n.Value)
		}
	}
	c.aliased++
	defer func() { c.aliased-- }()
	return c.value(n.Alias, depth)
}

func (c *converter) sequence(n *Node, depth int) error {
	if n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!seq" {
		return c.fail(n, "tag %.60q does not fit a list", n.Tag)
	}
	c.json = append(c.json, '[')
	for i, item := range n.Content {
		if i > 0 {
			c.json = append(c.json, ',')
		}
		if err := c.value(item, depth+1); err != nil {
			return err
		}
	}
	c.json = append(c.json, ']')
	return nil
}

// member is a name and its value.
type member struct {
	name  string
	key   *Node
	value *Node
}

func (c *converter) mapping(n *Node, depth int) error {
	if n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!map" {
		return c.fail(n, "tag %.60q does not fit a mapping", n.Tag)
	}
	list, err := c.members(n, depth)
	if err != nil {
		return err
	}
	c.json = append(c.json, '{')
	for i, m := range list {
		if i > 0 {
			c.json = append(c.json, ',')
		}
		c.at(m.key)
		if err := c.string(m.key, m.name); err != nil {
			return err
		}
		c.json = append(c.json, ':')
		if err := c.value(m.value, depth+1); err != nil {
			return err
		}
	}
	c.json = append(c.json, '}')
	return nil
}

// members lists the members of a mapping, with those that its merge key brings:
// what is written in the mapping counts more, and of several that are merged the
// first. A key is a string whatever it looks like.
func (c *converter) members(n *Node, depth int) (list []member, err error) {
	if depth > maxDepth {
		return nil, c.fail(n, "values are nested deeper than %d levels", maxDepth)
	}
	at := map[string]*Node{}
	var merged []*Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		of := key
		if key.Kind == yaml.AliasNode {
			of = key.Alias
		}
		if of.Kind != yaml.ScalarNode {
			return nil, c.fail(key, "a key must be a scalar")
		}
		if of.Tag == "!!merge" {
			if merged, err = c.sources(value); err != nil {
				return nil, err
			}
		}
		if first := at[of.Value]; first != nil {
			return nil, c.fail(key, "the name %.80q occurs twice, first in line %d", of.Value, first.Line)
		}
		at[of.Value] = key
		if of.Tag != "!!merge" {
			list = append(list, member{of.Value, key, value})
		}
	}
	for _, from := range merged {
		if c.aliasNodes += len(from.Content); c.aliasNodes > maxAliasNodes {
			return nil, c.fail(from, "aliases expand to more than %d values", maxAliasNodes)
		}
		inner, err := c.members(from, depth+1)
		if err != nil {
			return nil, err
		}
		for _, m := range inner {
			if at[m.name] == nil {
				at[m.name] = m.key
				list = append(list, m)
			}
		}
	}
	return list, nil
}

// sources lists the mappings that a merge key brings in.
func (c *converter) sources(n *Node) ([]*Node, error) {
	list := []*Node{n}
	if n.Kind == yaml.SequenceNode {
		list = n.Content
	}
	var out []*Node
	for _, from := range list {
		if from.Kind == yaml.AliasNode {
			from = from.Alias
		}
		if from.Kind != yaml.MappingNode {
			return nil, c.fail(n, "merge key << takes a mapping or a list of mappings")
		}
		for _, open := range c.open {
			if open == from {
				return nil, c.fail(n, "the mapping is merged into itself")
			}
		}
		out = append(out, from)
	}
	return out, nil
}

func (c *converter) string(n *Node, text string) error {
	quoted, err := quote(text)
	if err != nil {
		return c.fail(n, "%v", err)
	}
	c.json = append(c.json, quoted...)
	return nil
}

func quote(text string) ([]byte, error) {
	e := jsonscan.GetEncoder()
	e.String(text)
	return e.Finish()
}

// scalar writes a scalar: by its tag if it has one, as a string if it is quoted
// or a block, by the core schema otherwise.
func (c *converter) scalar(n *Node) error {
	if n.Style&yaml.TaggedStyle != 0 {
		return c.tagged(n)
	}
	if n.Style != 0 || c.isNonSpecific(n) {
		return c.string(n, n.Value)
	}
	return c.plain(n)
}

// isNonSpecific reports whether a node has the tag "!", which makes any scalar a
// string (YAML 1.2.2 section 6.9.1) and which yaml.v3 forgets.
func (c *converter) isNonSpecific(n *Node) bool {
	if c.text == nil || n.Value != "" && n.Value[0] == '!' {
		return false
	}
	if c.nonSpecific == nil {
		c.nonSpecific = nonSpecificTags(c.text)
	}
	return c.nonSpecific[place{n.Line, n.Column}]
}

// nonSpecificTags gives the places of a text where "! " stands.
func nonSpecificTags(text []byte) map[place]bool {
	places := map[place]bool{}
	line := 0
	for l := range bytes.Lines(text) {
		line++
		column := 1
		for before, rest, found := bytes.Cut(l, []byte("! ")); found; before, rest, found = bytes.Cut(rest, []byte("! ")) {
			column += utf8.RuneCount(before)
			places[place{line, column}] = true
			column += len("! ")
		}
	}
	return places
}

func (c *converter) plain(n *Node) error {
	json, ok, err := resolve(n.Value)
	if err != nil {
		return c.fail(n, "%v", err)
	}
	if !ok {
		return c.string(n, n.Value)
	}
	c.json = append(c.json, json...)
	return nil
}

func (c *converter) tagged(n *Node) error {
	misfit := func() error { return c.fail(n, "%.80q does not fit its tag %s", n.Value, n.Tag) }
	before := len(c.json)
	switch n.Tag {
	case "!!null", "!!bool", "!!int", "!!float":
		if err := c.plain(n); err != nil {
			return err
		}
		text := string(c.json[before:])
		fits := map[string]bool{
			"!!null": text == "null", "!!bool": text == "true" || text == "false",
			"!!int": isWhole(n.Value) || isBased(n.Value), "!!float": isNumber(text),
		}[n.Tag]
		if !fits {
			return misfit()
		}
		return nil
	case "!!binary":
		text := strings.Join(strings.Fields(n.Value), "") // the line breaks are the file's
		if _, err := base64.StdEncoding.DecodeString(text); err != nil {
			return misfit()
		}
		return c.string(n, text)
	case "!!seq", "!!map":
		return misfit()
	}
	return c.string(n, n.Value)
}

func isNumber(json string) bool { return strings.IndexByte("-0123456789", json[0]) >= 0 }
