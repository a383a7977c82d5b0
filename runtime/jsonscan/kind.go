package jsonscan

// Kind is the JSON type of a value (RFC 8259 section 3); true and false share
// one.
type Kind uint8

// The kinds. KindInvalid marks a place where no value starts.
const (
	KindInvalid Kind = iota
	KindNull
	KindBool
	KindNumber
	KindString
	KindArray
	KindObject
)

var kindNames = [...]string{"invalid", "null", "boolean", "number", "string", "array", "object"}

// String returns the name JSON Schema gives the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[KindInvalid]
}

// kindOf maps the first byte of a value to its kind.
var kindOf = [256]Kind{
	'n': KindNull, 't': KindBool, 'f': KindBool, '"': KindString, '[': KindArray, '{': KindObject,
	'-': KindNumber, '0': KindNumber, '1': KindNumber, '2': KindNumber, '3': KindNumber, '4': KindNumber,
	'5': KindNumber, '6': KindNumber, '7': KindNumber, '8': KindNumber, '9': KindNumber,
}
