package pgstore_test

import (
	"context"
	"log"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/bindery-go/bindery/runtime/checkpoint/pgstore"
)

// A program that has connections of its own lets the store use them.
func ExampleNew() {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	if err := pgstore.Migrate(ctx, pool); err != nil {
		log.Fatal(err)
	}
	store := pgstore.New(pool)
	for thread, err := range store.Threads(ctx) {
		log.Print(thread.Name, err)
	}
}
