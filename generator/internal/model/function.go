package model

import "github.com/bindery-go/bindery/generator/internal/plan"

// Function says how generated code reads the values of a plan.
type Function struct {
	Plan *plan.Plan `json:"-"`
	Type *Type      // what holds the values
	// Name is that of the plan's functions, without what says what they do;
	// "" where the code stands wherever it is needed.
	Name string `json:",omitempty"`
	// Decodes: the values are decoded somewhere, not only judged.
	Decodes bool
	// Remembers: the plan could be asked about one value again and again, so its
	// verdicts are remembered by offset to keep time linear in the document.
	Remembers bool `json:",omitempty"`
	// RemembersScalars: also those on values that hold no others.
	RemembersScalars bool `json:",omitempty"`
	// Imported: the type is declared by another package, whose methods read it.
	Imported bool `json:",omitempty"`
	// ValidAs and DecodeAs are plans whose functions serve this one as well:
	// they check the same, DecodeAs also fills the same Go type. Nil: its own.
	ValidAs, DecodeAs *plan.Plan `json:"-"`
}

// Shared reports whether other plans' functions do all that the plan needs.
func (f *Function) Shared() bool { return f.ValidAs != nil && (f.DecodeAs != nil || !f.Decodes) }

// FunctionOf returns how the values of a plan are read.
func (p *Package) FunctionOf(of *plan.Plan) *Function {
	if f := p.functions[of]; f != nil {
		return f
	}
	return &Function{Plan: of, Type: p.types[of]}
}

// SetFunctions fills in what is said of plans. The functions that are printed
// are those with a name that share no others'. The types are those of the values
// of all plans, those that the list lacks included, since no value leads to them.
func (p *Package) SetFunctions(all []*Function, types map[*plan.Plan]*Type) {
	p.types = types
	p.functions = make(map[*plan.Plan]*Function, len(all))
	for _, f := range all {
		p.functions[f.Plan] = f
		if f.Name != "" && !f.Shared() {
			p.Functions = append(p.Functions, f)
		}
	}
}
