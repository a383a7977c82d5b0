package compiled

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestNamesNeverMeet compiles packages whose definitions, constants and sections
// are called after what generated code calls its own things, so that one's name
// is what another brings with it or falls back to.
func TestNamesNeverMeet(t *testing.T) {
	var cases []Case
	for i := range Many(8, 100) {
		schema := adversary(rand.New(rand.NewPCG(0, uint64(i))))
		cases = append(cases, Case{
			Name: fmt.Sprint(i), Schema: "main.json",
			Files: fstest.MapFS{"main.json": {Data: []byte(schema)}},
		})
	}
	for i, out := range Run(t, cases) {
		if out.Result == nil {
			t.Errorf("%s: %v", cases[i].Files["main.json"].Data, out.Diagnostics)
		}
	}
}

// adversary writes a schema of few words, which meet often.
func adversary(r *rand.Rand) string {
	vocabulary := strings.Fields("new kind of u string integer object max run parse validate is_valid root foo op default limits over triggers steps data schema at as match template file variant number")
	r.Shuffle(len(vocabulary), func(i, j int) { vocabulary[i], vocabulary[j] = vocabulary[j], vocabulary[i] })
	words := vocabulary[:5]
	name := func() string {
		parts := make([]string, 1+r.IntN(3))
		for i := range parts {
			parts[i] = words[r.IntN(len(words))]
		}
		return strings.Join(parts, "_")
	}
	distinct := func(n int) []string {
		var out []string
		for range n {
			if s := name(); !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
		return out
	}
	forms := []func() string{
		func() string { return `{"type": ["string", "integer"]}` },
		func() string { return fmt.Sprintf(`{"enum": [%s]}`, quoted(distinct(3), `"%s"`)) },
		func() string { return `{"type": "array", "prefixItems": [{"type": "string"}]}` },
		func() string {
			return fmt.Sprintf(`{"type": "object", "properties": {%s}}`, quoted(distinct(4), `"%s": {"type": ["integer", "boolean"]}`))
		},
		func() string {
			return fmt.Sprintf(`{"oneOf": [%s, {"type": "integer"}]}`, quoted(distinct(2), `{"title": "%s", "type": "object"}`))
		},
		func() string { return `{"type": "string", "pattern": "^` + name() + `$"}` },
	}
	defs := distinct(7)
	var list, properties []string
	for i, d := range defs {
		list = append(list, fmt.Sprintf("%q: %s", d, forms[r.IntN(len(forms))]()))
		properties = append(properties, fmt.Sprintf(`"p%d": {"$ref": "#/$defs/%s"}`, i, d))
	}
	return fmt.Sprintf(`{"$defs": {%s}, "type": "object", "properties": {%s},
		"limits": {%s}, "agent_protocol": {%s}, "storage_paths": {%s}}`,
		strings.Join(list, ", "), strings.Join(properties, ", "), quoted(distinct(2), `"%s": 3`),
		quoted(distinct(2), `"%s": {"steps": ["`+name()+`", "`+name()+`"]}`), quoted(distinct(2), `"%s": "root/{name}/%[1]s.json"`))
}

// quoted puts each of the words into a form and joins them.
func quoted(words []string, form string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = fmt.Sprintf(form, w)
	}
	return strings.Join(out, ", ")
}
