package jsonscan

// EncodeString returns a string as JSON, or the error that it is not valid UTF-8.
func EncodeString[T ~string](text T) ([]byte, error) {
	e := GetEncoder()
	e.String(string(text))
	return e.Finish()
}
