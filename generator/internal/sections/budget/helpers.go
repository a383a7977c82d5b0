package budget

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Helpers are what counts and reserves.
func (s *Section) Helpers() (out []section.Helper) {
	b := s.budget
	if b == nil {
		return nil
	}
	at := strings.LastIndexByte(b.Entries.Pointer, '/')
	noun := section.Nouns(b.Entries.Pointer[at+1:], b.Entry.Name) + " entry"
	add, reserve := b.Type+".Add", b.Type+".Reserve"
	for _, store := range s.stores.Stores() {
		if store.IsDocument() && len(store.Path.Args) > 0 {
			add, reserve = store.Name+".Record", store.Name+".Reserve"
			break
		}
	}
	return []section.Helper{
		{Name: add, Does: "adds an entry and brings the totals up to date", When: []string{"save record add append store log write", noun}},
		{Name: reserve, Does: "keeps room for one more entry before anything is spent", When: []string{"check reserve ask allocate enforce", "budget room limit quota"}},
		{Name: b.Spent, Does: "tells what an entry took", When: []string{"calculate compute sum count total track", "cost spent token usage"}},
	}
}
