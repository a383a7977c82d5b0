package schema_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

func hasCode(ds diag.Diagnostics, code diag.Code) bool {
	for _, d := range ds {
		if d.Code == code {
			return true
		}
	}
	return false
}

func TestDeepSchemas(t *testing.T) {
	nested := func(n int) string { return strings.Repeat(`{"not":`, n) + `{}` + strings.Repeat(`}`, n) }
	if _, ds := build(t, schema.Options{}, map[string]string{"": nested(900)}); ds.HasErrors() {
		t.Errorf("900 levels: %v", ds)
	}
	if _, ds := build(t, schema.Options{}, map[string]string{"": nested(9000)}); !hasCode(ds, diag.SchemaTooDeep) {
		t.Errorf("9000 levels: %v", ds)
	}
}

func TestLongChainOfReferences(t *testing.T) {
	const n = 10_000
	var b strings.Builder
	b.WriteString(`{"$ref": "#/$defs/d0", "$defs": {`)
	for i := range n {
		fmt.Fprintf(&b, `"d%d": {"$ref": "#/$defs/d%d"},`, i, i+1)
	}
	fmt.Fprintf(&b, `"d%d": {"type": "string"}}}`, n)
	g := mustBuild(t, map[string]string{"": b.String()})
	if len(g.Nodes) != n+2 {
		t.Errorf("%d nodes", len(g.Nodes))
	}
}

// TestDynamicScopesWithoutBound has n generic schemas with two ways each to
// bind a dynamic anchor: 2^n scopes lead to the last one.
func TestDynamicScopesWithoutBound(t *testing.T) {
	const n = 30
	var defs []string
	for i := range n {
		next := fmt.Sprintf("s%d", i+1)
		for _, way := range []string{"a", "b"} {
			defs = append(defs, fmt.Sprintf(`"%s%d": {"$id": "%s%d", "items": {"$ref": %q}, "$defs": {"x": {"$dynamicAnchor": "n%d", "const": %q}}}`,
				way, i, way, i, next, i, way))
		}
		defs = append(defs, fmt.Sprintf(`"s%d": {"$id": "s%d", "properties": {"a": {"$ref": "a%d"}, "b": {"$ref": "b%d"}}}`, i, i, i, i))
	}
	var uses, anchors []string
	for i := range n {
		uses = append(uses, fmt.Sprintf(`{"$dynamicRef": "#n%d"}`, i))
		anchors = append(anchors, fmt.Sprintf(`"x%d": {"$dynamicAnchor": "n%d"}`, i, i))
	}
	defs = append(defs, fmt.Sprintf(`"s%d": {"$id": "s%d", "prefixItems": [%s], "$defs": {%s}}`, n, n, strings.Join(uses, ","), strings.Join(anchors, ",")))
	_, ds := build(t, schema.Options{}, map[string]string{"": `{"$ref": "s0", "$defs": {` + strings.Join(defs, ",") + `}}`})
	if !hasCode(ds, diag.TooManyInstances) {
		t.Errorf("%v", ds)
	}
}

// TestLongNumbers: numbers that nobody can compute with are numbers, the longest in
// one form and one draft alone, and only where tests are exhaustive.
func TestLongNumbers(t *testing.T) {
	longest := strings.Repeat("0", 1_000_000)
	if os.Getenv("BINDERY_EXHAUSTIVE") == "" {
		longest = longest[:200_000]
	}
	zeros := longest[:len(longest)/10]
	drafts := []string{"https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-04/schema#"}
	for _, number := range []string{"0." + longest + "1", "0." + zeros + "1", "1" + zeros, "1" + zeros + "." + zeros, "1e-" + zeros[:50] + "1", "1e999999999", "1e-99999999999"} {
		for i, draft := range drafts {
			if i > 0 && len(number) > len(longest) {
				break
			}
			text := fmt.Sprintf(`{"$schema": %q, "multipleOf": %s, "minimum": -%[2]s, "maximum": %[2]s, "enum": [%[2]s], "default": %[2]s}`, draft, number)
			if _, ds := build(t, schema.Options{}, map[string]string{"": text}); ds.HasErrors() {
				t.Errorf("%s, %.20s…: %.300v", draft, number, ds)
			}
			if _, ds := build(t, schema.Options{}, map[string]string{"": strings.Replace(text, `"multipleOf": `, `"multipleOf": -`, 1)}); !ds.HasErrors() {
				t.Errorf("%s, %.20s…: a negative multipleOf is accepted", draft, number)
			}
		}
	}
}

// FuzzBuild holds that any document gives a graph or an error, twice the same,
// and that the graph is closed and numbered.
func FuzzBuild(f *testing.F) {
	for _, seed := range []string{
		`{"type": "string", "nullable": true, "enum": [null, "a"]}`,
		`{"$id": "urn:x", "$ref": "#/$defs/a", "$defs": {"a": {"$anchor": "b", "$dynamicAnchor": "c", "items": {"$dynamicRef": "#c"}}}}`,
		`{"$schema": "http://json-schema.org/draft-04/schema#", "id": "#a", "items": [{"$ref": "#a"}], "minimum": 1e9999999, "exclusiveMinimum": true}`,
		`{"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": true, "unevaluatedItems": {"$recursiveRef": "#"}}`,
		`{"$ref": "https://json-schema.org/draft/2020-12/schema", "x": {"$id": "y", "$ref": "#/x"}, "allOf": [{"$ref": "#/x"}]}`,
		`{"anyOf": [{"$ref": "#/anyOf/0"}], "dependencies": {"a": ["b"], "c": {"$ref": "#"}}, "goJSONSchema": 1}`,
		`{"properties": {"a": "text", "additionalProperties": {}}, "examples": {"a": 1}, "required": ["a", "a"]}`,
		`true`, `[]`, `{"$ref": "../%61#/~2"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, _ := document.ReadJSON(source.NewFile("fuzz.json", data))
		if doc == nil {
			return
		}
		once := func() (*schema.Graph, string) {
			g, ds := schema.Build([]schema.Entry{{URI: mainURI}}, schema.Options{Loader: schema.Documents{mainURI: doc}})
			return g, strings.Join(summary(ds), "\n")
		}
		g, first := once()
		_, second := once()
		if first != second {
			t.Fatalf("two runs differ:\n%s\n%s", first, second)
		}
		for i, n := range g.Nodes {
			if n.ID != i {
				t.Fatalf("node %d has the ID %d", i, n.ID)
			}
			for _, c := range n.Children() {
				if c.ID < 0 || c.ID >= len(g.Nodes) || g.Nodes[c.ID] != c {
					t.Fatalf("node %d has a child outside of the graph", i)
				}
			}
		}
	})
}
