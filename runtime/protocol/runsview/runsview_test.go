package runsview

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

type data struct{ Answer int }

func filled(t *testing.T) checkpoint.Store {
	t.Helper()
	store := memstore.New(nil)
	for id, result := range map[string]error{"done": nil, "fa\x1biled": errors.New("no\x1b[31m"), "waiting": protocol.Wait("which?")} {
		_, _ = protocolgen.Do(t.Context(), "op", &data{}, func(r *protocolgen.Run[data]) {
			r.Step("a", func(_ context.Context, c *protocol.Call, d *data) error {
				if answer, ok, err := protocol.Answered[int](c); ok || err != nil {
					d.Answer = answer
					return err
				}
				return result
			})
		}, protocol.WithRun(store, id))
	}
	return store
}

func TestCommands(t *testing.T) {
	store := filled(t)
	text := func(o Options, args ...string) string {
		t.Helper()
		var out strings.Builder
		if err := Do(t.Context(), store, args, o, &out); err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		return out.String()
	}
	listed := text(Options{})
	if strings.Contains(listed, "\x1b") || !strings.Contains(listed, "which?") || strings.Count(listed, "\n") != 4 {
		t.Errorf("%s", listed)
	}
	var runs []protocol.Run
	if err := json.Unmarshal([]byte(text(Options{JSON: true}, "list")), &runs); err != nil || len(runs) != 3 || runs[1].Status != protocol.StatusFailed {
		t.Errorf("%+v, %v", runs, err)
	}
	for _, r := range runs {
		if r.RequestID != "" {
			text(Options{}, "answer", "waiting", "5", r.RequestID)
		}
	}
	if shown := text(Options{}, "show", "waiting"); !strings.Contains(shown, "  1:a\n") || !strings.Contains(shown, "\nrequest ") || !strings.Contains(shown, `{"Answer":0}`) {
		t.Errorf("%s", shown)
	}
	if got := text(Options{Keep: checkpoint.Retention{MaxAge: 1}, Failed: true}, "prune"); strings.Count(got, "deleted") != 2 {
		t.Errorf("%s", got)
	}
	text(Options{}, "delete", "waiting")
	if got := text(Options{JSON: true}); got != "[]\n" {
		t.Errorf("%s", got)
	}
}

func TestWhatIsNoCommand(t *testing.T) {
	store := filled(t)
	for _, test := range []struct{ args, want string }{
		{"dance", "usage: "}, {"show", "usage: "}, {"list x", "usage: "}, {"prune", "needs --keep"},
		{"answer waiting {", "not valid JSON"}, {"answer done 1", "does not wait"}, {"answer waiting 1 other", "has an answer already"}, {"show nobody", "not found"}, {"delete nobody", "not found"},
	} {
		err := Do(t.Context(), store, strings.Fields(test.args), Options{}, &strings.Builder{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.args, err)
		}
	}
}
