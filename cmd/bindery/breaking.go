package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

func (a *app) breaking() *cobra.Command {
	var against string
	cmd := &cobra.Command{
		Use:   "breaking --against REF|DIR|FILE",
		Short: "Report what the schemas break of an earlier state, and whom",
		Long: `Report what the schemas break of an earlier state, and whom: readers of
documents that were valid, users of the Go packages, those who implement steps,
unfinished runs of protocols, and whoever relies on limits and storage paths.

The earlier state is a commit of git, a directory that holds the configuration as
it was, or an earlier version of a schema file, with which all packages of that
schema are compared, and those that refer to it and compile with that version. The
configuration allows breaks under the key "breaking".`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if against == "" {
				return errors.New("--against is missing: name a commit such as origin/main, a directory or a schema file")
			}
			j, err := a.configured()
			if err != nil {
				return err
			}
			if err := j.open(); err != nil {
				return err
			}
			defer j.close()
			if j.found.HasErrors() {
				return a.report(j.workDir, j.found)
			}
			base, ds, err := j.base(cmd.Context(), against)
			if err != nil {
				return err
			}
			if !ds.HasErrors() {
				ctx, end := a.progress(cmd.Context())
				ds = generator.Breaking(ctx, j.w, j.config, base)
				end()
				adviseSubmodules(ds, base)
			}
			return a.report(j.workDir, ds)
		},
	}
	a.flags.addConfig(cmd.Flags())
	cmd.Flags().StringVar(&against, "against", "", "earlier state: a commit of git, a `DIR`, or a schema FILE")
	return cmd
}

// base opens the earlier state of the job's configuration.
func (j *job) base(ctx context.Context, against string) (generator.Base, generator.Diagnostics, error) {
	info, err := os.Stat(against)
	switch {
	case err == nil && info.IsDir():
		return j.baseDir(against)
	case err == nil:
		return j.baseFile(against)
	}
	return j.baseCommit(ctx, against)
}

// baseDir is the configuration of the same name in another directory.
func (j *job) baseDir(dir string) (generator.Base, generator.Diagnostics, error) {
	p, err := newWorkDir(dir)
	if err != nil {
		return generator.Base{}, nil, err
	}
	return loadBase(p.w, j.configName, filepath.ToSlash(filepath.Clean(dir))+"/")
}

// baseFile is the configuration as it is, with the content of a file in the place
// of the schema that has its name.
func (j *job) baseFile(file string) (generator.Base, generator.Diagnostics, error) {
	name, err := j.name(file)
	if err != nil {
		return generator.Base{}, nil, err
	}
	earlier, err := j.w.Read(name)
	if err != nil {
		return generator.Base{}, nil, ioError(file, err)
	}
	switch {
	case name == j.configName:
		return generator.Base{}, nil, ioError("--against "+file, errors.New("the file is the configuration, not a schema: name a directory that holds it as it was"))
	case !generator.IsSchema(earlier):
		return generator.Base{}, nil, ioError("--against "+file, errors.New("the file holds no schema: name an earlier version of one, a directory that holds the configuration as it was, or a commit"))
	}
	schema, err := j.schemaNamed(file)
	if err != nil {
		return generator.Base{}, nil, err
	}
	fsys := substitute{j.w.FS.(disk), path.Join(j.w.Dir, schema), earlier.Data}
	return generator.Base{Workspace: &generator.Workspace{FS: fsys, Dir: j.w.Dir}, Config: j.config, Label: filepath.ToSlash(file) + ": ", Schema: schema}, nil, nil
}

// schemaNamed is the schema of the configuration of which a file holds an earlier version:
// the one with the name of the file, or the only one.
func (j *job) schemaNamed(file string) (string, error) {
	var all, fits []string
	for _, p := range j.config.Packages {
		for _, f := range p.Files() {
			all = append(all, f.Schema)
			if path.Base(f.Schema) == filepath.Base(file) {
				fits = append(fits, f.Schema)
			}
		}
	}
	const orElse = "a directory that holds the configuration as it was, or a commit"
	all, fits = distinct(all), distinct(fits)
	switch {
	case len(all) == 1:
		return all[0], nil
	case len(fits) == 1:
		return fits[0], nil
	case len(fits) == 0:
		return "", fmt.Errorf("--against %s: the configuration has no schema of that name: name a file that is called like the schema of which it holds an earlier version, %s", file, orElse)
	}
	return "", fmt.Errorf("--against %s: the configuration has several schemas of that name, %s: name %s", file, strings.Join(fits, " and "), orElse)
}

// distinct sorts names and leaves each one once.
func distinct(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// substitute is a file system in which one file has another content.
type substitute struct {
	disk
	name string
	data []byte
}

// ReadFile implements fs.ReadFileFS.
func (s substitute) ReadFile(name string) ([]byte, error) {
	if name == s.name {
		return bytes.Clone(s.data), nil
	}
	return s.disk.ReadFile(name)
}

// RealPath implements generator.LinkFS: the other content has no links.
func (s substitute) RealPath(name string) (string, error) {
	if name == s.name {
		return name, nil
	}
	return s.disk.RealPath(name)
}

// baseCommit is the configuration as it is in a commit.
func (j *job) baseCommit(ctx context.Context, commit string) (generator.Base, generator.Diagnostics, error) {
	git := func(args ...string) ([]byte, error) {
		cmd := exec.CommandContext(ctx, "git", append([]string{"-C", j.dir}, args...)...)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			reason := strings.TrimSpace(stderr.String())
			switch {
			case errors.Is(err, exec.ErrNotFound):
				reason = "no such file or directory, and no git to look for a commit with"
			case strings.Contains(reason, "not a git repository"):
				reason = "no such file or directory, and this is no repository of git that could have a commit of the name"
			case reason == "":
				reason = err.Error()
			}
			return nil, ioError("--against "+commit, errors.New(reason))
		}
		return out, nil
	}
	prefix, err := git("rev-parse", "--show-prefix")
	if err != nil {
		return generator.Base{}, nil, err
	}
	top, err := git("rev-parse", "--show-cdup")
	if err != nil {
		return generator.Base{}, nil, err
	}
	tree, err := git("rev-parse", "--verify", "--quiet", "--end-of-options", commit+"^{tree}")
	if err != nil {
		return generator.Base{}, nil, ioError("--against "+commit, errors.New("neither a file or directory nor a commit of git"+noCommit(git)))
	}
	archive, err := git("-C", "./"+strings.TrimSpace(string(top)), "archive", "--format=zip", strings.TrimSpace(string(tree)))
	if err != nil {
		return generator.Base{}, nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return generator.Base{}, nil, ioError("--against "+commit, err)
	}
	dir := path.Clean(strings.TrimSpace(string(prefix)))
	return loadBase(&generator.Workspace{FS: plainFiles{z}, Dir: dir}, j.configName, commit+":")
}

// adviseSubmodules helps with files that the earlier state lacks because they are of a
// submodule, whose files are not in a commit.
func adviseSubmodules(ds generator.Diagnostics, base generator.Base) {
	if _, err := fs.Stat(base.Workspace.FS, ".gitmodules"); err != nil {
		return
	}
	for i := range ds {
		if ds[i].Code == generator.SchemaNotFound && strings.HasPrefix(ds[i].Pos.File, base.Label) {
			ds[i].Help = "a commit does not have the files of its submodules: check it out with them, and name the directory"
		}
	}
}

// noCommit says why a commit may not be there, and what there is.
func noCommit(git func(...string) ([]byte, error)) string {
	if _, err := git("rev-parse", "--verify", "--quiet", "HEAD^{tree}"); err != nil {
		return "; the repository has no commit yet: commit the configuration and its schemas first"
	}
	if shallow, err := git("rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(string(shallow)) == "true" {
		return "; this clone is shallow: fetch the commit (git fetch --unshallow, or fetch-depth: 0 of actions/checkout)"
	}
	const most = 5
	refs, err := git("for-each-ref", "--count="+strconv.Itoa(most), "--sort=-committerdate", "--sort=refname", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags")
	if list := strings.Fields(string(refs)); err == nil && len(list) > 0 {
		return "; there is " + strings.Join(list, ", ")
	}
	return ""
}

// loadBase reads a configuration and the names that its packages had.
func loadBase(w *generator.Workspace, name, label string) (generator.Base, generator.Diagnostics, error) {
	c, ds := generator.Load(w, name)
	for i := range ds {
		if ds[i].Code == generator.NoConfig {
			ds[i].Help = "it is new, or was elsewhere: compare with a state that has it, or name the directory in which it was"
		}
	}
	for i := range c.Packages {
		p := &c.Packages[i]
		manifest := path.Join(p.Out, generator.ManifestName)
		f, err := w.Read(manifest)
		if err == nil {
			ds.Add(generator.HoldNames(p, manifest, f.Data)...)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return generator.Base{}, nil, ioError(label+manifest, err)
		}
	}
	return generator.Base{Workspace: w, Config: c, Label: label}, generator.Labelled(label, ds), nil
}
