package limits

import "github.com/bindery-go/bindery/runtime/jsonvalue"

// Count is how many members an object has: n of which it is known, and those of the
// others that are present.
func Count(n int, present ...bool) int64 {
	for _, is := range present {
		if is {
			n++
		}
	}
	return int64(n)
}

// Length is how many elements or members a value has whose Go type does not tell, as
// that of a union; 0 for others, and for what has no encoding.
func Length(value any) int64 {
	v, _ := jsonvalue.Of(value)
	return int64(v.Len())
}

// Text is the characters of a value whose Go type may be any; "" for what is no text.
func Text(value any) string {
	v, _ := jsonvalue.Of(value)
	text, _ := v.Str()
	return text
}

// Number is the number of a value whose Go type may be any; 0 for what is none.
func Number(value any) float64 {
	v, _ := jsonvalue.Of(value)
	n, _ := v.Float64()
	return n
}
