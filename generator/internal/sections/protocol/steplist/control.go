package steplist

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
)

// Words by which people write control flow that the grammar does not have. They stand
// alone or begin a name. A conjunction means control wherever it stands; the others are
// verbs and adjectives as well, with which the name of a step may begin.
var (
	conjunctions = []string{"else", "elif", "elsif", "elseif", "unless", "when", "while", "until", "otherwise", "foreach", "finally"}
	blocks       = []string{"if", "for", "on", "then", "do", "loop", "repeat", "retry", "try", "catch", "except", "rescue", "parallel", "concurrent", "concurrently", "switch", "case"}
)

// warnOfControl reports a step that has the words of control flow and is none.
func (r *reader) warnOfControl(s *Step) {
	if reading := pretends(s); reading != "" {
		r.Reportf(diag.LooksLikeControl, s.Pos, "%s reads like control flow, but is %s", s.Name, reading)
	}
}

// pretends says what a step is that has the words of control flow; "" where it has not, or
// is what it says.
func pretends(s *Step) string {
	name := strings.ToLower(s.Name)
	word, _, _ := strings.Cut(name, "_")
	isConjunction, isBlock := slices.Contains(conjunctions, word), slices.Contains(blocks, word)
	_, isControl := controlKind(name)
	switch {
	case s.Kind == Group && (isConjunction || isBlock):
		return "a group, whose steps run once, in order"
	case s.Kind != Call:
		return ""
	case s.Arg == nil && (isConjunction || isControl):
		return "a step that always runs"
	case s.Arg != nil && (isConjunction || isBlock && holdsSteps(s.Arg, name == word)):
		return "a step with an argument, which always runs"
	}
	return ""
}

// holdsSteps reports whether the argument of a block looks like what is to be done there:
// lists of steps, or one step where the block has no name of its own.
func holdsSteps(arg *document.Node, isPlain bool) bool {
	switch arg.Kind {
	case document.String:
		return isPlain && nameForm.MatchString(arg.Text)
	case document.Object:
		return slices.ContainsFunc(arg.Members, isGroupMember)
	}
	return false
}
