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

// TestPatienceOfGeneratedCode: the values about which generated code asks one by
// one share the time as well.
func TestPatienceOfGeneratedCode(t *testing.T) {
	calls := 0
	p := sleepy(&calls, errors.New("gave up"))
	s := jsonscan.Get([]byte("[" + strings.Repeat(`{"a":0},`, 50) + "0]"))
	defer s.Release()
	if !s.EnterArray() {
		t.Fatal("no array")
	}
	for s.Element() {
		from := s.Pos()
		s.Skip()
		validate.HoldsAt(p, 0, s, from)
	}
	if calls != 1 {
		t.Errorf("%d matches", calls)
	}
}
