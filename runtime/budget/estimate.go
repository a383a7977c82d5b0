package budget

import (
	"unicode"
	"unicode/utf8"
)

// What a piece of a text costs, in hundredths of a token. The pieces are about
// those into which the pattern of o200k_base cuts a text before any bytes are
// joined; the numbers were fitted to texts of the kinds that Estimate names,
// such that the estimate of each lies in the bounds named there, rather above its
// exact count than below.
const (
	perWord        = 102 // a Latin word, with the space or mark before it
	perLateLetter  = 18  // a letter of it after the fourth
	perCapital     = 16  // a capital of it after the first letter
	perCapitalMark = 60  // a capital of it outside ASCII
	perRarePair    = 65  // two letters of it that are seldom one token
	perFarLetter   = 3   // beyond that, a letter of it after the sixteenth
	perAccent      = 66  // a letter of it outside ASCII
	perRareAccent  = 225 // one of those that are more than one token
	perVietnamese  = 38  // one of those that Vietnamese needs
	perLetterGroup = 90  // a word in another script, beside its letters
	perUpperLetter = 60  // a capital of it after the first letter
	perPoint       = 170 // a vowel point, and that it parts what is around it
	perDigits      = 122 // up to three digits
	perLoneSpace   = 120 // a space before them, or at the end
	perMarks       = 82  // ASCII marks in a row: the first
	perSpacedMarks = 76  // the same after a space
	perJoinedMark  = 18  // a single one that goes with the word after it
	perOtherMark   = 72  // one that differs from the one before
	perSameMark    = 45  // one that does not
	perRowMark     = 16  // the same, of the marks that stand in rows
	perRulerMark   = 2   // the same, of the marks that rulers are made of
	perTwoRulers   = 8   // one of two such marks that take turns
	perControl     = 105 // a control character
	perSpaces      = 128 // white space other than one space
	perJoinedTab   = 60  // a tab that goes with the word after it
	perSpaceChange = 50  // where its kind changes, as after a line end
	perLineEnd     = 7   // one more line end or tab
	perReturn      = 30  // one more carriage return, with its line end
	perLoneReturn  = 50  // the same without
	perSameSymbol  = 52  // a symbol that repeats the one before
	perSameRuler   = 16  // the same, of those that rulers are made of
	perSameBlock   = 28  // the same, of those that bars are made of, or of nothing
	perInvalidByte = 120
	spacesPerToken = 125 // in a long run of them
)

// How many letters of a word cost less than those after them, and how many a
// word in capitalWords has at most.
const (
	lateLetter        = 4
	farLetter         = 16
	longestInCapitals = 12
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
	case c == utf8.RuneError && size == 1:
		return i + size, perInvalidByte
	case isLatin(c):
		return word(text, i)
	case unicode.IsLetter(c) || unicode.IsMark(c) && !isJoiner(c):
		return letters(text, i)
	}
	return symbols(text, i)
}

// word is a word in Latin letters: capitals, then small letters.
func word(text string, i int) (end, cost int) {
	var length, small, same int
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
		if !capital {
			small++
		}
		if c == last {
			same++
		} else {
			same = 0
		}
		switch {
		case same > 1:
			cost += perRowMark
			length--
		case c >= utf8.RuneSelf:
			cost += accent(c)
		case length > 0 && last < utf8.RuneSelf && !common(byte(last), byte(c)):
			cost += perRarePair
		}
		switch {
		case capital && c >= utf8.RuneSelf:
			cost += perCapitalMark
		case capital && length > 0 && same < 2:
			cost += perCapital
		}
		last = c
		length++
		end += size
	}
	if small == 0 && length >= lateLetter && length <= longestInCapitals && isCapitalWord(text[i:end]) {
		return end, perWord
	}
	return end, cost + perWord + perLateLetter*max(length-lateLetter, 0) + perFarLetter*max(length-farLetter, 0)
}

// accent is what a Latin letter outside ASCII costs beside its word.
func accent(c rune) int {
	switch {
	case alone(c) > 1:
		return perRareAccent
	case c >= 0x1E00:
		return perVietnamese
	}
	return perAccent
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
		if end > i && unicode.IsUpper(c) {
			cost += perUpperLetter
		}
		end += size
	}
	return end, cost
}

// symbols is a character that is neither letter nor digit, and its repetitions.
func symbols(text string, i int) (end, cost int) {
	c, size := utf8.DecodeRuneInString(text[i:])
	cost, again := perSymbol(c), perSameSymbol
	switch {
	case isRulerSymbol(c):
		again = perSameRuler
	case isBlock(c):
		again = perSameBlock
	case alone(c) > 1 || c == zeroWidthJoiner:
		again = cost
	}
	for end = i + size; end < len(text); end += size {
		if next, n := utf8.DecodeRuneInString(text[end:]); next != c || n != size {
			break
		}
		cost += again
	}
	return end, cost
}

// spaces is white space. One space before something else is part of that, and
// a tab before a letter often.
func spaces(text string, i int) (end, cost int) {
	run := 0
	for end = i + 1; end < len(text) && isSpace(text[end]); end++ {
		switch last, c := text[end-1], text[end]; {
		case last == c && c == ' ':
			run++
		case last == c && c == '\r':
			cost += perLoneReturn
		case last == c:
			cost += perLineEnd
		case c == '\r':
			cost += perReturn
		case last != '\r':
			cost += perSpaceChange
		}
	}
	cost += run * 100 / spacesPerToken
	switch {
	case end == i+1 && text[i] == ' ' && end < len(text):
		return end, 0
	case end == i+1 && text[i] == ' ':
		return end, perLoneSpace
	case end == i+1 && text[i] == '\t' && end < len(text) && isASCIILetter(text[end]):
		return end, perJoinedTab
	}
	return end, cost + perSpaces
}

// marks are ASCII characters other than letters, digits and white space.
func marks(text string, i int) (end, cost int) {
	for end = i; end < len(text); end++ {
		c := text[end]
		if c >= utf8.RuneSelf || isASCIILetter(c) || isDigit(c) || isSpace(c) {
			break
		}
		switch {
		case c == 0 && end > i && text[end-1] == 0:
			cost += perSameSymbol
		case isControl(c):
			cost += perControl
		case end == i:
		case c == text[end-1] && isRuler(c):
			cost += perRulerMark
		case c == text[end-1] && isRow(c):
			cost += perRowMark
		case c == text[end-1]:
			cost += perSameMark
		case end > i+2 && c == text[end-2] && text[end-1] == text[end-3] && isRuler(c) && isRuler(text[end-1]):
			cost += perTwoRulers
		default:
			cost += perOtherMark
		}
	}
	switch {
	case isControl(text[i]):
		return end, cost
	case i > 0 && text[i-1] == ' ':
		return end, cost + perSpacedMarks
	case end == i+1 && end < len(text) && (isASCIILetter(text[end]) || text[end] >= utf8.RuneSelf):
		return end, cost + perJoinedMark
	}
	return end, cost + perMarks
}

// isControl reports whether c is a control character other than white space.
func isControl(c byte) bool { return c < ' ' || c == 0x7F }

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

// isRow reports whether vocabularies have short runs of the mark.
func isRow(c byte) bool {
	switch c {
	case '!', '?', ':', ';', '<', '>', '@', '^':
		return true
	}
	return false
}

// isRulerSymbol reports the same of the characters outside ASCII.
func isRulerSymbol(c rune) bool {
	switch c {
	case 0xA0, '…', '─', '━', '═', '—', 0x3000, utf8.RuneError:
		return true
	}
	return false
}

// isBlock reports whether vocabularies have short runs of the character.
func isBlock(c rune) bool {
	switch c {
	case '█', '▀', '▄', '▁', '░', 0x200B:
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

const zeroWidthJoiner = 0x200D

// isJoiner reports whether c makes one picture of those around it.
func isJoiner(c rune) bool {
	return c == zeroWidthJoiner || c == 0x20E3 || c >= 0xFE00 && c <= 0xFE0F || c >= 0x1F3FB && c <= 0x1F3FF
}

// perLetter is what a letter outside the Latin script costs beside its word:
// the less was written in a script, the more. That is less than a token only of
// letters that are one.
func perLetter(c rune) int {
	switch n := alone(c); {
	case n == 0:
		return 380
	case n > 1:
		return 100 * n
	case isPoint(c):
		return perPoint
	}
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
	case c < 0x900: // Arabic
		return 22
	case c < 0x980: // Devanagari
		return 25
	case c >= 0xB00 && c < 0xB80: // Odia
		return 75
	case c >= 0xB80 && c < 0xC00 || c >= 0xD00 && c < 0xD80: // Tamil, Malayalam
		return 34
	case c >= 0xD80 && c < 0xE00: // Sinhala
		return 55
	case c < 0xE00: // the other scripts of India
		return 38
	case c < 0xE80: // Thai
		return 41
	case c < 0x10A0: // Lao, Tibetan, Burmese
		return 65
	case c < 0x1100: // Georgian
		return 31
	case c >= 0x1780 && c < 0x1800: // Khmer
		return 80
	case c >= 0x3040 && c < 0x30A0: // Hiragana
		return 66
	case c >= 0x30A0 && c < 0x3100: // Katakana
		return 76
	case c >= 0x4E00 && c < 0xA000: // Han
		return 85
	case c >= 0xAC00 && c < 0xD7B0: // Hangul
		return 48
	}
	return 100
}

// isPoint reports whether c is one of the points that Hebrew and Arabic are
// seldom written with.
func isPoint(c rune) bool {
	return c >= 0x591 && c < 0x5C8 || c >= 0x64B && c < 0x653
}

// perSymbol is what a character costs that is no letter and not of ASCII.
func perSymbol(c rune) int {
	switch {
	case isJoiner(c):
		return 130
	case isOneToken(c):
		return 110
	case c >= 0x1F600 && c < 0x1F650: // faces
		return 170
	case c >= 0x1F300 && c < 0x1F500:
		return 220
	case c >= 0x1F000 && c < 0x1FB00:
		return 260
	case c > 0xFFFF:
		return 410
	}
	return 10 + 100*alone(c)
}

// isOneToken reports whether c is one of the pictures that are met most.
func isOneToken(c rune) bool {
	switch c {
	case '✅', '✨', '❤', '👉', '👌', '👍', '👏', '🔥', '😀', '😁', '😂', '😉', '😊', '😍', '😘', '😭', '🙂', '🙏', '🤣':
		return true
	}
	return false
}
