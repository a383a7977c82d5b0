package jsonscan

// Bound is a number that a schema names. The generator prints it as a composite
// literal with the fields that MakeBound gave, so that packages pay nothing for
// it at start-up. The value is ±Mantissa × 10^Exponent unless Big is set; then
// only Text holds it.
type Bound struct {
	Text     string
	Mantissa uint64
	Exponent int32
	Negative bool
	Big      bool
}

// MakeBound makes the bound that a JSON number stands for; a text that is none
// counts as 0.
func MakeBound(text string) Bound {
	n, ok := ParseNumber([]byte(text))
	if !ok {
		return Bound{Text: "0"}
	}
	d := n.decimal()
	return Bound{text, d.mantissa, d.exponent, d.negative, d.big}
}

func (b Bound) decimal() decimal {
	return decimal{b.Mantissa, b.Exponent, b.Negative, b.Big}
}
