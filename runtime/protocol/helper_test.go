package protocol_test

import (
	"context"
	"iter"

	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
	"github.com/bindery-go/bindery/runtime/protocol/protocoltest"
)

var errFlaky = protocoltest.ErrFlaky

// do runs an operation as generated drivers do.
func do[D any](ctx context.Context, operation string, data *D, opts []protocol.Option, driver func(run *protocolgen.Run[D])) (protocol.Outcome, error) {
	return protocolgen.Do(ctx, operation, data, driver, opts...)
}

// named are events without payloads.
func named(events ...string) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, event := range events {
			if !yield(event, nil) {
				return
			}
		}
	}
}
