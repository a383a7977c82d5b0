package document

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// readYAML returns the root of a text that must have no diagnostics.
func readYAML(t *testing.T, text string) *Node {
	t.Helper()
	n, diagnostics := ReadYAML(source.NewFile("test.yaml", []byte(text)))
	if len(diagnostics) > 0 {
		t.Fatalf("%.100q: %v", text, diagnostics)
	}
	return n
}

func TestYAMLCoreSchema(t *testing.T) {
	big := strings.Repeat("9", 400)
	tests := []struct{ name, yaml, json string }{
		// YAML 1.1 read these as booleans and times; 1.2 does not.
		{"the Norway problem", "[NO, no, yes, Yes, on, off, y, n]", `["NO","no","yes","Yes","on","off","y","n"]`},
		{"times", "[2001-01-01, 12:30:45, 2001-12-14t21:59:43.10-05:00]", `["2001-01-01","12:30:45","2001-12-14t21:59:43.10-05:00"]`},
		{"booleans", "[true, True, TRUE, false, False, FALSE, tRUE]", `[true,true,true,false,false,false,"tRUE"]`},
		{"nulls", "[null, Null, NULL, ~, nULL]", `[null,null,null,null,"nULL"]`},
		{"missing values", "a:\nb: \nc: ''", `{"a":null,"b":null,"c":""}`},
		{"integers", "[0, -0, 12, +12, -12, 017, 00]", `[0,-0,12,12,-12,17,0]`},
		{"octal and hexadecimal", "[0o17, 0xFf, 0x0]", `[15,255,0]`},
		{"large hexadecimal", "0xFFFFFFFFFFFFFFFFFFFF", `1208925819614629174706175`},
		{"not numbers", "[0o8, 0xg, -0x1, 0b11, 1_000, 1e, e1, ., +, -x, 1.2.3, 1:2, 0o]", `["0o8","0xg","-0x1","0b11","1_000","1e","e1",".","+","-x","1.2.3","1:2","0o"]`},
		{"floats", "[1.50, .5, -.5, +.5, 1., 1.e3, 1e3, 1E-3, 007.5, 1.0]", `[1.50,0.5,-0.5,0.5,1,1e3,1e3,1E-3,7.5,1.0]`},
		{"exact digits", "[1e400, 9007199254740993, " + big + "]", `[1e400,9007199254740993,` + big + `]`},
		{"quoted scalars", `['1', "true", 'null', '~']`, `["1","true","null","~"]`},
		{"block scalars", "- |\n  1\n- >-\n  true\n  x", `["1\n","true x"]`},
		{"keys are strings", "1: a\ntrue: b\nnull: c\n1.50: d\n~: e\n2001-01-01: f\n0x10: g", `{"1":"a","true":"b","null":"c","1.50":"d","~":"e","2001-01-01":"f","0x10":"g"}`},
		{"empty key", "? \n: 1\n", `{"":1}`},
		{"tags", "[!!str 1, !!int '12', !!float 1, !!bool 'true', !!null '', ! 12, !!str true, !!int 0o17]", `["1",12,1,true,null,"12","true",15]`},
		{"tag after an anchor", "[&a !!str 1, &b ! 2, *b]", `["1","2","2"]`},
		{"verbatim and shorthand tags", "%TAG !y! tag:yaml.org,2002:\n---\n[!<tag:yaml.org,2002:str> 1, !y!str 2]", `["1","2"]`},
		{"collection tags", "!!map {a: !!seq [1]}", `{"a":[1]}`},
		{"binary and timestamp", "a: !!binary |\n  aGVs\n  bG8=\nb: !!timestamp 2001-01-01", `{"a":"aGVsbG8=","b":"2001-01-01"}`},
		{"directive of YAML 1.2", "# c\n%YAML 1.2\n---\na: no", `{"a":"no"}`},
		{"document markers", "---\na: 1\n...\n", `{"a":1}`},
		{"explicit null document", "--- ~\n", `null`},
		{"byte order mark", "\xEF\xBB\xBFa: 1", `{"a":1}`},
		{"JSON is YAML", `{"a":[1,"\u00e9",{"b":null}]}`, `{"a":[1,"é",{"b":null}]}`},
		{"aliases", "a: &x {b: 1}\nc: *x\nd: [*x, *x]", `{"a":{"b":1},"c":{"b":1},"d":[{"b":1},{"b":1}]}`},
		{"alias as a key", "- &k name\n- {*k : 1}", `["name",{"name":1}]`},
		{"anchor on a key", "&k name: 1\nb: *k", `{"name":1,"b":"name"}`},
		{"anchor defined again", "[&a 1, *a, &a 2, *a]", `[1,1,2,2]`},
		{"merge, local members win", "x: &x {a: 1, b: 2}\ny:\n  b: 3\n  <<: *x\n  c: 4", `{"x":{"a":1,"b":2},"y":{"b":3,"a":1,"c":4}}`},
		{"merge of a list, earlier wins", "- &x {a: 1}\n- &y {a: 2, b: 2}\n- {<<: [*x, *y], c: 3}", `[{"a":1},{"a":2,"b":2},{"a":1,"b":2,"c":3}]`},
		{"merge of an inline mapping", "{<<: {a: 1}, b: 2}", `{"a":1,"b":2}`},
		{"merge within a merge", "- &x {a: 1}\n- &y {<<: *x, b: 2}\n- {<<: *y}", `[{"a":1},{"a":1,"b":2},{"a":1,"b":2}]`},
		{"quoted merge key is a name", `{"<<": 1}`, `{"<<":1}`},
		{"tagged merge key is a name", `{!!str <<: 1}`, `{"<<":1}`},
		{"merge sign as a value", "[<<]", `["<<"]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := readYAML(t, tt.yaml).String(); got != tt.json {
				t.Errorf("got  %s\nwant %s", got, tt.json)
			}
		})
	}
}

func TestYAMLPositions(t *testing.T) {
	const text = "\xEF\xBB\xBF# é\n" +
		"ä: &a\n" +
		"  é: [ 1,\n" +
		"     'ü', x]\n" +
		"list:\n" +
		"- |\n" +
		"  text\n" +
		"-  - *a\n" +
		"\"q\" : # comment\n" +
		"    {k: v}\n" +
		"<<: {m: 1}\n" +
		"z:\n"
	n := readYAML(t, text)
	for pointer, want := range map[string]string{
		"":           "2:1",
		"/ä":         "2:4", // the anchor belongs to the value
		"/ä/é":       "3:6",
		"/ä/é/0":     "3:8",
		"/ä/é/1":     "4:6",
		"/ä/é/2":     "4:11",
		"/list":      "6:1",
		"/list/0":    "6:3",
		"/list/1":    "8:4",
		"/list/1/0":  "2:4", // a copy is where the original is
		"/q":         "10:5",
		"/q/k":       "10:9",
		"/m":         "11:9",
		"/z":         "12:3",
		"name ä":     "2:1",
		"name list":  "5:1",
		"name q":     "9:1",
		"name m":     "11:6",
		"name z":     "12:1",
		"name ä/é":   "3:3",
		"name q/k":   "10:6",
		"name z/no.": "",
	} {
		var pos source.Pos
		if path, ok := strings.CutPrefix(pointer, "name "); ok {
			parent, name := n, path
			if outer, inner, ok := strings.Cut(path, "/"); ok {
				parent, name = n.Get(outer), inner
			}
			if m, ok := parent.Member(name); ok {
				pos = m.NamePos
			}
		} else {
			node, _ := n.Lookup(pointer)
			pos = node.Pos
		}
		got := ""
		if pos.IsValid() {
			got = fmt.Sprintf("%d:%d", pos.Line, pos.Column)
		}
		if got != want {
			t.Errorf("%s is at %q, want %q", pointer, got, want)
		}
	}
}

func TestYAMLPositionsAfterLineBreaksOfYAML11(t *testing.T) {
	// yaml.v3 counts lines at U+0085, U+2028 and lone carriage returns.
	n := readYAML(t, "a: 'x\u2028y\u0085 z'\nb: 1\r\nc: 2\rd: 3\n")
	for name, want := range map[string]string{"b": "2:4", "c": "3:4", "d": "3:9"} {
		pos := n.Get(name).Pos
		if got := fmt.Sprintf("%d:%d", pos.Line, pos.Column); got != want {
			t.Errorf("%s is at %s, want %s", name, got, want)
		}
	}
}

func TestYAMLFindings(t *testing.T) {
	tests := []struct {
		name, text string
		want       []diagnostic
	}{
		{"empty file", "", []diagnostic{{diag.EmptyDocument, 1, 1}}},
		{"comments only", "# a\n\n# b", []diagnostic{{diag.EmptyDocument, 1, 1}}},
		{"document without a value", "---\n", []diagnostic{{diag.EmptyDocument, 1, 1}}},
		{"second document", "a: 1\n---\nb: 2\n", []diagnostic{{diag.TrailingData, 2, 1}}},
		{"empty second document", "a: 1\n---\n", []diagnostic{{diag.TrailingData, 2, 1}}},
		{"text after the value", "[1] [2]", []diagnostic{{diag.TrailingData, 1, 5}}},
		{"duplicate key", "a: 1\nb:\n  c: 1\n  'c': 2\na: 3", []diagnostic{{diag.DuplicateName, 4, 3}, {diag.DuplicateName, 5, 1}}},
		{"duplicate after the text of keys", "{1: a, '1': b}", []diagnostic{{diag.DuplicateName, 1, 8}}},
		{"duplicate merge key", "{<<: {a: 1}, <<: {b: 1}}", []diagnostic{{diag.DuplicateName, 1, 14}}},
		{"list as a key", "? [a]\n: 1\nb: 2", []diagnostic{{diag.BadKey, 1, 3}}},
		{"alias of a mapping as a key", "- &a {b: 1}\n- {*a : 1}", []diagnostic{{diag.BadKey, 2, 4}}},
		{"cyclic alias", "a: &a\n  b: [*a]", []diagnostic{{diag.AliasCycle, 2, 7}}},
		{"cyclic alias in a key", "? &a [*a]\n: 1", []diagnostic{{diag.BadKey, 1, 3}, {diag.AliasCycle, 1, 7}}},
		{"alias of an anchor inside a key", "? [&a x]\n: *a", []diagnostic{{diag.BadKey, 1, 3}}},
		{"cyclic alias in a merge", "&a {<<: *a}", []diagnostic{{diag.AliasCycle, 1, 9}}},
		{"unknown anchor", "a: 1\nb: *nope", []diagnostic{{diag.UnknownAnchor, 2, 4}}},
		{"merge of a scalar", "{<<: 1, a: 2}", []diagnostic{{diag.BadMerge, 1, 6}}},
		{"merge of a list of scalars", "{<<: [{a: 1}, 2]}", []diagnostic{{diag.BadMerge, 1, 15}}},
		{"infinity and not a number", "[.inf, -.Inf, .nan, !!float .NAN]", []diagnostic{
			{diag.NotInJSON, 1, 2}, {diag.NotInJSON, 1, 8}, {diag.NotInJSON, 1, 15}, {diag.NotInJSON, 1, 21}}},
		{"values that do not fit their tags", "[!!int x, !!int 1.0, !!bool yes, !!null 0, !!binary '%', !!seq a, !!map [], !!str {}]", []diagnostic{
			{diag.BadTag, 1, 2}, {diag.BadTag, 1, 11}, {diag.BadTag, 1, 22}, {diag.BadTag, 1, 34},
			{diag.BadTag, 1, 44}, {diag.BadTag, 1, 58}, {diag.BadTag, 1, 67}, {diag.BadTag, 1, 77}}},
		{"unknown tags", "[!include x, !!set {a: }]", []diagnostic{{diag.UnknownTag, 1, 2}, {diag.UnknownTag, 1, 14}}},
		{"NUL", "a: \x00", []diagnostic{{diag.ControlCharacter, 1, 4}}},
		{"byte order mark inside", "a: \uFEFF", []diagnostic{{diag.ControlCharacter, 1, 4}}},
		{"invalid UTF-8", "a: 1\nb: \xff", []diagnostic{{diag.InvalidUTF8, 2, 4}}},
		{"UTF-16", "\xFE\xFF\x00a", []diagnostic{{diag.InvalidUTF8, 1, 1}}},
		{"half a character", "a: \"some \\ud800 text\"\n\"k\\uDC00\": 'single \\ud800'", []diagnostic{{diag.InvalidUTF8, 1, 10}, {diag.InvalidUTF8, 2, 3}}},
		{"half a character on a later line", "a: !!str \"one\n  and \\ud801 two \\\\ud801\"", []diagnostic{{diag.InvalidUTF8, 2, 7}}},
		{"halves beside whole characters", `["\ud800\ud800\ude00\ud800", &an "\\\ud803\ud83d\ude00\ude00"]`, []diagnostic{
			{diag.InvalidUTF8, 1, 3}, {diag.InvalidUTF8, 1, 21}, {diag.InvalidUTF8, 1, 37}, {diag.InvalidUTF8, 1, 55}}},
		{"half behind one that goes on in the next line", "a: \"\\ud802\\\n  \\ude00 \\ud802\"", []diagnostic{{diag.InvalidUTF8, 2, 10}}},
		{"hexadecimal number without bound", "a: 0x" + strings.Repeat("f", 5000), []diagnostic{{diag.TooLarge, 1, 4}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, ds := ReadYAML(source.NewFile("f.yaml", []byte(tt.text)))
			if got := diagnosticsOf(ds); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %v, want %v", ds, tt.want)
			}
		})
	}
}

// The mistakes of a real schema: a second member on the line of a list item.
const realMistakes = `examples:
  - name: "semantic"
    list:
      - domain: "security"
      - domain: "testing", min_quality: 0.8
  - name: "operation"
    list:
      - operation: "generate", output_type: "TestSuite"
result:
  type: object
transform:
  - input_type: "PRD", output_type: "SystemDesign"
`

func TestYAMLSyntaxErrorsAreLocated(t *testing.T) {
	type place struct{ line, column int }
	tests := []struct {
		name, text string
		want       []place
	}{
		{"several in one run", realMistakes, []place{{5, 26}, {8, 30}, {12, 22}}},
		{"colon in a plain value", "a: 1\nb: c: d\ne: 2", []place{{2, 5}}},
		{"colon in values of two lines", "a: b: c\nok: 1\nd: e: f", []place{{1, 5}, {3, 5}}},
		{"key among list items", "a:\n  - b\n  c: d\ne: 1", []place{{3, 3}}},
		{"key after a list", "- a\nb: 1", []place{{2, 1}}},
		{"text after a quoted value", "x: \"a\" b\nok: 1", []place{{1, 8}}},
		{"line without a colon", "a: 1\nfoo\nb: 3", []place{{2, 1}}},
		{"indented member", "a: 1\n  b: 3\nc: 4", []place{{2, 4}}},
		{"list on the line of its key", "key: - x", []place{{1, 6}}},
		{"reserved character", "a: 1\nb: @x", []place{{2, 4}}},
		{"tab as indentation", "a:\n\tb: 3", []place{{2, 1}}},
		{"bracket without a beginning", "a: b\n]", []place{{2, 1}}},
		{"unclosed list", "a: [1, 2", []place{{1, 8}}},
		{"unclosed list before a key", "a: [1, 2\nb: 3", []place{{1, 8}}},
		{"unclosed quote", "a: 1\nb: 'c' \nd: \"e\nf: g", []place{{3, 4}}},
		{"unclosed quote on the first line", "a: 'x\nb: 3", []place{{1, 4}}},
		{"unknown escape", "a: \"x\\q\"", []place{{1, 6}}},
		{"text in the header of a block", "a: |x\n  b\nc: 4", []place{{1, 5}}},
		{"in the second document", "a: 1\n---\nb: c: d", []place{{3, 5}}},
		{"byte order mark and wide characters", "\xEF\xBB\xBFäöü: b: c", []place{{1, 7}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n, ds := ReadYAML(source.NewFile("f.yaml", []byte(tt.text)))
			var got []place
			for _, d := range ds {
				got = append(got, place{d.Pos.Line, d.Pos.Column})
				if d.Code != diag.SyntaxError {
					t.Errorf("unexpected code: %v", d)
				}
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %v, want %v", ds, tt.want)
			}
			if n != nil {
				t.Errorf("a broken file has the root %v", n)
			}
		})
	}
}

func TestSyntaxErrorsOfRealSchema(t *testing.T) {
	data, err := os.ReadFile("../../../../shared/schemas/flows/semantic-agent-discovery.yaml")
	if err != nil {
		t.Skip("2026-11-28: no collection of real schemas on this machine")
	}
	_, ds := ReadYAML(source.NewFile("f.yaml", data))
	want := []diagnostic{
		{diag.SyntaxError, 233, 26}, {diag.SyntaxError, 252, 30}, {diag.SyntaxError, 264, 26}, {diag.SyntaxError, 265, 37},
	}
	if got := diagnosticsOf(ds); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", ds, want)
	}
}

// bomb returns a text in which each of n anchors holds ten aliases of the one
// before.
func bomb(n int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
	}
	return b.String()
}

func TestYAMLIsBounded(t *testing.T) {
	nested := func(inner string) string {
		const levels = MaxDepth * 2 / 3 // a third too many when one stands in the other
		return strings.Repeat("[", levels) + inner + strings.Repeat("]", levels)
	}
	tests := []struct {
		name, text string
		want       diag.Code
	}{
		{"alias bomb", bomb(30), diag.AliasBomb},
		{"merge bomb", "a: &a {k: [1, 2, 3]}\nb:\n" + strings.Repeat("- {<<: *a}\n", 30_000), diag.AliasBomb},
		{"bomb of text", "- &a " + strings.Repeat("x", 1<<20) + "\n" + strings.Repeat("- *a\n", 100), diag.AliasBomb},
		{"more values than are read", "[" + strings.Repeat("1,", maxValues+1) + "]", diag.TooLarge},
		{"deep by flow brackets", strings.Repeat("[", 100_000), diag.TooDeep},
		{"deep by dashes", strings.Repeat("- ", 20_000) + "x", diag.TooDeep},
		{"deep by an alias", "- &a " + nested("") + "\n- " + nested("*a"), diag.TooDeep},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, ds := ReadYAML(source.NewFile("f.yaml", []byte(tt.text)))
			if len(ds) != 1 || ds[0].Code != tt.want {
				t.Fatalf("%d diagnostics, the first %v, want one %s", len(ds), ds[:min(len(ds), 1)], tt.want)
			}
			if !ds[0].Pos.IsValid() && tt.want != diag.TooLarge {
				t.Errorf("no place: %v", ds)
			}
		})
	}
}

func TestYAMLAtTheLimits(t *testing.T) {
	for _, format := range []string{"a: \"%s\"", "a: %s", "a: |-\n  %s"} {
		long := strings.Repeat("ä", 5<<20)
		if n := readYAML(t, fmt.Sprintf(format, long)); n.Get("a").Text != long {
			t.Errorf("a string of 10 MB was changed in %q", format)
		}
	}
	readYAML(t, strings.Repeat("[", 9_999)+strings.Repeat("]", 9_999))
	readYAML(t, bomb(4))
}

func TestAliasCopiesShareNothing(t *testing.T) {
	n := readYAML(t, "[&a {b: [1]}, *a]")
	n.At("0").Set("b", source.Pos{}, &Node{Kind: Null})
	if got := n.String(); got != `[{"b":null},{"b":[1]}]` {
		t.Errorf("got %s", got)
	}
}

func TestReadChoosesTheSyntax(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a.json", "[1]", "[1]"},
		{"a.JSON", "a: 1", "B0101"},
		{"a.yaml", `["\ud83d\ude00\/"]`, `["😀/"]`},
		{"a.yaml", `&a ["\ud83d\ude00\/", *a`, "B0101"},
		{"a.yaml", "a: \"\\ud83d\"\nb: &x {\"\\ud83d\\ude00\": '\\ud83d\\/'}", "B0103"},
		{"a.yaml", "b: &x {\"\\ud83d\\ude00\": '\\ud83d\\/'}", `{"b":{"😀":"\\ud83d\\/"}}`},
		{"a.yaml", "{\"a\"\n:1}", `{"a":1}`}, // not for yaml.v3, but JSON is YAML
		{"a.yml", "a: 1", `{"a":1}`},
		{"noext", `["\ud83d\ude00"]`, `["😀"]`},
		{"noext", `{a: 1}`, `{"a":1}`},
		{"noext", "a: 1", `{"a":1}`},
		{"noext", "\xEF\xBB\xBF [1]", `[1]`},
		{"noext", `{"a": 017}`, `{"a":17}`},
		{"noext", `{"a": `, "B0101"},
		{"noext", ``, "B0105"},
	} {
		n, ds := Read(source.NewFile(tt.name, []byte(tt.text)))
		got := n.String()
		if len(ds) > 0 {
			got = string(ds[0].Code)
		}
		if got != tt.want {
			t.Errorf("Read(%s, %q) = %s, want %s", tt.name, tt.text, got, tt.want)
		}
	}
}

func FuzzReadYAML(f *testing.F) {
	for _, seed := range []string{
		"a: &x {b: 1}\nc: *x\n<<: *x\n", "a: &a [*a]", bomb(12), "a: 1\na: 2", "a: 1\n---\nb: 2", "a: \xff", "\xFF\xFEa\x00",
		"a: \x00", realMistakes, "? [a]\n: 1", "!!int x", "%YAML 1.2\n---\n- ! 12\n- 0o17\n- .inf\n", "- |\n  x\n- >\n  y\n",
		"'a\u2028b': \u0085c\rd: 1", "a: \"\\ud83d\\ude00\"", "&a !b *c", "{? a, b: , \"c\":d}", "\t", "- - - x\n  - y\n z",
		strings.Repeat("[", 300), strings.Repeat("- ", 300), "# c\n\na: # d\n  # e\n  b: 1 # f\n# g\n",
	} {
		f.Add([]byte(seed))
	}
	addLarge(f, []byte(strings.Repeat("[", MaxDepth)+strings.Repeat("]", MaxDepth)))
	addLarge(f, []byte(strings.Repeat("- ", MaxDepth)+"x"))
	addLarge(f, []byte("a: \""+strings.Repeat("x", 10<<20)+"\""))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := source.NewFile("f.yaml", data)
		n, ds := ReadYAML(file)
		checkPositions(t, file, n, ds)
		if !ds.HasErrors() && n == nil {
			t.Fatal("neither a value nor an error")
		}
		if len(ds) == 0 {
			again, ds := ReadJSON(source.NewFile("again.json", n.AppendJSON(nil)))
			if len(ds) > 0 || !Equal(n, again) {
				t.Fatalf("written as JSON: %s, which reads as %v %v", n, again, ds)
			}
		}
	})
}

func TestPlainScalarsStandAtTheirPositions(t *testing.T) {
	const text = "a: x1\nb: [x2, {c: x3, d: 45}]\n- \u00e9: x4"
	const valid = "a: x1\nb: [x2, {c: x3, d: 45}, \u00e9]\n\u00e9:\n  - x4\n  -   x5\n"
	if n, _ := ReadYAML(source.NewFile("f.yaml", []byte(text))); n != nil {
		t.Fatalf("read a broken file as %v", n)
	}
	var got, want []string
	var walk func(n *Node)
	walk = func(n *Node) {
		if n.Text != "" {
			want = append(want, n.Text)
			got = append(got, valid[n.Pos.Offset:min(len(valid), n.Pos.Offset+len(n.Text))])
		}
		for _, item := range n.Items {
			walk(item)
		}
		for _, m := range n.Members {
			want = append(want, m.Name)
			got = append(got, valid[m.NamePos.Offset:m.NamePos.Offset+len(m.Name)])
			walk(m.Value)
		}
	}
	walk(readYAML(t, valid))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
