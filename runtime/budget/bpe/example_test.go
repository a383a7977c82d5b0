package bpe_test

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/budget/bpe"
)

func Example() {
	counter, err := bpe.New("o200k_base")
	if err != nil {
		panic(err)
	}
	n, err := counter.CountTokens("The window keeps what is most useful.")
	if err != nil {
		panic(err)
	}
	fmt.Println(n, "tokens")
	// Output: 8 tokens
}
