package protocol

import (
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steplist"
)

// describe writes the documentation of a method: where in the operation its
// step stands, as errors name the place, and what the schema adds.
func (use *methodUse) describe() string {
	m, at := use.method, placesText(use.places)
	var text string
	switch m.Form {
	case ConditionForm:
		text = m.Name + " decides whether " + at + " is taken."
	case ItemsForm:
		text = m.Name + " gives the items of " + at + ", once before the first."
	case CountForm:
		text = m.Name + " says how often " + at + " goes round at most."
	case StepsForm:
		text = m.Name + " gives the steps of " + m.Sub.Name + ", which is run as " + at + "."
	default:
		text = m.Name + " is the step " + at + "."
	}
	if strings.Contains(at, "/"+emitter+":") {
		text += " For " + emitter + " a run says which step emits the event."
	}
	if use.steps[0].Return {
		text += " It ends the operation."
	}
	if m.Param != "" {
		text += "\n\nThe schema writes it with " + m.Param + ": " + clipped(use.args[0].String())
		if len(use.args) > 1 {
			text += ", and with others"
		}
	}
	for _, s := range use.steps {
		if s.Doc != "" {
			return sentence(text+"\n\nThe schema notes", s.Doc)
		}
	}
	return text
}

// placesText lists the places of a method, not more than three.
func placesText(places []string) string {
	const shown = 3
	if more := len(places) - shown; more > 0 {
		return strings.Join(places[:shown], ", ") + " and " + strconv.Itoa(more) + " more"
	}
	if last := len(places) - 1; last > 0 {
		return strings.Join(places[:last], ", ") + " and " + places[last]
	}
	return places[0]
}

func clipped(text string) string {
	const most = 200
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

func describeOperation(out *Operation, op *steplist.Operation, outcomes map[string]*model.Constant) {
	out.About = out.Interface + " are the steps of " + out.Name + ", which share the user's data D."
	if out.Choice == nil {
		out.Comment = described(out.Run, out.Name, op.Doc, op.Outcomes, outcomes)
		return
	}
	out.Comment = sentence(out.Run+" runs "+out.Name+" in the way that choice names", op.Doc)
	if out.Choice.Declared == nil {
		out.Comment += "\n\nA choice that " + out.Name + " has no way for is a *protocol.ChoiceError."
	}
}

func describeAlternative(op *Operation, out *Alternative, a *steplist.Alternative, outcomes map[string]*model.Constant) {
	out.Comment = described(out.Run, op.Name+" the way "+a.Key, a.Doc, a.Outcomes, outcomes)
}

// described writes the documentation of a driver.
func described(function, what, doc string, ends []string, outcomes map[string]*model.Constant) string {
	text := sentence(function+" runs "+what, doc)
	if len(ends) == 0 {
		return text
	}
	list := lists.Of(ends, func(name string) string { return "[" + outcomes[name].Name + "]" })
	return text + "\n\nIt ends with " + strings.Join(list, " or ") + "."
}

// sentence ends a sentence with what the schema says, on the same line: gofmt
// would take a line of its own without a full stop for a heading.
func sentence(start, doc string) string {
	doc = strings.TrimSpace(doc)
	if doc == "" {
		return start + "."
	}
	if !strings.ContainsAny(doc[len(doc)-1:], ".!?") {
		doc += "."
	}
	return start + ": " + doc
}
