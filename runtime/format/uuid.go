package format

// UUID reports whether s is a UUID in the form of RFC 4122, section 3, of any
// version and variant, in either case.
func UUID[T Text](s T) bool {
	if len(s) != len("2eb8aa08-aa98-11ea-b4aa-73b441d16380") {
		return false
	}
	const hyphens = 1<<8 | 1<<13 | 1<<18 | 1<<23
	for i := range len(s) {
		if hyphens>>i&1 != 0 {
			if s[i] != '-' {
				return false
			}
		} else if !isHex(s[i]) {
			return false
		}
	}
	return true
}
