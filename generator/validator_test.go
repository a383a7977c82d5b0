package generator_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator"
)

// Names may be as long as their document: messages are not.
func TestMessagesOfLongDocuments(t *testing.T) {
	long := strings.Repeat("é", 1<<19)
	w := &generator.Workspace{Dir: ".", FS: fstest.MapFS{
		"s.json":  {Data: []byte(`{"additionalProperties": {"additionalProperties": false, "maxProperties": 0}}`)},
		"d.json":  {Data: []byte(`{"` + long + `": {"x": 1}}`)},
		"d.jsonl": {Data: []byte(`{"` + long + `": {"x": 1}}`)},
	}}
	v, ds := generator.NewValidator(w, generator.Config{}, generator.Package{
		Schema: "s.json", Roots: []generator.Root{{Name: "Root", Pointer: "#"}},
	})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	for name, extension := range map[string]string{"d.json": ".json", "d.jsonl": ".jsonl"} {
		found, err := v.Validate(name, extension)
		if err != nil || len(found) != 2 {
			t.Fatal(name, len(found), err)
		}
		for _, d := range found {
			if len(d.Message) > 1000 {
				t.Errorf("%s: a message of %d bytes: %.200s", name, len(d.Message), d.Message)
			}
		}
	}
}
