package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"syscall"

	"github.com/bindery-go/bindery/generator"
)

// tree is the directory that packages are written to. Nothing outside of it is
// read or written through it, wherever links lead.
type tree struct {
	dir  string
	root *os.Root // nil where there is no such directory yet
}

func openTree(dir string) (*tree, error) {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return &tree{dir: dir}, nil
	}
	if err != nil {
		return nil, err
	}
	if !info.IsDir() { // opening a pipe would wait for its other end
		return nil, &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	}
	root, err := os.OpenRoot(dir)
	return &tree{dir: dir, root: root}, err
}

func (t *tree) fs() fs.FS {
	if t.root == nil {
		return os.DirFS(t.dir) // in which nothing exists
	}
	return t.root.FS()
}

func (t *tree) close() {
	if t.root != nil {
		_ = t.root.Close() // it was opened for reading
	}
}

// hold reads the names that the packages had when they were last generated.
func (j *job) hold() error {
	for i := range j.config.Packages {
		p := &j.config.Packages[i]
		if !fs.ValidPath(p.Out) {
			continue // a schema that is only linted, or a mistake
		}
		file := path.Join(p.Out, generator.ManifestName)
		data, obstacle, err := generator.ReadGenerated(j.out.fs(), file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return ioError(j.target.show(file), err)
		case obstacle != nil:
			j.found.Add(j.inPlace(generator.Obstructed(*obstacle))...)
		default:
			j.found.Add(j.inPlace(generator.HoldNames(p, file, data))...)
		}
	}
	return nil
}

// inPlace names the files of diagnostics, which are relative to the target, as the
// job's other diagnostics do.
func (j *job) inPlace(ds generator.Diagnostics) generator.Diagnostics {
	for i := range ds {
		if name, err := j.workDir.name(filepath.Join(j.target.dir, filepath.FromSlash(ds[i].Pos.File))); err == nil {
			ds[i].Pos.File = name
		}
	}
	return ds
}

// compare compiles the job and compares the result with what is on disk. There
// are no changes where the diagnostics have an error.
func (j *job) compare(ctx context.Context) ([]generator.Change, generator.Diagnostics, error) {
	files, ds := generator.Generate(ctx, j.w, j.config)
	ds.Add(j.found...)
	ds = generator.Regrade(ds, j.config.Severity)
	ds = generator.Accept(atLeast(generator.Warning, ds), withoutLint(j.config.Ignore))
	if ds.HasErrors() {
		return nil, ds, nil
	}
	changes, obstacles, err := generator.Compare(j.out.fs(), files, j.dirs())
	if err != nil {
		return nil, ds, j.outputError(err)
	}
	if ds.Add(j.inPlace(generator.Obstructed(obstacles...))...); ds.HasErrors() {
		return nil, ds, nil
	}
	return changes, ds, nil
}

// dirs lists the directories that the job writes to.
func (j *job) dirs() generator.Dirs {
	var dirs generator.Dirs
	for _, p := range j.config.Packages {
		dirs.Own = append(dirs.Own, p.Out)
		if p.Steps != "" {
			dirs.Shared = append(dirs.Shared, p.Steps)
		}
	}
	return dirs
}

// write makes the changes. A signal to end while the new files are written leaves
// the old ones as they were, and nothing beside them.
func (j *job) write(ctx context.Context, changes []generator.Change) error {
	if len(changes) == 0 {
		return nil
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if j.out.root == nil {
		if err := os.MkdirAll(j.target.dir, 0o777); err != nil {
			return ioError(j.target.prefix, err)
		}
		root, err := os.OpenRoot(j.target.dir)
		if err != nil {
			return ioError(j.target.prefix, err)
		}
		j.out.root = root
	}
	err := generator.Apply(ctx, j.out.root, changes)
	if errors.Is(err, context.Canceled) {
		return &systemError{j.target.prefix, errors.New("interrupted before any file was replaced")}
	}
	return j.outputError(err)
}

// outputError names the file in an error of reading or writing the target.
func (j *job) outputError(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return ioError(j.target.show(filepath.ToSlash(p.Path)), p)
	}
	return ioError(j.target.prefix, err)
}
