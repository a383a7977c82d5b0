package names

import (
	"slices"
	"strings"
	"unicode"
)

// ValueSuffix returns what follows the type's name in the constant of a value.
// The characters that Exported drops are named where they carry the meaning,
// so that "+1", "-1" and "1" differ: those of prose do not, nor what divides words, as in
// "a/b+c" and "List<a::b>". The empty text is Empty. The result may start with a digit.
func (w Words) ValueSuffix(text string) string {
	if text == "" {
		return "Empty"
	}
	for _, plain := range []func(string) string{w.wordValue, w.prose} {
		if suffix := plain(text); suffix != "" {
			return suffix
		}
	}
	return w.expression(text)
}

// wordValue is the suffix of a value in which no character carries a meaning that is no
// part of a word; "" for others.
func (w Words) wordValue(text string) string {
	if text[0] == '-' || strings.ContainsFunc(text, carriesMeaning) || hasSign([]rune(text)) {
		return ""
	}
	return w.joinedValue(words(text))
}

// prose is the suffix of a value of several words, such as "CPU > 80% (sustained)"; "" for
// others.
func (w Words) prose(text string) string {
	fields := strings.Fields(text)
	if len(fields) < 2 {
		return ""
	}
	var b strings.Builder
	for _, field := range fields {
		if b.Len() > maxLength {
			break
		}
		field = strings.TrimRight(strings.TrimLeft(field, "([{\"'"), ")]}\"'.,:;?!")
		if field = apostrophes.Replace(field); field == "" {
			continue
		}
		suffix := w.wordValue(field)
		if suffix == "" && field != "-" {
			suffix = w.expression(field)
		}
		if b.Len() > 0 && suffix != "" && endsInDigit(b.String()) && isDigit(suffix[0]) {
			b.WriteByte('_')
		}
		b.WriteString(suffix)
	}
	return b.String()
}

var apostrophes = strings.NewReplacer("'", "", "’", "")

// expression is the suffix of a value that has operators or signs: those are named, and
// what only divides words is not.
func (w Words) expression(text string) string {
	runes := []rune(calm(text))
	runes = runes[:min(len(runes), 4*maxLength)]
	e := expression{runes, brackets(runes)}
	var list []string
	for start := 0; start < len(runes); {
		end := e.endOf(start)
		if e.isWord(start) {
			list = append(list, divided(string(runes[start:end]))...)
		} else {
			list = append(list, e.symbols(start, end)...)
		}
		start = end
	}
	return w.joinedValue(list)
}

// expression is a text and which of its brackets only divide words.
type expression struct {
	runes   []rune
	divides map[int]bool
}

// isWord reports whether a letter or digit is at an index, or what encloses some.
func (e expression) isWord(at int) bool {
	return 0 <= at && at < len(e.runes) && (inIdentifier(e.runes[at]) || e.divides[at])
}

// endOf is where the word ends that begins at an index, or what is between words.
func (e expression) endOf(start int) int {
	end := start + 1
	for end < len(e.runes) && e.isWord(end) == e.isWord(start) {
		end++
	}
	return end
}

// symbols names the characters of a part that is no word: between words only signs where it
// has no operators.
func (e expression) symbols(start, end int) []string {
	divides := e.isWord(start-1) && e.isWord(end) && !slices.ContainsFunc(e.runes[start:end], carriesMeaning)
	var list []string
	for i := start; i < end; i++ {
		if !divides || isSign(e.runes, i) {
			list = append(list, symbol(e.runes[i]))
		}
	}
	return list
}

// brackets are the indexes of those that come in pairs around letters, as in List<name>:
// they are no operators.
func brackets(runes []rune) map[int]bool {
	const opening, closing = "([{<", ")]}>"
	found := map[int]bool{}
	var open []int
	for i, r := range runes {
		if strings.ContainsRune(opening, r) {
			open = append(open, i)
		}
		kind := strings.IndexRune(closing, r)
		if kind < 0 {
			continue
		}
		last := len(open) - 1
		for last >= 0 && runes[open[last]] != rune(opening[kind]) {
			last--
		}
		if last < 0 {
			continue
		}
		if from := open[last]; slices.ContainsFunc(runes[from:i], unicode.IsLetter) {
			found[from], found[i] = true, true
		}
		open = open[:last]
	}
	return found
}

// hasSign reports whether a text has the sign of a number that is not at its start.
func hasSign(runes []rune) bool {
	for i := range runes {
		if i > 0 && isSign(runes, i) {
			return true
		}
	}
	return false
}

// isSign reports whether what is at an index is the sign of a number: a minus behind
// something that is no word.
func isSign(runes []rune, i int) bool {
	if runes[i] != '-' || i+1 == len(runes) || !unicode.IsDigit(runes[i+1]) {
		return false
	}
	return i == 0 || runes[i-1] != '-' && !inIdentifier(runes[i-1])
}

// carriesMeaning reports whether a character distinguishes values though it is
// no part of a word: "a-b", "a_b" and "a.b" are spellings, "+1" and "<" are not.
func carriesMeaning(r rune) bool {
	switch r {
	case '-', '_', ' ', '.', '/', ':', ',':
		return false
	}
	return !inIdentifier(r)
}

// joinedValue is joined for a value: numbers are kept apart, as those of "1.10" and "11.0".
func (w Words) joinedValue(list []string) string {
	for i := 1; i < len(list); i++ {
		if endsInDigit(list[i-1]) && isDigit(list[i][0]) {
			list[i] = "_" + list[i]
		}
	}
	return w.joined("", list)
}

func endsInDigit(word string) bool { return isDigit(word[len(word)-1]) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsCode tells a code, as those of countries and currencies: two or three
// capital letters. Where all values of an enum are codes they are not words, and
// their constants keep the spelling.
func IsCode(text string) bool {
	return (len(text) == 2 || len(text) == 3) && !strings.ContainsFunc(text, func(r rune) bool { return r < 'A' || r > 'Z' })
}
