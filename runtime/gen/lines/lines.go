// Package lines appends and reads the lines of JSONL files whose type is one of a
// generated package. Only generated code imports it.
package lines

import (
	"iter"

	"github.com/bindery-go/bindery/runtime/gen/whole"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/storage"
)

// Line is a pointer to a value of a generated type.
type Line[T any] interface {
	*T
	MarshalJSON() ([]byte, error)
	UnmarshalJSON(data []byte) error
}

// Append writes a line as the last one of a file, see [storage.Root.AppendLine]. One that
// its schema refuses is not written.
func Append[T any, P Line[T]](root *storage.Root, path storage.Path, line P) error {
	data, err := line.MarshalJSON()
	if err != nil {
		return err
	}
	if _, err := whole.Decode[T, P](data); err != nil {
		return err
	}
	return root.AppendLine(path, jsonvalue.Trusted(string(data)))
}

// Read reads the lines of a file, see [storage.LinesFunc].
func Read[T any, P Line[T]](root *storage.Root, path storage.Path) iter.Seq2[T, error] {
	return storage.LinesFunc(root, path, whole.Decode[T, P])
}

// Failed is the lines of a file that has no path.
func Failed[T any](err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		yield(none, err)
	}
}
