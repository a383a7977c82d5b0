package inject

import (
	"slices"

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
	if i := slices.IndexFunc(p.classes, func(c compose.Class) bool { return c.Purpose == purpose }); i >= 0 {
		return p.classes[i].Class
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
			if err == nil && !slices.ContainsFunc(a.Steps, func(s *model.AccessStep) bool { return s.Field == nil }) {
				part.Members = append(part.Members, a)
			}
		}
		if len(part.Members) > 0 {
			p.parts = append(p.parts, part)
		}
	}
}
