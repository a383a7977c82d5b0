package steplist

import (
	"regexp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// StepKind is the form of an item of a step list.
type StepKind string

// The forms of steps.
const (
	Call    StepKind = "call"    // a name, perhaps with an argument
	Mutate  StepKind = "mutate"  // a verb with its target
	If      StepKind = "if"      // starts an if-run, or stands alone
	ElseIf  StepKind = "else if" // a later condition of an if-run that ends in else
	Else    StepKind = "else"
	Loop    StepKind = "loop"    // for_each_X
	Repeat  StepKind = "repeat"  // for_V_in_N
	Handler StepKind = "handler" // on_E
	Group   StepKind = "group"
	Raw     StepKind = "raw" // an unknown form, kept as data; it does nothing
)

// Step is one item of a step list.
type Step struct {
	Kind StepKind
	// Name is an identifier, dots allowed: of the step, condition (if_…), loop
	// (for_…), event (on_…) or group. For Mutate it is verb_target. "" for Else
	// and Raw.
	Name string
	Key  string // as written
	Doc  string // text in parentheses or a description
	Pos  source.Pos
	Body []*Step

	Arg *document.Node // Call: its argument, nil for none; Raw: the item
	// Return is set where the step ends the operation with its name as outcome.
	Return bool
	// SubCall is the operation of the same protocol that a Call has the name of.
	SubCall string

	Variable, Bound string // Repeat: for_<Variable>_in_<Bound>

	From, Value *document.Node // Mutate; nil where absent
}

var (
	nameForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	keyForm  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$`)
	noteForm = regexp.MustCompile(`(?s)^([^()]*\S)\s*\((.*)\)$`)
	notName  = regexp.MustCompile(`[^A-Za-z0-9_.]+`)
)

var verbs = []string{"set", "append", "update", "increment", "initialize", "finalize"}

// sequence reads a list of steps. Control is recognised on keys only: a bare
// string is a call, whatever it begins with.
func (r *reader) sequence(list *document.Node) []*Step {
	var steps []*Step
	for _, item := range list.Items {
		steps = append(steps, r.step(item)...)
	}
	return r.chain(steps)
}

// chain joins adjacent conditions that end in an else to one if-run, of which
// one branch at most is taken. Conditions without an else stay independent.
func (r *reader) chain(steps []*Step) []*Step {
	for i, s := range steps {
		if s.Kind != Else {
			continue
		}
		first := i
		for first > 0 && steps[first-1].Kind == If {
			first--
		}
		if first == i {
			r.Reportf(diag.LooseElse, s.Pos, "this else follows no condition")
			s.Kind, s.Key, s.Body = Raw, "", nil
			continue
		}
		for _, later := range steps[first+1 : i] {
			later.Kind = ElseIf
		}
	}
	return steps
}

// step reads one item. A map with several control keys stands for as many items.
func (r *reader) step(item *document.Node) []*Step {
	switch {
	case item.Kind == document.String:
		return []*Step{r.call(item)}
	case isMutation(item):
		return []*Step{r.mutation(item)}
	case item.Kind == document.Object && (len(item.Members) == 1 || isControl(item)):
		return lists.Of(item.Members, func(m document.Member) *Step { return r.keyed(item, m) })
	}
	return []*Step{r.raw(item, item.Pos)}
}

func (r *reader) raw(item *document.Node, pos source.Pos) *Step {
	r.Report(diag.New(diag.UnknownForm, pos, "this item of a step list is not a step: it never runs").
		WithHelp("a step is a name, or a map of one name to its argument or to a list of steps"))
	return &Step{Kind: Raw, Pos: pos, Arg: item}
}

func (r *reader) call(item *document.Node) *Step {
	name, note := cutNote(item.Text)
	if notName.ReplaceAllString(name, "") == "" {
		return r.raw(item, item.Pos)
	}
	s := &Step{Kind: Call, Name: r.name(item.Pos, name), Key: item.Text, Doc: note, Pos: item.Pos}
	r.warnOfControl(s)
	return s
}

// name makes an identifier of the text of a step or key.
func (r *reader) name(pos source.Pos, text string) string {
	if keyForm.MatchString(text) {
		return text
	}
	name := strings.Trim(notName.ReplaceAllString(text, "_"), "_.")
	name = strings.ReplaceAll(strings.ReplaceAll(name, "._", "."), "..", ".")
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "step_" + name
	}
	r.Reportf(diag.StepRenamed, pos, "step %q is called %s", text, name)
	return name
}

// cutNote splits "name (free text)".
func cutNote(text string) (name, note string) {
	if m := noteForm.FindStringSubmatch(text); m != nil {
		return m[1], m[2]
	}
	return strings.TrimSpace(text), ""
}

// keyed reads one key with its value, in the order of the grammar: else, if_,
// for_each_, for_V_in_N, on_ with steps, a list of steps, anything else.
func (r *reader) keyed(item *document.Node, m document.Member) *Step {
	s := &Step{Key: m.Name, Pos: m.NamePos}
	kind, control := controlKind(m.Name)
	var body []*Step
	switch {
	case control && kind == Handler:
		control = m.Value.Kind == document.Array && IsStepList(m.Value)
		if control {
			body = r.sequence(m.Value)
		}
	case control:
		if body, control = r.stepBody(m.Value); !control {
			return r.raw(item, m.NamePos)
		}
	}
	switch {
	case control:
		s.Kind, s.Body = kind, body
	case isGroupMember(m):
		s.Kind, s.Body = Group, r.sequence(m.Value)
	default:
		s.Kind, s.Arg = Call, m.Value
	}
	switch s.Kind {
	case Else:
		return s
	case Repeat:
		s.Variable, s.Bound, _ = strings.Cut(strings.TrimPrefix(m.Name, "for_"), "_in_")
	}
	s.Name = r.name(m.NamePos, m.Name)
	r.warnOfControl(s)
	return s
}

// stepBody reads a list of steps, or one step that stands without a list.
func (r *reader) stepBody(node *document.Node) ([]*Step, bool) {
	switch node.Kind {
	case document.Array:
		return r.sequence(node), true
	case document.String, document.Object:
		return r.chain(r.step(node)), true
	}
	return nil, false
}

// controlKind says what a key stands for, if it is a control key.
func controlKind(key string) (StepKind, bool) {
	variable, bound, isRange := strings.Cut(strings.TrimPrefix(key, "for_"), "_in_")
	longer := func(prefix string) bool { return strings.HasPrefix(key, prefix) && len(key) > len(prefix) }
	switch {
	case key == "else":
		return Else, true
	case longer("if_"):
		return If, true
	case longer("for_each_"):
		return Loop, true
	case longer("for_") && isRange && variable != "" && bound != "":
		return Repeat, true
	case longer("on_"):
		return Handler, true
	}
	return "", false
}

// isControl reports whether a map has control keys only. on_ counts with a list
// only, since with a scalar it is a policy or a directive.
func isControl(node *document.Node) bool {
	return node.Kind == document.Object && len(node.Members) > 0 && lists.Every(node.Members, func(m document.Member) bool {
		kind, control := controlKind(m.Name)
		return control && (kind != Handler || IsStepList(m.Value))
	})
}

// isGroup reports whether a map is one name with a list of steps.
func isGroup(node *document.Node) bool {
	return node.Kind == document.Object && len(node.Members) == 1 && isGroupMember(node.Members[0])
}

func isGroupMember(m document.Member) bool {
	return m.Value.Kind == document.Array && len(m.Value.Items) > 0 && IsStepList(m.Value)
}

// IsStepList reports whether every item of a list has the form of a step; lists of
// other things are arguments.
func IsStepList(list *document.Node) bool {
	return list.Kind == document.Array && lists.Every(list.Items, func(item *document.Node) bool {
		name, _ := cutNote(section.Text(item))
		return nameForm.MatchString(name) || isControl(item) || isMutation(item) ||
			item.Kind == document.Object && len(item.Members) == 1 && keyForm.MatchString(item.Members[0].Name)
	})
}

// isMutation reports whether a map is a verb with its target, and no more than
// where the value comes from.
func isMutation(node *document.Node) bool {
	if node.Kind != document.Object || len(node.Members) == 0 {
		return false
	}
	verb := node.Members[0]
	if !slices.Contains(verbs, verb.Name) || !keyForm.MatchString(section.Text(verb.Value)) {
		return false
	}
	return !slices.ContainsFunc(node.Members[1:], func(m document.Member) bool { return m.Name != "from" && m.Name != "value" })
}

func (r *reader) mutation(node *document.Node) *Step {
	verb := node.Members[0]
	return &Step{Kind: Mutate, Pos: verb.NamePos, Key: verb.Name, Name: verb.Name + "_" + verb.Value.Text,
		From: node.Get("from"), Value: node.Get("value")}
}

func walk(steps []*Step, visit func(*Step)) {
	for _, s := range steps {
		visit(s)
		walk(s.Body, visit)
	}
}

// outcomes marks the return steps that end the branches of an if-run which is
// the last item of an operation, and lists their names.
func outcomes(steps []*Step) []string {
	var names []string
	first := len(steps)
	for first > 0 && slices.Contains([]StepKind{If, ElseIf, Else}, steps[first-1].Kind) {
		first--
		if steps[first].Kind == Else && first < len(steps)-1 {
			first++ // the else of an earlier if-run
			break
		}
	}
	for _, branch := range steps[first:] {
		if len(branch.Body) == 0 {
			continue
		}
		last := branch.Body[len(branch.Body)-1]
		if last.Kind == Call && strings.HasPrefix(last.Name, "return_") && last.Arg == nil {
			last.Return = true
			if !slices.Contains(names, last.Name) {
				names = append(names, last.Name)
			}
		}
	}
	return names
}
