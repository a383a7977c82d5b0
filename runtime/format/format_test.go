package format_test

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/format"
)

// cases holds, for each format, texts named for the trap that they set. The
// official suite is run in runtime/format/idn, where all formats are present.
var cases = []struct {
	format         string
	valid, invalid []string
}{
	{"date",
		[]string{"0001-01-01", "0000-02-29", "2000-02-29", "9999-12-31"},
		[]string{"", "2023-02-29", "1900-02-29", "2023-00-01", "2023-01-00", "2023-13-01", "2023-04-31", "2023-1-15", "12023-01-01", "2023-01-1১", "2023-01-01\n", "2023/01/01"},
	},
	{"time",
		[]string{"00:00:00Z", "23:59:59z", "08:30:06.1+05:30", "23:59:60Z", "01:29:60+01:30", "15:59:60.5-08:00", "12:00:00-00:00"},
		[]string{"", "24:00:00Z", "12:00:00", "12:00:00.Z", "12:00:00.5", "12:00:00+24:00", "12:00:00+05:60", "12:00:00+0530", "12:00:00ZZ", "23:58:60Z", "00:59:60Z", "12:00:61Z", "12-00-00Z", "12:00:0১Z"},
	},
	{"date-time",
		[]string{
			"2023-07-04T08:15:00Z", "2023-07-04t08:15:00z", "2023-07-04T08:15:00.123456789123456789+05:30",
			"1990-12-31T23:59:60Z", "1990-12-31T15:59:60-08:00",
			"2017-01-01T00:59:60+01:00", // a leap second seen on the first day of the next month
			"2016-03-01T00:00:60+00:01",
		},
		[]string{
			"", "2023-07-04", "2023-07-04 08:15:00Z", "2023-07-04T08:15:00", "2023-07-04T08:15:00+0530", "2024-02-30T00:00:00Z", "2023-07-04T24:00:00Z",
			"2023-07-04T23:59:60Z",      // no leap second but at the end of a month
			"2017-01-02T00:59:60+01:00", // the UTC day is the first of the month
			"2016-12-31T00:59:60+01:00", // the UTC day is the last but one
			"2016-12-31T22:59:60Z", "2023-07-04ż08:15:00Z",
		},
	},
	{"duration",
		[]string{"P2D", "PT1H", "P1Y2M3DT4H5M6S", "P3W", "PT0S", "P01D", "P1Y2M", "P1M2D", "PT1H2M", "PT2M3S", "P1YT1S", "P1Y2MT1M"},
		[]string{"", "P", "PT", "P1", "PW", "P1DT", "PT2.5S", "-P1D", "P1D2H", "P1W2D", "P1WT1H", "PT1H5S", "P1Y2D", "1h", "p1d", "P1S", "PT1D", "P1M1Y", "P1D1D", "P1Y1Y", "PT1S1M", "P1DT1D", "P1D\n", "P১D"},
	},
	{"email",
		[]string{"joe@example.com", "a.b+c@x", `"joe bloggs"@example.com`, `"a\"b"@example.com`, `""@example.com`, "j@[127.0.0.1]", "j@[IPv6:::1]", "j@[ipv6:fe80::1]", strings.Repeat("a", 64) + "@example.com"},
		[]string{"", "@", "joe", "@example.com", "joe@", ".a@x", "a.@x", "a..b@x", "a b@x", "a@x@y", "a@-x", "a@x.", "a@x..y", "a@x_y", `"a@x`, `"a"b@x`, "\"a\nb\"@x", `"a\`, "j@[127.0.0.300]", "j@[127.0.0.1", "j@[]", "j@[::1]", "j@[IPv6:1]", "j@[IPv6:::1", "j@[IPv6]", "δ@x", "j@δ", strings.Repeat("a", 65) + "@example.com"},
	},
	{"idn-email",
		[]string{"joe@example.com", "δοκιμή@example.com", `"δ"@example.com`, "실례@실례.테스트", "a@cafe\u0301.com"},
		[]string{"", "δ", "δ@", "@δ", "δ.@x", "user\uff20example.com", "a@-δ", "a@δ..x", "a@δ_x", "a@" + strings.Repeat("δ.", 86), "\xff@x", "a@\xff"},
	},
	{"hostname",
		[]string{"a", "www.example.com", "1host", "a--b.com", "xn--nw2a.xn--j6w193g", strings.Repeat("a", 63), strings.Repeat("a.", 126) + "a"},
		[]string{"", ".", ".a", "a.", "a..b", "-a", "a-", "a_b", "a b", "é.com", "a\n", strings.Repeat("a", 64), strings.Repeat("a.", 126) + "aa"},
	},
	{"ipv4",
		[]string{"0.0.0.0", "255.255.255.255", "10.20.30.40"},
		[]string{"", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.1.1.1", "1.1.1.00", "1..1.1", ".1.1.1", "1.1.1.", "1.1.1.1\n", "1.1.1.1/8", "0x7f.0.0.1", "1.1.1.99999999999999999999"},
	},
	{"ipv6",
		[]string{"::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "::ffff:192.168.0.1", "1:2:3:4:5:6:1.2.3.4", "ABCD::ef01"},
		[]string{"", ":", ":::", "1", "1:", ":1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "1::2::3", "12345::", "g::", "fe80::a%eth1", "[::1]", "::1.2.3", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "1.2.3.4", "::01.2.3.4", "::1.2.3.256"},
	},
	{"uri",
		[]string{"a:", "a:b", "http://", "http://a", "http://u:p@h:80/p?q#f", "http://[::1]:80", "http://[v1.a:b]", "urn:a:b", "a://h:", "a:?q?/", "a:/%20", "a:b//c", "a+-.1:b"},
		[]string{"", ":", "a", "/a", "//a", "1a:b", "a_b:c", "http://a b", "http://a%", "http://a/%2", "http://a/%gg", "http://a:b", "http://a@b@c", "http://[::1", "http://[::1]a", "http://[]", "http://[fe80::1%25en1]", "http://[v.a]", "http://[v1.]", "http://[v1]", "a:#a#b", "a:é", `a:\`, "a:[", "a:?[", "a:\x7f"},
	},
	{"uri-reference",
		[]string{"", "a", "/a", "//a", "#", "?", "a/b:c", "./a:b", "#a:b", "http://a"},
		[]string{"1:b", ":a", "a b", "//a:b", "#a#", `\\a\b`, "é"},
	},
	{"iri",
		[]string{"http://ƒøø.ßår/?∂#π", "a:?\ue000", "http://[::1]", "a:\U00010300", "a:?\U000f0000"},
		[]string{"", "π", "a:\ue000", "a:#\ue000", "a:\ufdd0", "a:\ufffe", "a:\U0001ffff", "a:\U000e0001", "a:\u0080", "a:\u200e", "a:\xff", "http://[::1é]"},
	},
	{"iri-reference",
		[]string{"", "π", "/π", "//π", "#π", "?\ue000", "a:b"},
		[]string{`\π`, "#\ue000", "π:b", "π b"},
	},
	{"uri-template",
		[]string{"", "a", "{a}", "{+a,b*,c:12}", "{a.b}", "{%41}", "a%41", "é", "\ue000", "a'b", "{=a}", "{,a}"},
		[]string{"{", "}", "{}", "{a", "{a,}", "{a..b}", "{a.}", "{.a.}", "{a:0}", "{a:}", "{a:12345}", "{a:1*}", "{a*b}", "{a b}", "{%4}", "a%", "a b", "a\\b", "a|b", "a\x7f", "a\ufdd0", "\xff", "{é}"},
	},
	{"uuid",
		[]string{"2EB8AA08-aa98-11ea-B4AA-73B441D16380", "00000000-0000-0000-0000-000000000000"},
		[]string{"", "2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4ga-73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638", "{2eb8aa08-aa98-11ea-b4aa-73b441d1638}", "2eb8-aa08-aa98-11ea-b4aa73b44-1d16380"},
	},
	{"json-pointer",
		[]string{"", "/", "/a~0b~1", "//", "/é", "/\x00"},
		[]string{"a", "#", "#/a", "/~", "/~2", "/a~/b", "/~0~"},
	},
	{"regex",
		[]string{"", `^(?<n>a|[^])\k<n>$`, `(?<=a+)b`, `\p{L}\cA\/`, `[]`, `[\w-a]`, `a{`, `^[a-z\-]\_\"$`},
		[]string{`^(abc]`, `\a`, `\Z`, `(?i)a`, `(?P<n>a)`, `(?#c)`, `a{2,1}`, `\1`, "\xff"},
	},
	{"relative-json-pointer",
		[]string{"0", "0#", "1/a", "120/~0", "0//", "0+1/a", "1-12#", "3+1"},
		[]string{"", "/a", "-1", "+1", "01", "0##", "0#/a", "0/~", "1\n", "0+", "0+0", "0+01", "0++1", "١"},
	},
}

func TestFormats(t *testing.T) {
	for _, c := range cases {
		ofString, ok := format.Lookup[string](c.format)
		if !ok {
			t.Errorf("no checker for %q", c.format)
			continue
		}
		ofBytes, _ := format.Lookup[[]byte](c.format)
		check := func(text string, want bool) {
			if got := ofString(text); got != want {
				t.Errorf("%s(%q) = %t", c.format, text, got)
			}
			if got := ofBytes([]byte(text)); got != want {
				t.Errorf("%s([]byte(%q)) = %t", c.format, text, got)
			}
		}
		for _, text := range c.valid {
			check(text, true)
		}
		for _, text := range c.invalid {
			check(text, false)
		}
	}
}

func TestUnknownFormats(t *testing.T) {
	for _, name := range []string{"", "phone", "color", "ip-address", "host-name", "Date", "idn-hostname", "unknown"} {
		if _, ok := format.Lookup[string](name); ok {
			t.Errorf("Lookup(%q) found a checker", name)
		}
	}
}

func TestCheckersDoNotAllocate(t *testing.T) {
	for _, c := range cases {
		if c.format == "regex" {
			continue // builds a syntax tree
		}
		check, _ := format.Lookup[[]byte](c.format)
		for _, text := range c.valid {
			data := []byte(text)
			if n := testing.AllocsPerRun(10, func() { check(data) }); n != 0 {
				t.Errorf("%s(%q): %v allocations", c.format, text, n)
			}
		}
	}
}

// FuzzFormats feeds the same text as string and as bytes to all checkers and
// compares with the standard library where it has a parser of the same grammar.
func FuzzFormats(f *testing.F) {
	for _, c := range cases {
		for _, text := range append(c.valid, c.invalid...) {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		verdict := map[string]bool{}
		for _, c := range cases {
			ofString, _ := format.Lookup[string](c.format)
			ofBytes, _ := format.Lookup[[]byte](c.format)
			verdict[c.format] = ofString(text)
			if ofBytes([]byte(text)) != verdict[c.format] {
				t.Errorf("%s: string and bytes disagree on %q", c.format, text)
			}
		}
		expect := func(name string, want bool) {
			if verdict[name] != want {
				t.Errorf("%s(%q) = %t, the standard library says %t", name, text, verdict[name], want)
			}
		}
		addr, err := netip.ParseAddr(text)
		expect("ipv4", err == nil && addr.Is4())
		expect("ipv6", err == nil && addr.Is6() && addr.Zone() == "")
		_, err = time.Parse(time.DateOnly, text)
		expect("date", err == nil)
		// The library reads more than RFC 3339 but no leap seconds and no lower case.
		if _, err := time.Parse(time.RFC3339, strings.ToUpper(text)); err != nil && !strings.Contains(text, ":60") {
			expect("date-time", false)
		}
		for narrow, wide := range map[string]string{
			"uri": "iri", "uri-reference": "iri-reference", "iri": "iri-reference", "email": "idn-email", "hostname": "uri-reference",
		} {
			if verdict[narrow] && !verdict[wide] {
				t.Errorf("%q is a valid %s and no valid %s", text, narrow, wide)
			}
		}
	})
}

var benchmarks = map[string]string{
	"date-time": "2023-07-04T08:15:00.123Z",
	"date":      "2023-07-04",
	"email":     "joe.bloggs@example.com",
	"ipv4":      "192.168.10.20",
	"ipv6":      "2001:db8:85a3::8a2e:370:7334",
	"uri":       "https://user@example.com:8080/path/to/it?query=1#fragment",
	"uuid":      "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
}

func BenchmarkFormats(b *testing.B) {
	for _, c := range cases {
		text, ok := benchmarks[c.format]
		if !ok {
			continue
		}
		b.Run(c.format, func(b *testing.B) {
			check, _ := format.Lookup[[]byte](c.format)
			data := []byte(text)
			for b.Loop() {
				check(data)
			}
		})
	}
}
