package section

import (
	"strings"
	"unicode"
)

// Snake writes CamelCase or a title as words joined by underscores.
func Snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = '_'
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.Join(strings.FieldsFunc(b.String(), func(r rune) bool { return r == '_' }), "_")
}

// Plural is the regular English plural, as far as names of lists go.
func Plural(name string) string {
	switch {
	case strings.HasSuffix(name, "y") && len(name) > 1 && !strings.ContainsRune("aeiou", rune(name[len(name)-2])):
		return strings.TrimSuffix(name, "y") + "ies"
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "x"), strings.HasSuffix(name, "ch"), strings.HasSuffix(name, "sh"):
		return name + "es"
	}
	return name + "s"
}

// EndsIn reports whether the words of name end with those of tail.
func EndsIn(name, tail string) bool { return name == tail || strings.HasSuffix(name, "_"+tail) }

// LastWord is what follows the last underscore.
func LastWord(name string) string { return name[strings.LastIndexByte(name, '_')+1:] }

// CutLast splits s at the last separator.
func CutLast(s, separator string) (before, after string, found bool) {
	at := strings.LastIndex(s, separator)
	if at < 0 {
		return s, "", false
	}
	return s[:at], s[at+len(separator):], true
}
