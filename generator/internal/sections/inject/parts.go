package inject

import (
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/runtime/compose"
)

// Part is a section of the composer as a part of prompts.
type Part struct {
	Name    string
	Class   int
	classes []compose.Class
	Members []*model.Access // of the document
}

// ClassFor is the class of a part for a purpose.
func (p *Part) ClassFor(purpose string) int {
	for _, c := range p.classes {
		if c.Purpose == purpose {
			return c.Class
		}
	}
	return p.Class
}

// Parts are the parts and the purposes of the documents of a root; nil without a
// policy for it, and without a composer.
func (s *Section) Parts(root string) (parts []Part, purposes []string) {
	if s.policy == nil || s.policy.root != root {
		return nil, nil
	}
	return s.policy.parts, s.policy.Purposes
}

// findParts finds the members of the composer's sections. Those that Go has no
// field for are none.
func (p *policy) findParts(t *lower.Types, document *model.Decl) {
	if p.composer == nil {
		return
	}
	for _, s := range p.composer.Sections {
		part := Part{Name: s.Name, Class: s.Class, classes: s.Classes}
		for _, of := range s.Of {
			a, err := t.Access(document, of)
			if err != nil {
				continue
			}
			isField := true
			for _, step := range a.Steps {
				isField = isField && step.Field != nil
			}
			if isField {
				part.Members = append(part.Members, a)
			}
		}
		if len(part.Members) > 0 {
			p.parts = append(p.parts, part)
		}
	}
}
