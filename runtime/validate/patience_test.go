package validate_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/validate"
)

// sleeper takes its time for each text, and gives up where gives says so.
type sleeper struct {
	calls *int
	gives error
}

const nap = 30 * time.Millisecond

func (s sleeper) Limit() time.Duration { return 2 * nap }

func (s sleeper) Match([]byte) (bool, error) {
	*s.calls++
	time.Sleep(nap)
	return false, s.gives
}

// sleepy is a schema whose member names are matched slowly.
func sleepy(calls *int, gives error) *validate.Program {
	slow := validate.Pattern{Text: "slow", Matcher: sleeper{calls, gives}}
	return &validate.Program{
		Resources: []string{""},
		Nodes:     []validate.Node{{PatternProperties: []validate.PatternProperty{{Pattern: slow, Node: 1}}}, {}},
	}
}

func names(n int) []byte {
	members := make([]string, n)
	for i := range members {
		members[i] = `"` + strings.Repeat("a", i+1) + `":0`
	}
	return []byte("{" + strings.Join(members, ",") + "}")
}

// TestPatience: slow matches share the time of one, however many a document has,
// and the error is at the text that was looked at last.
func TestPatience(t *testing.T) {
	gaveUp := errors.New("gave up")
	for name, test := range map[string]struct {
		gives error
		most  int
	}{
		"each in time": {nil, 3},
		"none in time": {gaveUp, 1},
	} {
		calls := 0
		err := validate.Check(sleepy(&calls, test.gives), 0, names(50))
		var undecided *validate.PatternError
		if !errors.As(err, &undecided) || test.gives != nil && !errors.Is(err, gaveUp) {
			t.Errorf("%s: %v", name, err)
		} else if undecided.Line != 1 || undecided.Column < 2 {
			t.Errorf("%s: at %d:%d", name, undecided.Line, undecided.Column)
		}
		if calls > test.most {
			t.Errorf("%s: %d matches", name, calls)
		}
	}
}

// TestPatienceOfGeneratedCode: what generated code asks, of the evaluator value by
// value and of patterns by itself, shares the time as well, and who then asks why
// the document was refused does not wait again.
func TestPatienceOfGeneratedCode(t *testing.T) {
	gaveUp := errors.New("gave up")
	for name, test := range map[string]struct {
		gives, undecided error
		most             int
	}{
		"each in time": {nil, jsonscan.ErrMatching, 3},
		"none in time": {gaveUp, gaveUp, 1},
	} {
		calls := 0
		p := sleepy(&calls, test.gives)
		p.Nodes = append(p.Nodes, validate.Node{Items: &validate.Child{Node: 0}})
		data := []byte("[" + strings.Repeat(`{"a":0},`, 50) + "0]")
		s := jsonscan.Get(data)
		if !s.EnterArray() {
			t.Fatal("no array")
		}
		slow := p.Nodes[0].PatternProperties[0].Pattern.Matcher
		for s.Element() {
			from := s.Pos()
			s.Skip()
			s.Match(slow, []byte("b"))
			validate.HoldsAt(p, 0, s, from)
		}
		if calls > test.most {
			t.Errorf("%s: %d matches", name, calls)
		}
		if s.End() {
			t.Errorf("%s: the document has a verdict", name)
		}
		calls = 0
		var undecided *validate.PatternError
		if err := validate.Explain(p, 2, data, s); !errors.Is(err, test.undecided) || !errors.As(err, &undecided) || undecided.InstanceLocation != "/0/a" {
			t.Errorf("%s: %v", name, err)
		}
		if test.gives == nil && calls > 0 {
			t.Errorf("%s: %d more matches to explain it", name, calls)
		}
		s.Release()
		if took, err := jsonscan.Get(nil).Matching(); took != 0 || err != nil {
			t.Errorf("%s: the next document begins with %v, %v", name, took, err)
		}
	}
}
