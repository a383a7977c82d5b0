package jsonscan

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// classes are groups of texts: those of one group are equal JSON values, those
// of different groups are not.
var classes = [][]string{
	{`null`}, {`true`}, {`false`},
	{`0`, `-0`, `0.0`, `0e99`, `-0E-99999999999999999999`},
	{`1`, `1.0`, `1e0`, `10e-1`, `0.1E+1`, `1000000000000000000000000000000e-30`},
	{`-1`, `-1.00`},
	{`1e400`, `10e399`}, {`1e401`}, {`9007199254740993`, `9007199254740993.0`}, {`9007199254740992`},
	{`0.1`, `1e-1`}, {`0.10000000000000000001`},
	{`""`}, {`"1"`}, {`"null"`},
	{`"a"`, `"\u0061"`}, {`"A"`, `"\u0041"`}, {`"\n"`, `"\u000a"`, `"\u000A"`}, {`"/"`, `"\/"`}, {`"\\u0061"`},
	{`"😀"`, `"\ud83d\ude00"`}, {`"é"`, `"\u00e9"`}, {`"e\u0301"`, "\"e\u0301\""}, // composed and decomposed differ
	{`[]`, `[ ]`}, {`{}`, "{\n}"}, {`[[]]`}, {`[{}]`}, {`[0]`, `[0.0]`}, {`[null]`}, {`[false]`}, {`[[],[]]`}, {`[[[]]]`},
	{`[1,2]`, `[ 1.0 , 2e0 ]`}, {`[2,1]`}, {`[1,2,3]`}, {`[[1],2]`}, {`[1,[2]]`}, {`[[1,2]]`},
	{`{"a":1}`, `{"\u0061":1.0}`}, {`{"a":2}`}, {`{"b":1}`}, {`{"a":null}`}, {`{"a":[1]}`}, {`["a",1]`}, {`[{"a":1}]`},
	{`{"a":1,"b":2}`, `{"b":2,"a":1}`, `{"\u0062":2.0,"a":1}`}, {`{"a":2,"b":1}`}, {`{"a":1,"b":2,"c":3}`}, {`{"a":1,"c":2}`},
	{`{"a":{"x":1,"y":[{"p":1,"q":2}]},"b":0}`, `{"b":0,"a":{"y":[{"q":2,"p":1}],"x":1}}`}, {`{"b":0,"a":{"y":[{"q":1,"p":2}],"x":1}}`},
	{`{"a":1,"b":1,"c":2}`, `{"c":2,"b":1,"a":1}`}, {`{"a":1,"b":2,"c":1}`},
	{`{"":0}`}, {`{"":{"":0}}`},
}

func TestEqualClasses(t *testing.T) {
	for i, class := range classes {
		for j, other := range classes {
			for _, a := range class {
				for _, b := range other {
					want := i == j
					if got := Equal([]byte(a), []byte(b)); got != want {
						t.Errorf("Equal(%s, %s) = %v", a, b, got)
					}
					if got := EqualJSON([]byte(a), b); got != want {
						t.Errorf("EqualJSON(%s, %s) = %v", a, b, got)
					}
					if got := EqualText(a, b); got != want {
						t.Errorf("EqualText(%s, %s) = %v", a, b, got)
					}
					if got := hashOf(t, a) == hashOf(t, b); got != want {
						t.Errorf("hashes of %s and %s: equal is %v", a, b, got)
					}
					if got := UniqueItems([]byte("[" + a + "," + b + "]")); got == want {
						t.Errorf("UniqueItems([%s,%s]) = %v", a, b, got)
					}
				}
			}
		}
	}
}

func hashOf(t *testing.T, text string) uint64 {
	s := Get([]byte(text))
	defer s.Release()
	h, ok := hashValue(s)
	if !ok {
		t.Fatalf("no hash of %s", text)
	}
	return h
}

// TestUniqueItemsSizes crosses the limit between comparing pairs and the table,
// and the growth of the table.
func TestUniqueItemsSizes(t *testing.T) {
	for _, count := range []int{0, 1, 2, 15, 16, 17, 18, 64, 65, 1000, 20_000} {
		items := make([]string, count)
		for i := range items {
			items[i] = fmt.Sprintf(`{"id":%d,"s":"x"}`, i)
		}
		if !UniqueItems([]byte("[" + strings.Join(items, ",") + "]")) {
			t.Errorf("%d different items are called repeated", count)
		}
		for _, i := range []int{0, count / 2, count - 1} {
			if i < 0 || i >= count {
				continue
			}
			repeated := append(items[:count:count], fmt.Sprintf(`{"\u0073":"\u0078","id":%d.0}`, i))
			if UniqueItems([]byte("[" + strings.Join(repeated, ",") + "]")) {
				t.Errorf("item %d of %d is repeated at the end and nobody noticed", i, count)
			}
		}
	}
}

// TestUniqueTexts goes in and out of the quick way for a few plain strings.
func TestUniqueTexts(t *testing.T) {
	for array, want := range map[string]bool{
		`[]`: true, "[ \n]": true, `[""]`: true, `["",""]`: false,
		`["a","b","a"]`: false, `[ "a" , "b" ,"ab" ]`: true, "[\"é\",\n\"é\"]": false,
		`["a","\u0061"]`: false, `["\u0061","a"]`: false, `["\\","\u005c"]`: false,
		`["1",1]`: true, `["a",["a"],{"a":"a"},["a"]]`: false, `[1,"a","a"]`: false,
	} {
		if got := UniqueItems([]byte(array)); got != want {
			t.Errorf("%s: %v", array, got)
		}
	}
	for _, count := range []int{fewItems, fewItems + 1} {
		items := make([]string, count)
		for i := range items {
			items[i] = fmt.Sprintf("%q", fmt.Sprint("item ", i))
		}
		list := strings.Join(items, ",")
		if !UniqueItems([]byte("["+list+"]")) || UniqueItems([]byte("["+list+","+items[count-1]+"]")) {
			t.Errorf("%d strings", count)
		}
	}
}

// Marks tell items apart only where they are different, however these are written.
func TestUnlikeItemsAreDistinct(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	seen := 0
	for range 100_000 {
		items := make([]string, 2+random.IntN(3))
		for i := range items {
			items[i] = randomSpelling(random, 3)
		}
		array := []byte("[" + strings.Join(items, " ,") + "\n]")
		unique := uniqueSlowly(array)
		s := Get(array)
		told := s.unlike(array)
		s.Release()
		if told {
			seen++
			if !unique {
				t.Fatalf("%s has equal items", array)
			}
		}
		if got := UniqueItems(array); got != unique {
			t.Fatalf("%s: %t", array, got)
		}
	}
	if seen < 10_000 {
		t.Errorf("only %d arrays are told apart by marks", seen)
	}
}

// uniqueSlowly compares all pairs of items.
func uniqueSlowly(array []byte) bool {
	s := Get(array)
	defer s.Release()
	var items [][]byte
	for s.EnterArray(); s.Element(); {
		at := s.Pos()
		s.Skip()
		for _, other := range items {
			if Equal(other, s.Span(at)) {
				return false
			}
		}
		items = append(items, s.Span(at))
	}
	return true
}

// randomSpelling writes one of few values, in any order and with any spelling.
func randomSpelling(random *rand.Rand, depth int) string {
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	kinds := 4
	if depth == 0 {
		kinds = 2
	}
	switch random.IntN(kinds) {
	case 0:
		return pick("1", "1", "-1", "0", "-0", "10", "1.0", "1e1", "true", "false", "null", "12345678901234567890")
	case 1:
		return pick(`""`, `"a"`, `"b"`, `"\u0061"`, `"é"`, `"\u00e9"`, `"a longer text of words"`)
	case 2:
		members := []string{pick(`"a"`, `"a" `, `"\u0061"`) + ":" + randomSpelling(random, depth-1)}
		if random.IntN(2) == 0 {
			members = append(members, pick(`"b" :`, "\"b\":\t")+randomSpelling(random, depth-1))
		}
		random.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		return "{ " + strings.Join(members, ",") + pick("", " ") + "}"
	default:
		items := make([]string, random.IntN(3))
		for i := range items {
			items[i] = randomSpelling(random, depth-1)
		}
		return "[" + pick("", "\n") + strings.Join(items, " , ") + "]"
	}
}

// TestUniqueItemsAtEveryLevel would not end if every level hashed all below it.
func TestUniqueItemsAtEveryLevel(t *testing.T) {
	const depth = 9990
	leaf := `"` + strings.Repeat("long leaf ", 200_000) + `"`
	for inner, want := range map[string]bool{"[1," + leaf + "]": true, "[1,2,[3],1.0]": false, "[[2],[1,[2]],[1,[2.0]]]": false} {
		data := []byte(strings.Repeat("[1,", depth) + inner + strings.Repeat("]", depth))
		s := Get(data)
		if got := uniqueEverywhere(s); got != want {
			t.Errorf("%.30s: %v", inner, got)
		}
		s.Release()
	}
	// The same arrays at different depths, remembered or not, have to compare.
	deep := strings.Repeat("[", 30) + `[1,[2,3]],[1.0,[2,3]]` + strings.Repeat("]", 30)
	s := Get([]byte(deep))
	defer s.Release()
	if uniqueEverywhere(s) {
		t.Error("equal arrays deep inside are called unique")
	}
}

// uniqueEverywhere checks all arrays, inner ones first, as generated code for a
// recursive schema does.
func uniqueEverywhere(s *Scanner) bool {
	if s.Peek() != KindArray {
		return s.Skip()
	}
	from := s.Pos()
	for s.EnterArray(); s.Element(); {
		if !uniqueEverywhere(s) {
			return false
		}
	}
	return s.LeaveArray() && s.UniqueItems(from)
}

// TestReorderedAtEveryLevel would not end if finding members again cost a scan
// of what lies below, level by level.
func TestReorderedAtEveryLevel(t *testing.T) {
	a, b := `0`, `0.0`
	var prefixA, suffixA, prefixB, suffixB strings.Builder
	for range 9000 {
		prefixA.WriteString(`{"k":1,"down":`)
		suffixA.WriteString(`}`)
		prefixB.WriteString(`{"down":`)
		suffixB.WriteString(`,"k":1e0}`)
	}
	a = prefixA.String() + a + suffixA.String()
	b = prefixB.String() + b + suffixB.String()
	if !Equal([]byte(a), []byte(b)) || UniqueItems([]byte("["+a+","+b+"]")) {
		t.Error("reordered members make a difference")
	}
}

// TestEqualWideObjects compares wide objects in random order.
func TestEqualWideObjects(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	members := make([]string, 50_000)
	for i := range members {
		members[i] = fmt.Sprintf(`"name %d":{"v":%d}`, i, i)
	}
	join := func() []byte { return []byte("{" + strings.Join(members, ",") + "}") }
	a := join()
	random.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	if !Equal(a, join()) {
		t.Error("the order of members makes a difference")
	}
	members[777] = `"name 777":{"v":0}`
	if Equal(a, join()) {
		t.Error("a different value makes no difference")
	}
}
