package jsonscan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTag: what the start of a value says of its tag.
func TestTag(t *testing.T) {
	far := strings.Repeat(" ", tagReach)
	for _, test := range []struct {
		name, text string
		tag        string
		known      bool
	}{
		{"first", `{"type":"a"}`, "a", true},
		{"after values that hold the name", `{"x":{"type":"b"},"y":["type"],"type":"a"}`, "a", true},
		{"escaped", `{"t\u0079pe":"\u0061"}`, "a", true},
		{"what follows is not looked at", `{"type":"a",???`, "a", true},
		{"absent", `{"x":1}`, "", true},
		{"empty", `{ }`, "", true},
		{"not a string", `{"type":1}`, "", true},
		{"not an object", `["type","a"]`, "", true},
		{"absent from what has no end", `{"x":1`, "", false},
		{"absent so far", `{"x":1,`, "", false},
		{"absent and closed by another bracket", `{"x":1]`, "", false},
		{"absent before a broken name", `{"x":1,tru}`, "", false},
		{"absent, end out of reach", `{"x":1` + far + `}`, "", false},
		{"broken before it", `{"x":tru,"type":"a"}`, "", false},
		{"out of reach", `{"x":1,` + far + `"type":"a"}`, "", false},
		{"cut by the reach", `{"x":1,` + far[:tagReach-16] + `"type":"abc"}`, "", false},
		{"cut before it", `{"x":1,` + far[:tagReach-14] + `"type":"abc"}`, "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := Get([]byte(" " + test.text))
			defer s.Release()
			at := s.Start()
			tag, known := s.Tag(s.Mark(), "type")
			if known != test.known || string(tag) != test.tag {
				t.Errorf("got %q, %v", tag, known)
			}
			if problem, _ := s.Problem(); s.Pos() != at || problem != ProblemNone {
				t.Errorf("the scanner stands at %d with %v", s.Pos(), problem)
			}
		})
	}
}

func TestBranches(t *testing.T) {
	number := func(s *Scanner) bool { _, ok := s.Number(); return ok }
	one := func(s *Scanner) bool { n, ok := s.Number(); return ok && n.CmpInt(1) == 0 }
	pair := func(s *Scanner) bool { // gives up inside the array when it is longer
		return s.EnterArray() && s.Element() && s.Skip() && s.Element() && s.Skip() && !s.Element() && s.LeaveArray()
	}
	tests := []struct {
		text        string
		first, only int
	}{
		{"2", 0, 0}, {"1", 0, -1}, {`"x"`, -1, -1}, {"[1,2]", 2, 2}, {"[1,[2]]", 2, 2}, {"[1,2,3]", -1, -1}, {"[1,tru]", -1, -1},
	}
	for _, test := range tests {
		s := Get([]byte("[" + test.text + "]"))
		if !s.EnterArray() || !s.Element() {
			t.Fatal(test.text)
		}
		mark, start := s.Mark(), s.Pos()
		if got := s.First(mark, number, one, pair); got != test.first {
			t.Errorf("First of %s: %d, want %d", test.text, got, test.first)
		}
		got := s.Only(mark, number, one, pair)
		if got != test.only {
			t.Errorf("Only of %s: %d, want %d", test.text, got, test.only)
		}
		if got < 0 {
			if s.Pos() != start {
				t.Errorf("%s: the scanner stands at %d", test.text, s.Pos())
			}
		} else if s.Element() || !s.LeaveArray() || !s.End() {
			t.Errorf("%s: the scanner does not stand behind the value", test.text)
		}
		s.Release()
	}
}

// TestSole: the last branch is tried only where one before it has accepted the value.
func TestSole(t *testing.T) {
	for _, test := range []struct {
		verdicts, tried string
		want            int
	}{
		{"t", "", 0}, {"f", "", 0},
		{"fff", "01", 2}, {"fft", "01", 2}, {"tff", "012", 0}, {"ftf", "012", 1},
		{"ttf", "01", -1}, {"tft", "012", -1}, {"ftt", "012", -1},
	} {
		s := Get([]byte(" [1]"))
		start, tried := s.Start(), ""
		var branches []func(*Scanner) bool
		for i, verdict := range test.verdicts {
			branches = append(branches, func(s *Scanner) bool {
				tried += strconv.Itoa(i)
				return s.EnterArray() && verdict == 't' && s.Element() && s.Skip() && s.LeaveArray()
			})
		}
		if got := s.Sole(s.Mark(), branches...); got != test.want || tried != test.tried || s.Pos() != start || s.depth != 0 {
			t.Errorf("%s: %d at %d after %s, want %d after %s", test.verdicts, got, s.Pos(), tried, test.want, test.tried)
		}
		s.Release()
	}
}

func TestHas(t *testing.T) {
	s := Get([]byte(`{"a":{"b":1},"c":2}`))
	defer s.Release()
	mark := s.Mark()
	if !s.Has(mark, "a") || s.Has(mark, "b") || !s.Has(mark, "c") || !s.Skip() || !s.End() {
		t.Error("members are not found, or the scanner does not stand at the value")
	}
}

func TestRangesAreNoted(t *testing.T) {
	type result struct {
		ok     bool
		goType string
	}
	for text, want := range map[string]map[string]result{
		"9223372036854775808":  {"int64": {false, "int64"}, "uint64": {true, ""}, "float64": {true, ""}},
		"-1":                   {"int64": {true, ""}, "uint64": {false, "uint64"}, "float64": {true, ""}},
		"18446744073709551616": {"int64": {false, "int64"}, "uint64": {false, "uint64"}, "float64": {true, ""}},
		"9007199254740993":     {"int64": {true, ""}, "uint64": {true, ""}, "float64": {false, "float64"}},
		"1e400":                {"int64": {false, "int64"}, "uint64": {false, "uint64"}, "float64": {false, "float64"}},
		"1.5":                  {"int64": {false, ""}, "uint64": {false, ""}, "float64": {true, ""}},
		`"1"`:                  {"int64": {false, ""}, "uint64": {false, ""}, "float64": {false, ""}},
	} {
		for goType, read := range map[string]func(s *Scanner) bool{
			"int64":   func(s *Scanner) bool { _, ok := s.Int64(); return ok },
			"uint64":  func(s *Scanner) bool { _, ok := s.Uint64(); return ok },
			"float64": func(s *Scanner) bool { _, ok := s.Float64(); return ok },
		} {
			s := Get([]byte(" " + text))
			ok := read(s)
			at, noted, _ := s.Range()
			if got := (result{ok, noted}); got != want[goType] || noted != "" && at != 1 {
				t.Errorf("%s as %s: %v at %d, want %v", text, goType, got, at, want[goType])
			}
			s.Release()
		}
	}
}

// TestNamed: which branches the names of members leave, and which of these is chosen.
func TestNamed(t *testing.T) {
	far := strings.Repeat(" ", tagReach)
	names := &MemberNames{
		Names: []MemberName{
			{Name: "", Admits: 0b0001},
			{Name: "a", Admits: 0b0001, Needs: 0b0001},
			{Name: "b", Admits: 0b0010, Needs: 0b0010},
			{Name: "n", Admits: 0b1111},
		},
		Other: 0b1000,
	}
	for _, test := range []struct {
		text              string
		verdicts          string // of the branches, were they tried
		tried             string // when the value is judged
		first, only       int
		chosen, exclusive int
	}{
		{`{"a":1}`, "tttt", "0", 0, 0, 0, 0},
		{`{"a":1}`, "fttt", "0", -1, -1, 0, 0},
		{`{"n":[{}],"b":1}`, "tttt", "1", 1, 1, 1, 1},
		{`{"":1}`, "tttt", "0", 0, 0, 0, 0},
		{`{"n":1}`, "tttt", "2 3", 2, -1, 2, -1},
		{`{"n":1}`, "ttft", "2 3", 3, 3, 3, 3},
		{`{"n":1}`, "ttff", "2 3", -1, -1, 3, 3},
		{`{"x":1}`, "tttt", "3", 3, 3, 3, 3},
		{`{"a":1,"b":1}`, "tttt", "0", 0, 0, 0, 0},
		{`{"n":1,` + far + `"a":1}`, "ftft", "0 1 2 3", 1, -1, 1, -1},
		{`{"n":tru,"a":1}`, "ffff", "0 1 2 3", -1, -1, 3, 3},
		{`{"\u0061":1}`, "tttt", "0", 0, 0, 0, 0},
		{`[]`, "ffff", "0 1 2 3", -1, -1, 3, 3},
	} {
		t.Run(test.text[:min(20, len(test.text))]+" "+test.verdicts, func(t *testing.T) {
			s := Get([]byte(" " + test.text))
			defer s.Release()
			start := s.Start()
			var tried []string
			var branches []func(*Scanner) bool
			for i, verdict := range test.verdicts {
				branches = append(branches, func(s *Scanner) bool {
					tried = append(tried, strconv.Itoa(i))
					s.Skip()
					return verdict == 't'
				})
			}
			m := s.Mark()
			if got := s.OnlyNamed(m, names, branches...); got != test.only {
				t.Errorf("only %d, want %d", got, test.only)
			} else if behind := s.Pos() != start; behind != (got >= 0) {
				t.Errorf("only: the scanner stands at %d", s.Pos())
			}
			if all := strings.Join(slices.Compact(tried), " "); !strings.HasPrefix(test.tried, all) {
				t.Errorf("tried %s, want %s", all, test.tried)
			}
			if got := s.FirstNamed(m, names, branches...); got != test.first {
				t.Errorf("first %d, want %d", got, test.first)
			} else if behind := s.Pos() != start; behind != (got >= 0) {
				t.Errorf("first: the scanner stands at %d", s.Pos())
			}
			if got := s.ChooseFirst(m, names, branches...); got != test.chosen || s.Pos() != start {
				t.Errorf("chosen %d at %d, want %d", got, s.Pos(), test.chosen)
			}
			if got := s.ChooseOnly(m, names, branches...); got != test.exclusive || s.Pos() != start {
				t.Errorf("chosen alone %d at %d, want %d", got, s.Pos(), test.exclusive)
			}
		})
	}
}

// TestTexts: which branches the text of a tag leaves, beside the names of members.
func TestTexts(t *testing.T) {
	names := &MemberNames{
		Names: []MemberName{
			{Name: "a", Admits: 0b111, Needs: 0b100},
			{Name: "op", Admits: 0b111, Needs: 0b011, Texts: MemberNames{
				Names: []MemberName{{Name: "+", Admits: 0b101}, {Name: "-", Admits: 0b110}},
				Other: 0b100,
			}},
		},
		Other: 0b111,
	}
	far := strings.Repeat(" ", tagReach)
	for text, want := range map[string]string{
		`{"op":"+"}`:            "0",
		`{"\u006fp":"\u002d"}`:  "1",
		`{"a":1,"op":"+"}`:      "0 2",
		`{"a":1,"op":"x"}`:      "2",
		`{"a":1,"op":1}`:        "2",
		`{"op":"+","op":"-"}`:   "2",
		`{"op":"x"}`:            "2", // one is left before its end
		`{"a":1}`:               "2",
		`{"op":"\x"}`:           "0 1 2",
		`{"op":"` + far + `+"}`: "0 1 2",
		`{"op":` + far + `"+"}`: "0 1 2",
		`{"op":"+"` + far + `}`: "0 2",
	} {
		s := Get([]byte(text))
		var tried []string
		branches := make([]func(*Scanner) bool, 3)
		for i := range branches {
			branches[i] = func(*Scanner) bool { tried = append(tried, strconv.Itoa(i)); return false }
		}
		if s.FirstNamed(s.Mark(), names, branches...) != -1 || strings.Join(tried, " ") != want {
			t.Errorf("%.20s: tried %v, want %v", text, tried, want)
		}
		s.Release()
	}
}

// TestServes: a branch is left only where one of the members is there of which it needs
// one, and one that is nil never is.
func TestServes(t *testing.T) {
	names := &MemberNames{
		Names: []MemberName{
			{Name: "a", Admits: 0b111, Serves: 0b001},
			{Name: "b", Admits: 0b111, Serves: 0b101},
			{Name: "c", Admits: 0b111, Needs: 0b010},
		},
		Other: 0b111,
	}
	for text, want := range map[string]string{
		`{"a":1}`:       "0",
		`{"b":1,"x":1}`: "0 2",
		`{"c":1}`:       "1",
		`{"c":1,"a":2}`: "0 1",
		`{"x":1}`:       "",
		`{}`:            "",
		`{"x":1` + strings.Repeat(" ", 1<<10) + `}`: "0 1 2",
	} {
		for without := range 4 {
			s := Get([]byte(text))
			var tried, wanted []string
			branches := make([]func(*Scanner) bool, 3)
			for i := range branches {
				if i != without {
					branches[i] = func(*Scanner) bool {
						tried = append(tried, strconv.Itoa(i))
						return false
					}
					if strings.Contains(want, strconv.Itoa(i)) {
						wanted = append(wanted, strconv.Itoa(i))
					}
				}
			}
			if s.FirstNamed(s.Mark(), names, branches...) != -1 || !slices.Equal(tried, wanted) {
				t.Errorf("%.20s without %d: tried %v, want %v", text, without, tried, wanted)
			}
			s.Release()
		}
	}
}

// Names are found among any number of others.
func TestMemberNamesFind(t *testing.T) {
	var names MemberNames
	for count := range 50 {
		for i := range count {
			if got := names.find([]byte(names.Names[i].Name)); got != i {
				t.Fatalf("%s of %d: %d", names.Names[i].Name, count, got)
			}
		}
		for i := range count + 1 {
			if got := names.find(fmt.Appendf(nil, "n%02d", 2*i)); got != -1 {
				t.Fatalf("n%02d of %d: %d", 2*i, count, got)
			}
		}
		names.Names = append(names.Names, MemberName{Name: fmt.Sprintf("n%02d", 2*count+1)})
	}
}
