package checks

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// program is the rules for the documents of one root, ready to run.
type program struct {
	rules  []rule
	needed *need
	levels int // how deep in a document that leads
}

type rule struct {
	rule           *Rule
	at             path
	when, relation *relation
	arguments      []string
}

type relation struct {
	*Relation
	terms  []term
	by     []path
	within *number
	of     []*relation
}

type term struct {
	*Term
	path     path
	args     []term
	constant *operand
	elements map[string]bool // of a constant array, as keys
	// up is how many levels above the place of the check all lies that the value
	// depends on, −1 for the document: there it is computed once.
	up int
}

// path is a path with its text, which messages show.
type path struct {
	Path
	text string
	// container leads to what holds the values: a path with wildcards has no
	// value, not none, where that is absent.
	container []Step
}

// compile prepares a rule, which the generator has checked: what cannot be read
// is a programming error and panics.
func (p *program) compile(r *Rule) rule {
	at := p.path(r.At, Path{Up: -1})
	out := rule{rule: r, at: at, relation: p.relation(&r.Relation, at.Path), arguments: r.arguments()}
	if r.When != nil {
		out.when = p.relation(r.When, at.Path)
	}
	return out
}

func (p *program) relation(r *Relation, at Path) *relation {
	out := &relation{Relation: r}
	for i := range r.Terms {
		out.terms = append(out.terms, p.term(&r.Terms[i], at))
	}
	if r.Kind == Index {
		p.sized(out.terms[1].path, at)
	}
	for i := range r.Of {
		out.of = append(out.of, p.relation(&r.Of[i], at))
	}
	if len(r.By) > 0 {
		elements, _ := out.terms[0].path.From(at)
		for _, by := range r.By {
			out.by = append(out.by, p.path(by, elements))
		}
	}
	if r.Within != "" {
		n, _ := parseNumber([]byte(r.Within))
		out.within = &n
	}
	return out
}

func (p *program) term(t *Term, at Path) term {
	out := term{Term: t, up: -1}
	for i := range t.Args {
		arg := p.term(&t.Args[i], at)
		out.args = append(out.args, arg)
		out.depend(arg.up)
	}
	switch {
	case t.Const != "":
		out.constant = &operand{node: -1, text: []byte(t.Const)}
		if t.Const[0] == '[' {
			out.elements = elements(t.Const)
		}
	case t.Func == Names:
		out.path = p.path(t.Path+"/*", at)
		out.depend(out.path.Up)
	case t.Func == Value || t.Func == Count || t.Func == Length:
		out.path = p.path(t.Path, at)
		out.depend(out.path.Up)
	}
	if t.Func == Length {
		p.sized(out.path, at)
	}
	return out
}

// sized notes that a relation asks how many members or elements a value has.
func (p *program) sized(of path, at Path) {
	if whole, ok := of.From(at); ok {
		p.needed.add(whole.Steps).sized = true
	}
}

// depend notes a level that the value of a term depends on: the lowest counts,
// for those above are the same wherever it is.
func (t *term) depend(up int) {
	if t.up < 0 || up >= 0 && up < t.up {
		t.up = up
	}
}

// path reads a path and notes that its places are needed, and what they lie in.
func (p *program) path(text string, at Path) path {
	parsed, err := ParsePath(text)
	if err != nil {
		panic(fmt.Sprintf("checks: %v", err))
	}
	out := path{Path: parsed, text: text}
	for i, s := range parsed.Steps {
		if s.Any || s.Deep {
			out.container = parsed.Steps[:i]
			break
		}
	}
	whole, ok := parsed.From(at)
	if !ok {
		panic(fmt.Sprintf("checks: %q leads above the document", text))
	}
	p.needed.add(whole.Steps)
	return out
}

// elements are the keys of the elements of a constant array.
func elements(text string) map[string]bool {
	s := jsonscan.Get([]byte(text))
	defer s.Release()
	keys := map[string]bool{}
	if s.EnterArray() {
		for s.Element() {
			from := s.Pos()
			if !s.Skip() {
				break
			}
			keys[keyOf(s.Span(from))] = true
		}
	}
	return keys
}
