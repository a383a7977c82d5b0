package inject_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/inject"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// TestApplyRefusesWhatIsNotJSON: half of a document is not given away as a whole.
func TestApplyRefusesWhatIsNotJSON(t *testing.T) {
	p := &inject.Policy{Purposes: []string{"a"}, Lists: []inject.List{{Name: "f", Of: []string{"/f"}}}}
	for _, text := range []string{"", "{", `{"f":[1`, `{"f":[1]`, `{"f":[1]} x`, `{"f":1,"f":2}`, "\xff", strings.Repeat("[", 1<<20)} {
		if out, _, err := p.Apply([]byte(text), "a", time.Time{}); !errors.As(err, new(*jsonvalue.SyntaxError)) {
			t.Errorf("%.20q: %.40q, %v", text, out, err)
		}
	}
}
