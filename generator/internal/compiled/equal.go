package compiled

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
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
	case a.Kind != b.Kind || len(a.Items) != len(b.Items) || len(a.Members) != len(b.Members):
		return false
	case a.Kind == document.Array:
		for i := range a.Items {
			if !sameValue(a.Items[i], b.Items[i]) {
				return false
			}
		}
		return true
	case a.Kind == document.Object:
		for _, m := range a.Members {
			if other := b.Get(m.Name); other == nil || !sameValue(m.Value, other) {
				return false
			}
		}
		return true
	case a.Kind == document.Number && strings.ContainsAny(a.Text+b.Text, ".eE"):
		x, errX := strconv.ParseFloat(a.Text, 64)
		y, errY := strconv.ParseFloat(b.Text, 64)
		return document.EqualNumbers(a.Text, b.Text) || errX == nil && errY == nil && x == y
	}
	return document.Equal(a, b)
}

// rounded reports whether a float64 holds a number of the text only nearly.
func rounded(text string) bool {
	doc, ds := document.ReadJSON(source.NewFile("a.json", []byte(text)))
	return !ds.HasErrors() && holdsRounded(doc)
}

func holdsRounded(v *document.Node) bool {
	switch v.Kind {
	case document.Array:
		return slices.ContainsFunc(v.Items, holdsRounded)
	case document.Object:
		return slices.ContainsFunc(v.Members, func(m document.Member) bool { return holdsRounded(m.Value) })
	case document.Number:
		f, err := strconv.ParseFloat(v.Text, 64)
		return err != nil || !document.EqualNumbers(strconv.FormatFloat(f, 'f', -1, 64), v.Text) ||
			math.Abs(f) >= 1<<53 && !document.EqualNumbers(strconv.FormatFloat(f, 'f', 0, 64), v.Text)
	}
	return false
}
