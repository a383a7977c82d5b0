package generator_test

import (
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// TestMapsOfPatterns reads and writes members whose names match patterns.
func TestMapsOfPatterns(t *testing.T) {
	const schema = `
type: object
required: [x-on]
properties:
  name: {type: string}
  networks: {patternProperties: {'^[a-z]+$': {$ref: '#/$defs/network'}}, type: object}
  labels:
    type: object
    properties: {v: {type: integer}, s_own: {type: string}}
    patternProperties: {'^s_': {type: string}, '^i_': {type: integer, minimum: 3}, '_x$': {maxLength: 3, maximum: 9}, '^x-': {}}
    additionalProperties: false
  both: {type: object, patternProperties: {'^a': {type: string}, 'b$': {type: [array, 'null'], items: {type: string}}}, additionalProperties: false}
  named: {type: object, patternProperties: {'^a': {type: string, x-go-name: Alphas}, '^ab': {type: string}, '^b|c': {type: boolean}, '^(?!d)e$': {type: integer}}}
patternProperties: {'^x-': {type: boolean}}
$defs:
  network: {type: object, properties: {driver: {type: string}}, default: {driver: bridge}}`
	const code = `
	try := func(text string) {
		x, err := p.ParseRoot([]byte(text))
		show(err, err == nil && x.String() == text, fmt.Sprint(p.ValidateRoot([]byte(text))) == fmt.Sprint(err))
	}
	try("{\"x-on\":true}")
	try("{}")
	try("{\"x-on\":1}")
	try("{\"networks\":{\"a\":{\"driver\":\"x\",\"more\":1},\"B\":[1]},\"x-on\":true,\"x-z\":false,\"other\":1}")
	try("{\"networks\":{\"a\":1},\"x-on\":true}")
	try("{\"labels\":{\"v\":1,\"s_own\":\"a\",\"s_a\":\"b\",\"s_b_x\":\"abc\",\"i_a\":3,\"x-a\":[1]},\"x-on\":true}")
	try("{\"labels\":{\"s_b_x\":\"abcd\",\"i_a\":2,\"i_x\":12,\"n_x\":10,\"s_own\":true},\"x-on\":true}")
	try("{\"both\":{\"a\":\"x\",\"b\":null,\"bb\":[\"y\"]},\"x-on\":true}")
	try("{\"both\":{\"ab\":\"x\"},\"x-on\":true}")
	x := must(p.ParseRoot([]byte("{\"networks\":{\"a\":{\"driver\":\"x\"},\"B\":1},\"both\":{\"b\":[\"y\"]},\"x-on\":true,\"o\":1,\"named\":{\"a\":\"1\",\"c\":true,\"e\":1}}")))
	show(*x.Networks.Matched["a"].Driver, x.Networks.Extra["B"], x.MatchedX["x-on"], x.Both.Matched["b"], x.Named.Alphas["a"], x.Named.MatchedAb, x.Named.Matched["c"], x.Named.Matched2["e"])
	y := x.Clone()
	y.MatchedX["x-on"] = false
	(*y.Both.Matched["b"])[0] = "z"
	show(x.MatchedX["x-on"], (*x.Both.Matched["b"])[0], x.Equal(y), y.Validate())
	y.Networks.Matched["UP"] = p.Network{}
	show(y.Validate() != nil, y.String())
	delete(y.Networks.Matched, "UP")
	y.MatchedX["name"] = true
	show(y.Validate() != nil)
	delete(y.MatchedX, "name")
	y.Extra["x-on"] = y.Extra["o"]
	show(y.Validate() != nil, y.String())
	y.Extra = nil
	y.MatchedX = nil
	show(y.Validate())`
	want := []string{
		`nil, true, true`,
		`1:1: the property "x-on" is missing, false, true`,
		`1:9: /x-on: must be true or false, but is 1, false, true`,
		`nil, true, true`,
		`1:18: /networks/a: must be an object, but is 1, false, true`,
		`nil, true, true`,
		`6 violations:`,
		`	1:20: /labels/s_b_x: must have at most 3 characters, but has 4`,
		`	1:33: /labels/i_a: must be at least 3, but is 2`,
		`	1:41: /labels/i_x: must be at most 9, but is 12`,
		`	1:50: /labels/n_x: must be at most 9, but is 10`,
		`	1:61: /labels/s_own: must be a string, but is true`, // the member's schema says, and the pattern's
		`	1:61: /labels/s_own: must be a string, but is true, false, true`,
		`nil, true, true`,
		`1:15: /both/ab: must be an array or null, but is "x", false, true`,
		`x, 1, true, &[y], 1, map[], true, 1`,
		`true, y, false, nil`,
		`true, (jsonscan: member "UP" is in the map of names that match ^[a-z]+$)`,
		`true`,
		`true, (jsonscan: extra member "x-on" repeats a declared member)`,
		`the property "x-on" is missing`,
	}
	for codec, got := range compiled.ShowInBoth(t, nil, compiled.Snippet{Schema: schema, Code: code}) {
		t.Run(string(codec), func(t *testing.T) {
			if !slices.Equal(got, want) {
				t.Errorf("%q", got)
			}
		})
	}
}
