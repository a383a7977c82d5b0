package runsview_test

import (
	"context"
	"fmt"
	"os"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
	"github.com/bindery-go/bindery/runtime/protocol/runsview"
)

// A program for a store of another kind opens it and hands on its arguments, as
// bindery-runs-postgres does.
func ExampleDo() {
	ctx, store := context.Background(), memstore.New(nil)
	_, err := protocolgen.Do(ctx, "ship", nil, func(run *protocolgen.Run[struct{}]) {
		run.Step("load", func(context.Context, *protocol.Call, *struct{}) error { return nil })
	}, protocol.WithRun(store, "order-7"))
	fmt.Println(err)
	all := runsview.Options{Keep: checkpoint.Retention{MaxAge: 1}}
	fmt.Println(runsview.Do(ctx, store, []string{"prune"}, all, os.Stdout))
	// Output:
	// <nil>
	// deleted "order-7"
	// <nil>
}
