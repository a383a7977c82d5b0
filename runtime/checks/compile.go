package checks

import (
	"fmt"
	"slices"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// program is the rules for the documents of one root, ready to run.
type program struct {
	rules []rule
	watcher
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
	elements *keys // of a constant array
	// up is how many levels above the place of the check all lies that the value
	// depends on, −1 for the document: there it is computed once.
	up int
}

// path is a path with its text, which messages show.
type path struct {
	Path
	text  string
	steps []step
	// container leads to what holds the values: a path with wildcards has no
	// value, not none, where that is absent.
	container []step
}

// step is a Step with the token of its name.
type step struct {
	any, deep bool
	token     int32
}

// newProgram makes a program without rules.
func newProgram() *program { return &program{watcher: watcher{tokens: map[string]int32{}}} }

// finish makes the watch, once all rules are compiled.
func (p *program) finish() { p.state(p.wanted) }

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
		p.want(out.terms[1].path.Path, at, true)
	}
	for i := range r.Of {
		out.of = append(out.of, p.relation(&r.Of[i], at))
	}
	for _, by := range r.By {
		for i := range out.terms {
			elements, _ := out.terms[i].path.From(at)
			compiled := p.path(by, elements)
			if i == 0 {
				out.by = append(out.by, compiled)
			}
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
		p.want(out.path.Path, at, true)
	}
	return out
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
	if !p.want(parsed, at, false) {
		panic(fmt.Sprintf("checks: %q leads above the document", text))
	}
	out := path{Path: parsed, text: text}
	for _, s := range parsed.Steps {
		compiled := step{any: s.Any, deep: s.Deep}
		if !s.Any && !s.Deep {
			compiled.token = p.token(s.Name)
		}
		out.steps = append(out.steps, compiled)
	}
	if i := slices.IndexFunc(out.steps, step.many); i >= 0 {
		out.container = out.steps[:i]
	}
	return out
}

// many reports whether a step may lead to several values.
func (s step) many() bool { return s.any || s.deep }

// elements are the keys of the elements of a constant array.
func elements(text string) *keys {
	s := jsonscan.Get([]byte(text))
	defer s.Release()
	set := new(keys)
	if s.EnterArray() {
		for s.Element() {
			from := s.Pos()
			if !s.Skip() {
				break
			}
			set.add([]byte(keyOf(s.Span(from))), -1)
		}
	}
	return set
}
