package backtrack_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/pattern/backtrack"
)

var twice = backtrack.Regexp{Text: `^(.)\1$`}

func TestMatch(t *testing.T) {
	for text, want := range map[string]bool{"xx": true, "🐲🐲": true, "xy": false, "x": false, "": false, "xx\n": false} {
		if got, err := twice.Match([]byte(text)); got != want || err != nil {
			t.Errorf("%q: %t, %v", text, got, err)
		}
	}
}

// The captures of a round of a loop are gone in the next one (ECMA-262, section
// 21.2.2.5.1), unlike in .NET, whose engine this was.
func TestCapturesResetInEachRound(t *testing.T) {
	re := backtrack.Regexp{Text: `^(?:(a)|b)*\1$`}
	for text, want := range map[string]bool{"ab": true, "aba": false, "aa": true, "baa": true} {
		if got, err := re.MatchString(text); got != want || err != nil {
			t.Errorf("%q: %t, %v", text, got, err)
		}
	}
}

func TestLimitsAreErrors(t *testing.T) {
	slow := backtrack.Regexp{Text: `^(?=(a+)+\1b)`, Timeout: time.Millisecond}
	if got, err := slow.MatchString(strings.Repeat("a", 64)); got || !errors.Is(err, backtrack.ErrTimeout) {
		t.Errorf("an exponential match: %t, %v", got, err)
	}
	deep := backtrack.Regexp{Text: `^(?:(a|b)\1?)*c`}
	if got, err := deep.MatchString(strings.Repeat("ab", 1<<18)); got || !errors.Is(err, backtrack.ErrStack) {
		t.Errorf("a deep match: %t, %v", got, err)
	}
}

// What was given up is not tried again at once; other texts are.
func TestGivenUpStands(t *testing.T) {
	re := backtrack.Regexp{Text: `^(?=(a+)+\1b)`, Timeout: time.Millisecond}
	text := []byte(strings.Repeat("a", 64))
	if _, err := re.Match(text); !errors.Is(err, backtrack.ErrTimeout) {
		t.Fatal(err)
	}
	if again := testing.AllocsPerRun(10, func() {
		if _, err := re.Match(text); !errors.Is(err, backtrack.ErrTimeout) {
			t.Error(err)
		}
	}); again > 1 {
		t.Errorf("the engine ran again: %v allocations", again)
	}
	if got, err := re.MatchString("aab"); !got || err != nil {
		t.Errorf("another text: %t, %v", got, err)
	}
}

func TestCompile(t *testing.T) {
	if _, err := backtrack.Compile(`(`); err == nil {
		t.Error("( compiles")
	}
	re, err := backtrack.Compile(`(?<=a)b`)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := re.MatchString("ab"); !got || err != nil {
		t.Errorf("%t, %v", got, err)
	}
}
