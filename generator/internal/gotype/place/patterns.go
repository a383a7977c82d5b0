package place

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/plan/build"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// patternWord is what tells the values of a pattern apart from those of the others beside
// it; "" where there are no others with types of their own, or nothing does.
func (ps *Places) patternWord(above *schema.Node, pattern string) string {
	if above == nil {
		return ""
	}
	words, known := ps.patterns[above]
	if !known {
		words = ps.patternWords(above)
		ps.patterns[above] = words
	}
	return words[pattern]
}

// patternWords finds the words of the patterns of a schema: those that they had, then
// what a name begins or ends with, a title, the kind of the values.
func (ps *Places) patternWords(n *schema.Node) map[string]string {
	var typed []schema.PatternProperty
	candidates := map[string][]string{}
	words, taken := map[string]string{}, map[string]bool{}
	for _, p := range n.PatternProperties {
		if !ps.leadsToType(p.Node) {
			continue
		}
		typed = append(typed, p)
		candidates[p.Pattern] = []string{
			ps.Words.Exported(readable(p.Pattern)), ps.titleName(p.Node),
			wordOf(ps.schemas.Analysis.Kinds(p.Node)&^kind.Null, ps.schemas.Resolve(p.Node)),
		}
		if word, held := ps.heldWord(n, p.Pattern, candidates[p.Pattern]); held {
			words[p.Pattern], taken[word] = word, true
		}
	}
	if others := n.AdditionalProperties; len(typed) == 0 || len(typed) == 1 && (others == nil || !ps.leadsToType(others)) {
		return words
	}
	for level := range candidates[typed[0].Pattern] {
		count := map[string]int{}
		for _, p := range typed {
			count[candidates[p.Pattern][level]]++
		}
		for _, p := range typed {
			word := candidates[p.Pattern][level]
			if _, has := words[p.Pattern]; !has && word != "" && count[word] == 1 && !taken[word] {
				words[p.Pattern], taken[word] = word, true
			}
		}
	}
	return words
}

// leadsToType reports whether a type can be called after the place of a schema.
func (ps *Places) leadsToType(n *schema.Node) bool {
	e := ps.schemas.Resolve(n)
	return !e.Always && !e.Never && !ps.labels.isNamed(e) &&
		(len(e.Enum) > 1 || len(e.OneOf)+len(e.AnyOf) > 1 || ps.schemas.Analysis.Kinds(e)&(kind.Object|kind.Array) != 0)
}

// heldWord finds the word, "" among them, that the types below a pattern were called with
// when the package was last generated.
func (ps *Places) heldWord(above *schema.Node, pattern string, candidates []string) (word string, held bool) {
	at := ps.OfSchema(above)
	key := document.AppendToken(at.Key+"/patternProperties", pattern)
	for name, rest := range ps.heldFrom(key) {
		if rest != "" && rest[0] != '/' {
			continue
		}
		for _, word := range append(slices.Clip(candidates), "") {
			for _, start := range append(slices.Clip(at.Ends), at.Name) {
				if strings.HasPrefix(name, start+word+"Value") {
					return word, true
				}
			}
		}
	}
	return "", false
}

// heldFrom yields the names of the last generation whose places begin with a key, with the
// rest of those.
func (ps *Places) heldFrom(key string) iter.Seq2[string, string] {
	if ps.byPlace == nil {
		for _, name := range slices.Sorted(maps.Keys(ps.held.Names)) {
			ps.byPlace = append(ps.byPlace, heldType{ps.held.Names[name], name})
		}
		slices.SortStableFunc(ps.byPlace, func(a, b heldType) int { return strings.Compare(a.place, b.place) })
	}
	return func(yield func(name, rest string) bool) {
		from, _ := slices.BinarySearchFunc(ps.byPlace, key, func(h heldType, key string) int { return strings.Compare(h.place, key) })
		for _, h := range ps.byPlace[from:] {
			if rest, begins := strings.CutPrefix(h.place, key); !begins || !yield(h.name, rest) {
				return
			}
		}
	}
}

// HasHeldType reports whether the place of an origin, or one below it, had a type of its
// own when the package was last generated.
func (ps *Places) HasHeldType(o *build.Origin) bool {
	if len(ps.held.Names) == 0 {
		return false
	}
	for _, rest := range ps.heldFrom(ps.Of(o).Key) {
		if rest == "" || strings.IndexByte("/~", rest[0]) >= 0 {
			return true
		}
	}
	return false
}

// heldType is a type of the last generation.
type heldType struct{ place, name string }

// readable is what a pattern asks of names as far as a reader sees it: what they begin
// with, what they end with, or the two that they can be. It is "" where that is not plain.
func readable(pattern string) string {
	if list, ok := strings.CutPrefix(pattern, "^("); ok {
		if list, ok = strings.CutSuffix(list, ")$"); ok {
			if words := strings.Split(list, "|"); len(words) == 2 && isPlain(words[0]) && isPlain(words[1]) {
				return words[0] + " or " + words[1]
			}
		}
	}
	if word := Beginning(pattern); word != "" {
		return word
	}
	if rest, ends := strings.CutSuffix(pattern, "$"); ends && !strings.Contains(rest, "|") {
		n := len(rest)
		for n > 0 && isPlain(rest[n-1:]) {
			n--
		}
		if n == 0 || strings.HasSuffix(rest[:n], "*") || strings.HasSuffix(rest[:n], "+") || strings.HasSuffix(rest[:n], `\.`) {
			return rest[n:]
		}
	}
	return ""
}

// Beginning is what all names begin with that a pattern matches, as far as it is
// letters, digits and dashes; "" where that is not plain.
func Beginning(pattern string) string {
	rest, anchored := strings.CutPrefix(pattern, "^")
	if !anchored || strings.Contains(rest, "|") {
		return ""
	}
	n := 0
	for n < len(rest) && isPlain(rest[n:n+1]) {
		n++
	}
	if n > 0 && n < len(rest) && strings.IndexByte("?*+{", rest[n]) >= 0 {
		n--
	}
	return rest[:n]
}

// isPlain reports whether a part of a pattern stands for itself: letters, digits and
// dashes.
func isPlain(part string) bool {
	return part != "" && strings.Trim(part, "-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") == ""
}
