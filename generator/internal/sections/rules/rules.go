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
	completion *completion
	readOnly   []*readOnly
	pos        source.Pos // of x-bindery
	rules      *Rules     // nil for none
}

// New makes the section of a schema with a protocol.
func New(p *protocol.Section) *Section { return &Section{protocol: p} }

// readOnly is a member that only some operations may change.
type readOnly struct {
	pos    source.Pos
	member string
	setBy  []string // operations
}

// completion: once the member is there and not null the document is complete,
// and the operations in ends are refused.
type completion struct {
	pos    source.Pos
	member string
	ends   []string
}

// Rules say what operations may do to a document.
type Rules struct {
	Document  *model.Decl `json:"-"`
	ReadOnly  []*ReadOnly
	Complete  *model.Access // the member that makes a document complete; nil for none
	Ends      []string      // operations that are refused then, by the names in paths
	Var       string        // Go name of what describes the rules
	IsDone    string        // Go names of the functions; IsDone is "" without Complete
	MayRun    string
	MayWrite  string
	Unchanged string
	Guard     string
}

// ReadOnly is a member that only some operations may change.
type ReadOnly struct {
	Member *model.Access
	SetBy  []string
}

// Read reads the rules.
func (s *Section) Read(r *section.Reader) {
	s.pos = r.Bindings.Pos()
	for _, f := range r.Bindings.List("read_only") {
		entry := &readOnly{pos: f.Pos(), member: f.Member("member", true), setBy: f.Names("set_by", false)}
		if entry.member != "" {
			s.readOnly = append(s.readOnly, entry)
			s.checkOperations(r, entry.pos, entry.setBy)
		}
	}
	if f, ok := r.Bindings.Open("completion"); ok {
		c := &completion{pos: f.Pos(), member: f.Member("member", true), ends: f.Names("ends", false)}
		if c.member != "" {
			s.completion = c
			s.checkOperations(r, c.pos, c.ends)
		}
	}
}

func (s *Section) checkOperations(r *section.Reader, pos source.Pos, operations []string) {
	for _, name := range operations {
		if !s.protocol.Has(name) {
			r.Lost(pos, "operation %s does not exist", name)
		}
	}
}

// Lower finds the members.
func (s *Section) Lower(t *lower.Types) {
	document := t.Document()
	if document == nil || s.completion == nil && len(s.readOnly) == 0 {
		return
	}
	out := &Rules{Document: document}
	s.rules = out
	for _, entry := range s.readOnly {
		if member := section.Member(t, document, entry.member, entry.pos, section.AnyType); member != nil {
			out.ReadOnly = append(out.ReadOnly, &ReadOnly{Member: member, SetBy: s.protocol.Paths(entry.setBy)})
		}
	}
	want := func(target *string, name string) { t.Want(target, "x-bindery.rules."+name, name, s.pos) }
	if c := s.completion; c != nil {
		out.Complete = section.Member(t, document, c.member, c.pos, section.AnyType)
		out.Ends = s.protocol.Paths(c.ends)
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
