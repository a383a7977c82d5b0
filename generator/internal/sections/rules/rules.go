// Package rules is what operations may do to a document, by what x-bindery says
// under completion and read_only.
package rules

import (
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Section is the rules of one schema.
type Section struct {
	section.Base
	protocol   *protocol.Section
	completion *completion // nil for none
	readOnly   []*readOnly
	pos        source.Pos // of x-bindery
	rules      *Rules     // nil for none
}

// New makes the section of a schema with a protocol.
func New(p *protocol.Section) *Section { return &Section{protocol: p} }

// readOnly is a member that only some operations may change. Operations go by their names
// in paths.
type readOnly struct {
	pos     source.Pos
	pointer section.Word
	setBy   []string
	member  *model.Access // once it is lowered
}

// completion: once the member is there and not null the document is complete,
// and the operations in ends are refused.
type completion struct {
	pos     source.Pos
	pointer section.Word
	ends    []string
	member  *model.Access // once it is lowered
}

// Rules say what operations may do to a document.
type Rules struct {
	Document  *model.Decl
	ReadOnly  []*readOnly
	Complete  *completion // nil for none
	Var       string      // Go name of what describes the rules
	IsDone    string      // Go names of the functions; IsDone is "" without Complete
	MayRun    string
	MayWrite  string
	Unchanged string
	Guard     string
}

// Read reads the rules.
func (s *Section) Read(r *section.Reader) {
	s.pos = r.Bindings.Pos()
	for _, f := range r.Bindings.List("read_only") {
		s.readOnly = append(s.readOnly, &readOnly{pos: f.Pos(), pointer: f.Member("member", true), setBy: s.paths(r, f.Names("set_by", false))})
	}
	if f, ok := r.Bindings.Open("completion"); ok {
		s.completion = &completion{pos: f.Pos(), pointer: f.Member("member", true), ends: s.paths(r, f.Names("ends", false))}
	}
}

// paths gives the names that operations have in paths, and reports those that are none.
func (s *Section) paths(r *section.Reader, operations []section.Word) []string {
	for _, name := range operations {
		if !s.protocol.Has(name.Text) {
			s.protocol.Lost(r, name)
		}
	}
	return s.protocol.Paths(section.Texts(operations))
}

// Lower finds the members.
func (s *Section) Lower(t *lower.Types) {
	document, c := t.Document(), s.completion
	if document == nil || c == nil && len(s.readOnly) == 0 {
		return
	}
	out := &Rules{Document: document}
	s.rules = out
	for _, entry := range s.readOnly {
		if entry.member = section.Member(t, document, entry.pointer, section.AnyType); entry.member != nil {
			out.ReadOnly = append(out.ReadOnly, entry)
		}
	}
	want := func(target *string, name string) { t.Want(target, "x-bindery.rules."+name, name, s.pos) }
	if c != nil {
		if c.member = section.Member(t, document, c.pointer, section.AnyType); c.member != nil {
			out.Complete = c
		}
		want(&out.IsDone, "IsComplete")
	}
	t.Want(&out.Var, "x-bindery.rules#rules", "documentRules", s.pos)
	want(&out.MayRun, "MayRun")
	want(&out.MayWrite, "MayWrite")
	want(&out.Unchanged, "CheckChange")
	if !s.protocol.IsEmpty() {
		want(&out.Guard, "RulesGuard")
	}
}

// Helpers are what says that a document is complete.
func (s *Section) Helpers() []section.Helper {
	if s.rules == nil || s.rules.IsDone == "" {
		return nil
	}
	return []section.Helper{{Name: s.rules.IsDone, Does: "reports whether a document is complete", When: []string{"complete completed completion done finished non"}}}
}

// Promises implements section.Promiser: what operations may do to a document.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	for _, r := range s.readOnly {
		out = append(out, section.Promise{Kind: section.WritersPromise, Key: r.pointer.Text, Pos: r.pos, Names: r.setBy})
	}
	if c := s.completion; c != nil {
		for _, operation := range c.ends {
			out = append(out, section.Promise{Kind: section.EndsPromise, Key: operation, Pos: c.pos, Text: c.pointer.Text})
		}
	}
	return out
}
