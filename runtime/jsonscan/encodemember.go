package jsonscan

// StringMember writes a member that is a string, unless it is absent. start is its quoted
// name and colon, as for [Encoder.Member]; so it is for the functions below. They are
// compiled where they are called, and what they call is compiled once.
func StringMember[T ~string](e *Encoder, start string, value *T) {
	if value != nil {
		e.stringMember(start, string(*value))
	}
}

func (e *Encoder) stringMember(start, text string) {
	e.Member(start)
	e.String(text)
}

// IntMember writes a member that is an integer, unless it is absent.
func IntMember[T ~int | ~int8 | ~int16 | ~int32 | ~int64](e *Encoder, start string, value *T) {
	if value != nil {
		e.intMember(start, int64(*value))
	}
}

func (e *Encoder) intMember(start string, i int64) {
	e.Member(start)
	e.Int(i)
}

// FloatMember writes a member that is a number, unless it is absent.
func FloatMember[T ~float64](e *Encoder, start string, value *T) {
	if value != nil {
		e.floatMember(start, float64(*value))
	}
}

func (e *Encoder) floatMember(start string, f float64) {
	e.Member(start)
	e.Float(f)
}

// BoolMember writes a member that is true or false, unless it is absent.
func BoolMember[T ~bool](e *Encoder, start string, value *T) {
	if value != nil {
		e.boolMember(start, bool(*value))
	}
}

func (e *Encoder) boolMember(start string, b bool) {
	e.Member(start)
	e.Bool(b)
}

// StringsMember writes a member that is an array of strings, unless it is absent.
func (e *Encoder) StringsMember(start string, list []string) {
	if list != nil {
		e.Member(start)
		e.Strings(list)
	}
}

// ListMember writes a member that is an array, each of its items by item, unless it is
// absent.
func ListMember[T any](e *Encoder, start string, list []T, item func(*T, *Encoder)) {
	if list != nil {
		e.Member(start)
		EncodeList(e, list, item)
	}
}
