package jsonscan

// packed holds the value of most numbers in one word, so that a Number travels
// in registers. From the low bits up: the mantissa, the exponent of ten as a
// signed byte, and three flags. A number that does not fit is long: only its
// flags mean something, the text has the value.
type packed uint64

const (
	mantissaBits = 53 // what a float64 holds exactly
	exponentBits = 8
	maxMantissa  = 1<<mantissaBits - 1

	isFraction packed = 1 << (mantissaBits + exponentBits) // written with a fraction or an exponent
	isNegative packed = isFraction << 1
	isLong     packed = isFraction << 2
)

// isNatural reports whether p stands for 0, 1, 2 … written without sign,
// fraction and exponent: then it is the value itself.
func (p packed) isNatural() bool { return p <= maxMantissa }

func (p packed) is(flag packed) bool { return p&flag != 0 }

func (p packed) mantissa() uint64 { return uint64(p & maxMantissa) }

func (p packed) exponent() int { return int(int8(p >> mantissaBits)) }

// scanNumber reads the number at data[i] (RFC 8259 section 6) and returns the
// offset behind it, or ^offset of what is wrong with it.
func scanNumber(data []byte, i int) (p packed, end int) {
	if data[i] == '-' {
		p = isNegative
		i++
	}
	digits := i
	mantissa := uint64(0)
	for i < len(data) && data[i]-'0' <= 9 {
		mantissa = mantissa*10 + uint64(data[i]-'0')
		i++
	}
	count := i - digits
	if count == 0 || data[digits] == '0' && count > 1 {
		return 0, ^digits
	}
	exponent := 0
	if i < len(data) && (data[i] == '.' || data[i]|0x20 == 'e') {
		p |= isFraction
		if data[i] == '.' {
			i++
			digits = i
			for i < len(data) && data[i]-'0' <= 9 {
				mantissa = mantissa*10 + uint64(data[i]-'0')
				i++
			}
			if i == digits {
				return 0, ^i
			}
			exponent = digits - i
			count -= exponent
		}
		if i < len(data) && data[i]|0x20 == 'e' {
			e, next := scanExponent(data, i+1)
			if next < 0 {
				return 0, next
			}
			exponent += e
			i = next
		}
	}
	if count > wordDigits || mantissa > maxMantissa || exponent != int(int8(exponent)) {
		return p | isLong, i
	}
	return p | packed(uint8(exponent))<<mantissaBits | packed(mantissa), i
}

// farExponent stands for every exponent from there on: none of them fits a byte.
const farExponent = 1e6

// scanExponent reads what follows the 'e' and returns the offset behind it, or
// ^offset of what is wrong.
func scanExponent(data []byte, i int) (e, end int) {
	minus := false
	if i < len(data) && (data[i] == '+' || data[i] == '-') {
		minus = data[i] == '-'
		i++
	}
	digits := i
	for i < len(data) && data[i]-'0' <= 9 {
		e = min(e*10+int(data[i]-'0'), farExponent)
		i++
	}
	if i == digits {
		return 0, ^i
	}
	if minus {
		e = -e
	}
	return e, i
}

// numberEnd is scanNumber for when only the end matters.
func numberEnd(data []byte, i int) int {
	if data[i] == '-' {
		i++
	}
	digits := i
	for i < len(data) && data[i]-'0' <= 9 {
		i++
	}
	if i == digits || data[digits] == '0' && i-digits > 1 {
		return ^digits
	}
	if i < len(data) && data[i] == '.' {
		i++
		digits = i
		for i < len(data) && data[i]-'0' <= 9 {
			i++
		}
		if i == digits {
			return ^i
		}
	}
	if i < len(data) && data[i]|0x20 == 'e' {
		_, i = scanExponent(data, i+1)
	}
	return i
}
