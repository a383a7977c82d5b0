package gofile

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// MostCases is the number of values up to which a switch finds one. The Go
// compiler takes time and memory that grow with the square of it.
const MostCases = 128

// NeedsTable reports whether values of one kind, which code has to find, stand
// in a table instead of a switch.
func NeedsTable(values []*document.Node) bool { return len(values) > MostCases }

// TableOf is the name of the table of an enum that NeedsTable.
func TableOf(d *model.Decl) string { return "sorted" + d.Name }

// ValuesOf is the name of the list of an enum's values.
func ValuesOf(d *model.Decl) string { return "values" + d.Name }

// Table prints a list of values in the order in which runtime/jsonscan finds
// them, FindText, FindInt, FindNumber or FindJSON by their kind.
func Table(values []*document.Node) *jen.Statement {
	spelling := func(v *document.Node) string { return v.Text }
	switch kind := values[0].Kind; {
	case kind == document.String: // sorted by their bytes
		texts := slices.Sorted(slices.Values(lists.Of(values, spelling)))
		return list(jen.String(), texts, Quote)
	case kind == document.Number && HoldsInts(values):
		return list(jen.Int64(), lists.Of(sortedNumbers(values), func(v *document.Node) string {
			i, _ := jsonvalue.TrustedNumber(v.Text).Int64()
			return strconv.FormatInt(i, 10)
		}), literally)
	case kind == document.Number:
		return list(jen.String(), lists.Of(sortedNumbers(values), spelling), Quote)
	}
	return list(jen.String(), lists.Of(values, (*document.Node).String), Quote)
}

// literally prints a number, which is in Go spelling.
func literally(text string) *jen.Statement { return jen.Op(text) }

// HoldsInts reports whether values are numbers that an int64 holds.
func HoldsInts(values []*document.Node) bool {
	return !slices.ContainsFunc(values, func(v *document.Node) bool {
		_, ok := jsonvalue.TrustedNumber(v.Text).Int64()
		return !ok || v.Kind != document.Number
	})
}

// sortedNumbers sorts numbers, of equal ones the first.
func sortedNumbers(values []*document.Node) []*document.Node {
	bounds := make(map[*document.Node]jsonscan.Bound, len(values))
	for _, v := range values {
		bounds[v] = jsonscan.MakeBound(v.Text)
	}
	order := func(a, b *document.Node) int {
		n, _ := jsonscan.ParseNumber([]byte(a.Text))
		return n.Cmp(bounds[b])
	}
	values = slices.Clone(values)
	slices.SortStableFunc(values, order)
	return slices.CompactFunc(values, func(a, b *document.Node) bool { return order(a, b) == 0 })
}

// Floats prints the values of an enum of floats, sorted.
func Floats(d *model.Decl) *jen.Statement {
	texts := lists.Of(d.Enum, func(v model.EnumValue) string { return v.Text })
	value := func(text string) float64 {
		f, _ := strconv.ParseFloat(text, 64)
		return f
	}
	slices.SortFunc(texts, func(a, b string) int { return cmp.Compare(value(a), value(b)) })
	return list(jen.Float64(), texts, literally)
}

// list prints a slice, a line for each element.
func list(elem *jen.Statement, texts []string, value func(text string) *jen.Statement) *jen.Statement {
	elems := lists.Of(texts, func(text string) jen.Code { return jen.Line().Add(value(text)) })
	return jen.Index().Add(elem).Values(append(elems, jen.Line())...)
}
