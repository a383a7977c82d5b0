package compiled

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// equalJSON compares two JSON texts as values: integers exactly, what a float64
// holds to its precision.
func equalJSON(a, b string) bool {
	x, ds := document.ReadJSON(source.NewFile("a.json", []byte(a)))
	y, more := document.ReadJSON(source.NewFile("b.json", []byte(b)))
	return !ds.HasErrors() && !more.HasErrors() && sameValue(x, y)
}

func sameValue(a, b *document.Node) bool {
	switch {
	case a.Kind != b.Kind || len(a.Members) != len(b.Members):
		return false
	case a.Kind == document.Array:
		return slices.EqualFunc(a.Items, b.Items, sameValue)
	case a.Kind == document.Object:
		return lists.Every(a.Members, func(m document.Member) bool {
			other := b.Get(m.Name)
			return other != nil && sameValue(m.Value, other)
		})
	case a.Kind == document.Number && strings.ContainsAny(a.Text+b.Text, ".eE"):
		x, errX := strconv.ParseFloat(a.Text, 64)
		y, errY := strconv.ParseFloat(b.Text, 64)
		return document.EqualNumbers(a.Text, b.Text) || errX == nil && errY == nil && x == y
	}
	return document.Equal(a, b)
}
