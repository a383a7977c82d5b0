package protocol

import (
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steplist"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Promises implements section.Promiser: the plans that unfinished runs follow.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	runs := func(name string, op *steplist.Operation, steps []*steplist.Step) {
		out = append(out, section.Promise{Kind: section.RunsPromise, Key: name, Pos: op.Pos, Plan: plan(nil, "", steps)})
	}
	for p, op := range s.operations() {
		name := pathName(p, op)
		if op.Kind == steplist.Procedure {
			runs(name, op, op.Steps)
		}
		for _, a := range op.Alternatives {
			runs(name+"."+a.Key, op, a.Steps)
		}
	}
	return out
}

// plan lists the steps that a run goes through, each with what it is in.
func plan(out []string, in string, steps []*steplist.Step) []string {
	for _, s := range steps {
		if s.Kind == steplist.Raw {
			continue // data that does nothing
		}
		path := in + s.Name
		if s.Name == "" {
			path = in + string(s.Kind)
		}
		if s.Kind == steplist.ElseIf { // another run comes here than to an if
			path = in + "else " + s.Name
		}
		out = append(out, path)
		out = plan(out, path+"/", s.Body)
	}
	return out
}
