package growth

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// many lists n values by a form with one verb for their number.
func many(n int, form string) string {
	values := make([]string, n)
	for i := range values {
		values[i] = fmt.Sprintf(form, i)
	}
	return strings.Join(values, ", ")
}

// TestTablesKeepTheirVerdicts: many values and many names are found in tables,
// as a switch would find them. A switch over 10,000 texts takes the Go compiler
// minutes and gigabytes.
func TestTablesKeepTheirVerdicts(t *testing.T) {
	const n = 300
	subjects := []struct {
		name, schema   string
		valid, invalid []string
	}{
		{
			"texts", fmt.Sprintf(`{"enum": [%s, "", "\u00e9\"\\"]}`, many(n, `"v%d"`)),
			[]string{`"v0"`, `"v299"`, `"v150"`, `""`, `"é\"\\"`}, []string{`"v300"`, `"v"`, `"V0"`, `0`, `null`},
		},
		{
			"integers", fmt.Sprintf(`{"enum": [%s, -9223372036854775808, 1e3]}`, many(n, `%d`)),
			[]string{`0`, `299`, `150.0`, `1000`, `-9223372036854775808`, `2.5e1`}, []string{`300`, `-1`, `0.5`, `1e400`, `"0"`},
		},
		{
			"fractions", fmt.Sprintf(`{"enum": [%s, -3, 1e-7]}`, many(n, `%d.5`)),
			[]string{`0.5`, `299.5`, `-3.0`, `0.0000001`, `1505e-1`}, []string{`0`, `300.5`, `3`, `1.50001`},
		},
		{
			"numbers beyond the Go types", fmt.Sprintf(`{"properties": {"x": {"enum": [%s, 1e400]}}}`, many(n, `%d`)),
			[]string{`{"x": 299}`, `{"x": 10e399}`, `{"x": 5.0}`, `{}`}, []string{`{"x": 1e401}`, `{"x": -1}`, `{"x": "1"}`},
		},
		{
			"values of several kinds", fmt.Sprintf(`{"enum": [%s, %s, %s, %s, null, true]}`, many(n, `"v%d"`), many(n, `%d`), many(n, `[%d]`), many(n, `{"k": %d}`)),
			[]string{`"v7"`, `7`, `[7]`, `{"k": 7.0}`, `null`, `true`, `[299.0]`}, []string{`"v300"`, `300`, `[300]`, `{"k": 300}`, `{}`, `false`, `[]`},
		},
		{
			"null among texts", fmt.Sprintf(`{"properties": {"x": {"enum": [%s, null]}}}`, many(n, `"v%d"`)),
			[]string{`{"x": null}`, `{"x": "v9"}`, `{}`}, []string{`{"x": "v"}`, `{"x": 1}`},
		},
		{
			"names with values from a list", fmt.Sprintf(`{"type": "object", "propertyNames": {"enum": [%s]}, "additionalProperties": {"type": "integer"}}`, many(n, `"v%d"`)),
			[]string{`{"v1": 1, "v299": 2}`, `{}`}, []string{`{"v300": 1}`, `{"v1": "x"}`},
		},
		{
			"a part of another list", fmt.Sprintf(`{"allOf": [{"enum": [%s]}, {"enum": [%s]}]}`, many(n, `"v%d"`), many(2*n, `"v%d"`)),
			[]string{`"v299"`}, []string{`"v300"`},
		},
		{
			"members", fmt.Sprintf(`{"type": "object", "required": ["m299"], "properties": {%s}}`, many(n, `"m%d": {"type": "integer"}`)),
			[]string{`{"m299": 1}`, `{"m0": 1, "m298": 2, "m299": 3, "x": "y"}`}, []string{`{}`, `{"m299": "x"}`, `{"m299": 1, "m150": null}`},
		},
		{
			"members of a closed object", fmt.Sprintf(`{"type": "object", "additionalProperties": false, "required": ["m0"], "properties": {%s}}`, many(n, `"m%d": {"type": "integer"}`)),
			[]string{`{"m0": 1}`, `{"m0": 1, "m128": 2, "m299": 3}`}, []string{`{}`, `{"m0": 1, "x": 1}`, `{"m0": 1, "m299": "x"}`},
		},
		{
			"types called as what wide objects and lists are made of", fmt.Sprintf(`{
				"type": "object", "properties": {"a": {"$ref": "#/$defs/RootMembers1"}, "b": {"$ref": "#/$defs/ListStrings"}, "c": {"$ref": "#/$defs/List"}, %s},
				"$defs": {
					"RootMembers1": {"type": "object", "properties": {"x": {"type": "integer"}}},
					"ListStrings": {"enum": [%s]},
					"List": {"enum": [%s, %s]}}}`, many(n, `"m%d": {"type": "integer"}`), many(n, `%d.5`), many(n, `"v%d"`), many(n, `[%d]`)),
			[]string{`{"a": {"x": 1}, "b": 7.5, "c": "v7", "m9": 1}`, `{"c": [7]}`}, []string{`{"a": {"x": "y"}}`, `{"b": 7}`, `{"c": 7}`, `{"m9": "x"}`},
		},
	}
	var cases []compiled.Case
	for _, s := range subjects {
		cases = append(cases, compiled.Case{
			Name: s.name, Schema: "s.json", Files: fstest.MapFS{"s.json": {Data: []byte(s.schema)}},
			Instances: append(append([]string(nil), s.valid...), s.invalid...),
		})
	}
	for i, out := range compiled.Run(t, cases) {
		if out.Result == nil {
			t.Fatalf("%s: %v", subjects[i].name, out.Diagnostics)
		}
		for j, text := range cases[i].Instances {
			if problem := out.Verdicts[0][j].Problem(text, j < len(subjects[i].valid)); problem != "" {
				t.Errorf("%s: %s", subjects[i].name, problem)
			}
		}
	}
}

// TestValidByTable: the methods of an enum of many values.
func TestValidByTable(t *testing.T) {
	schema := func(form string) string { return fmt.Sprintf(`{"enum": [%s]}`, many(300, form)) }
	shown := compiled.Show(t, nil, []compiled.Snippet{
		{Schema: schema(`"v%d"`), Code: `show(p.Root("v299").Valid(), p.Root("v").Valid(), p.RootV150, len(p.RootV0.Values()), p.RootV0.Values()[299])`},
		{Schema: schema(`%d`), Code: `show(p.Root(299).Valid(), p.Root(-1).Valid(), p.Root150, p.Root0.Values()[299])`},
		{Schema: schema(`%d.5`), Code: `
			var zero float64
			show(p.Root(299.5).Valid(), p.Root(299).Valid(), p.Root(zero/zero).Valid())`},
	})
	for i, want := range []string{"true, false, v150, 300, v299", "true, false, 150, 299", "true, false, false"} {
		if got := shown[i][0]; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
