package validate

import "errors"

// Unencodable is the error of Validate for a Go value that has no JSON: a NaN,
// a string that is not UTF-8, an extra member with a declared name. It has one
// violation, without a keyword.
func Unencodable(err error) error {
	return &Error{Violations: []Violation{{Message: err.Error()}}}
}

// ErrNil is the error of Validate for a nil pointer: there is no value to judge.
var ErrNil = errors.New("validate: nil pointer, there is no value to validate")

// Encoded judges a Go value by its encoding and the error of that, as
// MarshalJSON returns them: the violations have no line and column.
func Encoded(p *Program, node int, data []byte, err error) error {
	if err != nil {
		return Unencodable(err)
	}
	return Check(p, node, data, WithoutPlaces())
}
