package jsonscan

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// readTwice reads the next value as generated code does: some values once more
// from their start, as unions do, after a branch that gave up half way or read all
// of it, some without looking inside, and some again from the middle of what is
// around them.
func readTwice(t *testing.T, s *Scanner, random *rand.Rand) {
	t.Helper()
	m := s.Mark()
	branch := func(s *Scanner) bool { return readSome(s, random) && false }
	switch random.IntN(10) {
	case 0, 1, 2:
		if s.First(m, branch, branch) >= 0 {
			t.Fatal("a branch took a value")
		}
	case 3:
		if s.Only(m, branch, (*Scanner).Skip) != 1 {
			t.Fatal("no branch took a value")
		}
		if at := firstInside(s.Span(m.pos)); at > 0 {
			end := s.Pos()
			s.First(m.At(m.pos+at), walk)
			s.Seek(end)
		}
		return
	case 4:
		s.Tag(m, "name")
	case 5:
		s.Has(m, "none")
	}
	var inside []int
	switch s.Peek() {
	case KindObject:
		s.EnterObject()
		for _, more := s.Member(); more; _, more = s.Member() {
			inside = append(inside, s.Pos())
			readTwice(t, s, random)
		}
		s.LeaveObject()
	case KindArray:
		s.EnterArray()
		for s.Element() {
			inside = append(inside, s.Pos())
			readTwice(t, s, random)
		}
		s.LeaveArray()
	default:
		s.Skip()
	}
	if len(inside) > 0 && random.IntN(3) == 0 { // as dependentSchemas do
		end := s.Pos()
		s.First(m.At(inside[random.IntN(len(inside))]), branch)
		s.Seek(end)
	}
}

// firstInside is where the first value in a container starts, 0 without one.
func firstInside(text []byte) int {
	s := Get(text)
	defer s.Release()
	more := s.EnterArray() && s.Element()
	if s.EnterObject() {
		_, more = s.Member()
	}
	if !more {
		return 0
	}
	return s.Pos()
}

// readSome reads a part of the next value, or all of it.
func readSome(s *Scanner, random *rand.Rand) bool {
	switch {
	case random.IntN(12) == 0:
		return false
	case random.IntN(3) == 0:
		return s.Skip()
	case s.EnterObject():
		for _, more := s.Member(); more; _, more = s.Member() {
			if !readSome(s, random) {
				return false
			}
		}
		return s.LeaveObject()
	case s.EnterArray():
		for s.Element() {
			if !readSome(s, random) {
				return false
			}
		}
		return s.LeaveArray()
	}
	return s.Skip()
}

// randomWatch is a machine of a few states that knows some of the names.
func randomWatch(random *rand.Rand) Watch {
	w := make(Watch, 1+random.IntN(4))
	state := func() int32 { return int32(random.IntN(len(w)+1)) - 1 }
	for i := range w {
		w[i] = WatchState{Inside: random.IntN(4) > 0, Others: state()}
		for k, name := range []string{"a", "1", "name", "häßlich\n", "id", ""} {
			if s := state(); random.IntN(2) == 0 && s >= 0 {
				index := int32(-1)
				if name == "1" {
					index = 1
				}
				w[i].Names = append(w[i].Names, WatchName{Name: name, Index: index, Token: int32(k + 1), State: s})
			}
		}
	}
	return w
}

// wantedOf lists what a watch asks for of the next value, by paths; s has none.
func wantedOf(s *Scanner, w Watch, state int32, path string, token int32) []string {
	start, size := s.Pos(), int32(0)
	var inside []string
	next := func(name string, index int32) {
		next, token := w[state].Others, int32(0)
		for _, n := range w[state].Names {
			if index < 0 && n.Name == name || index >= 0 && n.Index == index {
				next, token = n.State, n.Token
			}
		}
		if index >= 0 {
			name = fmt.Sprint(index)
		}
		if size++; next < 0 {
			s.Skip()
			return
		}
		inside = append(inside, wantedOf(s, w, next, path+"/"+name, token)...)
	}
	switch {
	case w[state].Inside && s.EnterObject():
		for name, more := s.Member(); more; name, more = s.Member() {
			next(string(name), -1)
		}
		s.LeaveObject()
	case w[state].Inside && s.EnterArray():
		for s.Element() {
			next("", size)
		}
		s.LeaveArray()
	default:
		s.Skip()
	}
	return append([]string{fmt.Sprint(path, " ", token, " ", start, " to ", s.Pos(), " with ", size)}, inside...)
}

// listed lists what was kept as wantedOf does.
func listed(t *testing.T, s *Scanner, kept []Kept, i int32, path string) (lines []string) {
	t.Helper()
	v := &kept[i]
	if v.Kind != kindOf[s.data[v.Start]] {
		t.Errorf("%s is a %v", path, v.Kind)
	}
	text := string(s.data[v.Start:v.End])
	n, err := strconv.ParseInt(text, 10, 64)
	if whole := i > 0 && err == nil && len(strings.TrimPrefix(text, "-")) <= 18; v.Whole != whole || whole && v.Int != n {
		t.Errorf("%s: %v, %d", text, v.Whole, v.Int)
	}
	lines = append(lines, fmt.Sprint(path, " ", v.Token, " ", v.Start, " to ", v.End, " with ", v.Size))
	for child := v.Child; child > 0; child = kept[child].Next {
		name := fmt.Sprint(kept[child].Index)
		if kept[child].Name > 0 {
			name = string(s.NameOf(&kept[child]))
		}
		if kept[child].Parent != i {
			t.Errorf("%s is in %d", name, kept[child].Parent)
		}
		lines = append(lines, listed(t, s, kept, child, path+"/"+name)...)
	}
	return lines
}

// watched are documents for watches.
func watched() (documents []string) {
	documents = []string{
		string(benchDocument(4_000)),
		strings.Repeat(`{"a":[`, 20) + `"deep"` + strings.Repeat(`]}`, 20),
		` {"name":{"a":[1,{"id":2,"":[]},3],"h\u00e4\u00dflich\n":{"a":{"id":{}}}},"a":[[],[{"name":"x"}],{"a":1},-0,-12,999999999999999999,1000000000000000000,-9223372036854775808,1.0,1e2], "" : "häßlich" } `,
	}
	for _, text := range valid {
		if len(text) < 10_000 && json.Valid([]byte(text)) {
			documents = append(documents, fmt.Sprintf(" [%s , {\"name\": %s, \"other\":[%[1]s]} ] ", text, text), text)
		}
	}
	return documents
}

func TestKeptIsWhatAWatchAsksFor(t *testing.T) {
	for i, text := range watched() {
		for seed := range uint64(60) {
			random := rand.New(rand.NewPCG(uint64(i), seed))
			w := randomWatch(random)
			plain, s := Get([]byte(text)), Get([]byte(text))
			want := wantedOf(plain, w, 0, "", 0)
			s.Watch(w)
			if random.IntN(8) > 0 { // else nothing was read
				if readTwice(t, s, random); !s.End() {
					t.Fatalf("%s is not read", text)
				}
			}
			at := s.Pos()
			if diff := cmp.Diff(want, listed(t, s, s.Kept(), 0, "")); diff != "" {
				t.Fatalf("%s, seed %d, %+v: %s", text, seed, w, diff)
			}
			if s.Pos() != at {
				t.Error("the scanner is elsewhere")
			}
			s.Release()
			plain.Release()
		}
	}
}

// tell tells in of the next value of s, around which are so many containers.
func tell(s, in *Scanner, depth int) {
	if !in.Opened(depth, s.Pos()) {
		s.Skip()
		return
	}
	next := func(name []byte, nameAt int) {
		m := s.Mark()
		s.Skip()
		in.Passed(depth+1, name, nameAt, m.pos, s.Pos())
		s.Reset(m)
		tell(s, in, depth+1)
	}
	if s.EnterObject() {
		for name, more := s.Member(); more; name, more = s.Member() {
			next(name, s.nameAt)
		}
		s.LeaveObject()
	} else if s.EnterArray() {
		for s.Element() {
			next(nil, 0)
		}
		s.LeaveArray()
	}
	in.Closed(depth, s.Pos())
}

func TestKeptIsWhatWasTold(t *testing.T) {
	for i, text := range watched() {
		for seed := range uint64(20) {
			w := randomWatch(rand.New(rand.NewPCG(uint64(i), seed)))
			in, s := Get([]byte(text)), Get([]byte(text))
			in.Watch(w)
			tell(s, in, 0)
			plain := Get([]byte(text))
			if diff := cmp.Diff(wantedOf(plain, w, 0, "", 0), listed(t, in, in.Kept(), 0, "")); diff != "" {
				t.Fatalf("%s, seed %d, %+v: %s", text, seed, w, diff)
			}
			for _, s := range []*Scanner{in, s, plain} {
				s.Release()
			}
		}
	}
}

// TestBranchesKeepValuesOnce: what a branch kept that gave up is let go.
func TestBranchesKeepValuesOnce(t *testing.T) {
	s := Get([]byte(`[{"a":[` + strings.Repeat("1,", 100) + `2],"b":3}]`))
	defer s.Release()
	s.Watch(Watch{{Inside: true}})
	branch := func(s *Scanner) bool {
		s.EnterObject()
		s.Member()
		return walk(s) && false
	}
	s.EnterArray()
	s.Element()
	for range 50 {
		s.First(s.Mark(), branch, branch)
	}
	if !walk(s) || s.Element() || !s.LeaveArray() || !s.End() || len(s.Kept()) != 105 {
		t.Errorf("%d values are kept", len(s.Kept()))
	}
}

// TestScannersFromThePoolWatchNothing: a scanner keeps nothing but what it is asked for.
func TestScannersFromThePoolWatchNothing(t *testing.T) {
	for range 3 {
		s := Get([]byte(`{"a":[1]}`))
		if !walk(s) || len(s.trail.kept) > 0 {
			t.Error("what another scanner was asked for is kept")
		}
		s.Reset(Mark{})
		s.Watch(Watch{{Inside: true}})
		if !walk(s) || len(s.Kept()) != 3 {
			t.Errorf("%d values are kept", len(s.Kept()))
		}
		s.Release()
	}
}
