package storage_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"strconv"

	"github.com/bindery-go/bindery/runtime/storage"
)

// A root in a directory of the example's own.
func newRoot() (root *storage.Root, done func()) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	if root, err = storage.Open(dir); err != nil {
		log.Fatal(err)
	}
	return root, func() { root.Close(); os.RemoveAll(dir) }
}

// Generated packages have a function for each path of a schema; by hand a
// template is one.
func ExampleTemplate() {
	state := storage.MustTemplate("states/{state_id}/iteration-{n:03d}.json")
	p, err := state.Path("state-1", "7")
	fmt.Println(p, err)
	_, err = state.Path("../../etc", "7")
	fmt.Println(err)
	args, err := state.Parse("states/state-1/iteration-007.json")
	fmt.Println(args, err)
	// Output:
	// states/state-1/iteration-007.json <nil>
	// storage: path "states/{state_id}/iteration-{n:03d}.json": state_id "../../etc" contains a step to another directory
	// [state-1 7] <nil>
}

// Writers of one file, in any number of processes, lose nothing of each other.
func ExampleRoot_Update() {
	root, done := newRoot()
	defer done()
	counter, _ := storage.MustTemplate("counter").Path()

	err := root.CreateFile(counter, []byte("41"))
	again := root.CreateFile(counter, []byte("0"))
	fmt.Println(err, errors.Is(again, fs.ErrExist))

	err = root.Update(context.Background(), counter, func(old []byte) ([]byte, error) {
		n, err := strconv.Atoi(string(old))
		return []byte(strconv.Itoa(n + 1)), err
	})
	fmt.Println(err)

	// One who has read the file before does not overwrite what came since.
	err = root.ReplaceFile(context.Background(), counter, []byte("41"), []byte("50"))
	fmt.Println(err)
	text, err := root.ReadFile(counter)
	fmt.Println(string(text), err)
	// Output:
	// <nil> true
	// <nil>
	// storage: the file has changed: counter
	// 42 <nil>
}

// A lock that is held over several files, with a deadline for those who wait.
func ExampleRoot_Lock() {
	root, done := newRoot()
	defer done()
	p, _ := storage.MustTemplate("reports/lock").Path()

	l, err := root.Lock(context.Background(), p)
	if err != nil {
		log.Fatal(err)
	}
	impatient, cancel := context.WithTimeout(context.Background(), 1)
	defer cancel()
	_, err = root.Lock(impatient, p)
	fmt.Println(err)
	fmt.Println(l.Unlock())
	// Output:
	// context deadline exceeded
	// <nil>
}

func ExampleLines() {
	root, done := newRoot()
	defer done()
	type event struct{ Name string }
	p, _ := storage.MustTemplate("events.jsonl").Path()
	for _, name := range []string{"begun", "done"} {
		if err := root.AppendLine(p, event{name}); err != nil {
			log.Fatal(err)
		}
	}
	for e, err := range storage.Lines[event](root, p) {
		fmt.Println(e.Name, err)
	}
	// Output:
	// begun <nil>
	// done <nil>
}

func ExampleRoot_Glob() {
	root, done := newRoot()
	defer done()
	for _, name := range []string{"a/one.md", "a/b/two.md", "a/b/three.txt"} {
		p, _ := storage.MustTemplate(name).Path()
		if err := root.WriteFile(p, nil); err != nil {
			log.Fatal(err)
		}
	}
	for p, err := range root.Glob(storage.MustGlob("a/**/*.md")) {
		fmt.Println(p, err)
	}
	// Output:
	// a/b/two.md <nil>
	// a/one.md <nil>
}

func ExampleQuery() {
	root, done := newRoot()
	defer done()
	for _, name := range []string{"loops/a/1.json", "loops/a/2.json", "loops/b/1.json"} {
		p, _ := storage.MustTemplate(name).Path()
		if err := root.WriteFile(p, nil); err != nil {
			log.Fatal(err)
		}
	}
	of := storage.MustQuery("loops/{loop_id}/*.json")
	glob, err := of.Glob("a")
	if err != nil {
		log.Fatal(err)
	}
	for p, err := range root.Glob(glob) {
		fmt.Println(p, err)
	}
	_, err = of.Glob("*")
	fmt.Println(err)
	// Output:
	// loops/a/1.json <nil>
	// loops/a/2.json <nil>
	// storage: path "loops/{loop_id}/*.json": loop_id "*" contains '*', which Windows forbids
}
