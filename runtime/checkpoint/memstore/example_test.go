package memstore_test

import (
	"context"
	"fmt"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
)

func Example() {
	ctx := context.Background()
	store := memstore.New(nil)
	id, err := store.Put(ctx, "run 1", "", checkpoint.Checkpoint{State: []byte("begun")})
	fmt.Println(err)
	c, err := store.Get(ctx, "run 1", "")
	fmt.Printf("%s %v %v\n", c.State, c.ID == id, err)
	// Output:
	// <nil>
	// begun true <nil>
}
