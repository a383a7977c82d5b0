package idn

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// validULabel reports whether a label has its hyphens in the right places (RFC
// 5891, section 4.2.3.1) and all its code points are PVALID, or allowed by their
// contextual rule (RFC 5892). What UTS #46 maps or disallows is out already.
// ASCII labels pass; they are no U-labels.
func validULabel(label string) bool {
	if isASCII(label) {
		return true
	}
	runes := []rune(label)
	last := len(runes) - 1
	if runes[0] == '-' || runes[last] == '-' || last > 2 && runes[2] == '-' && runes[3] == '-' {
		return false
	}
	for i, r := range runes {
		if r < 0x80 {
			continue
		}
		allowed, contextual := contextualRule(runes, i)
		if !contextual {
			allowed = isProtocolValid(r)
		}
		if !allowed {
			return false
		}
	}
	return true
}

// isProtocolValid computes the derived property PVALID of RFC 5892, section 3,
// in so far as UTS #46 does not decide the same: code points that are unstable
// under normalisation and case folding, or ignorable, are mapped or ignored there.
func isProtocolValid(r rune) bool {
	switch r {
	// Exceptions (section 2.6).
	case 0x00DF, 0x03C2, 0x06FD, 0x06FE, 0x0F0B, 0x3007:
		return true
	case 0x0640, 0x07FA, 0x302E, 0x302F, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303B:
		return false
	}
	switch {
	// OldHangulJamo (section 2.9).
	case 0x1100 <= r && r <= 0x11FF, 0xA960 <= r && r <= 0xA97F, 0xD7B0 <= r && r <= 0xD7FF:
		return false
	// IgnorableBlocks (section 2.4): marks for symbols, and musical notation.
	case 0x20D0 <= r && r <= 0x20FF, 0x1D100 <= r && r <= 0x1D24F:
		return false
	}
	// LetterDigits (section 2.1).
	return unicode.In(r, unicode.Ll, unicode.Lu, unicode.Lo, unicode.Nd, unicode.Lm, unicode.Mn, unicode.Mc)
}

// contextualRule applies the rule of RFC 5892, appendix A, that the code point
// at i has. It reports contextual false for a code point that has none.
func contextualRule(label []rune, i int) (allowed, contextual bool) {
	switch r := label[i]; {
	case r == 0x200C: // A.1, ZERO WIDTH NON-JOINER
		return joins(label, i), true
	case r == 0x200D: // A.2, ZERO WIDTH JOINER: its rule is in the library
		return true, true
	case r == 0x00B7: // A.3, MIDDLE DOT
		return i > 0 && label[i-1] == 'l' && i+1 < len(label) && label[i+1] == 'l', true
	case r == 0x0375: // A.4, GREEK LOWER NUMERAL SIGN (KERAIA)
		return i+1 < len(label) && unicode.Is(unicode.Greek, label[i+1]), true
	case r == 0x05F3 || r == 0x05F4: // A.5 and A.6, HEBREW GERESH and GERSHAYIM
		return i > 0 && unicode.Is(unicode.Hebrew, label[i-1]), true
	case r == 0x30FB: // A.7, KATAKANA MIDDLE DOT
		for _, other := range label {
			if unicode.In(other, unicode.Hiragana, unicode.Katakana, unicode.Han) {
				return true, true
			}
		}
		return false, true
	case 0x0660 <= r && r <= 0x0669: // A.8, ARABIC-INDIC DIGITS
		return !strings.ContainsAny(string(label), "۰۱۲۳۴۵۶۷۸۹"), true
	case 0x06F0 <= r && r <= 0x06F9: // A.9, EXTENDED ARABIC-INDIC DIGITS
		return !strings.ContainsAny(string(label), "٠١٢٣٤٥٦٧٨٩"), true
	}
	return false, false
}

// joins completes rule A.1 where no virama stands in front: what follows the
// ZERO WIDTH NON-JOINER, transparent marks aside, must join to the right. The
// library sees to the rest of the rule but lets a non-joining character follow.
func joins(label []rune, i int) bool {
	const virama = 9
	if i > 0 && norm.NFC.PropertiesString(string(label[i-1])).CCC() == virama {
		return true
	}
	for _, r := range label[i+1:] {
		if !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
			return unicode.IsLetter(r) && unicode.In(r, cursiveScripts...) && !nonJoining(r)
		}
	}
	return false
}

// cursiveScripts are the scripts with letters of Joining_Type R or D.
var cursiveScripts = []*unicode.RangeTable{
	unicode.Adlam, unicode.Arabic, unicode.Chorasmian, unicode.Hanifi_Rohingya, unicode.Mandaic, unicode.Manichaean, unicode.Mongolian,
	unicode.Nko, unicode.Old_Uyghur, unicode.Phags_Pa, unicode.Psalter_Pahlavi, unicode.Sogdian, unicode.Syriac,
}

// nonJoining reports whether r is a letter of a cursive script, and valid in a
// label, that joins to neither side: HAMZA, HIGH HAMZA and LOW ALEF.
func nonJoining(r rune) bool { return r == 0x0621 || r == 0x0674 || r == 0x08AD }
