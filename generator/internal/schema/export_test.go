package schema

// LibraryVerdicts tells what the two forms of a draft's meta-schema say of a
// value; they are one where the draft has no vocabularies.
func LibraryVerdicts(d Draft, v any) (joined, published bool) {
	l, err := libraries[d]()
	if err != nil {
		panic(err)
	}
	published = l.published.Validate(v) == nil
	if l.joined == nil {
		return published, published
	}
	return l.joined.Validate(v) == nil, published
}
