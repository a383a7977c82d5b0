package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/bindery-go/bindery/generator"
)

// maxLines is the size of the largest file of documents on lines that is read, in
// bytes. Any other file is one document.
const maxLines = 1 << 30

// maxSize is the size of the largest file with a name that is read, in bytes.
func maxSize(name string) int64 {
	if ext := path.Ext(name); ext == ".jsonl" || ext == ".ndjson" {
		return maxLines
	}
	return generator.MaxDocument
}

var errNotRegular = errors.New("not a regular file")

func errTooLarge(limit int64) error { return fmt.Errorf("larger than %d MiB", limit>>20) }

// readBounded reads to the end, which must come within a limit.
func readBounded(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, errTooLarge(limit)
	}
	return data, err
}

// plainFiles is a file system of which only regular files of a bounded size can
// be read. A pipe would keep the program waiting, and a device has no end.
type plainFiles struct{ fs.FS }

// ReadFile implements fs.ReadFileFS.
func (p plainFiles) ReadFile(name string) ([]byte, error) {
	info, err := p.Stat(name)
	limit := maxSize(name)
	switch {
	case err != nil:
		return nil, err
	case info.Mode().IsRegular() && info.Size() > limit:
		return nil, &fs.PathError{Op: "read", Path: name, Err: errTooLarge(limit)}
	case !info.Mode().IsRegular() && !info.IsDir(): // the system says it of directories
		return nil, &fs.PathError{Op: "read", Path: name, Err: errNotRegular}
	}
	f, err := p.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// It may have more than it says: it grows, or the system makes it.
	data, err := readBounded(f, limit)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: reason(err)}
	}
	return data, nil
}

// Stat implements fs.StatFS.
func (p plainFiles) Stat(name string) (fs.FileInfo, error) { return fs.Stat(p.FS, name) }

// ReadDir implements fs.ReadDirFS.
func (p plainFiles) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(p.FS, name) }

// reason is an error of the file system without the path.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// disk is the file system below a directory.
type disk struct {
	plainFiles
	dir string // in the spelling of the system
}

func openDisk(dir string) disk { return disk{plainFiles{os.DirFS(dir)}, dir} }

// RealPath implements generator.LinkFS.
func (d disk) RealPath(name string) (string, error) {
	real, err := filepath.EvalSymlinks(filepath.Join(d.dir, filepath.FromSlash(name)))
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(d.dir, real)
	return filepath.ToSlash(rel), err
}
