package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
)

// maker writes documents that a schema accepts: required members always,
// optional ones three times of four (once in short documents), texts of a few
// to 200 bytes of which one word in fifty holds an escape or a character beyond
// ASCII. It knows the keywords of the five schemas. The same seed gives the same
// bytes.
type maker struct {
	root   map[string]any
	random *rand.Rand
	// grow is the JSON Pointer, below the root's properties, of the array that
	// is made as long as size asks for; other arrays have up to three elements.
	grow string
	size int
	kept int // how many of four optional members
	// settle gives the values that the members of a document owe each other, by
	// the path of the member; length is that of the array that grows.
	settle func(at string, length int) (value any, ok bool)
	length int // of that array, 0 until it is known
	grown  int // elements that it has
	out    bytes.Buffer
}

// makeDocument returns a compact document of about size bytes for the schema,
// by letting the array of the member grow. It is made twice, since members may
// stand before the array whose length they give.
func makeDocument(schema map[string]any, s system, size int) []byte {
	m := &maker{root: schema, grow: s.grow, size: size, kept: 3, settle: s.settle}
	if size < 5_000 {
		m.kept = 1
	}
	for range 2 {
		m.random, m.length, m.grown = rand.New(rand.NewPCG(1, 2)), m.grown, 0
		m.out.Reset()
		m.value(schema, "")
	}
	return m.out.Bytes()
}

// value writes a value for a schema. at is the path of member names.
func (m *maker) value(schema map[string]any, at string) {
	if m.settle != nil {
		if value, ok := m.settle(at, max(m.length, m.grown)); ok {
			m.json(value)
			return
		}
	}
	if ref, ok := schema["$ref"].(string); ok {
		m.value(m.resolve(ref), at)
		return
	}
	if options, ok := schema["enum"].([]any); ok {
		m.json(options[m.random.IntN(len(options))])
		return
	}
	if constant, ok := schema["const"]; ok {
		m.json(constant)
		return
	}
	if branches, ok := schema["oneOf"].([]any); ok {
		m.value(branches[m.random.IntN(len(branches))].(map[string]any), at)
		return
	}
	switch kind(schema["type"]) {
	case "object":
		m.object(schema, at)
	case "array":
		m.array(schema, at)
	case "string":
		m.text(schema)
	case "integer":
		low, high := limits(schema, 0, 90_000)
		m.json(int64(low) + m.random.Int64N(int64(high-low)+1))
	case "number":
		low, high := limits(schema, 0, 100)
		m.json(math.Round((low+m.random.Float64()*(high-low))*1e4) / 1e4)
	case "boolean":
		m.json(m.random.IntN(2) == 0)
	case "null":
		m.out.WriteString("null")
	default:
		m.anything()
	}
}

// kind is the first type of a type keyword.
func kind(types any) string {
	switch types := types.(type) {
	case string:
		return types
	case []any:
		return types[0].(string)
	}
	return ""
}

func limits(schema map[string]any, low, high float64) (float64, float64) {
	if least, ok := schema["minimum"].(float64); ok {
		low, high = least, least+high
	}
	if most, ok := schema["maximum"].(float64); ok {
		high = most
	}
	return low, high
}

func (m *maker) resolve(ref string) map[string]any {
	var at any = m.root
	for token := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		at = at.(map[string]any)[token]
	}
	return at.(map[string]any)
}

func (m *maker) object(schema map[string]any, at string) {
	properties, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	names := make([]string, 0, len(properties))
	for name := range properties {
		names = append(names, name)
	}
	slices.Sort(names)
	m.random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	m.out.WriteByte('{')
	first := true
	member := func(name string) {
		if !first {
			m.out.WriteByte(',')
		}
		first = false
		m.json(name)
		m.out.WriteByte(':')
	}
	for _, name := range names {
		if !slices.Contains(required, any(name)) && !strings.HasPrefix(m.grow+"/", at+"/"+name+"/") && m.random.IntN(4) >= m.kept {
			continue
		}
		member(name)
		m.value(properties[name].(map[string]any), at+"/"+name)
	}
	if len(names) == 0 {
		value, _ := schema["additionalProperties"].(map[string]any)
		for i := range 2 + m.random.IntN(2) {
			member(fmt.Sprintf("%s_%d", words[m.random.IntN(len(words))], i))
			if value != nil {
				m.value(value, at+"/*")
			} else {
				m.anything()
			}
		}
	}
	m.out.WriteByte('}')
}

func (m *maker) array(schema map[string]any, at string) {
	items, _ := schema["items"].(map[string]any)
	least, most := 1, 3
	if at == m.grow {
		least, most = 1, math.MaxInt
	}
	m.out.WriteByte('[')
	for i := range most {
		if i >= least && (at != m.grow && m.random.IntN(2) == 0 || at == m.grow && m.full()) {
			break
		}
		if at == m.grow {
			m.grown++
		}
		if i > 0 {
			m.out.WriteByte(',')
		}
		m.value(items, at+"/*")
	}
	m.out.WriteByte(']')
}

// full reports whether the array that grows is long enough.
func (m *maker) full() bool {
	if m.length > 0 {
		return m.grown == m.length
	}
	return m.out.Len() >= m.size
}

// anything writes a value where the schema asks for none in particular.
func (m *maker) anything() {
	switch m.random.IntN(4) {
	case 0:
		m.json(m.random.IntN(1000))
	case 1:
		m.json(m.random.IntN(2) == 0)
	default:
		m.text(nil)
	}
}

func (m *maker) text(schema map[string]any) {
	if pattern, ok := schema["pattern"].(string); ok {
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			panic(err)
		}
		m.json(m.match(re))
		return
	}
	if schema["format"] == "date-time" {
		m.json(fmt.Sprintf("2026-%02d-%02dT%02d:%02d:%02dZ", 1+m.random.IntN(12), 1+m.random.IntN(28),
			m.random.IntN(24), m.random.IntN(60), m.random.IntN(60)))
		return
	}
	m.json(m.prose([...]int{5, 40, 60, 200}[m.random.IntN(m.kept+1)]))
}

var (
	words = strings.Fields("the of agent reads file and finds a bug in parser then writes test that covers path/to/file.go error: returned unexpected value")
	rare  = []string{"naïve", "“quoted”", `"name"`, "first\nsecond", `C:\dir`}
)

func (m *maker) prose(size int) string {
	var b strings.Builder
	for b.Len() < size {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if m.random.IntN(50) == 0 {
			b.WriteString(rare[m.random.IntN(len(rare))])
		} else {
			b.WriteString(words[m.random.IntN(len(words))])
		}
	}
	return b.String()
}

// match returns a text that the pattern matches.
func (m *maker) match(re *syntax.Regexp) string {
	least, most := re.Min, re.Max
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		pair := 2 * m.random.IntN(len(re.Rune)/2)
		return string(re.Rune[pair] + m.random.Int32N(re.Rune[pair+1]-re.Rune[pair]+1))
	case syntax.OpConcat:
		var b strings.Builder
		for _, sub := range re.Sub {
			b.WriteString(m.match(sub))
		}
		return b.String()
	case syntax.OpCapture:
		return m.match(re.Sub[0])
	case syntax.OpStar:
		least, most = 0, 8
	case syntax.OpPlus:
		least, most = 1, 8
	case syntax.OpRepeat:
	case syntax.OpBeginText, syntax.OpEndText, syntax.OpBeginLine, syntax.OpEndLine:
		return ""
	default:
		panic(fmt.Sprintf("no text for %v", re))
	}
	var b strings.Builder
	for range least + m.random.IntN(most-least+1) {
		b.WriteString(m.match(re.Sub[0]))
	}
	return b.String()
}

func (m *maker) json(v any) {
	encoder := json.NewEncoder(&m.out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err)
	}
	m.out.Truncate(m.out.Len() - 1)
}
