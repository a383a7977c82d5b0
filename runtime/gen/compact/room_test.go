package compact_test

import (
	"reflect"
	"testing"

	"github.com/bindery-go/bindery/runtime/gen/compact"
	"github.com/bindery-go/bindery/runtime/gen/embedded"
	"github.com/bindery-go/bindery/runtime/validate"
)

// entry stands for a generated type that maps have as values.
type entry struct {
	Name  string
	Notes []string
	Inner map[string]entry
}

var (
	entriesSchema = `// Code generated
{"resources":["https://example.com/entries"],"nodes":[
{"additionalProperties":1},
{"type":64,"properties":{"name":2,"notes":3,"inner":0}},
{"type":16},
{"type":32,"items":2}]}`
	entriesText = `// Code generated
[
{"elem":1},
{"fields":[["name",2,1],["notes",3,1],["inner",0,1]]},
{"is":"string"},
{"list":2}]`
	entriesSource  = embedded.Source{Text: &entriesSchema}
	entriesProgram = validate.Program{Loader: &entriesSource}
	entries        = compact.Package{
		Text: &entriesText, Source: &entriesSource, Program: &entriesProgram,
		Types: []any{compact.Map[string, entry], (*entry)(nil)},
	}
)

// The values of a map are decoded one after the other: none has what another had.
func TestValuesOfMapsShareNothing(t *testing.T) {
	x, err := compact.Parse[map[string]entry](&entries, 0, []byte(`{
		"a":{"name":"n","notes":["1","2"],"inner":{"x":{"name":"x"},"y":{}}},
		"b":{"notes":["3"]},
		"c":{},
		"d":{"inner":{"z":{"notes":["4"]}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]entry{
		"a": {Name: "n", Notes: []string{"1", "2"}, Inner: map[string]entry{"x": {Name: "x"}, "y": {}}},
		"b": {Notes: []string{"3"}},
		"c": {},
		"d": {Inner: map[string]entry{"z": {Notes: []string{"4"}}}},
	} {
		if got := (*x)[name]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}
