package inject

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/internal/jsontree"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Values are the texts that an argument may be: those with which the policy compares
// it, sorted; nil where the policy does more with it, so that it may be any text.
func (p *Policy) Values(argument string) []string {
	u := usage{of: argument, values: map[string]bool{}}
	for i := range p.Members {
		for j := range p.Members[i].When {
			u.relation(&p.Members[i].When[j].Relation)
		}
	}
	for i := range p.Lists {
		u.list(&p.Lists[i])
	}
	for _, f := range []*Filling{&p.Report.Filters, &p.Report.Determinism} {
		for i := range f.With {
			u.term(&f.With[i].Term)
		}
	}
	if u.open {
		return nil
	}
	return slices.Sorted(maps.Keys(u.values))
}

// usage is what a policy does with an argument.
type usage struct {
	of     string
	values map[string]bool
	open   bool // it does more than compare it with values
}

func (u *usage) list(l *List) {
	for i := range l.Rules {
		u.relation(&l.Rules[i].Relation)
	}
	for i := range l.Order {
		u.term(&l.Order[i].By)
	}
	u.term(l.Top)
	for i := range l.Flags {
		u.relation(l.Flags[i].When)
		u.term(l.Flags[i].Same)
	}
}

func (u *usage) term(t *checks.Term) {
	u.open = u.open || t != nil && slices.Contains(t.Arguments(), u.of)
}

func (u *usage) relation(r *checks.Relation) {
	if r == nil {
		return
	}
	for i := range r.Of {
		u.relation(&r.Of[i])
	}
	texts, only := constants(r)
	for i := range r.Terms {
		if t := &r.Terms[i]; t.Func != checks.Argument || !only {
			u.term(t)
		} else if t.Path == u.of {
			for _, text := range texts {
				u.values[text] = true
			}
		}
	}
}

// constants are the texts with which a relation compares one argument; only is false
// where it does anything else.
func constants(r *checks.Relation) (texts []string, only bool) {
	arguments := 0
	for i := range r.Terms {
		switch t := &r.Terms[i]; {
		case t.Func == checks.Argument:
			arguments++
		case t.Func == checks.Value && t.Const != "":
			values := []*jsontree.Node{jsontree.JSON(t.Const)}
			if r.Kind == checks.In && values[0].Kind == jsonscan.KindArray {
				values = values[0].Children // a choice
			}
			for _, v := range values {
				if v.Kind != jsonscan.KindString {
					return nil, false
				}
				texts = append(texts, v.Plain())
			}
		default:
			return nil, false
		}
	}
	return texts, arguments == 1 && (r.Kind == checks.Equal || r.Kind == checks.Differ || r.Kind == checks.In)
}

// check refuses arguments that the policy does not know, and values that could only
// count as not given.
func (p *Policy) check(arguments checks.Arguments) error {
	for _, name := range sortedNames(arguments) {
		if !slices.Contains(p.Arguments, name) {
			return fmt.Errorf("%w %q: there are %s", ErrArgument, name, strings.Join(p.Arguments, ", "))
		}
		if values := p.Values(name); values != nil && !slices.Contains(values, arguments[name]) {
			return fmt.Errorf("%w %q of the argument %s: it is %s, or not given", ErrValue, arguments[name], name, Listed(values))
		}
	}
	return nil
}

// Listed writes texts as messages and comments have them: "a", "b" or "c".
func Listed(texts []string) string {
	out := ""
	for i, text := range texts {
		switch {
		case i > 0 && i == len(texts)-1:
			out += " or "
		case i > 0:
			out += ", "
		}
		out += fmt.Sprintf("%q", text)
	}
	return out
}
