package window_test

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/window"
)

func Example() {
	w, err := window.New[int64, string](window.Config{Policy: window.FIFO, Capacity: 3, Min: 1, Max: 10}, nil)
	if err != nil {
		panic(err)
	}
	for i, lesson := range []string{"read first", "test early", "name well", "measure", "stop"} {
		record := window.Item[int64, string]{Key: int64(i), Iteration: int64(i), Value: lesson, Score: window.DefaultScore}
		left, gone, err := w.Add(record)
		if err != nil {
			panic(err)
		}
		if gone {
			fmt.Println(left.Value, "left")
		}
	}
	for item := range w.All() {
		fmt.Println(item.Key, item.Value)
	}
	// Output:
	// read first left
	// test early left
	// 2 name well
	// 3 measure
	// 4 stop
}
