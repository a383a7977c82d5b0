package yamldoc

import (
	"bytes"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// FromJSON writes a JSON text as a YAML document, with its members in their
// order. The same text gives the same bytes, and [ToJSON] gives an equal value
// back.
func FromJSON(json []byte) ([]byte, error) {
	v, err := jsonvalue.Parse(json)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if err := e.Encode(nodeOf(v)); err != nil {
		return nil, err
	}
	return out.Bytes(), e.Close()
}

// Marshal gives what a MarshalYAML method returns for a value that writes itself
// as JSON.
func Marshal(marshal func() ([]byte, error)) (any, error) {
	json, err := marshal()
	if err != nil {
		return nil, err
	}
	v, err := jsonvalue.Parse(json)
	if err != nil {
		return nil, err
	}
	return nodeOf(v), nil
}

func nodeOf(v jsonvalue.Value) *Node {
	switch v.Kind() {
	case jsonscan.KindObject:
		n := &Node{Kind: yaml.MappingNode, Tag: "!!map"}
		for name, value := range v.Members() {
			n.Content = append(n.Content, textNode(name), nodeOf(value))
		}
		if len(n.Content) == 0 {
			n.Style = yaml.FlowStyle
		}
		return n
	case jsonscan.KindArray:
		n := &Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
		for _, value := range v.Elements() {
			n.Content = append(n.Content, nodeOf(value))
		}
		if len(n.Content) == 0 {
			n.Style = yaml.FlowStyle
		}
		return n
	case jsonscan.KindString:
		text, _ := v.Str()
		return textNode(text)
	}
	return &Node{Kind: yaml.ScalarNode, Value: v.Text()} // null, true, false, a number: as in JSON
}

// plainText is text that every reader of YAML takes for a text, whatever its
// version, but for the words below.
var plainText = regexp.MustCompile(`^[A-Za-z_/][A-Za-z0-9_./()+-]*(?: [A-Za-z0-9_./()+-]+)*$`)

var words = map[string]bool{"null": true, "true": true, "false": true, "yes": true, "no": true, "on": true, "off": true, "y": true, "n": true}

func textNode(text string) *Node {
	n := &Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text, Style: yaml.DoubleQuotedStyle}
	if plainText.MatchString(text) && !words[strings.ToLower(text)] {
		n.Style = 0
	}
	return n
}
