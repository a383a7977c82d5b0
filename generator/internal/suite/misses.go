package suite

import (
	"strings"
	"testing"
)

// misses lists the optional tests that fail, "draft/file: group: test" or a
// prefix of it, with the reason. An entry that matches no failing test fails the
// tests that use it. Required tests cannot be listed.
var misses = map[string]string{
	"draft4/optional/zeroTerminatedFloats.json": "1.0 is an integer in all drafts, as draft 6 and later demand and most draft 4 schemas expect",
	"draft7/optional/content.json":              "contentEncoding and contentMediaType annotate, as 2019-09 and later demand; base64 is checked where it is decoded",
}

// Excuses are the optional tests that may fail, and which of them were needed.
type Excuses struct{ used map[string]bool }

// Excuse reports whether a failure, "draft/file: group: test: …", is one of an
// optional test that may fail.
func (e *Excuses) Excuse(failure string) bool {
	for entry := range misses {
		if strings.HasPrefix(failure, entry) {
			if e.used == nil {
				e.used = map[string]bool{}
			}
			e.used[entry] = true
			return true
		}
	}
	return false
}

// CheckUsed fails for each excuse of a directory ("" for all) that nothing
// needed, though the suite has its file.
func (e *Excuses) CheckUsed(t testing.TB, s Suite, dir string) {
	t.Helper()
	for entry := range misses {
		file, _, _ := strings.Cut(entry, ": ")
		if strings.HasPrefix(entry, dir) && s.Has(file) && !e.used[entry] {
			t.Errorf("%s: no test fails any more, remove the entry", entry)
		}
	}
}
