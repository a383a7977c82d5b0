package compact_test

import (
	"errors"
	"testing"

	"github.com/bindery-go/bindery/runtime/gen/compact"
	"github.com/bindery-go/bindery/runtime/gen/embedded"
	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/validate"
)

// weight stands for a type of another package, which reads and writes itself.
type weight struct{ Kilograms float64 }

func (w *weight) DecodeJSONFrom(s *jsonscan.Scanner) (ok bool) {
	w.Kilograms, ok = s.Float64()
	return ok
}

func (w *weight) EncodeJSONTo(e *jsonscan.Encoder) { e.Float(w.Kilograms) }

type parcel struct{ Weight weight }

var (
	parcelSchema = "\n" + `{"resources":["https://example.com/parcel"],"nodes":[
{"type":64,"properties":{"weight":1}},
{"at":"/properties/weight","type":8,"exclusiveMinimum":"0.1"}]}`
	parcelTypes = "\n" + `[
{"fields":[["weight",1]]},
{}]`
	parcelSource  = embedded.Source{Text: &parcelSchema}
	parcelProgram = validate.Program{Loader: &parcelSource}
	parcels       = compact.Package{
		Text: &parcelTypes, Source: &parcelSource, Program: &parcelProgram,
		Types: []any{
			(*parcel)(nil),
			compact.Imported[weight, *weight],
		},
	}
)

// TestParseRoundedInAnotherPackage: what rounds there may break the schema
// here, as 0.1 does, which is not above 0.1.
func TestParseRoundedInAnotherPackage(t *testing.T) {
	var beyond *validate.RangeError
	if x, err := compact.Parse[parcel](&parcels, 0, []byte(`{"weight": 0.1000000000000000001}`)); !errors.As(err, &beyond) || beyond.Line != 1 || beyond.Column != 12 {
		t.Errorf("%+v, %v", x, err)
	}
	if x, err := compact.Parse[parcel](&parcels, 0, []byte(`{"weight": 0.2000000000000000001}`)); err != nil || x.Weight.Kilograms != 0.2 {
		t.Errorf("%+v, %v", x, err)
	}
	// The same where the document is a part of one that another package reads.
	s := jsonscan.Get([]byte(`[ {"weight": 0.1000000000000000001}]`))
	defer s.Release()
	s.EnterArray()
	s.Element()
	var x parcel
	if !parcels.DecodeFrom(0, &x, s) {
		t.Fatal("not read")
	}
	if text, first := s.Rounded(); string(text) != `[ {"weight": 0.1}]` || first != 13 {
		t.Errorf("%s, %d", text, first)
	}
}
