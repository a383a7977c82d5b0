package inject

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Promises implements section.Promiser: what purposes see.
func (s *Section) Promises() []section.Promise {
	w := s.written
	if w == nil {
		return nil
	}
	var out []section.Promise
	for _, purpose := range w.Purposes {
		out = append(out, section.Promise{Kind: section.PurposePromise, Key: purpose, Pos: w.pos})
	}
	for _, g := range w.grants {
		if g.Text != "" { // of a rule, which is below
			out = append(out, g.promise(g.Text))
		}
	}
	for _, g := range w.open {
		out = append(out, g.promise("what is not declared of "+g.Text))
	}
	for _, l := range w.Lists {
		for _, r := range l.Rules {
			sight := map[string]string{}
			for _, purpose := range w.Purposes {
				if sight[purpose] = ""; r.For == nil || slices.Contains(r.For, purpose) {
					sight[purpose] = w.rules[l.Name+"/"+r.Name].Text
				}
			}
			out = append(out, section.Promise{Kind: section.SightPromise, Key: "what is not " + r.Name + " in " + l.Name, Pos: w.rules[l.Name+"/"+r.Name].Pos, Sight: sight})
		}
	}
	return out
}

func (g *grant) promise(key string) section.Promise {
	p := section.Promise{Kind: section.SightPromise, Key: key, Pos: g.Pos, Sight: map[string]string{}}
	for _, a := range g.to {
		p.Sight[a.Text] = a.yaml
	}
	return p
}
