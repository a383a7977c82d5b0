package window_test

import (
	"fmt"
	"iter"
	"strings"

	"github.com/bindery-go/bindery/runtime/window"
)

// Records that are kept with the numbers that Add gave them come back in the
// same order, whatever the order in which they are read.
func ExampleRecords() {
	config := window.Config{Policy: window.FIFO, Capacity: 2}
	records, err := window.NewRecords[int64, string](config, nil)
	if err != nil {
		panic(err)
	}
	disk := map[int64]window.Item[int64, string]{}
	for _, iteration := range []int64{3, 1, 2} { // as the work was finished
		item := window.Item[int64, string]{Key: iteration, Iteration: iteration, Value: fmt.Sprint("lesson ", iteration)}
		added, err := records.Add(item)
		if err != nil {
			panic(err)
		}
		item.Seq = added.Seq
		disk[iteration] = item
	}

	var kept iter.Seq2[window.Item[int64, string], error] = func(yield func(window.Item[int64, string], error) bool) {
		for _, item := range disk {
			if !yield(item, nil) {
				return
			}
		}
	}
	again, err := window.NewRecords(config, kept)
	if err != nil {
		panic(err)
	}
	fmt.Println(records.InContext(), again.InContext())
	// Output: [lesson 1 lesson 2] [lesson 1 lesson 2]
}

// Rescore asks how useful the records are for another question.
func ExampleRecords_Rescore() {
	records, err := window.NewRecords[int64, string](window.Config{Policy: window.RelevanceWeighted, Capacity: 1}, nil)
	if err != nil {
		panic(err)
	}
	for i, lesson := range []string{"quote file names", "retry on timeouts"} {
		if _, err := records.Add(window.Item[int64, string]{Key: int64(i), Value: lesson, Score: window.DefaultScore}); err != nil {
			panic(err)
		}
	}
	for _, question := range []string{"timeouts", "file"} {
		_, err := records.Rescore(func(lesson string) float64 { return float64(strings.Count(lesson, question)) })
		if err != nil {
			panic(err)
		}
		fmt.Println(question, records.InContext())
	}
	// Output:
	// timeouts [retry on timeouts]
	// file [quote file names]
}
