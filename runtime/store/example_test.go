package store_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// Generated packages describe their documents in a Kind; notes are described by
// hand here.
func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	root, err := storage.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer root.Close()
	ctx := context.Background()

	notes := store.New(root, kind())
	err = notes.Create(ctx, &note{ID: "groceries"})
	fmt.Println(err)
	err = notes.Update(ctx, "groceries", func(x *note) error {
		x.Topic = "food"
		x.Lines = append(x.Lines, entry{ID: "1", Text: "bread"})
		return nil
	})
	fmt.Println(err)
	for x, err := range notes.Find(func(x *note) bool { return x.Topic == "food" }) {
		fmt.Println(x.ID, len(x.Lines), err)
	}
	err = notes.Update(ctx, "groceries", func(x *note) error {
		x.ID = "letters"
		return nil
	})
	fmt.Println(err)
	// Output:
	// <nil>
	// <nil>
	// groceries 1 <nil>
	// notes/groceries/note.json: the path has id "groceries", the document "letters"
}
