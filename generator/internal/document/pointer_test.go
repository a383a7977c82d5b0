package document

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPointerRoundTrip(t *testing.T) {
	for pointer, tokens := range map[string][]string{
		"":            nil,
		"/":           {""},
		"/a/b":        {"a", "b"},
		"/a~1b/m~0n":  {"a/b", "m~n"},
		"/~01":        {"~1"},
		"/ /%/\"/\\ ": {" ", "%", "\"", "\\ "},
		"//":          {"", ""},
	} {
		got, err := ParsePointer(pointer)
		if diff := cmp.Diff(tokens, got); diff != "" || err != nil {
			t.Errorf("ParsePointer(%q): %v (-want +got)\n%s", pointer, err, diff)
		}
		if got := FormatPointer(tokens...); got != pointer {
			t.Errorf("FormatPointer(%q) = %q, want %q", tokens, got, pointer)
		}
		fragment := FormatFragment(tokens...)
		got, err = ParseFragment(fragment[1:])
		if diff := cmp.Diff(tokens, got); diff != "" || err != nil {
			t.Errorf("ParseFragment(%q): %v (-want +got)\n%s", fragment, err, diff)
		}
	}
	if got := AppendToken("/a", "b/c"); got != "/a/b~1c" {
		t.Errorf("AppendToken = %q", got)
	}
}

func TestMalformedPointers(t *testing.T) {
	for _, pointer := range []string{"a", "/~", "/~2", "/a/~/b", "#/a"} {
		if tokens, err := ParsePointer(pointer); err == nil {
			t.Errorf("ParsePointer(%q) = %q, want an error", pointer, tokens)
		}
	}
	for _, fragment := range []string{"/%zz", "/%", "/%7e2"} {
		if tokens, err := ParseFragment(fragment); err == nil {
			t.Errorf("ParseFragment(%q) = %q, want an error", fragment, tokens)
		}
	}
}

func TestParseFragmentResolvesPercentBeforeTilde(t *testing.T) {
	got, err := ParseFragment("/a%7E1b%25/%c3%a9")
	if diff := cmp.Diff([]string{"a/b%", "é"}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
}

func TestArrayIndex(t *testing.T) {
	for token, want := range map[string]int{"0": 0, "7": 7, "10": 10} {
		if got, ok := ArrayIndex(token); !ok || got != want {
			t.Errorf("ArrayIndex(%q) = %d, %v", token, got, ok)
		}
	}
	for _, token := range []string{"", "-", "01", "-1", "+1", "1e1", " 1", "99999999999999999999"} {
		if got, ok := ArrayIndex(token); ok {
			t.Errorf("ArrayIndex(%q) = %d, want none", token, got)
		}
	}
}

func TestLookup(t *testing.T) {
	n := readJSON(t, `{"a":[{"b/c":1}],"":2,"0":3}`)
	for pointer, want := range map[string]string{
		"":            n.String(),
		"/a/0/b~1c":   "1",
		"/":           "2",
		"/0":          "3",
		"/a/1":        "",
		"/a/-":        "",
		"/a/00":       "",
		"/x":          "",
		"/a/0/b~1c/x": "",
	} {
		got, err := n.Lookup(pointer)
		if err != nil || got.String() != want {
			t.Errorf("Lookup(%q) = %s, %v, want %s", pointer, got, err, want)
		}
	}
	if _, err := n.Lookup("a"); err == nil {
		t.Error("a malformed pointer has no error")
	}
}
