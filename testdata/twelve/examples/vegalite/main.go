// A chart of Vega-Lite that is made in Go, and one that is read.
package main

import (
	"fmt"

	"example.com/twelve/vegalite"
)

func main() {
	data := vegalite.NewDataURLData(vegalite.URLData{URL: "sales.csv"})
	s := vegalite.NewTopLevelExtendedSpecTopLevelFacetedUnitSpec(vegalite.TopLevelFacetedUnitSpec{
		Data: &data,
		Mark: vegalite.NewAnyMarkMark(vegalite.MarkBar),
	})
	fmt.Println(s.String(), s.Validate())

	read, err := vegalite.ParseSpec([]byte(`{
		"data": {"values": [{"month": "May", "sold": 28}]}, "mark": "line",
		"encoding": {"x": {"field": "month", "type": "ordinal"}, "y": {"field": "sold", "type": "quantitative", "aggregate": "sum"}}}`))
	if err != nil {
		panic(err)
	}
	if unit, ok := read.AsTopLevelFacetedUnitSpec(); ok {
		fmt.Println(unit.Mark.Kind(), unit.Data.Kind(), unit.Encoding.Y.Kind())
	}
}
