package protocol_test

import (
	"fmt"
	"os/exec"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

const placesMain = `package main

import (
	"context"
	"fmt"

	places %q
	"github.com/bindery-go/bindery/runtime/protocol"
)

type steps struct{}

func (steps) Begin(ctx context.Context, call *protocol.Call, _ *struct{}) error {
	fmt.Println(call.Path())
	return call.Emit(ctx, places.WorkOnStart, nil)
}

func (steps) Note(_ context.Context, call *protocol.Call, _ *struct{}) error {
	fmt.Println(call.Path())
	return nil
}

func (steps) IfLate(_ context.Context, call *protocol.Call, _ *struct{}) (bool, error) {
	return true, nil
}

func (steps) Warn(_ context.Context, call *protocol.Call, _ *struct{}) error {
	fmt.Println(call.Path())
	return nil
}

func main() {
	events := func(yield func(string, any) bool) { yield(places.WorkOnStart, nil) }
	if _, err := places.RunWork(context.Background(), steps{}, &struct{}{}, protocol.WithEvents(events)); err != nil {
		panic(err)
	}
}
`

// TestPlacesAreThoseOfRuns: comments of methods call their places what runs do; of a
// handler's steps they cannot say which step emits the event.
func TestPlacesAreThoseOfRuns(t *testing.T) {
	files := packageOf(t, "places", `
type: object
agent_protocol:
  work: {steps: [{stage: [{on_start: [note, {if_late: [warn]}]}, begin]}]}
`)
	text := strings.ReplaceAll(string(files["places/protocol.go"]), "\n\t// ", " ")
	for _, want := range []string{
		"Begin is the step work/1:stage/2:begin.",
		"Note is the step work/…:on_start/1:note. For … a run says which step emits the event.",
		"IfLate decides whether work/…:on_start/2:if_late is taken. For …",
		"Warn is the step work/…:on_start/2:if_late/1:warn. For …",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	files["main.go"] = fmt.Appendf(nil, placesMain, path.Join(compiled.Module, "places"))
	output, err := exec.Command(compiled.Program(t, files)).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	want := `work/1:stage/2:begin
work/1:stage/2:begin/1:on_start/1:note
work/1:stage/2:begin/1:on_start/2:if_late/1:warn
work/2:on_start/1:on_start/1:note
work/2:on_start/1:on_start/2:if_late/1:warn
`
	if d := cmp.Diff(want, string(output)); d != "" {
		t.Error(d)
	}
}
