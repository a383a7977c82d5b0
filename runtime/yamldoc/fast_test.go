package yamldoc

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// seeds are texts of which the fast path reads some and declines others.
var seeds = []string{
	"a: 1\nb:\n  - x\n  - y: 'it''s'\n    z: \"\\u00e9\\n\"\n",
	"---\n# c\n- - a\n  - b\n-\n- {a: 1, b: [x, y z], \"c\":null, d, }\n",
	"a: |\n  one\n   two\n\n  three\nb: >-\n  one\n  two\n\n  three\n    four\n  five\n\n\nc: |+\n  x\n\n\n",
	"a:\n- 1\n- b: 2\n  c:\n  - 3\nd:   # comment\ne: ~\n",
	"[a, http://x.y/z, -1, .5, 0x1f,\n # c\n 1e3, 010]\n",
	"a: b: c\n", "a: 'x' y\n", "- a\n b\n", "a: 1\na: 2\n", "<<: {a: 1}\n", "'<<': 1\n", "a: &x 1\nb: *x\n",
	"a: ! 1\n", "? a\n: b\n", "a:b\n", "\"a\" : b\n", "\"a\":b\n", "a :b\n", "a: -\n", "- -\n", "-\n", "-a\n", "--- a\n", "...\n",
	"a: 1\n...\n", "a\tb: 1\n", "a: \tb\n", "\ta: 1\n", "a: |2\n   x\n", "a: |\n x\n\ty\n", "{a: b\n c: d}\n", "[a: b]\n", "{a:b}\n", "{a:}\n",
	"%YAML 1.2\n---\na: 1\n", "a: @b\n", "a: b #c\n", "a: b#c\n", "a: \"b\"#c\n", "a: .inf\n", "é: ! 1\n", "a: 1\r\nb: 2\r\n",
	"a: \u2028\n", "a: \ufeff\n", "\ufeffa: 1\n", "a: \x00\n", "a: \xff\n", "|\n a\n b", ">\n a\n\n b\n", "- |\n a\n-  >\n  b\n", "a:\n  \"b\"\nc:\n  d\n",
	"a:\n    b: 1\n  c: 2\n", "a: [1,\n2\n]\nb: 2\n", "a: |\n\n  \n   x\n", "a: |\n\n    \n  x\n", "a: |\n", "a: |", "a: >+\n\n\n", "a: |-\n  x", "~", "", "#",
	"a: b\n c\n  - d\n\n  e\nf: 1\n", "a\n\n\nb", "- a\n  b: c\n", "a\nb: c\n", "a: b # c\n  d\n", "a: \"x \\\n   \\ y\n\n  z \\ \n\"\n", "a: 'x\n---\n'\n", "'a\n  b': c\n",
	"{'a\n b': c}\n", "[a\n b]\n", "a: |2-\n    x\n", "- >1+\n   x\n\n", "a: |-1\n x", "a: |12\n", "a: |0\n", "a: |--\n", "a: \"\\\n\"\n", "a: 'b\n# c'\n", "a: b\n # c\n",
	`"\ud83d\uDE00 \/ \\ud83d \\\/"`, `'\ud83d\ude00 \/'`, `"\ud83d"`, `"\ude00\ud83d"`, `"\ud83d\u0041"`, `"\ud83d\`, `"\U0000d83d\ude00"`,
}

// compare fails if the fast path reads a text and the slow one does not give the
// same; it reports whether the fast path has read it.
func compare(t *testing.T, text string) bool {
	t.Helper()
	data := []byte(text)
	json, _, err := fast(data, false)
	if err != nil {
		return false
	}
	n, err := document(data)
	if err != nil {
		t.Fatalf("%q gives %s, but is an error: %v", text, json, err)
	}
	want, _, err := convert(n, data, false)
	if err != nil || !bytes.Equal(json, want) {
		t.Fatalf("%q gives %s, want %s, %v", text, json, want, err)
	}
	_, places, _ := fast(data, true)
	if _, wanted, _ := convert(n, data, true); !slices.Equal(places, wanted) {
		t.Fatalf("%q gives the places %v, want %v", text, places, wanted)
	}
	return true
}

func FuzzYAMLFast(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { compare(t, text) })
}

func TestFastPathGivesWhatTheSlowPathGives(t *testing.T) {
	const documents = 1000
	read := 0
	for i := range documents {
		g := &writer{rand.New(rand.NewPCG(uint64(i), 17))}
		text := g.document()
		if compare(t, text) {
			read++
		}
		for range 4 {
			text = g.mutated(text)
			compare(t, text)
		}
	}
	if read < documents*9/10 {
		t.Errorf("the fast path has read %d of %d documents of its subset", read, documents)
	}
}

func TestFastPathIsLinear(t *testing.T) {
	const n = 1 << 18
	for name, text := range map[string]string{
		"open flow":     strings.Repeat("[", n),
		"open mappings": strings.Repeat("{a: ", n),
		"closed flow":   strings.Repeat("[", n) + strings.Repeat("]", n),
		"compact":       strings.Repeat("- ", n),
		"stairs":        stairs(2000),
		"one line":      "a: " + strings.Repeat("x ", n),
		"one name":      strings.Repeat("x", n) + ": 1",
		"blank lines":   "a: |+\n" + strings.Repeat("\n", n) + "b: 1\n",
		"wide lines":    "a: |\n" + strings.Repeat(strings.Repeat(" ", 500)+"\n", n/500) + "  x\n",
		"quotes":        strings.Repeat("- '\n", n/4),
		"escapes":       `"` + strings.Repeat(`\x41`, n) + `"`,
		"comments":      strings.Repeat("# c\n", n) + "a: 1\n",
		"names":         repeated("n%d: 1\n", n/8),
		"same names":    strings.Repeat("n: 1\n", n/8),
		"flow names":    "{" + repeated("n%d: {},", n/8) + "}",
		"letters":       "- " + strings.Repeat("é", n) + "\n- [" + strings.Repeat("é,", n) + "]\n",
	} {
		begin := time.Now()
		for _, placed := range []bool{false, true} {
			_, _, _ = fast([]byte(text), placed)
		}
		// It takes some 50 ms; what grows with the square would take hours.
		if took := time.Since(begin); took > 30*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

func repeated(format string, n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, format, i)
	}
	return text.String()
}

// stairs nests a mapping of one name so deep.
func stairs(depth int) string {
	var text strings.Builder
	for i := range depth {
		text.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return text.String()
}

// writer writes random documents of the subset.
type writer struct{ *rand.Rand }

func (g *writer) document() string {
	start := g.pick("", "", "", "---\n", "# head\n\n---   # start\n", "\n\n")
	return start + strings.TrimPrefix(g.node(-1, g.IntN(5), false), "\n")
}

func (g *writer) pick(texts ...string) string { return texts[g.IntN(len(texts))] }

// node writes a value from behind its indicator to the end of its last line. In
// a mapping a sequence may stand in the column of its parent.
func (g *writer) node(parent, depth int, inMapping bool) string {
	column := parent + 1 + g.IntN(3)
	switch kind := g.IntN(7); {
	case depth <= 0 || kind == 0:
		if g.IntN(5) == 0 && parent >= 0 {
			return g.end() + strings.Repeat(" ", column) + g.scalar(parent, false) + g.end()
		}
		return " " + g.scalar(parent, false) + g.end()
	case kind == 1:
		return " " + g.blockScalar(parent)
	case kind == 2:
		return " " + g.flow(depth) + g.end()
	case kind < 5 && inMapping && g.IntN(2) == 0:
		return g.end() + g.entries(parent, depth)
	case kind < 5:
		return g.end() + g.entries(column, depth)
	}
	return g.end() + g.members(column, depth)
}

// end ends a line, and writes empty lines and comments.
func (g *writer) end() string {
	text := g.pick("", "", "", "", " ", "  # comment: 'x", " #") + "\n"
	for g.IntN(8) == 0 {
		text += strings.Repeat(" ", g.IntN(6)) + g.pick("", "# - more\n#", "#\ttab") + "\n"
	}
	return text
}

func (g *writer) members(column, depth int) string {
	var text strings.Builder
	for i := range 1 + g.IntN(4) {
		text.WriteString(strings.Repeat(" ", column) + g.name(i) + g.pick("", "", "", " ") + ":" + g.node(column, depth-1, true))
	}
	return text.String()
}

func (g *writer) entries(column, depth int) string {
	var text strings.Builder
	for range 1 + g.IntN(4) {
		text.WriteString(strings.Repeat(" ", column) + "-" + g.entry(column, depth))
	}
	return text.String()
}

func (g *writer) entry(column, depth int) string {
	gap := 1 + g.IntN(2)
	inner := column + 1 + gap
	switch g.IntN(5) {
	case 0:
		return g.end()
	case 1: // - - a
		return strings.Repeat(" ", gap) + strings.TrimLeft(g.entries(inner, depth-1), " ")
	case 2, 3: // - a: b
		return strings.Repeat(" ", gap) + strings.TrimLeft(g.members(inner, depth-1), " ")
	}
	return g.node(column, depth-1, false)
}

func (g *writer) flow(depth int) string {
	gap := func() string { return g.pick("", "", " ", "  ", "\n", " # c\n  ") }
	opening, closing := "[", "]"
	if g.IntN(2) == 0 {
		opening, closing = "{", "}"
	}
	var text strings.Builder
	text.WriteString(opening)
	for i := range g.IntN(4) {
		if i > 0 {
			text.WriteString(gap() + ",")
		}
		text.WriteString(gap())
		if opening == "{" {
			text.WriteString(g.name(i))
			if g.IntN(6) == 0 {
				continue
			}
			text.WriteString(g.pick(": ", " : ", ":\n  "))
			if g.IntN(8) == 0 {
				continue
			}
		}
		if depth > 0 && g.IntN(3) == 0 {
			text.WriteString(g.flow(depth - 1))
		} else {
			text.WriteString(g.scalar(0, true))
		}
	}
	return text.String() + gap() + closing
}

func (g *writer) blockScalar(parent int) string {
	increment := 1 + g.IntN(3)
	indent := max(parent, 0) + increment
	text := g.pick("|", ">") + g.pick("", "", "-", "+") + g.pick("", " ", " # c") + "\n"
	if g.IntN(4) == 0 {
		text = fmt.Sprintf("%s%d%s%s\n%*s", g.pick("|", ">"), increment, g.pick("", "-", "+"), g.pick("", " # c"), indent+1, "\n")
	}
	for i := range g.IntN(6) {
		switch line := g.IntN(5); {
		case line == 0:
			text += strings.Repeat(" ", g.IntN(indent+1)) + "\n"
		case line == 1 && i > 0:
			text += strings.Repeat(" ", indent) + g.pick(" ", "  ", "\t") + g.pick("", "x", "# x") + "\n"
		default:
			text += strings.Repeat(" ", indent) + g.pick("x", "- é", "a: b", "# no comment", "\"q\\", "...", "[ ", "x  ") + "\n"
		}
	}
	return text
}

var plains = []string{
	"a", "null", "~", "true", "False", "no", "<<", "=", "1", "-1", "010", "+5", "1.50", ".5", "5.", "1e3", "0x1F", "0o17", "1_000", "12:30:45",
	"2026-11-29", "2026-11-29T01:02:03Z", "1.2.3", "-x", "a b  c", "http://x.y/?z=1#f", "it's", "say \"x\"", `C:\dir`, "é ü", "日本語", "a#b", "x-y", "--flag", "(a)", "$x", "..", "😀", "a! b",
}

// fold is white space, or a line's end, before a text that goes on in a column.
func (g *writer) fold(column int) string {
	if g.IntN(3) > 0 {
		return " "
	}
	return g.pick("", " ") + "\n" + g.pick("", "", "\n", "  \n\n") + strings.Repeat(" ", column+g.IntN(3))
}

func (g *writer) scalar(parent int, flow bool) string {
	switch g.IntN(5) {
	case 0:
		return `"` + g.pick("", "x", "a: b # c", "  ", "é", "\t") + g.pick(`\n`, `\"`, `\\`, `\t`, `\u00e9`, `\x41`, `\U0001F600`, `\ud83d\ude00`, `\/`, `\0`, `\e`, `\_`, `\L`, `\N`, `\'`, "", "'") + g.pick("", "- x", " ", "{}") + `"`
	case 1:
		return "'" + g.pick("", "x", "a: b # c", "''", "é''", " ") + g.pick("", "\\", `"`, " ''") + "'"
	case 2:
		switch g.IntN(3) {
		case 0:
			return "'" + g.pick("", "x", "''") + g.fold(1) + g.pick("", "''", "- y") + g.fold(1) + g.pick("", "z") + "'"
		case 1:
			return `"` + g.pick("", "x", `\ `, `\t`) + g.pick("", `\`) + g.fold(1) + g.pick("", `\ `, "- y") + g.fold(1) + g.pick("", `\"`, "z") + `"`
		}
		if !flow {
			return "one" + g.fold(parent+1) + g.pick("two", "'", "[x", "- y", "1") + g.fold(parent+1) + "three"
		}
	}
	text := g.pick(plains...)
	if flow && strings.Contains(text, "?") {
		return "plain"
	}
	return text
}

func (g *writer) name(i int) string {
	switch text := g.pick("a", "b-c", "d e", `"f"`, "'g'", "é", "<", "1", "h:i", "null", strings.Repeat("long", 20)); text[0] {
	case '"', '\'':
		return fmt.Sprintf("%s%d%s", text[:2], i, text[2:])
	default:
		return fmt.Sprintf("%s%d", text, i)
	}
}

// mutated changes a text in one place.
func (g *writer) mutated(text string) string {
	lines := strings.SplitAfter(text, "\n")
	i := g.IntN(len(lines))
	line := lines[i]
	at := g.IntN(len(line) + 1)
	switch g.IntN(6) {
	case 0:
		line = " " + line
	case 1:
		line = strings.TrimPrefix(line, " ")
	case 2:
		line = ""
	case 3:
		line += lines[g.IntN(len(lines))]
	case 4:
		line = line[:at] + line[min(at+1, len(line)):]
	default:
		line = line[:at] + g.pick(" ", "\n", "\t", ":", ": ", "-", "- ", "#", " #", "?", ",", "[", "]", "{", "}", "'", `"`, "\\", "|", ">", "&a", "*a", "!", "%", "@", "---\n", "...", "<<", "\r", "\u0085", "\u2028", "\ufeff", "\x00", "\x7f", "\xff", "é", "=", "~", "0") + line[at:]
	}
	lines[i] = line
	return strings.Join(lines, "")
}
