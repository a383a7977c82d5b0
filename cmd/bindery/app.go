package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/bindery-go/bindery/generator"
	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/output"
)

// app holds what the commands share.
type app struct {
	stdout, stderr io.Writer
	format         string
	flags          packageFlags
}

// job is a configuration ready to be compiled, with the directory that it is
// written to.
type job struct {
	w      *generator.Workspace
	config generator.Config
	found  diag.Diagnostics // in the configuration
	dir    string           // where Package.Out is relative to
}

// workspace opens the file system from its root, so that a schema beside the
// configuration's directory can be read. Names are relative to dir.
func workspace(dir string) (*generator.Workspace, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	volume := filepath.VolumeName(abs)
	rest := strings.Trim(filepath.ToSlash(abs[len(volume):]), "/")
	if rest == "" {
		rest = "."
	}
	return &generator.Workspace{FS: os.DirFS(volume + string(filepath.Separator)), Dir: rest}, nil
}

// load reads the configuration that -c names, or makes one of --schema and its
// companions.
func (a *app) load() (*job, error) {
	if a.flags.schema != "" {
		return a.single()
	}
	if other := a.flags.withoutSchema(); other != "" {
		return nil, fmt.Errorf("--%s goes with --schema", other)
	}
	dir, name := filepath.Split(a.flags.config)
	if dir == "" {
		dir = "."
	}
	w, err := workspace(dir)
	if err != nil {
		return nil, err
	}
	j := &job{w: w, dir: dir}
	j.config, j.found = generator.Load(w, name)
	if j.found.HasErrors() {
		return nil, a.failed(w, j.found)
	}
	return j, j.hold()
}

// hold reads the names that the packages had when they were last generated.
func (j *job) hold() error {
	for i := range j.config.Packages {
		p := &j.config.Packages[i]
		data, err := os.ReadFile(filepath.Join(j.dir, filepath.FromSlash(p.Out), output.ManifestName))
		if err == nil {
			p.Held = output.ParseManifest(data).Names
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// dirs lists the directories that the job owns.
func (j *job) dirs() []string {
	var out []string
	for _, p := range j.config.Packages {
		out = append(out, p.Out)
	}
	return out
}

// report prints findings: as text to stderr, in a machine's form to stdout.
// The error is errFindings where one of them is an error.
func (a *app) report(w *generator.Workspace, ds diag.Diagnostics) error {
	format, err := diag.ParseFormat(a.format)
	if err != nil {
		return err
	}
	out := a.stdout
	if a.isText() {
		out = a.stderr
	}
	if err := diag.Print(out, format, ds.Sorted(), w.File); err != nil {
		return err
	}
	if ds.HasErrors() {
		return errFindings
	}
	return nil
}

// failed reports findings that keep a command from running at all.
func (a *app) failed(w *generator.Workspace, ds diag.Diagnostics) error {
	if err := a.report(w, ds); !errors.Is(err, errFindings) {
		return err
	}
	return errors.New("the configuration has mistakes")
}

func (a *app) isText() bool { return a.format == "text" }
