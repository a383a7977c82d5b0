package budget

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// What a piece of a text costs, in hundredths of a token. The pieces are about
// those into which the pattern of o200k_base cuts a text before any bytes are
// joined; the numbers were fitted to texts of the kinds that Estimate names,
// such that the estimate of each lies above its exact count.
const (
	perWord        = 102 // a Latin word, with the space or mark before it
	perLateLetter  = 18  // a letter of it after the fourth
	perCapital     = 15  // a capital of it after the first letter
	perRarePair    = 62  // two letters of it that are seldom one token
	perFarLetter   = 3   // beyond that, a letter of it after the sixteenth
	perAccent      = 60  // a letter of it outside ASCII
	perVietnamese  = 38  // one of those that Vietnamese needs
	perLetterGroup = 90  // a word in another script, beside its letters
	perDigits      = 122 // up to three digits
	perLoneSpace   = 120 // a space before them, or at the end
	perMarks       = 82  // ASCII marks in a row: the first
	perSpacedMarks = 62  // the same after a space
	perJoinedMark  = 15  // a single one that goes with the word after it
	perOtherMark   = 72  // one that differs from the one before
	perSameMark    = 40  // one that does not
	perRulerMark   = 7   // the same, of the marks that rulers are made of
	perSpaces      = 128 // white space other than one space
	perSpaceChange = 50  // where its kind changes, as after a line end
	perSpace       = 2   // one more space
	perOtherSpace  = 7   // one more line end or tab
	perReturn      = 30  // one more carriage return, with its line end
	perSameSymbol  = 60  // a symbol that repeats the one before
	perInvalidByte = 120
)

// How many letters of a word cost less than those after them.
const (
	lateLetter = 4
	farLetter  = 16
)

// piece returns the end and the cost of the piece of text at i.
func piece(text string, i int) (end, cost int) {
	switch c := text[i]; {
	case isASCIILetter(c):
		return word(text, i)
	case isDigit(c):
		for end = i + 1; end < len(text) && end < i+3 && isDigit(text[end]); {
			end++
		}
		cost = perDigits
		if i > 0 && text[i-1] == ' ' {
			cost += perLoneSpace
		}
		return end, cost
	case isSpace(c):
		return spaces(text, i)
	case c < utf8.RuneSelf:
		return marks(text, i)
	}
	c, size := utf8.DecodeRuneInString(text[i:])
	switch {
	case c == utf8.RuneError:
		return i + size, perInvalidByte
	case isLatin(c):
		return word(text, i)
	case unicode.IsLetter(c) || unicode.IsMark(c) && !isJoiner(c):
		return letters(text, i)
	}
	for end = i + size; end < len(text); end += size {
		if next, _ := utf8.DecodeRuneInString(text[end:]); next != c {
			break
		}
		cost += perSameSymbol
	}
	return end, cost + perSymbol(c)
}

// word is a word in Latin letters: capitals, then small letters.
func word(text string, i int) (end, cost int) {
	var length, small int
	var last rune
	for end = i; end < len(text); {
		c, size := rune(text[end]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRuneInString(text[end:])
		}
		if !isLatin(c) {
			break
		}
		capital := c <= 'Z' || c >= utf8.RuneSelf && unicode.IsUpper(c)
		if capital && small > 0 {
			break
		}
		switch {
		case !capital:
			small++
		case length > 0:
			cost += perCapital
		}
		switch {
		case c >= 0x1E00:
			cost += perVietnamese
		case c >= utf8.RuneSelf:
			cost += perAccent
		case length > 0 && last < utf8.RuneSelf && !common(byte(last), byte(c)):
			cost += perRarePair
		}
		last = c
		length++
		end += size
	}
	return end, cost + perWord + perLateLetter*max(length-lateLetter, 0) + perFarLetter*max(length-farLetter, 0)
}

// letters are letters of other scripts.
func letters(text string, i int) (end, cost int) {
	cost = perLetterGroup
	for end = i; end < len(text); {
		c, size := utf8.DecodeRuneInString(text[end:])
		if isLatin(c) || !unicode.IsLetter(c) && (!unicode.IsMark(c) || isJoiner(c)) {
			break
		}
		cost += perLetter(c)
		end += size
	}
	return end, cost
}

// spaces is white space. One space before something else is part of that.
func spaces(text string, i int) (end, cost int) {
	for end = i + 1; end < len(text) && isSpace(text[end]); end++ {
		switch last := text[end-1]; {
		case last == text[end] && last == ' ':
			cost += perSpace
		case last == text[end]:
			cost += perOtherSpace
		case text[end] == '\r':
			cost += perReturn
		case last != '\r':
			cost += perSpaceChange
		}
	}
	switch {
	case end > i+1 || text[i] != ' ':
		return end, cost + perSpaces
	case end == len(text):
		return end, perLoneSpace
	}
	return end, 0
}

// marks are ASCII characters other than letters, digits and white space.
func marks(text string, i int) (end, cost int) {
	for end = i + 1; end < len(text); end++ {
		c := text[end]
		if c >= utf8.RuneSelf || isASCIILetter(c) || isDigit(c) || isSpace(c) {
			break
		}
		switch {
		case c != text[end-1]:
			cost += perOtherMark
		case isRuler(c):
			cost += perRulerMark
		default:
			cost += perSameMark
		}
	}
	switch {
	case i > 0 && text[i-1] == ' ':
		return end, cost + perSpacedMarks
	case end == i+1 && end < len(text) && (isASCIILetter(text[end]) || text[end] >= utf8.RuneSelf):
		return end, cost + perJoinedMark
	}
	return end, cost + perMarks
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func isASCIILetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// isRuler reports whether vocabularies have long runs of the mark.
func isRuler(c byte) bool {
	switch c {
	case '-', '=', '#', '*', '/', '_', '.', '+', '%', '~':
		return true
	}
	return false
}

func isLatin(c rune) bool {
	if c < utf8.RuneSelf {
		return isASCIILetter(byte(c))
	}
	return c >= 0xC0 && c < 0x2B0 && c != '×' && c != '÷' || c >= 0x1E00 && c < 0x1F00
}

// isJoiner reports whether c makes one picture of those around it.
func isJoiner(c rune) bool {
	return c == 0x200D || c >= 0xFE00 && c <= 0xFE0F || c >= 0x1F3FB && c <= 0x1F3FF
}

// perLetter is what a letter outside the Latin script costs beside its word:
// the less was written in a script, the more.
func perLetter(c rune) int {
	switch {
	case c < 0x370: // letters and accents that stand alone
		return 100
	case c < 0x400: // Greek
		return 31
	case c < 0x530: // Cyrillic: Russian, then all others
		if c >= 'А' && c <= 'я' || c == 'ё' || c == 'Ё' {
			return 21
		}
		return 130
	case c < 0x600: // Armenian, Hebrew
		return 32
	case c < 0x780: // Arabic
		return 22
	case c < 0x900:
		return 150
	case c < 0x980: // Devanagari
		return 25
	case c < 0xE00: // the other scripts of India
		return 39
	case c < 0xE80: // Thai
		return 41
	case c < 0x1000: // Lao, Tibetan
		return 170
	case c < 0x10A0: // Burmese
		return 80
	case c < 0x1100: // Georgian
		return 31
	case c >= 0x1780 && c < 0x1800: // Khmer
		return 80
	case c >= 0x3040 && c < 0x3100: // Kana
		return 66
	case c >= 0x4E00 && c < 0xA000: // Han
		return 85
	case c >= 0xAC00 && c < 0xD7B0: // Hangul
		return 48
	case c < 0x10000:
		return 210
	}
	return 380
}

// perSymbol is what a character costs that is no letter and not of ASCII.
func perSymbol(c rune) int {
	switch {
	case isJoiner(c):
		return 130
	case c < 0x370 || c >= 0x2000 && c < 0x2070 || c >= 0x3000 && c < 0x3020: // punctuation
		return 110
	case isOneToken(c):
		return 110
	case c >= 0x1F600 && c < 0x1F650: // faces
		return 170
	case c >= 0x1F300 && c < 0x1F500:
		return 220
	case c >= 0x1F000:
		return 260
	case unicode.IsDigit(c) || unicode.IsPunct(c):
		return 120
	}
	return 160
}

// isOneToken reports whether c is one of the pictures that are met most.
func isOneToken(c rune) bool {
	switch c {
	case '✅', '✨', '❤', '👉', '👌', '👍', '👏', '🔥', '😀', '😁', '😂', '😉', '😊', '😍', '😘', '😭', '🙂', '🙏', '🤣':
		return true
	}
	return false
}

// common reports whether two ASCII letters, of whatever case, are often part of
// one token.
func common(a, b byte) bool {
	const letter = 1<<5 - 1 // of both cases alike
	return bits.RotateLeft32(commonPairs[a&letter-1], -int(b&letter-1))&1 == 1
}

// commonPairs holds for each letter those that follow it in 20 or more of the
// first 10,000 tokens of o200k_base: bit 0 is a. The test in package bpe
// counts them.
var commonPairs = [26]uint32{
	0x13ebd4e, 0x0104911, 0x01a4d95, 0x0124119, 0x0eeb97d, 0x0184131, 0x0026191, 0x0084111, 0x22ef87f,
	0x0000010, 0x0000010, 0x11c4919, 0x004d113, 0x01c615d, 0x07efd6e, 0x01ac891, 0x0100000, 0x13e755d,
	0x01cc195, 0x11e4191, 0x00eb95f, 0x0004111, 0x0004111, 0x0080000, 0x0000000, 0x0000000,
}
