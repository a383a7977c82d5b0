package yamldoc_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/validate"
	"github.com/bindery-go/bindery/runtime/yamldoc"
)

func Example() {
	json, err := yamldoc.ToJSON([]byte("name: no\nwhen: 2026-02-09\nsize: 0x10\n"))
	fmt.Println(string(json), err)
	text, err := yamldoc.FromJSON(json)
	fmt.Print(string(text), err)
	// Output:
	// {"name":"no","when":"2026-02-09","size":16} <nil>
	// name: "no"
	// when: "2026-02-09"
	// size: 16
	// <nil>
}

func TestYAMLIsTheJSONThatItStandsFor(t *testing.T) {
	for text, want := range map[string]string{
		"a: no\nb: On\nc: 2001-01-01\nd: 1_000\ne: 12:30:45": `{"a":"no","b":"On","c":"2001-01-01","d":"1_000","e":"12:30:45"}`,
		"[010, 0o10, 0x1F, +1, -0, .5, 1., 1e3, 1e400]":      `[10,8,31,1,-0,0.5,1,1e3,1e400]`,
		"[~, null, NULL, '', \"null\", true, FALSE, 'true']": `[null,null,null,"","null",true,false,"true"]`,
		"a: &x {b: 1}\nc: *x":                                `{"a":{"b":1},"c":{"b":1}}`,
		"a: &x {b: 1, c: 2}\nd:\n  c: 3\n  <<: *x":           `{"a":{"b":1,"c":2},"d":{"c":3,"b":1}}`,
		"1: a\ntrue: b\nnull: c":                             `{"1":"a","true":"b","null":"c"}`,
		"a: ! 12\nb: !!str 12\nc: !!int 12":                  `{"a":"12","b":"12","c":12}`,
		"é: ! 12":                                            `{"é":"12"}`,
		"éééé! : 12":                                         `{"éééé!":12}`,
		"%YAML 1.2\n---\na: 1\n...\n":                        `{"a":1}`,
		"\ufeffa: 1":                                         `{"a":1}`,
		"a: |\n  one\n  two\nb: >\n  one\n  two\n":           `{"a":"one\ntwo\n","b":"one two\n"}`,
		`{"a": "\u00e9\n", "b": [1, {}]}`:                    `{"a":"é\n","b":[1,{}]}`,
		// Escapes of JSON that yaml.v3 does not read; anchors lead to it.
		`["\ud83d\uDE00\/", "x\\/\\ud83d\\\ud83d\ude00"]`:                      `["😀/","x\\/\\ud83d\\😀"]`,
		`&a ["\ud83d\uDE00\/", "x\\/\\ud83d\\\ud83d\ude00"]`:                   `["😀/","x\\/\\ud83d\\😀"]`,
		`&a {"\uD83D\ude00": '\ud83d \/', b: \uD83D\/, c: "\/\a \ue83d \x0b"}`: `{"😀":"\\ud83d \\/","b":"\\uD83D\\/","c":"/\u0007 ` + "\ue83d" + ` \u000b"}`,
		`&a ["\/", "\a\v\ud83d\ude00", "\e83d\ue800\ua800"]`:                   `["/","\u0007\u000b😀","\u001b83d` + "\ue800\ua800" + `"]`,
		"&a |\n  \\ud83d\n  \\/":                                               `"\\ud83d\n\\/"`,
		// What is JSON is YAML.
		"{\"a\"\n:1}": `{"a":1}`,
		`{"` + strings.Repeat("x", 2000) + `":1}`: `{"` + strings.Repeat("x", 2000) + `":1}`,
		"{\n\t\"a\":\t[\n\t\t1\n\t]\n}\n":         `{"a":[1]}`,
	} {
		got, err := yamldoc.ToJSON([]byte(text))
		if err != nil || string(got) != want {
			t.Errorf("%q: got %s, %v; want %s", text, got, err, want)
		}
	}
}

func TestWhatJSONCannotSayIsLocated(t *testing.T) {
	deep := strings.Repeat("[", 20_000)
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c < 'j'; c++ {
		bomb += fmt.Sprintf("%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1)
	}
	for text, want := range map[string]string{
		"":                                  "1:1: invalid YAML: there is no value",
		"a: 1\nb: 2\na: 3":                  `3:1: invalid YAML: the name "a" occurs twice, first in line 1`,
		"a: 1\n---\nb: 2":                   "2:1: invalid YAML: a second document begins here",
		"a: .inf":                           "1:4: invalid YAML: JSON has no number .inf",
		"a: 1\n? [x]\n: 2":                  "2:3: invalid YAML: a key must be a scalar",
		"a: &x [*x]":                        "1:8: invalid YAML: alias *x stands inside the value it names",
		"a: &x\n  <<: *x\n  b: 1":           "2:7: invalid YAML: the mapping is merged into itself",
		"<<: 1":                             "1:5: invalid YAML: merge key << takes a mapping or a list of mappings",
		"a: !!int x":                        `1:4: invalid YAML: "x" does not fit its tag !!int`,
		"a: 0x" + strings.Repeat("f", 2000): "1:4: invalid YAML: a number in base 8 or 16 has more than 1000 digits",
		"a: [1":                             "1: invalid YAML: did not find expected ',' or ']'",
		"a: 1\nb: \"x\\ud83d\"":             `2:4: invalid YAML: \ud83d is half a character: beyond U+FFFF it takes two escapes, \uD800-\uDBFF and then \uDC00-\uDFFF`,
		`["\uDE00\ud83d"]`:                  `1:2: invalid YAML: \ude00 is half a character: beyond U+FFFF it takes two escapes, \uD800-\uDBFF and then \uDC00-\uDFFF`,
		deep:                                "",
		bomb:                                "",
	} {
		json, err := yamldoc.ToJSON([]byte(text))
		if json != nil {
			t.Errorf("%.40q: %.40q beside %v", text, json, err)
		}
		var syntax *yamldoc.SyntaxError
		if !errors.As(err, &syntax) || want != "" && err.Error() != want {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
}

const state = `# A state.
state_id: state-00000000
version: 1.0.0
variables:
  Final: null
  bad:
    name: bad
    value: 1
    type: nothing
`

func TestViolationsHaveTheirPlacesInTheYAMLText(t *testing.T) {
	_, err := yamldoc.Parse([]byte(state), rlmstate.ParseState)
	var invalid *validate.Error
	if !errors.As(err, &invalid) || len(invalid.Violations) == 0 {
		t.Fatal(err)
	}
	for _, v := range invalid.Violations {
		if v.InstanceLocation == "/variables/bad/type" && (v.Line != 9 || v.Column != 11) {
			t.Errorf("%d:%d: %s", v.Line, v.Column, v.Message)
		}
	}
	if _, err := yamldoc.Parse([]byte(strings.Replace(state, "nothing", "number", 1)), rlmstate.ParseState); err != nil {
		t.Error(err)
	}
	// The values are as in JSON: no line of its own.
	x, err := yamldoc.Parse([]byte("- {b: [1, 2]}"), func(json []byte) (jsonvalue.Value, error) { return jsonvalue.Parse(json) })
	if err != nil || x.Text() != `[{"b":[1,2]}]` {
		t.Error(x, err)
	}
}

func FuzzYAML(f *testing.F) {
	for _, seed := range []string{state, "a: &x {b: 1}\nc: {<<: *x, d: ! 2}", "[010, .5, 'x', \"\\u2028\", |\n x]", `{"a":"\u0085 - # : ","":[{}]}`, "? a\n: - b\n  - c: d", "- \"\\x07\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		json, err := yamldoc.ToJSON([]byte(text))
		if err != nil {
			return
		}
		v, err := jsonvalue.Parse(json)
		if err != nil {
			t.Fatalf("%q gives %q, which is not JSON: %v", text, json, err)
		}
		written, err := yamldoc.FromJSON(json)
		if err != nil {
			t.Fatalf("%q: %v", json, err)
		}
		back, err := yamldoc.ToJSON(written)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", json, written, err)
		}
		if w, err := jsonvalue.Parse(back); err != nil || !w.Equal(v) {
			t.Errorf("%q is written as %q, and comes back as %q", json, written, back)
		}
		// Other readers of YAML take it for the same.
		var any any
		if err := yaml.Unmarshal(written, &any); err != nil {
			t.Errorf("%q: %v", written, err)
		}
	})
}
