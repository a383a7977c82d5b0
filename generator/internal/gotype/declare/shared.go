package declare

import "github.com/bindery-go/bindery/generator/internal/gotype/place"

// Share notes of each type the other places that have it, once all types have been
// chosen, and returns what those are called.
func (ts *Types) Share() place.Alike {
	alike := place.Alike{}
	for _, d := range ts.Declared {
		for _, n := range ts.Places.SharedBy(d.Place) {
			if !ts.Schemas.Shares(n) {
				continue // others have a say on all of its values
			}
			alike[ts.Places.OfSchema(n).Key] = d.Decl.Name
			if d.Decl.Also = append(d.Decl.Also, n.FilePointer); n.Documentation() != d.Place.Node.Documentation() {
				d.Decl.Doc = "" // each of them is something else
			}
		}
	}
	return alike
}
