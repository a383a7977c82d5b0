package protocol_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

func TestRuleErrorsSayWhatMay(t *testing.T) {
	for want, err := range map[string]error{
		"write: /a/b is read-only: only init, load may set it": &protocol.ReadOnlyError{Operation: "write", Member: "/a/b", SetBy: []string{"init", "load"}},
		"write: /a is read-only":                               &protocol.ReadOnlyError{Operation: "write", Member: "/a"},
		"write: the document is complete: /final is set":       &protocol.CompleteError{Operation: "write", Member: "/final"},
	} {
		if err.Error() != want {
			t.Errorf("got %q, want %q", err, want)
		}
	}
}

func TestIsOneOf(t *testing.T) {
	for operation, want := range map[string]bool{"write": true, "write.fast": true, "writer": false, "wri": false, "": false, "other": true} {
		if got := protocolgen.IsOneOf(operation, "write", "other"); got != want {
			t.Errorf("%q: %v", operation, got)
		}
	}
	if protocolgen.IsOneOf("write") {
		t.Error("one of none")
	}
}

func TestTouches(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"/a/b", "/a/b", true}, {"/a", "/a/b", true}, {"/a/b/c", "/a/b", true}, {"", "/a", true},
		{"/a/bc", "/a/b", false}, {"/a/b", "/a/c", false}, {"/a~1b", "/a", false},
	} {
		if got := protocolgen.Touches(test.a, test.b); got != test.want {
			t.Errorf("%q, %q: %v", test.a, test.b, got)
		}
	}
}

func TestACallKnowsItsOperation(t *testing.T) {
	var data struct{}
	var asked []string
	guard := func(_ context.Context, call *protocol.Call) error {
		asked = append(asked, fmt.Sprint(call.Operation(), " ", call.Name(), " ", call.First()))
		return nil
	}
	step := func(context.Context, *protocol.Call, *struct{}) error { return nil }
	no := func(context.Context, *protocol.Call, *struct{}) (bool, error) { return false, nil }
	_, err := do(context.Background(), "write", &data, []protocol.Option{protocol.WithGuard(guard)}, func(run *protocolgen.Run[struct{}]) {
		run.If("if_x", no, func() { run.Step("a", step) })
		run.Else(func() { run.Step("b", step) })
		run.Step("c", step)
	})
	if diff := cmp.Diff([]string{"write b true", "write c false"}, asked); diff != "" || err != nil {
		t.Errorf("%s, %v", diff, err)
	}
}
