package validate

import (
	"time"
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/internal/brief"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// anyKind judges by the keywords that speak of values of any kind.
func (e *evaluator) anyKind(p *plan, i int) bool {
	ok := true
	if p.Types != 0 && !e.hasType(p.Types, i) {
		if e.quiet > 0 {
			return false
		}
		ok = e.mismatch(p, i, "type", "must be "+typeList(p.Types)+", but is "+e.brief(i), p.Types, nil)
	}
	if p.constant != nil && !equal(&e.doc, i, p.constant, 0) {
		if e.quiet > 0 {
			return false
		}
		ok = e.mismatch(p, i, "const", "must be "+brief.Text(p.Const)+", but is "+e.brief(i), 0, []string{p.Const})
	}
	if p.Enum != nil && !e.inEnum(p, i) {
		if e.quiet > 0 {
			return false
		}
		ok = e.mismatch(p, i, "enum", e.enumMessage(p.Enum, i), 0, p.Enum)
	}
	return ok
}

// typeOf gives the type of each kind, without Integer.
var typeOf = [...]Types{
	jsonscan.KindNull: Null, jsonscan.KindBool: Boolean, jsonscan.KindNumber: Number,
	jsonscan.KindString: String, jsonscan.KindArray: Array, jsonscan.KindObject: Object,
}

func (e *evaluator) hasType(types Types, i int) bool {
	kind := e.doc.values[i].kind
	if types&typeOf[kind] != 0 {
		return true
	}
	return kind == jsonscan.KindNumber && types&Integer != 0 && e.doc.number(i).IsInteger()
}

func (e *evaluator) inEnum(p *plan, i int) bool {
	if e.doc.values[i].kind == jsonscan.KindString {
		return p.enumStrings[string(e.doc.text(i))]
	}
	for _, c := range p.constants {
		if equal(&e.doc, i, c, 0) {
			return true
		}
	}
	return false
}

func (e *evaluator) number(p *plan, i int) bool {
	if p.numberRules == nil {
		return true
	}
	x := e.doc.number(i)
	ok := true
	for k := range p.numberRules {
		r := &p.numberRules[k]
		if r.holds(x, r.bound) {
			continue
		}
		if e.quiet > 0 {
			return false
		}
		ok = e.violate(p, i, r.keyword, r.must+" "+brief.Text(r.text)+", but is "+e.brief(i))
	}
	return ok
}

func (e *evaluator) str(p *plan, i int) bool {
	ok := true
	if p.MinLength != "" || p.MaxLength != "" {
		if n := uint64(utf8.RuneCount(e.doc.text(i))); n < p.minLength || n > p.maxLength {
			ok = e.miscounted(p, i, n, bounds{p.minLength, p.maxLength, "minLength", "maxLength", "character"})
		}
	}
	if p.Pattern.Matcher != nil && e.goesOn(ok) && !e.match(p, "pattern", p.Pattern, i, e.doc.text(i)) {
		if !e.goesOn(false) {
			return false
		}
		ok = e.violate(p, i, "pattern", "must match the pattern "+brief.Text(p.Pattern.Text)+", but is "+e.brief(i))
	}
	if p.Format.Check != nil && e.goesOn(ok) && !p.Format.Check(e.doc.text(i)) {
		if e.quiet > 0 {
			return false
		}
		ok = e.violate(p, i, "format", formatMessage(p.Format.Name)+", but is "+e.brief(i))
	}
	return ok
}

// match runs a pattern. A pattern that cannot be decided halts the evaluation.
func (e *evaluator) match(p *plan, keyword string, pattern Pattern, i int, text []byte) bool {
	if pattern.Matcher == nil {
		return true
	}
	if e.halted {
		return false
	}
	ok, err := e.matchInTime(pattern.Matcher, text)
	if err != nil {
		e.halted = true
		e.err = e.patternError(p, keyword, pattern, i, err)
	}
	return ok && err == nil
}

// matchInTime counts the time that slow matches of the document take.
func (e *evaluator) matchInTime(m Matcher, text []byte) (bool, error) {
	limited, ok := m.(Limited)
	if !ok {
		return m.Match(text)
	}
	limit := limited.Limit()
	if e.matching > limit {
		return false, jsonscan.ErrMatching
	}
	start := time.Now()
	matched, err := m.Match(text)
	if e.matching += time.Since(start); err == nil && e.matching > limit {
		err = jsonscan.ErrMatching
	}
	return matched, err
}

// bounds are the limits of a count of things and the keywords that set them.
type bounds struct {
	min, max                     uint64
	minKeyword, maxKeyword, noun string
}

// miscounted refuses a number of characters, items or properties.
func (e *evaluator) miscounted(p *plan, i int, n uint64, b bounds) bool {
	if e.quiet > 0 {
		return false
	}
	ok := true
	if n < b.min {
		ok = e.violate(p, i, b.minKeyword, "must have at least "+plural(b.min, b.noun)+", but has "+utoa(n))
	}
	if n > b.max {
		ok = e.violate(p, i, b.maxKeyword, "must have at most "+plural(b.max, b.noun)+", but has "+utoa(n))
	}
	return ok
}
