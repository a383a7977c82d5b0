package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// manyDefinitions writes a schema of n definitions of about 500 bytes that
// refer to each other.
func manyDefinitions(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"$ref": "#/$defs/d0", "$defs": {`)
	for i := range n {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `"d%d": {"type": "object", "description": "%s", "properties": {
  "name": {"type": "string", "minLength": 1}, "next": {"$ref": "#/$defs/d%d"},
  "tags": {"type": "array", "items": {"enum": ["red", "green", "blue"]}},
  "other": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/d%d"}]}}, "required": ["name"]}`,
			i, strings.Repeat("words ", 30), (i+1)%n, (7*i+3)%n)
	}
	b.WriteString("}}")
	return []byte(b.String())
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{200, 2000, 20000} {
		data := manyDefinitions(n)
		doc, _ := document.ReadJSON(source.NewFile("bench.json", data))
		b.Run(fmt.Sprintf("definitions=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				const uri = "file:///bench.json"
				if _, ds := schema.Build([]schema.Entry{{URI: uri}}, schema.Options{Loader: schema.Documents{uri: doc}}); ds.HasErrors() {
					b.Fatal(ds[0])
				}
			}
		})
	}
}
