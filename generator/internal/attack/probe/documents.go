package probe

import (
	"fmt"
	"strings"
)

// Document is a kind of hostile document that comes in any size.
type Document struct {
	Name string
	// Size is the greatest that is tried, in what Make counts.
	Size int
	Make func(n int) string
	// First is a document that finds most faults.
	First bool
}

// deep is a depth at which a square is seen and does not take minutes.
const deep = 4_000

// Documents are those that every schema is tried with. What nests does so by
// elements and by the members that the schemas know: "c", which recurs, "k",
// a string, and "d", which recurs as well.
var Documents = []Document{
	{"arrays in arrays", deep, around(`[`, ``, `]`), true},
	{"arrays with more", deep, around(`[1,`, `1`, `,"x"]`), false},
	{"objects in objects", deep, around(`{"c":`, `{}`, `}`), false},
	{"objects that end in a string", deep, around(`{"k":"a","c":`, `"s"`, `}`), true},
	{"objects that end in a number", deep, around(`{"k":"b","c":`, `3`, `}`), false},
	{"objects in both members", deep / 2, around(`{"d":{"c":`, `{"d":1}`, `},"k":"a"}`), false},
	{"objects in arrays in objects", deep / 2, around(`{"c":[`, `{}`, `,1,2],"z":{}}`), false},
	{"the tag behind", deep, around(`{"c":`, `{"k":"a"}`, `,"k":"a"}`), true},
	{"a long string far inside", deep / 2, func(n int) string {
		return around(`{"c":`, `"`+strings.Repeat("x", 100*n)+`"`, `}`)(n)
	}, true},
	{"as deep as may be", 9_990, around(`{"k":"b","c":`, `{}`, `}`), false},
	{"nested too deep", 40_000, func(n int) string { return strings.Repeat(`[`, n) }, true},
	{"wide object", 50_000, func(n int) string {
		return object(n, func(i int) string { return fmt.Sprintf(`"k%d":%d`, i, i) })
	}, true},
	{"wide object of objects", 50_000, func(n int) string {
		return object(n, func(i int) string { return fmt.Sprintf(`"c%d":{"c":{},"k":"a"}`, i) })
	}, false},
	{"a name given twice", 50_000, func(n int) string {
		return object(n, func(i int) string { return fmt.Sprintf(`"k%d":0`, i%(n-1)) })
	}, false},
	{"names that look alike", 25_000, func(n int) string {
		return object(n, func(i int) string { return fmt.Sprintf(`"cccccccc%08dcccccccc":0`, i) })
	}, true},
	{"numbers", 100_000, func(n int) string { return array(n, func(i int) string { return fmt.Sprint(i) }) }, true},
	{"equal objects", 50_000, func(n int) string { return array(n, func(int) string { return `{"c":{},"k":"a"}` }) }, false},
	{"empty arrays", 100_000, func(n int) string { return array(n, func(int) string { return `[]` }) }, false},
	{"pairs of pairs", 1 << 15, func(n int) string {
		doc := `1`
		for ; n > 1; n /= 2 {
			doc = `[` + doc + `,` + doc + `]`
		}
		return doc
	}, false},
	{"long string", 500_000, func(n int) string { return `{"k":"` + strings.Repeat("a", n) + `"}` }, false},
	{"long string of escapes", 500_000, func(n int) string { return `["` + strings.Repeat(`\n`, n) + `"]` }, false},
	{"long name", 500_000, func(n int) string { return `{"` + strings.Repeat("c", n) + `":1}` }, false},
	{"long number", 500_000, func(n int) string { return `[` + strings.Repeat("9", n) + `]` }, true},
	{"long fraction", 500_000, func(n int) string { return `{"c":0.` + strings.Repeat("0", n) + `1}` }, false},
	{"large exponents", 25_000, func(n int) string {
		return array(n, func(i int) string { return fmt.Sprintf("1e%d", 999_999_999-i) })
	}, true},
}

func around(before, middle, after string) func(n int) string {
	return func(n int) string { return strings.Repeat(before, n) + middle + strings.Repeat(after, n) }
}

func object(n int, member func(i int) string) string { return "{" + list(n, member) + "}" }
func array(n int, element func(i int) string) string { return "[" + list(n, element) + "]" }

func list(n int, part func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(part(i))
	}
	return b.String()
}
