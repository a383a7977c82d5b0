package idn_test

import (
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/format"
	"github.com/bindery-go/bindery/runtime/format/idn"
)

var hostnames = []struct {
	trap           string
	text           string
	hostname, idna bool
}{
	{"plain", "www.Example.com", true, true},
	{"hyphens that IDNA reserves", "ab--cd.example", true, false},
	{"hyphens in other places", "a--b.abc--d", true, true},
	{"punycode", "xn--9n2bp8q.xn--9t4b11yi5a", true, true},
	{"punycode in upper case", "XN--9N2BP8Q.com", true, true},
	{"punycode beside reserved hyphens", "ab--cd.xn--9n2bp8q", true, false},
	{"prefix alone", "xn--", false, false},
	{"prefix in the middle of a label", "axn--b", true, true},
	{"punycode of ASCII", "xn--example-", false, false},
	{"punycode that does not decode", "xn--x", false, false},
	{"trailing dot", "example.", false, false},
	{"empty", "", false, false},
	{"label too long", strings.Repeat("a", 64), false, false},
	{"international", "실례.테스트", false, true},
	{"other full stops", "a。b．실례｡c", false, true},
	{"full stops alone", "。", false, false},
	{"empty label", "실례..b", false, false},
	{"trailing full stop", "실례。", false, false},
	{"upper case in an ASCII label", "WWW.실례", false, true},
	{"upper case in a U-label", "A실례", false, false},
	{"not in normal form", "cafe\u0301", false, false},
	{"in normal form", "café", false, true},
	{"a character mapped by UTS 46", "Ｂ.com", false, false},
	{"valid to UTS 46, not to IDNA2008", "☃.com", false, false},
	{"the same in punycode", "xn--n3h.com", false, false},
	{"old Hangul jamo", "\u1100\u1161", false, false},
	{"mark for symbols", "a\u20d0", false, false},
	{"hyphens counted in characters", "실례--테", false, false},
	{"hyphens counted in bytes", "ó--a", false, true},
	{"leading hyphen", "-실", false, false},
	{"trailing hyphen", "실-", false, false},
	{"underscore", "실_례", false, false},
	{"mixed directions in a label", "aא", false, false},
	{"digit first in a Bidi name", "0a.א", false, false},
	{"sharp s and final sigma", "ßς", false, true},
	{"non-joiner after a letter that joins and before one that does", "بي\u200cبي", false, true},
	{"non-joiner before HAMZA", "ب\u200cء", false, false},
	{"non-joiner at the end", "ب\u200c", false, false},
	{"non-joiner after a virama", "क्\u200cष", false, true},
	{"non-joiner in Latin", "a\u200cb", false, false},
	{"joiner without a virama", "क\u200dष", false, false},
	{"invalid UTF-8", "a\xff", false, false},
}

func TestHostnames(t *testing.T) {
	for _, c := range hostnames {
		for _, check := range []struct {
			name string
			got  bool
			want bool
		}{
			{"Hostname", idn.Hostname(c.text), c.hostname},
			{"Hostname of bytes", idn.Hostname([]byte(c.text)), c.hostname},
			{"IDNHostname", idn.IDNHostname(c.text), c.idna},
			{"IDNHostname of bytes", idn.IDNHostname([]byte(c.text)), c.idna},
		} {
			if check.got != check.want {
				t.Errorf("%s: %s(%q) = %t", c.trap, check.name, c.text, check.got)
			}
		}
	}
}

func TestLookup(t *testing.T) {
	for name, text := range map[string]string{"hostname": "xn--x", "idn-hostname": "a_", "ipv4": "::1"} {
		check, ok := idn.Lookup[string](name)
		if !ok || check(text) {
			t.Errorf("%s: %q passed, or no checker", name, text)
		}
	}
	if _, ok := idn.Lookup[string]("phone"); ok {
		t.Error("phone is no format")
	}
}

func TestPlainNamesDoNotAllocate(t *testing.T) {
	name := []byte("www.a--b.example.com")
	if n := testing.AllocsPerRun(10, func() { idn.Hostname(name); idn.IDNHostname(name) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzHostnames holds the checkers to what must be so of any name.
func FuzzHostnames(f *testing.F) {
	for _, c := range hostnames {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		strict, plain, international := idn.Hostname(text), format.Hostname(text), idn.IDNHostname(text)
		if strict && !plain {
			t.Errorf("%q passes the A-label check without being a host name", text)
		}
		if idn.Hostname([]byte(text)) != strict || idn.IDNHostname([]byte(text)) != international {
			t.Errorf("%q: string and bytes disagree", text)
		}
		if plain && international && !strict {
			t.Errorf("%q is an ASCII name and valid as an international one only", text)
		}
	})
}
