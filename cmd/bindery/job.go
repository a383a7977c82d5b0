package main

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/bindery-go/bindery/generator"
)

// job is what the flags ask for, ready to be compiled.
type job struct {
	*workDir
	config generator.Config
	found  generator.Diagnostics // in the configuration
	target *workDir              // what the packages' directories are relative to
	out    *tree                 // the target's directory
	only   []string              // names or directories of packages; nil for all
}

// close closes the target's directory.
func (j *job) close() { j.out.close() }

// load reads the configuration that -c names, or makes one of --schema and its
// companions. With mistakes in the configuration, which are in found, the job
// has the packages that are sound.
func (a *app) load() (*job, error) {
	load := a.configured
	if a.flags.schema != "" {
		load = a.single
	}
	j, err := load()
	if err != nil {
		return nil, err
	}
	if err := j.narrow(a.flags.only); err != nil {
		return nil, err
	}
	return j, j.open()
}

// narrow asks for the packages with the names or in the directories that are given,
// and for no other.
func (j *job) narrow(only []string) error {
	if j.only = only; len(only) == 0 {
		return nil
	}
	for i := range j.config.Packages {
		j.config.Packages[i].Skip = true
	}
	for _, wanted := range only {
		found := false
		for i := range j.config.Packages {
			p := &j.config.Packages[i]
			if p.Name == wanted || p.Out == path.Clean(filepath.ToSlash(wanted)) {
				p.Skip, found = false, true
			}
		}
		if !found && !j.found.HasErrors() { // which may be why it is not there
			return j.noPackage(wanted)
		}
	}
	return nil
}

// noPackage says which packages there are.
func (j *job) noPackage(wanted string) error {
	const most = 10
	var names []string
	for _, p := range j.config.Packages {
		names = append(names, p.Name)
	}
	have := strings.Join(names[:min(most, len(names))], ", ")
	switch {
	case len(names) == 0:
		have = "no packages"
	case len(names) > most:
		have += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return fmt.Errorf("--only %s: no package has this name or directory; %s has %s", wanted, j.show(j.configName), have)
}

// open opens the target and reads what is held there.
func (j *job) open() (err error) {
	if j.out, err = openAbove(j.target.dir, j.levels()); err != nil {
		return ioError(j.target.prefix, err)
	}
	return j.hold()
}

// levels is how many directories above the target the highest lies that is written to.
// A configuration with mistakes is not written to at all.
func (j *job) levels() int {
	most := 0
	if j.found.HasErrors() {
		return most
	}
	dirs := []string{j.config.Docs}
	for _, p := range j.config.Packages {
		dirs = append(dirs, p.Out, p.Steps)
	}
	for _, dir := range dirs {
		most = max(most, strings.Count(path.Clean(dir)+"/", "../"))
	}
	return most
}

func (a *app) configured() (*job, error) {
	dir, name := filepath.Split(a.flags.configFile())
	if dir == "" {
		dir = "."
	}
	p, err := a.workDir(dir)
	if err != nil {
		return nil, err
	}
	p.configName = name
	j := &job{workDir: p, target: p}
	j.config, j.found = generator.Load(p.w, name)
	return j, nil
}

func (a *app) single() (*job, error) {
	f := &a.flags
	p, err := a.workDir(f.baseDir())
	if err != nil {
		return nil, err
	}
	dir := cmp.Or(f.out, ".") // without one the package is only printed
	target, err := newWorkDir(dir)
	if err != nil {
		return nil, err
	}
	out, err := p.name(dir)
	if err != nil {
		return nil, err
	}
	if err := p.w.Contains(out); err != nil {
		return nil, ioError(f.out, err)
	}
	j := &job{workDir: p, target: target}
	if j.config, err = f.configuration(p); err != nil {
		return nil, err
	}
	pkg, err := f.schemaPackage(p, f.schema)
	if err != nil {
		return nil, err
	}
	pkg.Name, pkg.Out, pkg.Codec = f.pkg, ".", generator.Codec(f.codec)
	if f.out == "" {
		pkg.Out = "" // whatever is in the working directory is another package
	}
	pkg.Words, pkg.ShortNames, pkg.OneFile = generator.Words(false, f.initialisms...), f.typeNames == "short", f.files == "one"
	pkg.Roots = []generator.Root{{Name: f.root, Pointer: "#"}}
	j.config.Packages = []generator.Package{pkg}
	j.found = generator.CheckConfig(j.config)
	return j, nil
}
