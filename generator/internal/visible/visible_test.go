package visible

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"html"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// unseen are characters that no place may show as they are, by what they do.
var unseen = map[string]rune{
	"NUL": 0, "bell": 7, "newline": '\n', "carriage return": '\r', "escape": 0x1B, "delete": 0x7F,
	"control sequence introducer of C1": 0x9B, "next line": 0x85, "no-break space": 0xA0, "soft hyphen": 0xAD,
	"grapheme joiner": 0x34F, "Hangul fillers": 0x115F, "Hangul filler": 0x3164, "half-width Hangul filler": 0xFFA0, "jungseong filler": 0x1160,
	"zero width space": 0x200B, "left-to-right mark": 0x200E, "line separator": 0x2028, "paragraph separator": 0x2029,
	"override": 0x202E, "word joiner": 0x2060, "isolate": 0x2066, "Braille blank": 0x2800, "ideographic space": 0x3000,
	"byte order mark": 0xFEFF, "annotation": 0xFFF9, "tag": 0xE0041, "selector": 0xFE0F, "selector of the supplement": 0xE0100, "private": 0xE000,
}

// sinks are the functions for one line.
var sinks = map[string]func(string) string{
	"Text": Text, "Terminal": Terminal, "Comment": Comment, "Quote": Quote, "Markdown": Markdown, "HTMLComment": HTMLComment, "Mermaid": Mermaid,
	"WorkflowProperty": WorkflowProperty, "Workflow": func(s string) string { return Workflow(s) },
	"TerminalLines": func(s string) string { return strings.ReplaceAll(TerminalLines(s), "\n", "") },
	"TerminalAt":    func(s string) string { before, after := TerminalAt(s, 1); return before + after },
}

func TestNothingUnseenPasses(t *testing.T) {
	// In prose these shape words and emoji, and keep words together.
	inProse := map[string]bool{"Comment": true, "Markdown": true}
	for what, r := range unseen {
		for sink, f := range sinks {
			prose := unicode.In(r, unicode.Zs, unicode.Variation_Selector)
			if shown := f("a" + string(r) + "b"); strings.ContainsRune(shown, r) && !(prose && inProse[sink]) {
				t.Errorf("%s lets a %s through: %q", sink, what, shown)
			}
		}
		if Rune(r) {
			t.Errorf("a %s is visible", what)
		}
	}
	for sink, f := range sinks {
		if shown := f("a\xffb\xed\xa0\x80"); !utf8.ValidString(shown) {
			t.Errorf("%s: %q is not UTF-8", sink, shown)
		}
		for _, plain := range []string{"plain text", "Größe 日本 שלום é ✓ �"} {
			if shown := f(plain); !strings.Contains(shown, plain) {
				t.Errorf("%s changes %q to %q", sink, plain, shown)
			}
		}
	}
}

func TestTerminalGivesNoCommands(t *testing.T) {
	command := regexp.MustCompile(`(?m)^\s*::|##\[|##vso\[`)
	for _, line := range []string{"::error::x", "  ::error::x", "\t::stop-commands::x", "a ##[group]x", "##vso[task.setvariable variable=x]y", "###[x", "\n::error::x"} {
		if shown := Terminal(line); command.MatchString(shown) {
			t.Errorf("Terminal(%q) = %q", line, shown)
		}
		if shown := TerminalLines("x\n" + line + "\ny"); command.MatchString(shown) {
			t.Errorf("TerminalLines(%q) = %q", line, shown)
		}
		for at := range line {
			before, after := TerminalAt(line, at)
			if command.MatchString(before + after) {
				t.Errorf("TerminalAt(%q, %d) = %q, %q", line, at, before, after)
			}
		}
	}
	if got, want := TerminalLines("a\tb\n\tc\r\n\x1b"), "a\tb\n\tc\\r\n\\x1b"; got != want {
		t.Errorf("TerminalLines = %q, want %q", got, want)
	}
}

func TestQuoteReadsBack(t *testing.T) {
	for what, r := range unseen {
		text := "a\"`\\" + string(r) + "\xff"
		if got, err := strconv.Unquote(Quote(text)); err != nil || got != text {
			t.Errorf("%s: %q, %v", what, got, err)
		}
		if _, err := parser.ParseExpr(Quote(text)); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		tag := reflect.StructTag(`json:"` + Text("a"+string(r)) + `"`)
		if got := tag.Get("json"); got != "a"+string(r) {
			t.Errorf("%s: a struct tag reads %q", what, got)
		}
	}
}

func TestJSONIsTheSameValue(t *testing.T) {
	for what, r := range unseen {
		text, err := json.MarshalIndent(map[string]string{"k" + string(r): "v" + string(r)}, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		shown := JSON(text)
		var got map[string]string
		if err := json.Unmarshal(shown, &got); err != nil || got["k"+string(r)] != "v"+string(r) {
			t.Errorf("%s: %s, %v", what, shown, err)
		}
		if r != '\n' && strings.ContainsRune(string(shown), r) {
			t.Errorf("a %s passes: %q", what, shown)
		}
	}
}

// plainTextLink is the syntax of an embedded link (SARIF 2.1.0 section 3.11.6).
var plainTextLink = regexp.MustCompile(`^(?:[^\\\[]|\\.)*\[(?:[^\\\[\]]|\\[\\\[\]])*\]\(`)

func TestSARIFHasNoLinks(t *testing.T) {
	for _, text := range []string{
		"[Click](https://evil.example/x)", "a [b [c](1)", `[c\](1)`, `[c\\](1)`, `\[c](1)`, `\\[c](1)`, "[](x)", "[a]\\](x)",
	} {
		if shown := SARIF(text); plainTextLink.MatchString(shown) {
			t.Errorf("SARIF(%q) = %q", text, shown)
		}
	}
	for text, want := range map[string]string{
		`must match ^[a-z]\d$`: `must match ^[a-z]\d$`, "{0} {}": "{{0}} {{}}", `[a](b)`: `\[a\](b)`,
	} {
		if got := SARIF(text); got != want {
			t.Errorf("SARIF(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestWorkflowIsOneCommand(t *testing.T) {
	if got, want := Workflow("a\n::error::b", "100%\rc"), `a\n::error::b%0A100%25\rc`; got != want {
		t.Errorf("Workflow = %q, want %q", got, want)
	}
	if got, want := WorkflowProperty("a,b:c%\n"), `a%2Cb%3Ac%25\n`; got != want {
		t.Errorf("WorkflowProperty = %q, want %q", got, want)
	}
}

func TestHTMLCommentDoesNotEnd(t *testing.T) {
	for n := range 9 {
		text := strings.Repeat("-", n) + "><b>"
		if shown := HTMLComment(text); strings.Contains(shown, "--") {
			t.Errorf("HTMLComment(%q) = %q", text, shown)
		}
	}
}

func TestMermaidIsAText(t *testing.T) {
	hostile := "a\"]\n```\n--> x; click n1 <script> #quot; &amp; \u202e \\"
	shown := Mermaid(hostile)
	if strings.ContainsAny(regexp.MustCompile(`#\d+;`).ReplaceAllString(shown, ""), "\"<>`;#&\\\n") {
		t.Errorf("Mermaid(%q) = %q", hostile, shown)
	}
	read := html.UnescapeString(regexp.MustCompile(`#(\d+;)`).ReplaceAllString(shown, "&#$1"))
	if want := "a\"] ``` --> x; click n1 <script> #quot; &amp; \\u202e \\"; read != want {
		t.Errorf("it reads %q, want %q", read, want)
	}
}

func TestMarkdownOpensNothing(t *testing.T) {
	for text, want := range map[string]string{
		"- a - b": `\- a - b`, "+ a": `\+ a`, "===": `\===`, "a\n\n# b": `a \# b`, "<b>[x](y)`": "\\<b\\>\\[x\\](y)\\`",
		"👩\u200d🚀 ❤\ufe0f": "👩\u200d🚀 ❤\ufe0f", "a\u202eb": `a\\u202eb`,
	} {
		if got := Markdown(text); got != want {
			t.Errorf("Markdown(%q) = %q, want %q", text, got, want)
		}
	}
}

func ExampleTerminal() {
	fmt.Println(Terminal("gen/a\n::error::b\x1b[2J\u3164.go"))
	// Output: gen/a\n::error::b\x1b[2J\u3164.go
}

func TestMarkdownCodeIsOneSpan(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "a": "`a`", "a|b": "`a\\|b`", "`": "`` ` ``", "a``b": "```a``b```", "a\nb": "`a\\nb`", " a ": "`  a  `", "\u202e": "`\\u202e`",
	} {
		if got := MarkdownCode(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
