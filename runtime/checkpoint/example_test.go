package checkpoint_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
)

// Put names the head that it builds on; who was slower learns what the head is.
func ExampleStore() {
	var store checkpoint.Store = memstore.New(nil)
	ctx := context.Background()
	first, _ := store.Put(ctx, "run 1", "", checkpoint.Checkpoint{State: []byte("one")})
	second, _ := store.Put(ctx, "run 1", first, checkpoint.Checkpoint{State: []byte("two")})

	_, err := store.Put(ctx, "run 1", first, checkpoint.Checkpoint{State: []byte("another two")})
	var conflict *checkpoint.ConflictError
	fmt.Println(errors.As(err, &conflict), conflict.Head == second)
	latest, _ := store.Get(ctx, "run 1", "")
	fmt.Printf("%s\n", latest.State)
	// Output:
	// true true
	// two
}

// A lease keeps others from a thread, and its number fences off who had it before.
func ExampleLease() {
	store := memstore.New(nil)
	ctx := context.Background()
	lease, _ := store.Acquire(ctx, "run 1", "worker a", time.Minute)
	_, err := store.Acquire(ctx, "run 1", "worker b", time.Minute)
	fmt.Println(errors.Is(err, checkpoint.ErrLeased))

	id, err := store.Put(ctx, "run 1", "", checkpoint.Checkpoint{Fence: lease.Fence})
	fmt.Println(err, store.Release(ctx, lease))
	_, err = store.Put(ctx, "run 1", id, checkpoint.Checkpoint{Fence: lease.Fence})
	fmt.Println(err)
	// Output:
	// true
	// <nil> <nil>
	// checkpoint: thread "run 1": lease 1 was released: acquire a new one
}
