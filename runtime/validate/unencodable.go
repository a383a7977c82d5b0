package validate

// Unencodable is the error of Validate for a Go value that has no JSON: a NaN,
// a string that is not UTF-8, an extra member with a declared name. It has one
// violation, without a keyword.
func Unencodable(err error) error {
	return &Error{Violations: []Violation{{Message: err.Error()}}}
}
