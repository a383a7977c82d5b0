package breaking

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Where nothing is reported no document that was valid is refused: random
// schemas, a random edit of each, and random documents.
func TestDocuments_sound(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	rounds := 3000
	if n, err := strconv.Atoi(os.Getenv("BINDERY_ROUNDS")); err == nil {
		rounds = n
	}
	compatible, judged := 0, 0
	for range rounds {
		m := maker{rng}
		before := m.schema(3)
		after := m.edit(clone(before))
		old, new := encode(before), encode(after)
		v, w := version(t, "old.json", old), version(t, "new.json", new)
		if len(documents(v, w)) > 0 {
			continue
		}
		compatible++
		for range 40 {
			text := encode(m.value(3))
			doc, _ := document.ReadJSON(source.NewFile("doc.json", []byte(text)))
			if !v.Accepts(v.Entries[0].Node, doc) {
				continue
			}
			judged++
			if !w.Accepts(w.Entries[0].Node, doc) {
				t.Fatalf("nothing is reported, and a document is refused\nold %s\nnew %s\ndoc %s", old, new, text)
			}
		}
	}
	if compatible < 300 || judged < 3000 {
		t.Errorf("only %d compatible edits with %d documents: the test shows little", compatible, judged)
	}
}

type maker struct{ *rand.Rand }

func (m maker) one(of ...any) any { return of[m.IntN(len(of))] }

var memberNames = []any{"a", "b", "c"}

// schema makes a random schema without references.
func (m maker) schema(depth int) any {
	if m.IntN(12) == 0 {
		return m.IntN(3) > 0
	}
	s := map[string]any{}
	for range 1 + m.IntN(3) {
		m.keyword(s, depth)
	}
	return s
}

func (m maker) keyword(s map[string]any, depth int) {
	sub := func() any {
		if depth == 0 {
			return map[string]any{"type": m.one("string", "integer", "null")}
		}
		return m.schema(depth - 1)
	}
	list := func() []any { return []any{sub(), sub()} }
	members := func() map[string]any { return map[string]any{"a": sub(), m.one(memberNames...).(string): sub()} }
	switch m.IntN(26) {
	case 0, 1, 2:
		s["type"] = m.one("object", "array", "string", "number", "integer", "null", "boolean", []any{"object", "null"}, []any{"string", "integer"})
	case 3:
		s["enum"] = []any{m.value(1), m.value(1), m.value(0)}
	case 4:
		s["const"] = m.value(1)
	case 5:
		s[m.one("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum").(string)] = m.IntN(4)
	case 6:
		s["multipleOf"] = 1 + m.IntN(3)
	case 7:
		s[m.one("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties").(string)] = m.IntN(3)
	case 8:
		s["pattern"] = m.one("^a", "b$")
	case 9, 10, 11:
		s["properties"] = members()
	case 12:
		s["required"] = []any{m.one(memberNames...)}
	case 13:
		s["additionalProperties"] = m.one(false, sub())
	case 14:
		s["patternProperties"] = map[string]any{m.one("^a", "b|c").(string): sub()}
	case 15:
		s["propertyNames"] = map[string]any{m.one("enum", "not").(string): m.one([]any{"a", "b"}, map[string]any{"const": "c"})}
		if n := s["propertyNames"].(map[string]any); n["enum"] != nil {
			n["enum"] = []any{"a", "b"}
		} else {
			n["not"] = map[string]any{"const": "c"}
		}
	case 16:
		s["items"] = sub()
	case 17:
		s["prefixItems"] = list()
	case 18:
		s["contains"] = sub()
		if m.IntN(2) == 0 {
			s[m.one("minContains", "maxContains").(string)] = m.IntN(3)
		}
	case 19:
		s["anyOf"] = list()
	case 20:
		s["oneOf"] = list()
	case 21:
		s["allOf"] = list()
	case 22:
		s["not"] = sub()
	case 23:
		s["if"] = sub()
		s[m.one("then", "else").(string)] = sub()
	case 24:
		s["dependentRequired"] = map[string]any{m.one(memberNames...).(string): []any{m.one(memberNames...)}}
		if m.IntN(2) == 0 {
			s["dependentSchemas"] = map[string]any{m.one(memberNames...).(string): sub()}
		}
	case 25:
		s[m.one("unevaluatedProperties", "unevaluatedItems", "uniqueItems").(string)] = m.one(true, false)
	}
}

// edit changes a schema somewhere.
func (m maker) edit(s any) any {
	o, ok := s.(map[string]any)
	if !ok || m.IntN(6) == 0 {
		return m.schema(1)
	}
	switch m.IntN(4) {
	case 0:
		m.keyword(o, 1)
		return o
	case 1:
		delete(o, m.key(o))
		return o
	}
	if len(o) > 0 {
		k := m.key(o)
		switch v := o[k].(type) {
		case map[string]any:
			if k == "properties" || k == "patternProperties" || k == "dependentSchemas" {
				name := m.key(v)
				v[name] = m.edit(v[name])
			} else if k != "propertyNames" && k != "dependentRequired" {
				o[k] = m.edit(v)
			}
		case []any:
			if k == "anyOf" || k == "oneOf" || k == "allOf" || k == "prefixItems" {
				if m.IntN(3) == 0 {
					o[k] = append(v, m.schema(1))
				} else {
					v[m.IntN(len(v))] = m.edit(v[0])
				}
			}
		}
	}
	return o
}

// key picks a member; "" where there is none.
func (m maker) key(o map[string]any) string {
	keys := slices.Sorted(maps.Keys(o))
	if len(keys) == 0 {
		return ""
	}
	return keys[m.IntN(len(keys))]
}

// value makes a random document.
func (m maker) value(depth int) any {
	switch n := m.IntN(8); {
	case n == 0:
		return nil
	case n == 1:
		return m.IntN(2) == 0
	case n == 2:
		return m.IntN(5)
	case n == 3:
		return 0.5
	case n == 4 || depth == 0:
		return m.one("", "a", "ab", "abc")
	case n == 5:
		list := []any{}
		for range m.IntN(4) {
			list = append(list, m.value(depth-1))
		}
		return list
	}
	o := map[string]any{}
	for range m.IntN(4) {
		o[m.one(memberNames...).(string)] = m.value(depth - 1)
	}
	return o
}

func clone(v any) any {
	var out any
	_ = json.Unmarshal([]byte(encode(v)), &out)
	return out
}

func encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprint("a random value: ", err))
	}
	return string(text)
}
