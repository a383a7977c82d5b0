package embedded_test

import (
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/gen/embedded"
)

func TestTextThatTheGeneratorHasNotWrittenPanics(t *testing.T) {
	bad := "\n" + `{"resources":[],"nodes":[{"unheard":1}]}`
	defer func() {
		if r, ok := recover().(string); !ok || !strings.Contains(r, "generate it anew") {
			t.Error("no word of what is wrong")
		}
	}()
	(&embedded.Source{Text: &bad}).Load()
}
