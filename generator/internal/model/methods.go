package model

import "slices"

// Methods are those that types have as entry types, beside the ones of all types.
type Methods struct {
	Whole bool // that compare, copy and print a value
	SQL   bool // of columns of databases
	Slog  bool // of log records
	YAML  bool
}

// EntryMethods are those of the package's entry types.
func (p *Package) EntryMethods() Methods {
	return Methods{Whole: true, SQL: p.Style.SQL, Slog: p.Style.Slog, YAML: p.YAML}
}

// MethodsOf are those of a type that the package declares.
func (p *Package) MethodsOf(d *Decl) Methods {
	if d.Root {
		return d.Asked.And(p.EntryMethods())
	}
	return d.Asked
}

// And are the methods of both.
func (m Methods) And(other Methods) Methods {
	return Methods{m.Whole || other.Whole, m.SQL || other.SQL, m.Slog || other.Slog, m.YAML || other.YAML}
}

// methodNames are what the manifest calls the methods that not all entry types have.
var methodNames = []struct {
	name string
	has  func(*Methods) *bool
}{
	{"slog", func(m *Methods) *bool { return &m.Slog }},
	{"sql", func(m *Methods) *bool { return &m.SQL }},
	{"yaml", func(m *Methods) *bool { return &m.YAML }},
}

// Names lists the methods that not all entry types have, sorted.
func (m Methods) Names() []string {
	names := []string{}
	for _, of := range methodNames {
		if *of.has(&m) {
			names = append(names, of.name)
		}
	}
	return names
}

// MethodsNamed are the methods of an entry type that Names lists so.
func MethodsNamed(names []string) Methods {
	m := Methods{Whole: true}
	for _, of := range methodNames {
		*of.has(&m) = slices.Contains(names, of.name)
	}
	return m
}
