package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// maxInput is the size of the largest file that is read, in bytes.
const maxInput = 1 << 30

var (
	errNotRegular = errors.New("not a regular file")
	errTooLarge   = fmt.Errorf("larger than %d MiB", maxInput>>20)
)

// plainFiles is a file system of which only regular files of a bounded size can
// be read. A pipe would keep the program waiting, and a device has no end.
type plainFiles struct{ fs.FS }

// ReadFile implements fs.ReadFileFS.
func (p plainFiles) ReadFile(name string) ([]byte, error) {
	info, err := p.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.Mode().IsRegular() && info.Size() > maxInput:
		return nil, &fs.PathError{Op: "read", Path: name, Err: errTooLarge}
	case !info.Mode().IsRegular() && !info.IsDir(): // the system says it of directories
		return nil, &fs.PathError{Op: "read", Path: name, Err: errNotRegular}
	}
	return fs.ReadFile(p.FS, name)
}

// Stat implements fs.StatFS.
func (p plainFiles) Stat(name string) (fs.FileInfo, error) { return fs.Stat(p.FS, name) }

// ReadDir implements fs.ReadDirFS.
func (p plainFiles) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(p.FS, name) }

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
