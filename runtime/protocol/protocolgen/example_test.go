package protocolgen_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

// A driver, as generated code has it, shows the order of the schema.
func ExampleDo() {
	type data struct{ words []string }
	outcome, err := protocolgen.Do(context.Background(), "greet", &data{}, func(run *protocolgen.Run[data]) {
		run.ForEach("for_each_name", func(context.Context, *protocol.Call, *data) (protocol.Items, error) {
			return protocol.List("Ada", "Alan")
		}, func() {
			run.Step("greet", func(_ context.Context, call *protocol.Call, d *data) error {
				name, err := protocol.Item[string](call, "for_each_name")
				d.words = append(d.words, "hello "+name)
				return err
			})
		})
		run.Step("print", func(_ context.Context, _ *protocol.Call, d *data) error {
			fmt.Println(strings.Join(d.words, ", "))
			return nil
		})
	})
	fmt.Println(outcome, err)
	// Output:
	// hello Ada, hello Alan
	// done <nil>
}
