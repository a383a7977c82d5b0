package generator_test

import (
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// TestTextsOfUnions: strings of unions are in their values, whichever of several types they
// are of, and whether the unions hold one other type or several.
func TestTextsOfUnions(t *testing.T) {
	const schema = `
type: object
required: [texts, one, all]
properties:
  texts: {type: array, items: {$ref: '#/$defs/text'}}
  one: {type: array, items: {$ref: '#/$defs/one'}}
  all: {$ref: '#/$defs/all'}
  held: {$ref: '#/$defs/held'}
$defs:
  colour: {enum: [red, blue]}
  code: {type: string, pattern: '^[A-Z]+$'}
  held: {type: object, required: [held], properties: {held: {oneOf: [{type: string}, {type: boolean}]}}, additionalProperties: false}
  text: {oneOf: [{$ref: '#/$defs/colour'}, {$ref: '#/$defs/code'}, {type: string, pattern: '^[0-9]', title: Digits}, {type: boolean}]}
  one: {oneOf: [{$ref: '#/$defs/colour'}, {type: object, title: Named, required: [name], properties: {name: {type: string}}}, {$ref: '#/$defs/code'}, {type: 'null'}]}
  all: {oneOf: [{type: string, format: date-time, pattern: '^2'}, {type: string, maxLength: 3}, {type: integer}, {type: array, items: {$ref: '#/$defs/one'}}]}`
	const code = `
	x := must(p.ParseRoot([]byte("{\"texts\":[\"blue\",\"AB\",\"1\"],\"one\":[\"red\",{\"name\":\"n\"},\"C\",null],\"all\":[\"D\"]}")))
	for _, u := range append(x.Texts, p.Text{}) {
		colour, isColour := u.AsColour()
		code, isCode := u.AsCode()
		show(u.Kind(), u.IsZero(), colour, isColour, code, isCode, u.Variant())
	}
	for _, u := range x.One {
		colour, isColour := u.AsColour()
		named, isNamed := u.AsNamed()
		show(u.Kind(), colour, isColour, named, isNamed)
	}
	y := x.Clone()
	named, _ := y.One[1].AsNamed()
	named.Name = "other"
	list, _ := y.All.AsArray()
	list[0] = p.NewOneNull()
	show(x, y)
	held := p.Held{Held: p.NewHeldHeldString("s")}
	show(held.Clone().Held)

	made := p.Root{
		Texts: []p.Text{p.NewTextColour(p.ColourRed), p.NewTextCode("E"), p.NewTextDigits("2")},
		One:   []p.One{p.NewOneColour(p.ColourBlue), p.NewOneNamed(p.OneNamed{Name: "m"}), p.NewOneCode("F"), p.NewOneNull()},
		All:   p.NewAllInteger(3),
	}
	show(&made, made.Validate())
	for _, text := range []string{"\"2026-01-02T03:04:05Z\"", "\"abc\"", "4", "\"long\"", "[\"G\"]"} {
		err := made.All.UnmarshalJSON([]byte(text))
		short, isShort := made.All.AsString()
		show(err == nil, made.All.Kind(), made.All, short, isShort)
	}`
	want := []string{
		`Colour, false, blue, true, , false, blue`,
		`Code, false, , false, AB, true, AB`,
		`Digits, false, , false, , false, 1`,
		`none, true, , false, , false, nil`,

		`Colour, red, true, <nil>, false`,
		`Named, , false, &{n map[]}, true`,
		`Code, , false, <nil>, false`,
		`Null, , false, <nil>, false`,

		`{"texts":["blue","AB","1"],"one":["red",{"name":"n"},"C",null],"all":["D"]}, ` +
			`{"texts":["blue","AB","1"],"one":["red",{"name":"other"},"C",null],"all":[null]}`,
		`"s"`,
		`{"texts":["red","E","2"],"one":["blue",{"name":"m"},"F",null],"all":3}, nil`,
		`true, DateTime, "2026-01-02T03:04:05Z", , false`,
		`true, String, "abc", abc, true`,
		`true, Integer, 4, , false`,
		`false, Integer, 4, , false`,
		`true, Array, ["G"], , false`,
	}
	for codec, got := range compiled.ShowInBoth(t, nil, compiled.Snippet{Schema: schema, Code: code}) {
		t.Run(string(codec), func(t *testing.T) {
			if !slices.Equal(got, want) {
				t.Errorf("%q", got)
			}
		})
	}
}
