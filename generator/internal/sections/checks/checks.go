// Package checks is what the members of a document owe each other, by what
// x-bindery says under checks: relations that validation enforces beside the
// schema. The runtime's package checks judges them.
package checks

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/checks"
)

// Section is the relations of one schema.
type Section struct {
	section.Base
	rules []*rule
	roots []*root // that have rules, once they are lowered
}

// New makes the section of a schema.
func New() *Section { return &Section{} }

// rule is a relation as it is written.
type rule struct {
	checks.Rule
	where string // what messages call it
	pos   source.Pos
	text  string       // the relation as it is written, with what it applies to
	of    section.Word // reference to the schema of the documents, "#" for the document
	// dangling says that of leads to nothing of the package's first schema; nil where it
	// leads somewhere.
	dangling *diag.Diagnostic
	uses     []use
	// constants are what members are compared with.
	constants []constant
	// compared are terms that are to be equal, or one among the other.
	compared [][2]side
}

// side is one side of a comparison: a member, or what has types.
type side struct {
	path
	member bool
	types  schema.Types // 0 where they are not known
}

// constant is a constant that a member is compared with.
type constant struct {
	path
	values []*document.Node
}

// use is a path of a rule, with what its values are used as.
type use struct {
	path
	as class
	// pair is the number of the relation that compares its values with those of
	// others, 0 for none.
	pair int
}

// path is a path with the place where it is written.
type path struct {
	checks.Path
	text string
	pos  source.Pos
	base *path // the place that it starts from; nil for that of the rule
}

// root is a root type with rules.
type root struct {
	name     string // of the Go type
	node     int
	warnings string // Go names of the functions; "" for none: it has no rules that only warn
	with     string // it has no rules that name arguments
	of       *model.Root
	strict   []*rule  // those that every document must keep
	keeps    jen.Code // the function of.Keeps; nil where there is none
}

// Set returns the relations for the roots of a graph, nil for none. Rules of
// schemas that are not roots are left out, see Lower.
func (s *Section) Set(roots []*schema.Node) *checks.Set {
	set := &checks.Set{}
	for _, r := range s.rules {
		if n := section.RootOf(roots, r.of.Text); n != nil {
			r.Root = n.ID
			set.Rules = append(set.Rules, r.Rule)
		}
	}
	if len(set.Rules) == 0 {
		return nil
	}
	return set
}

// Judges reports whether all documents of a root must keep a rule.
func (s *Section) Judges(root *schema.Node) bool {
	return slices.ContainsFunc(s.rules, func(r *rule) bool {
		return r.refuses() && section.RootOf([]*schema.Node{root}, r.of.Text) != nil
	})
}

// refuses reports whether a rule holds of every document without more.
func (r *rule) refuses() bool { return !r.NeedsArguments() && !r.Warning }

// Verify holds the rules for the roots of a graph against their schemas.
func (s *Section) Verify(roots []*schema.Node, report func(diag.Diagnostic)) {
	for _, r := range s.rules {
		if n := section.RootOf(roots, r.of.Text); n != nil {
			(&verifier{rule: r, root: n, report: report}).verify()
		}
	}
}

// Lower holds the paths of the rules against the schema, and marks the roots
// that have rules.
func (s *Section) Lower(t *lower.Types) {
	if len(s.rules) == 0 {
		return
	}
	nodes := t.RootSchemas()
	for _, r := range s.rules {
		n := section.RootOf(nodes, r.of.Text)
		switch {
		case n != nil:
		case r.dangling != nil:
			t.Report(*r.dangling)
			continue
		default:
			t.Report(diag.New(diag.LostBinding, r.of.Pos, "x-bindery.checks.%s: %s is not a root type", r.Name, r.of.Text).
				WithHelp("checks are made on whole documents: list %s under roots in bindery.yaml, or make the check on the document with a path to the member", r.of.Text))
			continue
		}
		v := &verifier{rule: r, root: n, report: t.Report}
		v.verify()
		s.mark(t, n, r)
	}
	for _, r := range s.roots {
		if r.warnings != "" {
			t.Want(&r.warnings, "x-bindery.checks#warnings:"+r.name, r.warnings, s.rules[0].pos)
		}
		if r.with != "" {
			t.Want(&r.with, "x-bindery.checks#with:"+r.name, r.with, s.rules[0].pos)
		}
		if t.IsFast() && len(r.strict) > 0 && !r.of.Imported {
			t.Want(&r.of.Keeps, "x-bindery.checks#keeps:"+r.name, "keeps"+r.name, s.rules[0].pos)
		}
	}
}

// Finish prints the functions that tell of decoded values: whether there can be one is known
// once all types are.
func (s *Section) Finish(*lower.Types) {
	for _, r := range s.roots {
		if r.of.Keeps == "" {
			continue
		}
		if r.keeps = keeps(r.of.Keeps, r.of.Decl, r.strict); r.keeps == nil {
			r.of.Keeps = ""
		}
	}
}

// mark notes that a root has a rule.
func (s *Section) mark(t *lower.Types, n *schema.Node, r *rule) {
	it := lists.First(s.roots, func(r *root) bool { return r.node == n.ID })
	if it == nil {
		it = &root{name: t.Root(n).Name, node: n.ID, of: t.Root(n)}
		s.roots = append(s.roots, it)
	}
	switch {
	case r.NeedsArguments():
		it.with = "Validate" + it.name + "With"
	case r.refuses():
		it.of.Checked = true
		it.strict = append(it.strict, r)
	}
	if r.Warning {
		it.warnings = "Warnings" + it.name
	}
}

// message is how diagnostics begin.
func (r *rule) message(text string) string {
	return strings.ReplaceAll(r.where, "%", "%%") + ": " + text
}

// Promises implements section.Promiser: what documents owe. What only warns refuses
// none.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	for _, r := range s.rules {
		if !r.Warning {
			out = append(out, section.Promise{Kind: section.CheckPromise, Key: r.Name, Pos: r.pos, Text: r.of.Text + " " + r.At + " " + r.text})
		}
	}
	return out
}

// Topics implements section.Describer.
func (s *Section) Topics() []section.Topic {
	if len(s.rules) == 0 {
		return nil
	}
	t := section.Topic{Title: "Relations between members", Columns: []string{"Check", "At", "Relation", "Severity", "Message"}}
	for _, r := range s.rules {
		at, severity := r.At, "error"
		if at == "" {
			at = r.of.Text
		}
		if r.Warning {
			severity = "warning"
		}
		t.Rows = append(t.Rows, []section.Cell{
			section.Code(r.Name), section.Code(at), section.Code(r.text), section.Prose(severity), section.Prose(r.Message),
		})
	}
	return []section.Topic{t}
}
