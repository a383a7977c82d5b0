package output

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/bindery-go/bindery/generator/internal/source"
)

// maxFile is the size of the largest file that is read, in bytes. No generated
// one comes near it.
const maxFile = 256 << 20

// Obstacle is something at the path of a generated file that is not a file to be
// replaced. Whose it is nobody knows, so it is neither read nor removed.
type Obstacle struct {
	Path string // slash path relative to the configuration
	What string // "a symbolic link"
}

// Read reads a file that generation writes. It follows no link, opens no pipe and
// no device, and reads nothing of a size that no generated file has: such is
// returned as an obstacle.
func Read(fsys fs.FS, name string) ([]byte, *Obstacle, error) {
	info, err := fs.Lstat(fsys, name)
	if err != nil {
		return nil, nil, inFile(name, err)
	}
	if what := describe(info); what != "" {
		return nil, &Obstacle{Path: name, What: what}, nil
	}
	data, err := fs.ReadFile(fsys, name)
	return data, nil, inFile(name, err)
}

// describe says what is not a file of a size that can be read, "" for one that is.
func describe(info fs.FileInfo) string {
	switch mode := info.Mode(); {
	case !mode.IsRegular():
		return source.FileKind(mode)
	case info.Size() > maxFile:
		return fmt.Sprintf("a file of more than %d MiB", maxFile>>20)
	}
	return ""
}

// inFile names the file in an error of the file system, which may name a parent.
func inFile(name string, err error) error {
	if err == nil {
		return nil
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return &fs.PathError{Op: "open", Path: name, Err: err}
}
