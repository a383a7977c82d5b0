package section

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// Helper is something generated that the step of a protocol may need.
type Helper struct {
	Name string // Go name in the generated package, of a method with its type
	Does string // what follows the name, as "writes a new document"
	// When are the words by which it is known: of each, which lists words with the
	// same meaning, one is in the name of the step.
	When []string
	// Unless are the names, in snake case, of what it does not serve, in the singular or
	// the plural: a step that is about one, as create_cost_record is about a cost_record,
	// has no use for it.
	Unless []string
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
	words, object := wordsOf(step), objectOf(step)
	out := lists.Where(all, func(h Helper) bool { return h.fits(words) && h.serves(object) })
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

// serves reports whether a helper has to do with the object of a step. An ID is not what it
// identifies: generate_task_id makes no task, and has no use for the path of one.
func (h Helper) serves(object string) bool {
	if EndsIn(object, "id") && !slices.Contains(h.When, "id") {
		return false
	}
	return !slices.ContainsFunc(h.Unless, func(other string) bool {
		return EndsIn(object, other) || EndsIn(object, Plural(other)) || EndsIn(Plural(object), other)
	})
}

// prepositions begin what follows the object in the name of a step.
var prepositions = strings.Fields("after as at before by for from if in into of on per to using via when with")

// objectOf is the name of a step, in small letters, up to the first preposition:
// load_task of load_task_by_id.
func objectOf(step string) string {
	words := strings.FieldsFunc(strings.ToLower(step), isNoLetterOrDigit)
	if at := slices.IndexFunc(words, func(w string) bool { return slices.Contains(prepositions, w) }); at >= 0 {
		words = words[:at]
	}
	return strings.Join(words, "_")
}

func isNoLetterOrDigit(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// wordsOf splits a name, as save_to_file, into its words in small letters, in the
// singular as well.
func wordsOf(name string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(name, isNoLetterOrDigit) {
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

// Parts are the names of what documents of a type hold, as a helper's Unless: of lists, and
// of types. Words of which the documents' own name is made are none.
func Parts(document *model.Decl, own string) []string {
	var out []string
	for d := range components.Reached(heldIn, document) {
		for _, f := range d.Fields {
			if f.Type.Bare().Kind == model.Slice {
				out = append(out, Snake(f.JSON))
			}
		}
		if d != document {
			out = append(out, Snake(d.Name))
		}
	}
	return lists.Where(out, func(name string) bool { return !slices.Contains(strings.Fields(own), name) })
}

// heldIn are the types of the members of a type, and of the elements of lists and maps.
func heldIn(d *model.Decl) (out []*model.Decl) {
	for _, f := range d.Fields {
		t := f.Type.Bare()
		for t.Kind == model.Slice || t.Kind == model.Map {
			t = t.Elem.Bare()
		}
		if t.Kind == model.Named {
			out = append(out, t.Decl)
		}
	}
	return out
}
