// Package inject is which parts of a document may be given to which purpose, by
// what x-bindery says under inject. The runtime's package inject applies it.
package inject

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections/checks"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
	runtimechecks "github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/inject"
)

// Section is the policy of one schema.
type Section struct {
	section.Base
	written *written // nil for none
	policy  *policy  // once it is lowered; nil for none
}

// New makes the section of a schema.
func New() *Section { return &Section{} }

// written is the policy as it is written.
type written struct {
	pos      source.Pos
	failed   bool // something but the composer is of the wrong form, which has been reported
	name     section.Word
	of       section.Word
	dangling *diag.Diagnostic // says that of leads to nothing of the package's first schema; nil where it leads somewhere
	purposes []section.Word
	purpose  section.Word // the member
	grants   []*grant
	open     []*grant
	rules    map[string]section.Word // relations of lists' rules, by list/rule
	inject.Policy
	asked    []asked
	paths    []target  // that must lead somewhere
	drops    []target  // members that must be optional
	composer *composer // nil for none
}

// target is a path that must lead to values of some kind.
type target struct {
	section.Word
	where string
	kind  kind
}

// kind is what must be at a path.
type kind uint8

const (
	anyValue kind = iota
	container
	object
	choices   // an array of texts or of objects with item and reason
	conflicts // an array of texts or of objects with type and detail
	wholeNumber
	aNumber
	someObject   // an object, of whatever members
	freeText     // a text, or a member that need not be declared
	budgetReport // an object with the members of budget.Report
)

// asked is what is asked of the values at some paths.
type asked struct {
	*checks.Conditions
	at []string
}

// grant is who may see a member.
type grant struct {
	section.Word
	where string
	to    []allowed
}

// allowed is a purpose that may see a member, perhaps on condition.
type allowed struct {
	section.Word
	when *runtimechecks.Relation
	yaml string // of the condition, to compare it
}

// policy is what is printed.
type policy struct {
	*written
	variable string
	root     string // Go name of the document
	// The Go type of purposes, and the constants that the section declares for it.
	purposeType string
	constants   []string
	declared    bool
	enum        *schema.Node // whose type it is; nil where it is declared here
	plan        string
	parts       []Part
}

// message is how diagnostics begin. What is not of the composer is of the policy.
func message(where, text string) string {
	if where != "compose" && !strings.HasPrefix(where, "compose.") {
		where = strings.TrimSuffix("inject."+where, ".")
	}
	return "x-bindery." + strings.ReplaceAll(where, "%", "%%") + ": " + text
}

// Extends reports whether the policy gives methods to the type of a root.
func (s *Section) Extends(root *schema.Node) bool {
	return s.written != nil && s.written.of.Text != "" && section.RootOf([]*schema.Node{root}, s.written.of.Text) != nil
}

// Lower holds the policy against the schema.
func (s *Section) Lower(t *lower.Types) {
	w := s.written
	if w == nil || w.of.Text == "" {
		return
	}
	v := &verifier{written: w, report: t.Report}
	v.root = section.RootOf(t.RootSchemas(), w.of.Text)
	switch {
	case v.root != nil:
	case w.dangling != nil:
		t.Report(*w.dangling)
		return
	default:
		v.bad(w.of, "", "list it under roots in bindery.yaml, or say under of which root type the policy is for", "%s is not a root type", shown(w.of.Text))
		return
	}
	// Grants need the whole policy, and what is composed the whole composer.
	var enum *schema.Node
	if !w.failed {
		enum = v.purposes()
	}
	v.conditions()
	v.targets()
	v.grants()
	if w.composer != nil && !w.composer.failed {
		v.composer()
	}
	if v.failed || w.failed || w.composer != nil && w.composer.failed {
		return
	}
	root := t.Root(v.root)
	p := &policy{written: w, root: root.Name, enum: enum}
	methods := []section.Word{w.name}
	if w.composer != nil {
		methods = append(methods, w.composer.name)
		t.Want(&p.plan, "x-bindery.compose#plan", "compositionPlan", w.pos)
	}
	for i, m := range methods {
		if slices.ContainsFunc(root.Decl.Fields, func(f *model.Field) bool { return f.Name == m.Text }) {
			v.bad(m, []string{"name", "compose.name"}[i], "choose another, as name: "+m.Text+"Readers", "%s has a member %s already", root.Name, m.Text)
		}
	}
	if v.failed {
		return
	}
	p.findParts(t, root.Decl)
	t.Want(&p.variable, "x-bindery.inject#policy", "injectionPolicy", w.pos)
	if enum == nil {
		p.declared, p.purposeType = true, "Purpose"
		t.Want(&p.purposeType, "x-bindery.inject#purpose", "Purpose", w.pos)
		p.constants = make([]string, len(w.Purposes))
		for i, purpose := range w.Purposes {
			t.Want(&p.constants[i], "x-bindery.inject#purpose:"+purpose, "Purpose"+t.Words().ValueSuffix(purpose), w.pos)
		}
	}
	s.policy = p
}

// Finish finds the type of purposes.
func (s *Section) Finish(t *lower.Types) {
	p := s.policy
	if p == nil || p.enum == nil {
		return
	}
	if decl, _ := t.Enum(p.enum.FilePointer, p.Purposes); decl != nil {
		p.purposeType = decl.Name
	} else {
		p.purposeType = "string"
	}
}

func shown(reference string) string {
	if reference == "#" {
		return "the document"
	}
	return reference
}

// bad reports a mistake.
func bad(report func(diag.Diagnostic), pos source.Pos, where, help, format string, args ...any) {
	report(diag.New(diag.BadInjection, pos, message(where, format), args...).WithHelp("%s", help))
}
