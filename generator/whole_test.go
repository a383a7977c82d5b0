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
