package generator_test

import (
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// TestValuesCompareAndPrint has go-cmp compare values that hold unions, tuples and
// others whose fields nobody else sees, by pointers and by value.
func TestValuesCompareAndPrint(t *testing.T) {
	const schema = `
type: object
required: [u, t]
properties:
  u: {$ref: '#/$defs/u'}
  t: {type: array, prefixItems: [{type: integer}, {type: string}]}
  o: {$ref: '#/$defs/u'}
  l: {type: array, items: {$ref: '#/$defs/u'}}
  b: {type: string, contentEncoding: base64}
  n: {type: [array, 'null'], items: {$ref: '#/$defs/u'}}
  equal: {type: boolean}
$defs:
  u: {oneOf: [{type: string}, {type: array, items: {type: number}}]}`
	const code = `
	text := "{\"u\":\"x\",\"t\":[1,\"a\"],\"o\":[1],\"l\":[\"a\",[2]],\"b\":\"YQ==\",\"n\":[\"x\"],\"z\":1.0}"
	x, y := must(p.ParseRoot([]byte(text))), must(p.ParseRootFrom(strings.NewReader(strings.Replace(text, "1.0", "1", 1))))
	show(cmp .Diff(x, y), cmp .Equal(*x, *y), x)
	show(x.U.Equal(y.U), x.U.Equal(*y.O), x.T.Equal(y.T), x.U, x.T, *x.O)
	y.L[1] = p.NewUString("b")
	y.O = nil
	show(cmp .Diff(x, y) != "", cmp .Equal(y, x))
	x.Extra["u"] = x.Extra["z"]
	show(x.U, x)`
	got := compiled.Show(t, []string{"github.com/google/go-cmp/cmp cmp.Option"}, []compiled.Snippet{
		{Name: "fast", Schema: schema, Code: code},
	})
	want := []string{
		`, true, {"u":"x","t":[1,"a"],"o":[1],"l":["a",[2]],"b":"YQ==","n":["x"],"z":1.0}`,
		`true, false, true, "x", [1,"a"], [1]`,
		`true, false`,
		`"x", (jsonscan: extra member "u" repeats a declared member)`,
	}
	if !slices.Equal(got[0], want) {
		t.Errorf("%q", got)
	}
}

// TestClonesShareNothing changes all that clones refer to.
func TestClonesShareNothing(t *testing.T) {
	const schema = `
type: object
required: [r, s]
properties:
  s: {$ref: '#/$defs/s'}
  o: {$ref: '#/$defs/s'}
  f: {type: object, additionalProperties: false, properties: {a: {type: integer}}, required: [a]}
  ll: {type: array, items: {type: array, items: {type: integer}}}
  lm: {type: array, items: {type: object, additionalProperties: {$ref: '#/$defs/s'}}}
  n: {type: [array, 'null'], items: {type: integer}}
  np: {type: [string, 'null']}
  u: {oneOf: [{$ref: '#/$defs/s'}, {type: array, items: {type: integer}}, {type: string}, {type: 'null'}]}
  t: {type: array, prefixItems: [{$ref: '#/$defs/s'}, {type: string}], items: {$ref: '#/$defs/s'}}
  next: {$ref: '#'}
  r: {type: [array, 'null'], items: {type: integer}}
  clone: {type: array, items: {type: integer}}
additionalProperties: {type: array, items: {type: integer}}
$defs:
  s: {type: object, required: [l], properties: {l: {type: array, items: {type: integer}}, p: {type: integer}}}`
	const code = `
	text := "{\"r\":[1],\"s\":{\"l\":[1],\"p\":1},\"o\":{\"l\":[1]},\"f\":{\"a\":1},\"ll\":[[1],[1]],\"lm\":[{\"k\":{\"l\":[1]}}],\"n\":[1],\"np\":\"x\"," +
		"\"u\":{\"l\":[1]},\"t\":[{\"l\":[1]},\"a\",{\"l\":[1]}],\"next\":{\"r\":null,\"s\":{\"l\":[1]},\"clone\":[1]},\"clone\":[1],\"more\":[1],\"z\":[1]}"
	x := must(p.ParseRoot([]byte(text)))
	y := x.Clone_()
	show(y.Equal(x), len(text) == len(y.String()))
	before := x.String()
	(*y.R)[0], y.S.L[0], y.S.Extra, y.O.L[0], y.F.A, y.Ll[1][0] = 2, 2, nil, 2, 2, 2
	*y.S.P = 2
	y.Lm[0]["k"].L[0] = 2
	(*y.N.Ptr())[0] = 2
	v, _ := y.U.AsS()
	v.L[0] = 2
	y.T.Item0.L[0], y.T.Rest[0].L[0], y.Next.S.L[0], y.Next.Clone[0], y.Clone[0] = 2, 2, 2, 2, 2
	y.Additional["more"][0] = 2
	delete(y.Additional, "z")
	show(x.String() == before, y.Equal(x), (*p.Root)(nil).Clone_() == nil)`
	for codec, got := range compiled.ShowInBoth(t, nil, compiled.Snippet{Schema: schema, Code: code}) {
		t.Run(string(codec), func(t *testing.T) {
			if want := []string{"true, true", "true, false, true"}; !slices.Equal(got, want) {
				t.Errorf("%q", got)
			}
		})
	}
}
