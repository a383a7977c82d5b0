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

// Value judges a Go value by its encoding: the violations have no line and
// column. For a nil pointer the error is ErrNil.
func Value[T any, P interface {
	*T
	MarshalJSON() ([]byte, error)
}](p *Program, node int, x P) error {
	if x == nil {
		return ErrNil
	}
	data, err := x.MarshalJSON()
	return Encoded(p, node, data, err)
}

// Encoded judges a Go value by its encoding and the error of that, as
// MarshalJSON returns them: the violations have no line and column. Generated
// code calls Value now.
func Encoded(p *Program, node int, data []byte, err error) error {
	if err != nil {
		return Unencodable(err)
	}
	return Check(p, node, data, WithoutPlaces())
}
