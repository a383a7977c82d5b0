package storage

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxSegment = 255 // bytes; the limit of the common file systems

var (
	defaultPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$`)
	// windowsDevice has the names that Windows takes for devices in every
	// directory, with any extension.
	windowsDevice = regexp.MustCompile(`(?i)^(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM[0-9]|LPT[0-9]) *(\.|$)`)
)

// SegmentError says why a value cannot be part of a path.
type SegmentError struct {
	Path   string // the template
	Arg    string // the placeholder
	Value  string
	Reason string
}

func (e *SegmentError) Error() string {
	return fmt.Sprintf("storage: path %q: %s %.80q %s", e.Path, e.Arg, e.Value, e.Reason)
}

// checkSegment says why s is not one segment of a path that means the same on
// every system, or gives "". Beyond ASCII only letters, marks and digits pass:
// everything that normalises to or looks like a dot or a separator is
// punctuation, a symbol or another kind of number.
func checkSegment(s string) (reason string) {
	switch {
	case s == "":
		return "is empty"
	case len(s) > maxSegment:
		return fmt.Sprintf("is longer than %d bytes", maxSegment)
	case !utf8.ValidString(s):
		return "is not UTF-8"
	case s == "." || strings.Contains(s, ".."):
		return "contains a step to another directory"
	case strings.HasSuffix(s, ".") || strings.HasSuffix(s, " ") || strings.HasPrefix(s, " "):
		return "begins or ends with what Windows drops"
	case windowsDevice.MatchString(s):
		return "is a Windows device"
	case strings.HasPrefix(s, tempPrefix):
		return fmt.Sprintf("begins with %q, as files do that are being written", tempPrefix)
	}
	for _, r := range s {
		switch {
		case r == '/' || r == '\\':
			return "contains a separator"
		case r < ' ' || r == 0x7f:
			return "contains a control character"
		case strings.ContainsRune(`<>:"|?*`, r):
			return fmt.Sprintf("contains %q, which Windows forbids", r)
		case r > 0x7f && !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r):
			return fmt.Sprintf("contains %q, which is neither a letter nor a digit", r)
		}
	}
	return ""
}
