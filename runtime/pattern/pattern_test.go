package pattern_test

import (
	"sync"
	"testing"

	"github.com/bindery-go/bindery/runtime/pattern"
)

var version = pattern.RE2{Text: `^1\.[0-9]+\.[0-9]+$`}

func TestRE2(t *testing.T) {
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if !version.Match([]byte("1.2.30")) || version.MatchString("2.0.0") || version.MatchString("1.2.30\n") {
				t.Error("wrong verdict")
			}
		})
	}
	wait.Wait()
}

func TestFunc(t *testing.T) {
	for text, want := range map[string]bool{"1.0.0": true, "": false} {
		if got, err := pattern.Func(version.Match).Match([]byte(text)); got != want || err != nil {
			t.Errorf("%q: %t, %v", text, got, err)
		}
	}
}
