package jsonscan

import (
	"maps"
	"slices"
	"testing"
)

// TestParts reads arrays and objects by the functions that generated code hands
// the reading of a part to.
func TestParts(t *testing.T) {
	digit := func(s *Scanner) bool {
		v, ok := s.Int64()
		return ok && v < 10
	}
	into := func(s *Scanner, x *int64) (ok bool) {
		*x, ok = s.Int64()
		return ok && *x < 10
	}
	tests := []struct {
		doc  string
		list []int64
		of   map[string]int64
	}{
		{"[]", []int64{}, nil},
		{"[ 1, 2 ,3]", []int64{1, 2, 3}, nil},
		{"[1,10]", nil, nil},
		{"[1,]", nil, nil},
		{"[1 2]", nil, nil},
		{"[1", nil, nil},
		{"{}", nil, map[string]int64{}},
		{`{"a":1, "\u0062":2}`, nil, map[string]int64{"a": 1, "b": 2}},
		{`{"a":1,"\u0061":2}`, nil, nil},
		{`{"a":10}`, nil, nil},
		{`{"a":1,}`, nil, nil},
		{`{"a":1`, nil, nil},
		{"1", nil, nil},
		{"", nil, nil},
	}
	for _, test := range tests {
		t.Run(test.doc, func(t *testing.T) {
			read := func(f func(s *Scanner) bool) bool {
				s := Get([]byte(test.doc))
				defer s.Release()
				return f(s) && s.End()
			}
			if got := read(func(s *Scanner) bool { return s.Items(digit) }); got != (test.list != nil) {
				t.Errorf("Items: %t", got)
			}
			if got := read(func(s *Scanner) bool { return s.Members(digit) }); got != (test.of != nil) {
				t.Errorf("Members: %t", got)
			}
			var list []int64
			if got := read(func(s *Scanner) bool { return List(s, &list, into) }); got != (test.list != nil) || !slices.Equal(list, test.list) {
				t.Errorf("List: %t, %v", got, list)
			}
			var of map[string]int64
			if got := read(func(s *Scanner) bool { return Map(s, &of, into) }); got != (test.of != nil) || !maps.Equal(of, test.of) {
				t.Errorf("Map: %t, %v", got, of)
			}
		})
	}
}

func TestStrings(t *testing.T) {
	for doc, want := range map[string][]string{
		`[]`:              {},
		`["a", "\u0062"]`: {"a", "b"},
		`["a", 1]`:        nil,
		`["a"`:            nil,
		`"a"`:             nil,
	} {
		s := Get([]byte(doc))
		list, ok := s.Strings()
		if ok != (want != nil) || ok && !slices.Equal(list, want) {
			t.Errorf("%s: %q, %t", doc, list, ok)
		}
		s.Release()
		if !ok {
			continue
		}
		text, err := Encode(func(e *Encoder) { e.Strings(list) })
		if err != nil {
			t.Fatal(err)
		}
		again := Get(text)
		if back, ok := again.Strings(); !ok || !slices.Equal(back, list) {
			t.Errorf("%s is written as %s", doc, text)
		}
		again.Release()
	}
}

// TestSkipStrings compares with reading string by string: the verdict, where the scanner
// stands behind the array, and what it says of problems.
func TestSkipStrings(t *testing.T) {
	const sound = ` [ "" , "plain text of some length","\u0062\n", "ä" ] , 1`
	docs := []string{sound, `[]`, `[ ]`, `["a"]`, `[,]`, `["a",]`, `["a" "b"]`, `["a":"b"]`, `["a", 1]`, `[null]`, `[["a"]]`, `"a"`, `{}`, ``, `["\ud800"]`, `["a}`}
	for i := range sound {
		docs = append(docs, sound[:i], sound[:i]+"x"+sound[i+1:], sound[:i]+"\x01"+sound[i+1:], sound[:i]+"\xff"+sound[i+1:])
	}
	for _, watched := range []bool{false, true} {
		for _, doc := range docs {
			fast, slow := Get([]byte(doc)), Get([]byte(doc))
			if watched {
				inside := Watch{{Inside: true, Others: 1}, {Others: -1}}
				fast.Watch(inside)
				slow.Watch(inside)
			}
			got, want := fast.SkipStrings(), slow.Items((*Scanner).SkipString)
			if got != want || fast.problem != slow.problem || fast.problemAt != slow.problemAt || fast.Mark() != slow.Mark() || fast.first != slow.first {
				t.Errorf("%q: %t at %v, %v at %d; string by string %t at %v, %v at %d",
					doc, got, fast.Mark(), fast.problem, fast.problemAt, want, slow.Mark(), slow.problem, slow.problemAt)
			}
			if watched && got && !slices.Equal(fast.Kept(), slow.Kept()) {
				t.Errorf("%q: kept %v and %v", doc, fast.Kept(), slow.Kept())
			}
			fast.Release()
			slow.Release()
		}
	}
}

func TestDistinctItems(t *testing.T) {
	for doc, want := range map[string]bool{
		`[]`: true, `[1]`: true, `[1,2]`: true, `[1,1.0]`: false, `["a","\u0061"]`: false, `[[],[]]`: false, `[1,2`: false, `1`: false,
	} {
		s := Get([]byte(doc))
		if got := s.DistinctItems((*Scanner).Skip); got != want {
			t.Errorf("%s: %t", doc, got)
		}
		s.Release()
	}
}

// TestMapsTellOfRepeatedNames: behind a value that holds names of its own, too.
func TestMapsTellOfRepeatedNames(t *testing.T) {
	for text, want := range map[string]int{
		`{"a":1,"b":2,"a":3}`:                            13,
		`{"a":1,"\u0061":2}`:                             7,
		`{"":1,"b":2,"":{"c":4}}`:                        12,
		`{"a":{"b":{"c":1}},"a":{"b":1}}`:                19,
		`{"a":1,"b":2}`:                                  -1,
		`{"a":{"a":{"a":1}},"\u0061b":2,"b":{"a":[{}]}}`: -1,
	} {
		s := Get([]byte(text))
		var members map[string]int
		ok := Map(s, &members, func(s *Scanner, x *int) bool { *x = s.Pos(); return s.Skip() })
		problem, at := s.Problem()
		if ok != (want < 0) || !ok && (problem != ProblemDuplicateName || at != want || members != nil) {
			t.Errorf("%s: %v, problem %v at %d", text, ok, problem, at)
		}
		s.Release()
	}
}

// TestListAtMost: an array of too many items is left at the first one more, and what has
// been read of it leaves nothing behind.
func TestListAtMost(t *testing.T) {
	read := 0
	item := func(s *Scanner, x *[2]int64) bool {
		read++
		v, ok := s.Int64()
		x[0] = v
		return ok
	}
	for _, test := range []struct {
		document string
		most     int
		ok       bool
		read     int
	}{
		{`[]`, 0, true, 0},
		{`[1]`, 0, false, 0},
		{`[1, 2, 3]`, 3, true, 3},
		{`[1, 2, 3, 4, 5]`, 3, false, 3},
		{`[1, 2, 3, "no number"]`, 3, false, 3},
		{`[1, "no number"]`, 3, false, 2},
		{`[1, 2`, 3, false, 2},
	} {
		s := Get([]byte(test.document))
		list := [][2]int64{{7}}
		read = 0
		ok := ListAtMost(s, test.most, &list, item)
		if ok != test.ok || read != test.read || !ok && (len(list) != 1 || list[0][0] != 7) {
			t.Errorf("%s, at most %d: %v after %d items, %v", test.document, test.most, ok, read, list)
		}
		for i, x := range list {
			if ok && x != [2]int64{int64(i + 1)} {
				t.Errorf("%s: item %d is %v", test.document, i, x)
			}
		}
		s.Release()
	}
}
