package compiled

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// TestPatternsThatGiveUp: a pattern whose engine reaches its time limit is an
// error of its own. It never makes a document valid that no match would make
// valid.
func TestPatternsThatGiveUp(t *testing.T) {
	const pattern = `^(a+)+\\1b$` // a back-reference, in time exponential in the text
	text := strings.Repeat("a", 200) + "!"
	tests := []struct{ name, schema, instance string }{
		{"itself", `{"pattern": "%s"}`, `"%s"`},
		{"not", `{"type": "object", "properties": {"x": {"not": {"pattern": "%s"}}}}`, `{"x": "%s"}`},
		{"not deep inside", `{"not": {"properties": {"x": {"items": {"pattern": "%s"}}}, "required": ["x"]}}`, `{"x": ["%s"]}`},
		{"oneOf", `{"oneOf": [{"pattern": "%s"}, {"type": "string"}]}`, `"%s"`},
		{"oneOf of objects", `{"oneOf": [{"type": "object", "properties": {"a": {"pattern": "%s"}}, "required": ["a"]}, {"type": "object", "properties": {"b": {}}}]}`, `{"a": "%s"}`},
		{"if", `{"if": {"pattern": "%s"}, "else": {"minLength": 1}}`, `"%s"`},
		{"patternProperties", `{"type": "object", "patternProperties": {"%s": {"type": "string"}}}`, `{"%s": 1}`},
		{"unevaluatedProperties", `{"allOf": [{"patternProperties": {"%s": true}}], "unevaluatedProperties": {"type": "number"}}`, `{"%s": 1}`},
		{"maxContains", `{"type": "array", "contains": {"pattern": "%s"}, "minContains": 0, "maxContains": 1}`, `["%s", 1, 2]`},
	}
	if !Exhaustive() {
		tests = tests[1:3] // each takes the time limit several times
	}
	var cases []Case
	for _, tt := range tests {
		cases = append(cases, Case{
			Name: tt.name, Schema: "main.json", Instances: []string{fmt.Sprintf(tt.instance, text)},
			Files: fstest.MapFS{"main.json": &fstest.MapFile{Data: fmt.Appendf(nil, tt.schema, pattern)}},
		})
	}
	for i, out := range Run(t, cases) {
		t.Run(tests[i].name, func(t *testing.T) {
			if out.Result == nil {
				t.Fatal(out.Diagnostics)
			}
			v := out.Verdicts[0][0]
			const want = "time limit"
			if v.IsValid || !strings.Contains(v.Validate, want) || !strings.Contains(v.Parse, want) || !strings.Contains(v.Unmarshal, want) {
				t.Errorf("valid is %v; the errors are %q, %q, %q", v.IsValid, Clip(v.Validate), Clip(v.Parse), Clip(v.Unmarshal))
			}
		})
	}
}
