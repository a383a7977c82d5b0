package brief

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"as long as may be", strings.Repeat("x", 60), strings.Repeat("x", 60)},
		{"one longer", strings.Repeat("x", 61), strings.Repeat("x", 60) + "…"},
		{"cut within a rune", strings.Repeat("x", 59) + "€€", strings.Repeat("x", 59) + "…"},
		{"not UTF-8", strings.Repeat("\x80", 100), "…"},
	} {
		if got := Text(test.text); got != test.want {
			t.Errorf("%s: %q", test.name, got)
		}
		if got := Text([]byte(test.text)); got != test.want {
			t.Errorf("%s, bytes: %q", test.name, got)
		}
	}
}

func TestQuote(t *testing.T) {
	if got := Quote(strings.Repeat("\x00", 1<<20)); len(got) > 300 || !strings.HasSuffix(got, `…"`) {
		t.Errorf("%q", got)
	}
	if got := Quote("a\"b"); got != `"a\"b"` {
		t.Error(got)
	}
}

func TestPointer(t *testing.T) {
	if got := Pointer("/a/b"); got != "/a/b" {
		t.Error(got)
	}
	for _, long := range []string{"/first" + strings.Repeat("/x", 10_000) + "/last", "/first" + strings.Repeat("/€", 10_000) + "€/last"} {
		got := Pointer(long)
		if len(got) > 130 || !strings.HasPrefix(got, "/first/") || !strings.HasSuffix(got, "/last") || !strings.Contains(got, "…") || !utf8.ValidString(got) {
			t.Errorf("%q", got)
		}
	}
	if got := Pointer(strings.Repeat("\x80", 1000)); len(got) > 130 {
		t.Errorf("%d bytes of what is no UTF-8", len(got))
	}
}
