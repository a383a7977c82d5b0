package random_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/runtime/validate"
)

// numbers makes schemas and documents of numbers that a float64 holds only
// nearly, and of their neighbours.
type numbers struct{ *rand.Rand }

// bases have neighbours that the same float64 stands for.
var bases = []string{
	"0.1", "0.3", "0.30000000000000004", "1e23", "1e22", "2e23", "1e300", "1e-7", "123456789012345680", "9007199254740992",
	"1152921504606846976", "1180591620717411303424", "5", "0", "-0.1", "-1e23", "2.5", "123456789012345e6", "1.7976931348623157e308", "5e-324",
}

func (r numbers) pick(list []string) string { return list[r.IntN(len(list))] }

func (r numbers) number() string {
	text := r.pick(bases)
	mantissa, exponent, _ := strings.Cut(text, "e")
	if exponent != "" {
		exponent = "e" + exponent
	}
	point := "."
	if strings.Contains(mantissa, ".") {
		point = ""
	}
	zeros := strings.Repeat("0", 10+r.IntN(12))
	switch r.IntN(8) {
	case 0:
		return mantissa + point + zeros + "1" + exponent
	case 1:
		return mantissa + point + "0" + exponent
	case 2: // a little less
		if last := mantissa[len(mantissa)-1]; last > '0' {
			return mantissa[:len(mantissa)-1] + string(last-1) + point + strings.Repeat("9", 10+r.IntN(12)) + exponent
		}
	case 3:
		if exponent == "" && point != "" && mantissa != "0" {
			return mantissa + "1"
		}
	}
	return text
}

func (r numbers) schema(depth int) map[string]any {
	number := func() json.Number { return json.Number(r.number()) }
	s := map[string]any{}
	if depth > 0 {
		switch r.IntN(9) {
		case 0:
			return map[string]any{"type": "array", "items": r.schema(depth - 1), "uniqueItems": r.IntN(2) == 0}
		case 1:
			return map[string]any{"type": "object", "additionalProperties": r.schema(depth - 1)}
		case 2:
			return map[string]any{"type": "object", "properties": map[string]any{"a": r.schema(depth - 1), "b": r.schema(depth - 1)}}
		case 3:
			return map[string]any{"type": "object", "patternProperties": map[string]any{"^a": r.schema(depth - 1)}}
		case 4:
			return map[string]any{r.pick([]string{"anyOf", "oneOf"}): []any{r.schema(depth - 1), r.schema(depth - 1), r.schema(0)}}
		case 5:
			return map[string]any{"if": r.schema(0), "then": r.schema(depth - 1), "else": map[string]any{"type": "number"}}
		case 6:
			return map[string]any{"type": "number", "not": r.schema(0)}
		case 7:
			return map[string]any{"type": "array", "prefixItems": []any{r.schema(0)}, "contains": r.schema(0)}
		}
	}
	switch r.IntN(8) {
	case 0:
		return map[string]any{"const": number()}
	case 1:
		return map[string]any{"enum": []any{number(), json.Number("77"), json.Number("77.5")}}
	case 2:
		return map[string]any{"type": []string{"integer", "string"}}
	}
	s["type"] = "number"
	for _, keyword := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"} {
		if r.IntN(3) == 0 {
			s[keyword] = number()
		}
	}
	if r.IntN(3) == 0 {
		s["multipleOf"] = json.Number(r.pick([]string{"1e23", "0.1", "0.3", "1e-7", "3", "1e300"}))
	}
	return s
}

// value makes a document that a schema may accept.
func (r numbers) value(s map[string]any) string {
	list := func(n int, one func() string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = one()
		}
		return strings.Join(parts, ",")
	}
	sub := func(v any) string { return r.value(v.(map[string]any)) }
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if branches, ok := s[keyword].([]any); ok {
			return sub(branches[r.IntN(len(branches))])
		}
	}
	switch {
	case s["then"] != nil:
		return sub(s["then"])
	case s["prefixItems"] != nil:
		return "[" + list(1+r.IntN(2), r.number) + "]"
	case s["items"] != nil:
		return "[" + list(r.IntN(4), func() string { return sub(s["items"]) }) + "]"
	case s["type"] == "object":
		of := s["additionalProperties"]
		if of == nil {
			of = map[string]any{}
		}
		if p, ok := s["patternProperties"].(map[string]any); ok {
			of = p["^a"]
		}
		if p, ok := s["properties"].(map[string]any); ok {
			return `{"a":` + sub(p["a"]) + `,"b":` + sub(p["b"]) + "}"
		}
		return `{"a":` + sub(of) + `,"a2":` + sub(of) + "}"
	}
	for _, keyword := range []string{"const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"} {
		if bound, ok := s[keyword].(json.Number); ok && r.IntN(3) == 0 {
			return bound.String()
		}
	}
	return r.number()
}

// TestRandomNumbers: what ParseT returns is valid, comes back equal and is again
// read as an equal value; where the nearest float64 would be judged otherwise,
// there is a RangeError. There are 8 schemas, 100 where tests
// are exhaustive, or as many as BINDERY_RANDOM says.
func TestRandomNumbers(t *testing.T) {
	count, first := setting(t, "BINDERY_RANDOM", compiled.Many(8, 100)), setting(t, "BINDERY_SEED", 1)
	var cases []compiled.Case
	for seed := first; seed < first+count; seed++ {
		r := numbers{rand.New(rand.NewPCG(seed, 1))}
		schema := r.schema(3)
		text, err := json.Marshal(schema)
		if err != nil {
			t.Fatal(err)
		}
		c := compiled.Case{Name: fmt.Sprint("seed ", seed), Schema: "main.json", Files: fstest.MapFS{"main.json": {Data: text}}}
		for range 100 {
			c.Instances = append(c.Instances, r.value(schema))
		}
		cases = append(cases, c)
	}
	accepted, lost := 0, 0
	for i, out := range compiled.RunEach(t, cases) {
		if out.Result == nil || out.Refusal != "" {
			t.Errorf("%s: %s %v %s", cases[i].Name, cases[i].Files["main.json"].Data, out.Diagnostics, out.Refusal)
			continue
		}
		for j, v := range out.Verdicts[0] {
			instance := cases[i].Instances[j]
			valid := validate.Holds(out.Result.Program, out.Result.Package.Roots[0].Node, []byte(instance))
			if problem := v.Problem(instance, valid); problem != "" {
				t.Errorf("%s: %s: %s", cases[i].Name, cases[i].Files["main.json"].Data, problem)
			}
			if v.Parse == "" {
				accepted++
			} else if v.Range {
				lost++
			}
		}
	}
	t.Logf("%d documents accepted, %d numbers lost", accepted, lost)
	if accepted == 0 || lost == 0 {
		t.Error("the schemas and documents say nothing")
	}
}
