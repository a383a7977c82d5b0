// Package describe says in English what a schema demands of a value, for the
// comments of generated code and for pages that people read. What it returns is
// text of the schema's in parts: a caller passes it through the function of the
// place where it goes (package gofile, package visible). Emitters import it.
package describe

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// What is longer than this is left to the schema, which is at hand: nobody reads
// it in a comment.
const (
	longestText = 100 // bytes of a pattern or a value
	mostValues  = 8   // of a list of values
)

// Value says what a plan demands beside the kind of value, as a sentence: "From 0
// to 100, a multiple of 5." It is "" where the plan demands nothing that can be
// said in a few words.
func Value(p *plan.Plan) string {
	text := strings.Join(demands(p), ", ")
	if pattern, only := strings.CutPrefix(text, matching); only {
		text = "matches " + pattern
	}
	return Sentence(text)
}

// matching leads to a pattern, behind what else is demanded.
const matching = "matching "

// Default says which value stands for a member that is absent, as a sentence. It
// is "" where the value is empty, as that of an absent member is, or long.
func Default(value *document.Node) string {
	if text, ok := short(value); ok && text != "[]" && text != "{}" && text != `""` && text != "null" {
		return Sentence("default: " + text)
	}
	return ""
}

// Constant says which value is the only one, as a sentence, or "" where that is
// too long.
func Constant(value *document.Node) string {
	if text, ok := short(value); ok {
		return Sentence("always " + text)
	}
	return ""
}

// Join appends sentences to a description, which may lack its period. Where the
// description has several lines they are a paragraph of their own.
func Join(description string, sentences ...string) string {
	text := strings.TrimSpace(strings.Join(lists.Present(sentences...), " "))
	description = strings.TrimSpace(description)
	switch {
	case text == "":
		return description
	case description == "":
		return text
	case strings.Contains(description, "\n"):
		return description + "\n\n" + text
	}
	if last, _ := utf8.DecodeLastRuneInString(description); unicode.IsLetter(last) || unicode.IsDigit(last) || strings.ContainsRune(`)]}"'%`, last) {
		description += "."
	}
	return description + " " + text
}

// Sentence makes a sentence of a phrase.
func Sentence(phrase string) string {
	if phrase == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(phrase)
	return string(unicode.ToUpper(first)) + phrase[size:] + "."
}

// demands lists what a plan demands, as phrases that follow each other.
func demands(p *plan.Plan) []string {
	p = p.WithoutNull()
	if p == nil || p.Union != nil {
		return nil
	}
	if len(p.Enum) > 0 {
		return oneOf(p.Enum)
	}
	var out []string
	if p.Number != nil {
		out = append(out, number(p.Number)...)
	}
	if p.String != nil {
		out = append(out, text(p.String)...)
	}
	if p.Array != nil {
		out = append(out, array(p.Array)...)
	}
	if p.Object != nil && p.Kinds == kind.Object {
		out = append(out, Count(p.Object.MinProperties, p.Object.MaxProperties, "member")...)
		for _, names := range p.Object.Names {
			out = append(out, each("each name", names)...)
		}
	}
	return out
}

// oneOf lists values, where they are few and short.
func oneOf(values []*document.Node) []string {
	if len(values) > mostValues {
		return nil
	}
	var texts []string
	for _, v := range values {
		text, ok := short(v)
		if !ok {
			return nil
		}
		texts = append(texts, text)
	}
	if len(texts) == 1 {
		return []string{"always " + texts[0]}
	}
	return []string{"one of " + strings.Join(texts, ", ")}
}

func number(n *plan.Number) []string {
	multiples := lists.Of(n.MultipleOf, func(of string) string { return "a multiple of " + of })
	return shortest(append(Range(n.Min, n.Max, n.MinExcl, n.MaxExcl), multiples...))
}

// Range says between which bounds a number is, "" for none of them; it is empty without
// any. A bound that is exclusive is none of the numbers.
func Range(min, max string, minExclusive, maxExclusive bool) []string {
	low, high := "at least "+min, "at most "+max
	if minExclusive {
		low = "more than " + min
	}
	if maxExclusive {
		high = "less than " + max
	}
	switch {
	case min != "" && max != "" && !minExclusive && !maxExclusive:
		return []string{"from " + min + " to " + max}
	case min != "" && max != "":
		return []string{low + " and " + high}
	case min != "":
		return []string{low}
	case max != "":
		return []string{high}
	}
	return nil
}

func text(s *plan.String) []string {
	return shortest(slices.Concat(
		Count(s.MinLength, s.MaxLength, "character"),
		lists.Of(s.Patterns, func(p *plan.Pattern) string { return matching + p.Text }),
		lists.Of(s.Formats, func(f string) string { return "in the format " + f }),
	))
}

func array(a *plan.Array) []string {
	out := Count(a.MinItems, a.MaxItems, "item")
	if a.Unique {
		out = append(out, "no two equal")
	}
	if len(a.Prefix) == 0 {
		out = append(out, each("each", a.Items)...)
	}
	return out
}

// each says what is demanded of every part of a value, where that is a scalar:
// what is demanded of others, and of listed values, stands at their own type.
func each(what string, part *plan.Plan) []string {
	if part = part.WithoutNull(); part == nil || len(part.Enum) > 0 || part.Kinds&(kind.Array|kind.Object) != 0 {
		return nil
	}
	phrases := demands(part)
	if len(phrases) == 0 {
		return nil
	}
	return []string{what + " " + strings.Join(phrases, " and ")}
}

// Count says how many parts a value has; it is empty where any number will do.
func Count(low, high *uint64, part string) []string {
	switch {
	case low != nil && *low == 0:
		return Count(nil, high, part)
	case low != nil && high != nil && *low == *high:
		return []string{"exactly " + parts(*low, part)}
	case low != nil && high != nil:
		return []string{strconv.FormatUint(*low, 10) + " to " + parts(*high, part)}
	case low != nil:
		return []string{"at least " + parts(*low, part)}
	case high != nil:
		return []string{"at most " + parts(*high, part)}
	}
	return nil
}

func parts(n uint64, part string) string {
	if n == 1 {
		return "1 " + part
	}
	return fmt.Sprintf("%d %ss", n, part)
}

// short is a value as JSON, where that is short.
func short(v *document.Node) (string, bool) {
	if v == nil || v.Kind == document.Array && len(v.Items) > mostValues || v.Kind == document.Object && len(v.Members) > mostValues {
		return "", false
	}
	json := string(v.AppendJSON(nil))
	return json, len(json) <= longestText
}

// shortest drops the phrases that are too long to read.
func shortest(phrases []string) []string {
	return lists.Where(phrases, func(phrase string) bool { return len(phrase) <= longestText })
}
