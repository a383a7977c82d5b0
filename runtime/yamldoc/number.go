package yamldoc

import (
	"fmt"
	"math/big"
	"strings"
)

// resolve gives the JSON text of a plain scalar by the core schema (YAML 1.2.2
// section 10.3.2); ok is false for those that are texts.
func resolve(text string) (json string, ok bool, err error) {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return "null", true, nil
	case "true", "True", "TRUE":
		return "true", true, nil
	case "false", "False", "FALSE":
		return "false", true, nil
	}
	if IsInfinite(text) {
		return "", false, fmt.Errorf("JSON has no number %s", text)
	}
	return Number(text)
}

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
	case isDecimal(text):
		return decimal(text), true, nil
	case !isBased(text):
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

// The forms of the core schema are, as regular expressions:
//
//	isWhole     [-+]?[0-9]+
//	isDecimal   [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
//	isBased     0o[0-7]+|0x[0-9a-fA-F]+
//	IsInfinite  [-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)

func isWhole(text string) bool { return areDigits(unsigned(text)) }

func isDecimal(text string) bool {
	mantissa := unsigned(text)
	if i := strings.IndexAny(mantissa, "eE"); i >= 0 {
		if !isWhole(mantissa[i+1:]) {
			return false
		}
		mantissa = mantissa[:i]
	}
	before, after, found := strings.Cut(mantissa, ".")
	switch {
	case before == "":
		return found && areDigits(after)
	case after == "":
		return areDigits(before)
	}
	return areDigits(before) && areDigits(after)
}

func isBased(text string) bool {
	if digits, ok := strings.CutPrefix(text, "0o"); ok {
		return digits != "" && strings.Trim(digits, "01234567") == ""
	}
	digits, ok := strings.CutPrefix(text, "0x")
	return ok && digits != "" && strings.Trim(digits, "0123456789abcdefABCDEF") == ""
}

// IsInfinite reports whether a plain scalar is a number of the core schema that JSON
// lacks: an infinity, or none.
func IsInfinite(text string) bool {
	switch text {
	case ".nan", ".NaN", ".NAN":
		return true
	}
	switch unsigned(text) {
	case ".inf", ".Inf", ".INF":
		return true
	}
	return false
}

// unsigned is the text without its sign, if it has one.
func unsigned(text string) string {
	if text != "" && (text[0] == '-' || text[0] == '+') {
		return text[1:]
	}
	return text
}

func areDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// decimal spells a decimal number as JSON does: no plus sign, no leading zeros,
// digits on both sides of the decimal point.
func decimal(text string) string {
	mantissa, exponent := unsigned(text), ""
	if i := strings.IndexAny(mantissa, "eE"); i >= 0 {
		mantissa, exponent = mantissa[:i], mantissa[i:]
	}
	before, after, point := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(before, "0")
	if digits == "" {
		digits = "0"
	}
	if digits == before && text[0] != '+' && (after != "" || !point) {
		return text // as in JSON
	}
	if after != "" {
		after = "." + after
	}
	if text[0] == '-' {
		digits = "-" + digits
	}
	return digits + after + exponent
}
