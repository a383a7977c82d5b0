package jsonscan

import (
	"encoding/json"
	"strings"
	"testing"
)

// readsMembers reads an object of numbers by Member and returns the names.
func readsMembers(text string) (names []string, ok bool) {
	s := Get([]byte(text))
	defer s.Release()
	if !s.EnterObject() {
		return nil, false
	}
	for name, more := s.Member(); more; name, more = s.Member() {
		if s.Peek() != KindNumber || !s.SkipKind(KindNumber) {
			return nil, false
		}
		names = append(names, string(name))
	}
	return names, s.LeaveObject() && s.End()
}

// What stands around names is looked at four bytes at a time where it is what most
// writers write. Objects with other white space, with a byte missing or another one in its
// place are read as encoding/json reads them.
func TestMemberReadsAnySpace(t *testing.T) {
	spaces := []string{"", " ", "\n\t"}
	for _, first := range []string{"", "a", "é", `\"`, "longer than a word"} {
		for i := range 81 {
			a, b, c, d := spaces[i%3], spaces[i/3%3], spaces[i/9%3], spaces[i/27]
			text := "{" + a + `"` + first + `"` + b + ":" + c + "1" + d + "," + a + `"b"` + b + ":" + c + "2" + d + "}"
			checkDamaged(t, checkMembers, text, ",", ":", `"`, "}", " ", "1", "\x00")
		}
	}
}

// checkDamaged checks a text, what it begins with, and it with each byte missing or another
// in its place.
func checkDamaged(t *testing.T, check func(*testing.T, string), text string, others ...string) {
	t.Helper()
	check(t, text)
	for k := range text {
		check(t, text[:k])
		check(t, text[:k]+text[k+1:])
		for _, other := range others {
			check(t, text[:k]+other+text[k+1:])
		}
	}
}

func checkMembers(t *testing.T, text string) {
	t.Helper()
	var want map[string]float64
	valid := json.Unmarshal([]byte(text), &want) == nil && strings.HasPrefix(text, "{")
	names, ok := readsMembers(text)
	// JSON strings are UTF-8; encoding/json replaces what is not.
	if valid != ok && strings.ToValidUTF8(text, "") == text {
		t.Fatalf("%q: %t, not %t", text, ok, valid)
	}
	for _, name := range names {
		if _, there := want[name]; ok && !there {
			t.Fatalf("%q has no name %q", text, name)
		}
	}
}

// Arrays, and arrays of strings, likewise.
func TestElementReadsAnySpace(t *testing.T) {
	spaces := []string{"", " ", "  ", "\n\t"}
	for _, first := range []string{"", "a", "é", `\"`, "longer than a word"} {
		for i := range 64 {
			a, b, c := spaces[i%4], spaces[i/4%4], spaces[i/16]
			text := "[" + a + `"` + first + `"` + b + "," + c + `"b"` + b + "," + c + `"c"` + a + "]"
			checkDamaged(t, checkStrings, text, ",", "]", `"`, "}", " ", "1", "\x00")
		}
	}
}

func checkStrings(t *testing.T, text string) {
	t.Helper()
	if strings.ToValidUTF8(text, "") != text {
		return // encoding/json replaces what is not UTF-8
	}
	var want []any
	valid := json.Unmarshal([]byte(text), &want) == nil && strings.HasPrefix(text, "[")
	count, all := 0, true
	s := Get([]byte(text))
	defer s.Release()
	m := s.Mark()
	ok := s.EnterArray()
	for ok && s.Element() {
		all = all && s.Peek() == KindString
		ok = s.Skip()
		count++
	}
	if ok = ok && s.LeaveArray() && s.End(); ok != valid || ok && count != len(want) {
		t.Fatalf("%q: %t, %d elements; not %t, %d", text, ok, count, valid, len(want))
	}
	s.Reset(m)
	if got := s.SkipStrings() && s.End(); got != (valid && all) {
		t.Fatalf("%q: skipping strings: %t", text, got)
	}
}
