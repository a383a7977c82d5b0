package jsonvalue_test

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

func Example() {
	v, err := jsonvalue.Parse([]byte(`{"price": 0.10, "tags": ["new", "red"]}`))
	if err != nil {
		panic(err)
	}
	price := v.Get("price")
	tenth, err := jsonvalue.FromFloat(0.1)
	if err != nil {
		panic(err)
	}
	fmt.Println(price.Text(), price.Equal(tenth)) // the text stays, the value counts
	if tag, ok := v.Lookup("/tags/1"); ok {
		fmt.Println(tag.Str())
	}
	fmt.Println(v.Get("size").IsZero())
	// Output:
	// 0.10 true
	// red true
	// true
}
