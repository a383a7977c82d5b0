package lower

import "github.com/bindery-go/bindery/generator/internal/model"

// breakCycles puts a pointer where a type would contain itself. Slices, maps,
// pointers and the payloads of unions are references already.
func breakCycles(decls []*model.Decl) {
	const (
		unseen = iota
		open
		done
	)
	state := map[*model.Decl]int{}
	var visit func(d *model.Decl)
	visit = func(d *model.Decl) {
		state[d] = open
		for _, f := range d.Fields {
			t := f.Type
			holder := &f.Type
			if t.Kind == model.Nullable {
				t, holder = t.Elem, &t.Elem
			}
			if t.Kind != model.Named {
				continue
			}
			switch state[t.Decl] {
			case open:
				*holder = &model.Type{Kind: model.Pointer, Elem: t}
			case unseen:
				visit(t.Decl)
			}
		}
		if u := d.Underlying; u != nil && u.Kind == model.Named && state[u.Decl] == unseen {
			visit(u.Decl)
		}
		state[d] = done
	}
	for _, d := range decls {
		if state[d] == unseen {
			visit(d)
		}
	}
}
