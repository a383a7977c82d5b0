package sections_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/config"
)

// TestRoundedNumbers: a relation that the document keeps, but not the numbers that a
// float64 can hold, makes a RangeError. What is returned passes Validate.
func TestRoundedNumbers(t *testing.T) {
	const more = "0000000000000000001"
	// Each speaks of members of its own: N is its number.
	cases := []struct{ relation, document, want string }{
		{"less: [/aN, /bN]", `{"aN": 0.1, "bN": 0.1` + more + `}`, "range"},
		{"less: [/aN, /bN]", `{"aN": 0.1, "bN": 0.2` + more + `}`, "ok"},
		{"less: [/aN, /bN]", `{"aN": 0.1` + more + `, "bN": 0.1}`, "violation"},
		{"differ: [/aN, /bN]", `{"aN": 0.1, "bN": 0.1` + more + `}`, "range"},
		{"equal: [/aN, /bN]", `{"aN": 0.1, "bN": 0.1` + more + `}`, "violation"},
		{"equal: [/aN, /bN]", `{"aN": 0.1` + more + `, "bN": 0.1` + more + `}`, "ok"},
		{"equal: [/aN, /vN]", `{"aN": 0.1` + more + `, "vN": 0.1` + more + `}`, "range"}, // v keeps its text
		{"at_least: [/aN, /vN]", `{"aN": 0.1` + more + `, "vN": 0.1` + more + `}`, "range"},
		{"at_most: [/aN, /vN]", `{"aN": 0.1` + more + `, "vN": 0.1` + more + `}`, "ok"},
		{"unique: /listN/*", `{"listN": [0.1, 0.1` + more + `]}`, "range"},
		{"ordered: /listN/*, strictly: true", `{"listN": [0.1, 0.1` + more + `]}`, "range"},
		{"ordered: /listN/*", `{"listN": [0.1, 0.1` + more + `]}`, "ok"},
		{"equal: [/aN, {sum: /listN/*}]", `{"aN": 0.3, "listN": [0.1, 0.2]}`, "ok"},
		{"equal: [/aN, /bN], within: 0.1", `{"aN": 1, "bN": 1.0999999999999999999}`, "ok"},
	}
	numbered := func(text string, i int) string { return strings.ReplaceAll(text, "N", fmt.Sprint(i)) }
	var members, relations, documents strings.Builder
	for i, c := range cases {
		members.WriteString(numbered("\n  aN: {type: number}\n  bN: {type: number}\n  vN: {}\n  listN: {type: array, items: {type: number}}", i))
		relations.WriteString(numbered("\n    rN: {"+c.relation+"}", i))
		documents.WriteString("`" + numbered(c.document, i) + "`,\n")
	}
	var snippets []compiled.Snippet
	for _, codec := range []config.Codec{config.Fast, config.Compact} {
		snippets = append(snippets, compiled.Snippet{
			Name: string(codec), Codec: codec,
			Schema: "type: object\nproperties:" + members.String() + "\nx-bindery:\n  checks:" + relations.String(),
			Code: `
	for _, document := range []string{` + documents.String() + `} {
		x, err := p.ParseRoot([]byte(document))
		switch err := err.(type) {
		case *validate.RangeError:
			show("range")
		case *validate.Error:
			show("violation")
		case nil:
			show(x.Validate())
		default:
			show(err)
		}
	}`,
		})
	}
	for k, lines := range compiled.Show(t, []string{"github.com/bindery-go/bindery/runtime/validate validate.Error"}, snippets) {
		for i, c := range cases {
			want := strings.Replace(c.want, "ok", "nil", 1)
			if lines[i] != want {
				t.Errorf("%s: %s, %s: %s, want %s", snippets[k].Name, c.relation, c.document, lines[i], want)
			}
		}
	}
}
