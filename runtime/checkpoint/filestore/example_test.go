package filestore_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
)

// What Put has acknowledged is there for the next process, however this one ends.
func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	store, err := filestore.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	id, err := store.Put(ctx, "run 1", "", checkpoint.Checkpoint{State: []byte("begun")})
	fmt.Println(err, store.Close())

	again, err := filestore.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer again.Close()
	c, err := again.Get(ctx, "run 1", "")
	fmt.Printf("%s %v %v\n", c.State, c.ID == id, err)
	// Output:
	// <nil> <nil>
	// begun true <nil>
}
