package lines_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/bindery-go/bindery/runtime/gen/lines"
	"github.com/bindery-go/bindery/runtime/storage"
)

// event is a line whose schema wants a name.
type event struct{ name string }

var errNameless = errors.New("it has no name")

func (e *event) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]string{"name": e.name}) }

func (e *event) UnmarshalJSON(data []byte) error {
	var members map[string]string
	err := json.Unmarshal(data, &members)
	if e.name = members["name"]; err == nil && e.name == "" {
		err = errNameless
	}
	return err
}

var events = storage.MustTemplate("events.jsonl")

func open(dir string) (*storage.Root, storage.Path, error) {
	root, err := storage.Open(dir)
	if err != nil {
		return nil, storage.Path{}, err
	}
	path, err := events.Path()
	return root, path, err
}

func Example() {
	dir, err := os.MkdirTemp("", "lines")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	root, path, err := open(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer root.Close()
	fmt.Println(lines.Append(root, path, &event{"begin"}))
	fmt.Println(lines.Append(root, path, &event{}))
	for e, err := range lines.Read[event](root, path) {
		fmt.Println(e.name, err)
	}
	// Output:
	// <nil>
	// it has no name
	// begin <nil>
}

func TestFailed(t *testing.T) {
	none := errors.New("no path")
	n := 0
	for e, err := range lines.Failed[event](none) {
		if n++; e != (event{}) || !errors.Is(err, none) {
			t.Error(e, err)
		}
	}
	if n != 1 {
		t.Errorf("%d lines", n)
	}
}

func TestReadOfDamagedLines(t *testing.T) {
	dir := t.TempDir()
	root, path, err := open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := os.WriteFile(dir+"/events.jsonl", []byte("{\"name\":\"a\"}\n{}\n{\"name\":\"b\"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var got string
	for e, err := range lines.Read[event](root, path) {
		var damaged *storage.LineError
		if errors.As(err, &damaged) {
			got += "?"
		}
		got += e.name
	}
	if got != "a?b" {
		t.Errorf("%q", got)
	}
}
