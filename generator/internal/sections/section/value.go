package section

import (
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// ValueForm finds the Go type of a value that is data.
func ValueForm(n *document.Node) model.ValueForm {
	isText := func(n *document.Node) bool { return n.Kind == document.String }
	switch n.Kind {
	case document.String:
		return model.TextValue
	case document.Bool:
		return model.BoolValue
	case document.Number:
		if _, err := strconv.ParseInt(n.Text, 10, 64); err == nil {
			return model.IntValue
		}
		if f, err := strconv.ParseFloat(n.Text, 64); err == nil && strconv.FormatFloat(f, 'f', -1, 64) == n.Text {
			return model.FloatValue
		}
	case document.Array:
		if !slices.ContainsFunc(n.Items, func(item *document.Node) bool { return !isText(item) }) {
			return model.TextList
		}
	case document.Object:
		if !slices.ContainsFunc(n.Members, func(m document.Member) bool { return !isText(m.Value) }) {
			return model.TextMap
		}
	}
	return model.JSONValue
}
