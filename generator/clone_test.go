package generator_test

import (
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// everyShape has types of every shape that generated code declares.
const everyShape = `
type: object
required: [chosen]
properties:
  text: {type: string}
  node: {$ref: '#/$defs/node'}
  nothing: {$ref: '#/$defs/node'}
  nullable: {type: [object, 'null'], properties: {a: {type: array, items: {type: string}}}}
  isNull: {type: [object, 'null'], properties: {a: {type: string}}}
  lists: {type: array, items: {type: array, items: {type: [string, 'null']}}}
  nodes: {type: array, items: {$ref: '#/$defs/node'}}
  empty: {type: array, items: {type: string}}
  map: {type: object, additionalProperties: {$ref: '#/$defs/node'}}
  flat: {type: object, additionalProperties: {type: integer}}
  tuple: {type: array, prefixItems: [{type: string}, {$ref: '#/$defs/node'}], items: {$ref: '#/$defs/node'}}
  short: {type: array, prefixItems: [{type: string}, {$ref: '#/$defs/node'}], items: false}
  unions: {type: array, items: {$ref: '#/$defs/union'}}
  chosen: {$ref: '#/$defs/choice'}
  choices: {type: array, items: {$ref: '#/$defs/choice'}}
  byName: {type: object, additionalProperties: {$ref: '#/$defs/choice'}}
  open: {properties: {a: {$ref: '#/$defs/node'}}}
  other: {properties: {a: {$ref: '#/$defs/node'}}}
  named: {type: object, properties: {Clone: {type: array, items: {type: string}}}}
  anything: {}
  when: {type: string, format: date-time}
  matched: {type: object, patternProperties: {'^a': {$ref: '#/$defs/node'}, '^b': {type: string}}, additionalProperties: {$ref: '#/$defs/list'}}
  list: {$ref: '#/$defs/list'}
$defs:
  node: {type: object, required: [v], properties: {v: {type: integer}, next: {$ref: '#/$defs/node'}, all: {type: array, items: {$ref: '#/$defs/node'}}}}
  list: {type: array, items: {$ref: '#/$defs/node'}}
  choice: {anyOf: [{type: string}, {type: array, items: {type: string}}]}
  union:
    anyOf: [{$ref: '#/$defs/node'}, {type: array, items: {type: string}}, {type: string}, {type: 'null'}]`

// TestCloneSharesNothing copies values of every shape and looks for pointers, maps and
// lists that a copy has in common with the original.
func TestCloneSharesNothing(t *testing.T) {
	const document = `{"text":"a","node":{"v":1,"next":{"v":2,"all":[{"v":3}],"x":[1]}},` +
		`"nullable":{"a":["b"]},"isNull":null,"lists":[["c",null],[]],"nodes":[{"v":4,"next":{"v":5}}],"empty":[],` +
		`"map":{"d":{"v":6,"next":{"v":7}}},"flat":{"e":8},"tuple":["f",{"v":9,"next":{"v":10}},{"v":11,"next":{"v":12}}],"short":["g"],` +
		`"unions":[{"v":13,"next":{"v":14}},["h"],"i",null],"chosen":["a"],"choices":["b",["c"]],"byName":{"d":["e"],"f":"g"},"open":{"a":{"v":15}},"other":[16],"named":{"Clone":["j"]},"anything":{"k":17},` +
		`"when":"2026-01-02T03:04:05Z","matched":{"a":{"v":18,"next":{"v":19}},"b":"l","c":[{"v":20,"next":{"v":21}}]},"list":[{"v":22,"next":{"v":23}}],"more":[24]}`
	const code = `
	text := ` + "`" + document + "`" + `
	x := must(p.ParseRoot([]byte(text)))
	y := x.Clone()
	show(y.String() == text, x.String() == text, reflect.DeepEqual(x, y), x.Nothing == nil && y.Nothing == nil, y.Empty != nil)
	mine, at := map[uintptr]bool{}, map[uintptr]bool{}
	held(reflect.ValueOf(x), mine)
	held(reflect.ValueOf(y), at)
	shared := 0
	for p := range at {
		if mine[p] {
			shared++
		}
	}
	show(len(mine) > 30, len(mine) == len(at), shared)
	show((*p.Root)(nil).Clone() == nil, new(p.Root).Clone().String(), x.Named.Clone_().Clone, x.Tuple.Clone().Len(), x.Short.Clone().Len(), x.Unions[0].Clone().Kind())`
	const walk = `reflect reflect.Kind

// held adds what a value refers to.
func held(v reflect.Value, to map[uintptr]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			to[v.Pointer()] = true
			held(v.Elem(), to)
		}
	case reflect.Interface: // of a union; nobody gets at its texts by their pointers
		if e := v.Elem(); e.IsValid() && e.Elem().Kind() != reflect.String {
			held(e, to)
		}
	case reflect.Slice:
		if v.Cap() > 0 {
			to[v.Pointer()] = true
		}
		for i := range v.Len() {
			held(v.Index(i), to)
		}
	case reflect.Map:
		if !v.IsNil() {
			to[v.Pointer()] = true
		}
		for i := v.MapRange(); i.Next(); {
			held(i.Value(), to)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			held(v.Field(i), to)
		}
	}
}`
	want := []string{
		`true, true, true, true, true`,
		`true, true, 0`,
		`true, {}, [j], 3, 1, Node`,
	}
	for codec, got := range compiled.ShowInBoth(t, []string{walk}, compiled.Snippet{Schema: everyShape, Code: code}) {
		t.Run(string(codec), func(t *testing.T) {
			if !slices.Equal(got, want) {
				t.Errorf("%q", got)
			}
		})
	}
}

// TestCloneEnds: a value that contains itself is copied down to the depth that documents
// may have, and a document of that depth is copied whole.
func TestCloneEnds(t *testing.T) {
	const schema = `
type: object
properties:
  left: {$ref: '#'}
  right: {$ref: '#'}
  list: {type: array, items: {$ref: '#'}}
  map: {type: object, additionalProperties: {$ref: '#'}}
  pair: {type: array, prefixItems: [{$ref: '#'}], items: {$ref: '#'}}
  open: {type: object, properties: {n: {type: integer}}, additionalProperties: {$ref: '#'}}
  either: {$ref: '#/$defs/either'}
patternProperties: {'^x-': {$ref: '#'}}
$defs:
  either: {oneOf: [{type: array, items: {$ref: '#/$defs/either'}}, {$ref: '#'}]}
  words: {oneOf: [{type: string}, {type: array, items: {$ref: '#/$defs/words'}}]}`
	const code = `
	x := new(p.Root)
	x.Left, x.Right = x, x
	y := x.Clone()
	show(y != x, y.Left != x, y.Left.Left != x)

	x = &p.Root{List: make([]p.Root, 2), Map: map[string]p.Root{}}
	x.List[0], x.List[1] = *x, *x
	x.Map["a"], x.Map["b"] = *x, *x
	y = x.Clone()
	show(&y.List[0] != &x.List[0], len(y.List[1].List), len(y.Map["a"].Map), len(y.Map["b"].List[0].Map))

	either := make([]p.Either, 2)
	either[0], either[1] = p.NewEitherArray(either), p.NewEitherArray(either)
	u := either[0].Clone()
	show(u.Kind())

	for _, nested := range [][2]string{
		{"{\"left\":", "}"}, {"{\"either\":", "}"}, {"{\"list\":[", "]}"}, {"{\"map\":{\"a\":", "}}"},
		{"{\"pair\":[", "]}"}, {"{\"pair\":[{},", "]}"}, {"{\"x-a\":", "}"}, {"{\"open\":{\"a\":", "}}"},
	} {
		levels := 10_000 / (len(nested[1])) - 1
		x, text := new(p.Root), strings.Repeat(nested[0], levels) + "{}" + strings.Repeat(nested[1], levels)
		show(x.UnmarshalJSON([]byte(text)), x.Clone().Equal(x), shares(reflect.ValueOf(x), reflect.ValueOf(x.Clone())))
	}

	var words p.Words
	levels := 10_000 - 1
	show(words.UnmarshalJSON([]byte("[" + strings.Repeat("[", levels) + "\"a\"" + strings.Repeat("]", levels) + ",[\"b\"]]")))
	copied, _ := words.Clone().AsArray()
	after, _ := copied[1].AsArray()
	after[0] = p.NewWordsString("c")
	kept, _ := words.AsArray()
	show(kept[1], copied[1])`
	const walk = `reflect reflect.Kind

// shares reports whether two values have anything in common that both refer to.
func shares(x, y reflect.Value) bool {
	switch x.Kind() {
	case reflect.Pointer:
		return !x.IsNil() && (x.Pointer() == y.Pointer() || shares(x.Elem(), y.Elem()))
	case reflect.Interface:
		return !x.IsNil() && shares(x.Elem(), y.Elem())
	case reflect.Slice:
		if x.Len() == 0 {
			return false
		}
		return x.Pointer() == y.Pointer() || shares(x.Index(0), y.Index(0))
	case reflect.Map:
		if x.IsNil() || x.Pointer() == y.Pointer() {
			return !x.IsNil()
		}
		for i := x.MapRange(); i.Next(); {
			if shares(i.Value(), y.MapIndex(i.Key())) {
				return true
			}
		}
	case reflect.Struct:
		for i := range x.NumField() {
			if shares(x.Field(i), y.Field(i)) {
				return true
			}
		}
	}
	return false
}`
	want := append([]string{"true, true, true", "true, 2, 2, 2", "Array"}, slices.Repeat([]string{"nil, true, false"}, 8)...)
	want = append(want, "nil", `["b"], ["c"]`)
	for codec, got := range compiled.ShowInBoth(t, []string{walk}, compiled.Snippet{Schema: schema, Code: code}) {
		t.Run(string(codec), func(t *testing.T) {
			if !slices.Equal(got, want) {
				t.Errorf("%q", got)
			}
		})
	}
}
