package protocol_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
	"github.com/bindery-go/bindery/runtime/protocol"
)

// A run that waits in one store goes on in another.
func ExampleMove() {
	ctx, files, server := context.Background(), memstore.New(nil), memstore.New(nil)
	var data Release
	_, err := publish(ctx, &data, protocol.WithRun(files, "v1"))
	fmt.Println(errors.As(err, new(*protocol.WaitingError)))

	fmt.Println(protocol.Move(ctx, files, "v1", server))
	fmt.Println(protocol.Answer(ctx, server, "v1", true))
	fmt.Println(publish(ctx, &data, protocol.WithRun(server, "v1")))
	// Output:
	// true
	// <nil>
	// <nil>
	// done <nil>
}
