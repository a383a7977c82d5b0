package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/bindery-go/bindery/generator"
)

// tree is the directory that packages are written to. Nothing outside of it is
// read or written through it, wherever links lead.
type tree struct {
	dir  string
	root *os.Root // nil where there is no such directory yet
	// base is the directory, below dir, that names are relative to: where a package
	// is written beside it, dir is one above.
	base string
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

// openAbove opens the directory that a number of levels lie above another, which names
// are relative to.
func openAbove(dir string, levels int) (*tree, error) {
	above, base := dir, "."
	for range levels {
		base = path.Join(filepath.Base(above), base)
		above = filepath.Dir(above)
	}
	t, err := openTree(above)
	if err == nil {
		t.base = base
	}
	return t, err
}

func (t *tree) fs() fs.FS {
	fsys := os.DirFS(t.dir) // in which nothing exists
	if t.root != nil {
		fsys = t.root.FS()
	}
	if t.base == "" || t.base == "." {
		return fsys
	}
	return based{fsys, t.base}
}

// based is a file system in which names are relative to a directory and may lead
// above it.
type based struct {
	fsys fs.FS
	base string
}

func (b based) Open(name string) (fs.File, error) { return b.fsys.Open(path.Join(b.base, name)) }
func (b based) ReadFile(name string) ([]byte, error) {
	return fs.ReadFile(b.fsys, path.Join(b.base, name))
}
func (b based) ReadDir(name string) ([]fs.DirEntry, error) {
	return fs.ReadDir(b.fsys, path.Join(b.base, name))
}
func (b based) Lstat(name string) (fs.FileInfo, error) {
	return fs.Lstat(b.fsys, path.Join(b.base, name))
}
func (b based) ReadLink(name string) (string, error) {
	return fs.ReadLink(b.fsys, path.Join(b.base, name))
}

// inRoot names the files of changes as the root does.
func (t *tree) inRoot(changes []generator.Change) []generator.Change {
	out := slices.Clone(changes)
	for i := range out {
		out[i].Path = path.Join(t.base, out[i].Path)
	}
	return out
}

func (t *tree) close() {
	if t.root != nil {
		_ = t.root.Close() // it was opened for reading
	}
}

// fromRoot is a name in the root as all others are named.
func (t *tree) fromRoot(name string) string {
	rel, err := filepath.Rel(filepath.FromSlash(path.Join(".", t.base)), filepath.FromSlash(name))
	if err != nil {
		return name
	}
	return filepath.ToSlash(rel)
}

// hold reads the names that the packages had when they were last generated.
func (j *job) hold() error {
	for i := range j.config.Packages {
		p := &j.config.Packages[i]
		if p.Out == "" || !fs.ValidPath(path.Join(j.out.base, p.Out)) {
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

// outcome is what a job comes to.
type outcome struct {
	found   generator.Diagnostics
	changes []generator.Change
	made    []generator.Package
	// left are the packages that cannot be made, while others can.
	left  []generator.Package
	files int // of the packages that are made, changed or not
}

// compare compiles the job and compares the result with what is on disk. A mistake
// in a schema leaves its package as it is; any other that is an error, and one in
// the only package, leaves all.
func (j *job) compare(ctx context.Context) (*outcome, error) {
	files, found, err := j.make(ctx)
	if err != nil {
		return nil, err
	}
	o := &outcome{found: found, files: len(files)}
	for _, p := range j.config.Packages {
		if p.Skip {
			continue
		}
		if _, made := files[path.Join(p.Out, generator.ManifestName)]; made {
			o.made = append(o.made, p)
		} else {
			o.left = append(o.left, p)
		}
	}
	if j.found.HasErrors() || len(o.made) == 0 && len(o.left) > 0 || o.found.HasErrors() && j.status(o.found) != exitDiagnostics {
		o.made, o.left = nil, nil
		return o, nil
	}
	dirs := dirsOf(o.made)
	if len(o.left) == 0 && len(j.only) == 0 && j.config.Docs != "" {
		dirs.Own = append(dirs.Own, j.config.Docs)
	}
	changes, obstacles, err := generator.Compare(j.out.fs(), files, dirs)
	if err != nil {
		return o, j.outputError(err)
	}
	if len(obstacles) > 0 {
		o.found.Add(j.inPlace(generator.Obstructed(obstacles...))...)
		o.made, o.left = nil, nil
		return o, nil
	}
	o.changes = changes
	if j.configName != "" && j.target == j.workDir && len(j.only) == 0 && len(o.left) == 0 {
		return o, j.addAbandoned(o)
	}
	return o, nil
}

// make makes the files of the packages that are asked for, and tells what people should
// know of them.
func (j *job) make(ctx context.Context) (generator.Files, generator.Diagnostics, error) {
	files, ds := generator.Generate(ctx, j.w, j.config)
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	found := j.accepted(ds)
	if len(j.only) > 0 {
		found = withoutUnused(found)
	}
	return files, found, nil
}

// accepted adds what is found in the configuration, and leaves what people should know
// and do not accept.
func (j *job) accepted(ds generator.Diagnostics) generator.Diagnostics {
	ds.Add(j.found...)
	ds = generator.Regrade(ds, j.config.Severity)
	return generator.Accept(atLeast(generator.Warning, ds), withoutLint(j.config.Ignore))
}

// addAbandoned adds the removal of packages that are in the configuration no more.
func (j *job) addAbandoned(o *outcome) error {
	if j.out.root == nil {
		return nil
	}
	var own []string
	for _, p := range j.config.Packages {
		own = append(own, path.Join(j.out.base, p.Out))
	}
	changes, kept, err := generator.Abandoned(j.out.root.FS(), path.Join(j.out.base, j.configName), own)
	if err != nil {
		return j.outputError(err)
	}
	for i := range changes {
		changes[i].Path = j.out.fromRoot(changes[i].Path)
	}
	for i := range kept {
		kept[i] = j.out.fromRoot(kept[i])
	}
	o.changes = append(o.changes, changes...)
	slices.SortFunc(o.changes, func(a, b generator.Change) int { return strings.Compare(a.Path, b.Path) })
	left := generator.Accept(generator.Regrade(generator.Left(kept), j.config.Severity), nil)
	o.found.Add(left...)
	return nil
}

// status is the exit status that errors lead to.
func (j *job) status(ds generator.Diagnostics) status {
	result := exitClean
	for _, d := range ds {
		if d.Severity == generator.Error {
			result = max(result, statusOf(d, j.configName))
		}
	}
	return result
}

// dirsOf lists the directories that packages are written to.
func dirsOf(packages []generator.Package) generator.Dirs {
	var dirs generator.Dirs
	for _, p := range packages {
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
		if err := os.MkdirAll(j.out.dir, 0o777); err != nil {
			return ioError(j.target.prefix, err)
		}
		root, err := os.OpenRoot(j.out.dir)
		if err != nil {
			return ioError(j.target.prefix, err)
		}
		j.out.root = root
	}
	err := generator.Apply(ctx, j.out.root, j.out.inRoot(changes))
	if errors.Is(err, context.Canceled) {
		return &systemError{j.target.prefix, errors.New("interrupted before any file was replaced")}
	}
	return j.outputError(err)
}

// outputError names the file in an error of reading or writing the target.
func (j *job) outputError(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		name := filepath.ToSlash(p.Path)
		if rel, err := filepath.Rel(j.out.base, name); err == nil && j.out.base != "" {
			name = filepath.ToSlash(rel)
		}
		return ioError(j.target.show(name), p)
	}
	return ioError(j.target.prefix, err)
}
