package section

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bindery-go/bindery/generator/internal/lists"
)

// Helper is something generated that the step of a protocol may need.
type Helper struct {
	Name string // Go name in the generated package, of a method with its type
	Does string // what follows the name, as "writes a new document"
	// When are the words by which it is known: of each, which lists words with the
	// same meaning, one is in the name of the step.
	When []string
}

// Helpful is a section that has helpers.
type Helpful interface {
	// Helpers returns them once the section is finished, those that others are
	// made of last.
	Helpers() []Helper
}

// mostHelpers are named in a step at most.
const mostHelpers = 2

// HelpersFor finds the helpers that fit the name of a step, those that more of its
// words ask for first.
func HelpersFor(step string, all []Helper) []Helper {
	words := wordsOf(step)
	out := lists.Where(all, func(h Helper) bool { return h.fits(words) })
	slices.SortStableFunc(out, func(a, b Helper) int { return len(b.When) - len(a.When) })
	return out[:min(len(out), mostHelpers)]
}

func (h Helper) fits(words []string) bool {
	for _, one := range h.When {
		if !slices.ContainsFunc(strings.Fields(one), func(w string) bool { return slices.Contains(words, w) }) {
			return false
		}
	}
	return true
}

// wordsOf splits a name, as save_to_file, into its words in small letters, in the
// singular as well.
func wordsOf(name string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		w = strings.ToLower(w)
		out = append(out, w)
		if one, ok := strings.CutSuffix(w, "ies"); ok {
			out = append(out, one+"y")
		} else if one, ok := strings.CutSuffix(w, "s"); ok {
			out = append(out, one)
		}
	}
	return out
}

// Nouns are the words of a name but for those that say that it is of a file, as
// the ways of a helper's When.
func Nouns(names ...string) string {
	var out []string
	for _, name := range names {
		for _, w := range wordsOf(name) {
			if !slices.Contains([]string{"file", "files", "path", "dir", "id", "the", "of", "a"}, w) && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return strings.Join(out, " ")
}
