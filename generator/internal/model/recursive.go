package model

// Recursive returns the declarations whose values may hold values of the same
// type, at any depth: those that are on a cycle of the types (Tarjan's strongly
// connected components).
func Recursive(decls []*Decl) map[*Decl]bool {
	r := &recursion{own: map[*Decl]bool{}, order: map[*Decl]int{}, low: map[*Decl]int{}, on: map[*Decl]bool{}, found: map[*Decl]bool{}}
	for _, d := range decls {
		r.own[d] = true
	}
	for _, d := range decls {
		if r.order[d] == 0 {
			r.visit(d)
		}
	}
	return r.found
}

type recursion struct {
	own        map[*Decl]bool // types of other packages cannot lead back
	order, low map[*Decl]int
	stack      []*Decl
	on         map[*Decl]bool // the stack
	found      map[*Decl]bool
}

func (r *recursion) visit(d *Decl) {
	r.order[d] = len(r.order) + 1
	r.low[d] = r.order[d]
	r.stack = append(r.stack, d)
	r.on[d] = true
	d.eachHeld(func(held *Decl) {
		switch {
		case !r.own[held]:
		case r.order[held] == 0:
			r.visit(held)
			r.low[d] = min(r.low[d], r.low[held])
		case r.on[held]:
			r.low[d] = min(r.low[d], r.order[held])
			r.found[d] = r.found[d] || held == d
		}
	})
	if r.low[d] != r.order[d] {
		return
	}
	isCycle := r.stack[len(r.stack)-1] != d
	for last := (*Decl)(nil); last != d; {
		last = r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		r.on[last] = false
		r.found[last] = r.found[last] || isCycle
	}
}

// eachHeld calls f with the named types that a value of d holds.
func (d *Decl) eachHeld(f func(*Decl)) {
	d.eachType(func(t *Type) {
		for t != nil && t.Kind != Named {
			t = t.Elem
		}
		if t != nil {
			f(t.Decl)
		}
	})
}

// eachType calls f with the types that d is made of, some of which may be nil.
func (d *Decl) eachType(f func(*Type)) {
	f(d.Underlying)
	for _, fd := range d.Fields {
		f(fd.Type)
	}
	for _, x := range d.Maps() {
		f(x.Elem)
	}
	if d.Rest != nil {
		f(d.Rest.Elem)
	}
	for _, v := range d.Variants {
		f(v.Type)
	}
}
