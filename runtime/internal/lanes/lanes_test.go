package lanes

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// texts are ASCII with a stop or a character beyond ASCII at each place, in texts
// of all lengths up to eight words and more.
func texts() (list []string) {
	for n := range 72 {
		plain := strings.Repeat("abcdefgh", 9)[:n]
		list = append(list, plain)
		for at := range n {
			for _, special := range []string{`"`, `\`, "\x00", "\x1f", "\n", " ", "!", "#", "]", "\x7f", "\x80", "\xff", "é", "€", "😀"} {
				list = append(list, plain[:at]+special+plain[at:], plain[:at]+special+special+plain[at:])
			}
		}
	}
	return list
}

func stopsPlain(c byte) bool { return c < ' ' || c == '"' || c == '\\' }

func TestPlainFindsTheFirstStop(t *testing.T) {
	for _, text := range texts() {
		for i := range len(text) + 1 {
			want, beyond := i, false
			for want < len(text) && !stopsPlain(text[want]) {
				beyond = beyond || text[want] >= utf8.RuneSelf
				want++
			}
			end, high := Plain([]byte(text), i)
			if end != want || (high != 0) != beyond {
				t.Fatalf("from %d of %q: %d, %t; want %d, %t", i, text, end, high != 0, want, beyond)
			}
			want = i
			for want < len(text) && !stopsPlain(text[want]) && text[want] < utf8.RuneSelf {
				want++
			}
			if end := Simple([]byte(text), i); end != want {
				t.Fatalf("simple from %d of %q: %d, not %d", i, text, end, want)
			}
		}
	}
}

func TestStructureFindsTheFirst(t *testing.T) {
	const others = "0123456789+-.eE,: \t\r\ntruefalsn"
	for n := range 30 {
		for at := range n + 1 {
			for _, stop := range []string{"", `"`, "{", "}", "[", "]", `""`, "]}", "[1]"} {
				text := others[:at] + stop + others[at:n]
				for i := range at + 1 {
					want := at
					if stop == "" {
						want = len(text)
					}
					if got := Structure([]byte(text), i); got != want {
						t.Fatalf("from %d of %q: %d, not %d", i, text, got, want)
					}
				}
			}
		}
	}
}

func TestSpecialSeesEachByte(t *testing.T) {
	for at := range 8 {
		for c := range 256 {
			text := []byte("aaaaaaaa")
			text[at] = byte(c)
			want := stopsPlain(byte(c)) || c >= utf8.RuneSelf
			if got := Special(Load(text)) != 0; got != want {
				t.Errorf("%q: %t", text, got)
			}
		}
	}
}

func TestCharactersCountsCodePoints(t *testing.T) {
	for _, text := range texts() {
		if text = strings.ToValidUTF8(text, "�"); Characters([]byte(text)) != utf8.RuneCountInString(text) {
			t.Fatalf("%q: %d", text, Characters([]byte(text)))
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		runes := make([]rune, random.IntN(60))
		for i := range runes {
			runes[i] = random.Int32N(0x800) << random.IntN(10)
		}
		text := string(runes) // what is no code point becomes U+FFFD
		if got := Characters([]byte(text)); got != len(runes) {
			t.Fatalf("%q: %d", text, got)
		}
	}
}
