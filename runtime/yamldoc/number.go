package yamldoc

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

// The number forms of the core schema (YAML 1.2.2 section 10.3.2).
var (
	whole    = regexp.MustCompile(`^[-+]?[0-9]+$`)
	based    = regexp.MustCompile(`^(?:0o[0-7]+|0x[0-9a-fA-F]+)$`)
	fraction = regexp.MustCompile(`^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$`)
	infinite = regexp.MustCompile(`^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$`)
)

// maxBasedDigits bounds octal and hexadecimal numbers, whose conversion to
// decimal takes more than linear time. 1,000 digits are some 4,000 bits.
const maxBasedDigits = 1000

// Number spells a plain scalar that is a number by the core schema as JSON does,
// with its digits; ok is false for others. The error is about numbers that are
// too long.
func Number(text string) (json string, ok bool, err error) {
	switch {
	case text == "" || strings.IndexByte("+-.0123456789", text[0]) < 0:
		return "", false, nil
	case whole.MatchString(text), fraction.MatchString(text):
		return decimal(text), true, nil
	case !based.MatchString(text):
		return "", false, nil
	case len(text) > maxBasedDigits:
		return "", false, fmt.Errorf("a number in base 8 or 16 has more than %d digits", maxBasedDigits)
	}
	base := 8
	if text[1] == 'x' {
		base = 16
	}
	value, _ := new(big.Int).SetString(text[2:], base)
	return value.String(), true, nil
}

// decimal spells a decimal number as JSON does: no plus sign, no leading zeros,
// digits on both sides of the decimal point.
func decimal(text string) string {
	text, negative := strings.CutPrefix(text, "-")
	text = strings.TrimPrefix(text, "+")
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i:]
	}
	before, after, _ := strings.Cut(mantissa, ".")
	before = strings.TrimLeft(before, "0")
	if before == "" {
		before = "0"
	}
	if after != "" {
		after = "." + after
	}
	if negative {
		before = "-" + before
	}
	return before + after + exponent
}
