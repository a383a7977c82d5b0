package protocol

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/gotype/naming"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steplist"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// maxNesting bounds the step lists that enclose each other. Real protocols need
// three; a Go compiler that meets function literals nested a thousandfold does
// not come back.
const maxNesting = 32

// stepLowering lowers the step lists of one operation. Its methods are the
// operation's alone, since one name means different things in two operations.
type stepLowering struct {
	l       *lowering
	target  target
	section string
	run     string // the name with which the paths of what is lowered begin
	out     *Operation
	order   []*methodUse
	methods map[methodKey]*methodUse
	events  map[string]*model.Constant
}

type methodKey struct {
	form Form
	name string
}

// methodUse is a method with all that decides its documentation and argument.
type methodUse struct {
	method *Method
	wanted string
	steps  []*steplist.Step
	args   []*document.Node // of the items that have one
	params []string
	places []string // paths of the items, as the runtime writes them
}

// emitter stands in the path of a handler's step for the step that emits the event, which
// the schema does not say.
const emitter = "…"

// list lowers the steps of what is run by a name.
func (w *stepLowering) list(run string, steps []*steplist.Step) []*Item {
	w.run = run
	return w.items(steps, run, 0)
}

// items lowers a list. The place is the path that the runtime gives the list;
// an item's number counts what the driver calls, so data has none.
func (w *stepLowering) items(steps []*steplist.Step, place string, depth int) []*Item {
	var out []*Item
	number := 0
	for _, s := range steps {
		if depth == maxNesting && len(s.Body) > 0 {
			w.l.t.Reportf(diag.UnknownForm, s.Pos, "%s is nested more than %d deep: it never runs", s.Key, maxNesting)
			out = append(out, &Item{Kind: steplist.Raw, Note: "Nested too deep: " + s.Key})
			continue
		}
		if s.Kind == steplist.Raw {
			out = append(out, &Item{Kind: steplist.Raw, Note: "Kept as data: " + s.Arg.String()})
			continue
		}
		number++
		item, use := w.item(s)
		here := place + "/" + strconv.Itoa(number) + ":" + item.Key
		if use != nil {
			item.Method, use.places = use.method, append(use.places, here)
		}
		switch s.Kind {
		case steplist.Loop, steplist.Repeat:
			here += "/*" // the number of the loop's item
		case steplist.Handler:
			here = w.run + "/" + emitter + ":" + item.Key
		}
		item.Note = s.Doc
		item.Body = w.items(s.Body, here, depth+1)
		out = append(out, item)
	}
	return out
}

// item lowers an item but for its body, and gives the method that it has, nil for none.
func (w *stepLowering) item(s *steplist.Step) (item *Item, use *methodUse) {
	item = &Item{Kind: s.Kind, Key: s.Name}
	switch s.Kind {
	case steplist.If, steplist.ElseIf:
		use = w.method(ConditionForm, s.Name, s)
	case steplist.Else:
		item.Key = "else"
	case steplist.Loop:
		use = w.method(ItemsForm, s.Name, s)
	case steplist.Repeat:
		item.Key = "for_" + s.Variable
		use = w.method(CountForm, s.Bound, s)
	case steplist.Group:
	case steplist.Handler:
		item.Event = w.event(s)
	default:
		item.Kind = steplist.Call
		if s.SubCall != "" && w.runsOther(s) {
			return item, w.method(StepsForm, s.Name, s)
		}
		item.Return = s.Return
		use = w.method(StepForm, s.Name, s)
		if param, arg := argument(s); arg != nil {
			item.Arg = arg
			use.args, use.params = append(use.args, arg), append(use.params, param)
		}
	}
	return item, use
}

// runsOther reports whether x-bindery lets the step run the operation of its name.
func (w *stepLowering) runsOther(s *steplist.Step) bool {
	return slices.ContainsFunc(w.l.s.subCalls, func(c *subCall) bool {
		return w.target.key == w.section+"."+c.operation.Text && slices.Contains(section.Texts(c.steps), s.Name)
	})
}

// argument gives what a step is written with, and what that is called.
func argument(s *steplist.Step) (param string, arg *document.Node) {
	switch {
	case s.Kind != steplist.Mutate:
		return "arg", s.Arg
	case s.From == nil:
		return "value", s.Value
	case s.Value == nil:
		return "from", s.From
	}
	both := &document.Node{Kind: document.Object, Pos: s.Pos}
	both.Set("from", s.Pos, s.From)
	both.Set("value", s.Pos, s.Value)
	return "arg", both
}

// method gives the method for a step, the same for all of its name and form.
func (w *stepLowering) method(form Form, wanted string, s *steplist.Step) *methodUse {
	key := methodKey{form, s.Name}
	use := w.methods[key]
	if use == nil {
		use = &methodUse{method: &Method{Key: s.Name, Form: form, pos: s.Pos}, wanted: cmp.Or(w.l.t.Words().Exported(wanted), "Step")}
		w.methods[key] = use
		w.order = append(w.order, use)
		if form == StepsForm {
			use.method.Doc = w.section + "." + s.SubCall
			w.l.subSteps = append(w.l.subSteps, use.method)
		}
	}
	use.steps = append(use.steps, s)
	return use
}

// event gives the constant by which steps emit an event.
func (w *stepLowering) event(s *steplist.Step) *model.Constant {
	c := w.events[s.Name]
	if c == nil {
		c = &model.Constant{Value: s.Name}
		w.events[s.Name] = c
		w.out.Events = append(w.out.Events, c)
		w.l.t.Want(&c.Name, w.target.key+"#event "+s.Name, w.target.base+w.l.t.Words().ValueSuffix(s.Name), s.Pos)
	}
	return c
}

// finish names the methods, which share a name space of their own, and types their
// arguments.
func (w *stepLowering) finish() {
	var own naming.Claims
	for _, use := range w.order {
		own.Want(&use.method.Name, string(use.method.Form)+" "+use.method.Key, use.wanted, use.steps[0].Pos)
	}
	own.Give(names.NewScope(func(string) bool { return false }))
	for _, use := range w.order {
		use.typeArgument()
		w.out.Methods = append(w.out.Methods, use.method)
	}
	w.l.s.later = append(w.l.s.later, func(*lower.Types) {
		for _, use := range w.order {
			use.method.Doc = use.describe()
		}
	})
}

// typeArgument finds a Go type for the arguments of all items of a method.
func (use *methodUse) typeArgument() {
	if len(use.args) == 0 {
		return
	}
	m := use.method
	m.Param, m.Arg = use.params[0], section.ValueForm(use.args[0])
	for i, arg := range use.args {
		if use.params[i] != m.Param {
			m.Param = "arg"
		}
		if section.ValueForm(arg) != m.Arg {
			m.Arg = model.JSONValue
		}
	}
	if len(use.args) < len(use.steps) { // some items have none
		m.Arg = model.JSONValue
	}
}
