package validate

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

// rangeAt is a Ranger.
type rangeAt int

func (r rangeAt) Range() (int, string, bool) { return int(r), "int64", true }

// Names and values as long as a document are cut in error texts; the locations
// of violations stay whole.
func TestErrorsOfLongDocuments(t *testing.T) {
	t.Parallel()
	const length = 1 << 20
	long := strings.Repeat("é", length/2)
	closed := oneResource(
		Node{Properties: []Property{{"known", 1}}, AdditionalProperties: &Child{2}},
		Node{Pointer: "/properties/known"}, Node{Pointer: "/additionalProperties", Never: true})
	names := oneResource(Node{PropertyNames: &Child{1}}, Node{Pointer: "/propertyNames", MaxLength: "3", Types: String})
	tags := oneResource(
		Node{OneOf: []int{1, 2}},
		Node{Pointer: "/oneOf/0", Properties: []Property{{"t", 3}}}, Node{Pointer: "/oneOf/1", Properties: []Property{{"t", 4}}},
		Node{Pointer: "/oneOf/0/properties/t", Const: `"a"`}, Node{Pointer: "/oneOf/1/properties/t", Const: `"b"`})
	chain := oneResource(
		Node{AnyOf: []int{1, 2, 3}},
		Node{Pointer: "/anyOf/0", Properties: []Property{{"n", 4}}, Required: []string{"x"}},
		Node{Pointer: "/anyOf/1", Properties: []Property{{"n", 4}}, Required: []string{"y"}},
		Node{Pointer: "/anyOf/2", Properties: []Property{{"n", 4}}, Required: []string{"z"}},
		Node{Pointer: "/anyOf/0/properties/n", Refs: []Ref{{Node: 0}}})
	for _, test := range []struct {
		name string
		err  error
	}{
		{"additional name", Check(closed, 0, []byte(`{"`+long+`":1}`))},
		{"name that is too long", Check(names, 0, []byte(`{"`+long+`":1}`))},
		{"type", Check(oneResource(Node{Types: Number}), 0, []byte(`"`+long+`"`))},
		{"enum", Check(oneResource(Node{Enum: []string{"1", "2"}}), 0, []byte(`"`+long+`"`))},
		{"const", Check(oneResource(Node{Const: `"` + long + `"`}), 0, []byte(`0`))},
		{"number", Check(oneResource(Node{Maximum: "1" + strings.Repeat("0", length)}), 0, []byte(`1`+strings.Repeat("0", length+1)))},
		{"format", Check(oneResource(Node{Format: Format{"date", func([]byte) bool { return false }}}), 0, []byte(`"`+long+`"`))},
		{"equal items", Check(oneResource(Node{UniqueItems: true}), 0, []byte(`["`+long+`","`+long+`"]`))},
		{"tag", Check(tags, 0, []byte(`{"t":"`+long+`"}`))},
		{"name given twice", Check(closed, 0, []byte(`{"`+long+`":1,"`+long+`":2}`))},
		{"text behind", Check(closed, 0, []byte(`{} `+long))},
		{"no value", Check(closed, 0, []byte(long))},
		{"number out of range", Explain(oneResource(Node{}), 0, []byte(`{"`+long+`":1`+strings.Repeat("0", length)+`}`), rangeAt(length+4))},
		{"pattern", Check(oneResource(Node{PatternProperties: []PatternProperty{{Pattern{long, stuck{}}, 1}}}, Node{}), 0, []byte(`{"`+long+`":1}`))},
		{"many levels", Check(oneResource(Node{Items: &Child{0}, Types: Array}), 0, []byte(strings.Repeat("[", 9000)+"1"+strings.Repeat("]", 9000)))},
		{"branches within branches", Check(chain, 0, []byte(strings.Repeat(`{"n":`, 3000)+"{}"+strings.Repeat("}", 3000)))},
		{"many violations", Check(oneResource(Node{AdditionalProperties: &Child{1}}, Node{Never: true}), 0, []byte(wide(20_000)))},
	} {
		if test.err == nil {
			t.Errorf("%s: no error", test.name)
			continue
		}
		text := test.err.Error()
		if len(text) > 4<<10 || !utf8.ValidString(text) {
			t.Errorf("%s: %d bytes: %.300s", test.name, len(text), text)
		}
		var e *Error
		if errors.As(test.err, &e) && strings.HasPrefix(test.name, "additional") && e.Violations[0].InstanceLocation != "/"+long {
			t.Errorf("%s: the location is cut as well", test.name)
		}
	}
}
