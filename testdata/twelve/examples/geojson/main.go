// A GeoJSON feature that is made in Go, and one that is read.
package main

import (
	"fmt"

	"example.com/twelve/geojson"
)

func main() {
	p := geojson.NewGeoJSONPoint(geojson.GeoJSONPoint{Type: geojson.GeoJSONPointTypePoint, Coordinates: []float64{9.99, 53.55}})
	fmt.Println(p.String(), p.Validate())

	read, err := geojson.ParseGeoJSON([]byte(`{
		"type": "FeatureCollection", "features": [
			{"type": "Feature", "id": "a", "properties": {"name": "Oslo"}, "geometry": {"type": "Point", "coordinates": [10.75, 59.91]}},
			{"type": "Feature", "properties": null, "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}}]}`))
	if err != nil {
		panic(err)
	}
	switch g := read.Variant().(type) {
	case *geojson.GeoJSONFeatureCollection:
		for _, f := range g.Features {
			fmt.Println(f.Geometry.Kind(), f.Properties != nil)
		}
	default:
		fmt.Println(read.Kind())
	}
}
