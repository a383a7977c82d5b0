package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/bindery-go/bindery/generator"
)

// job is what the flags ask for, ready to be compiled.
type job struct {
	*workDir
	config generator.Config
	found  generator.Diagnostics // in the configuration
	target *workDir              // what the packages' directories are relative to
}

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
	return j, j.hold()
}

func (a *app) configured() (*job, error) {
	dir, name := filepath.Split(a.flags.config)
	if dir == "" {
		dir = "."
	}
	p, err := newWorkDir(dir)
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
	p, err := newWorkDir(f.baseDir())
	if err != nil {
		return nil, err
	}
	target, err := newWorkDir(f.out)
	if err != nil {
		return nil, err
	}
	j := &job{workDir: p, target: target}
	if j.config, err = f.configuration(p); err != nil {
		return nil, err
	}
	pkg, err := f.schemaPackage(p, f.schema)
	if err != nil {
		return nil, err
	}
	pkg.Name, pkg.Out = f.pkg, "."
	pkg.Roots = []generator.Root{{Name: f.root, Pointer: "#"}}
	j.config.Packages = []generator.Package{pkg}
	j.found = generator.CheckConfig(j.config)
	return j, nil
}

// hold reads the names that the packages had when they were last generated.
func (j *job) hold() error {
	for i := range j.config.Packages {
		p := &j.config.Packages[i]
		if p.Out == "" {
			continue // a schema that is only linted
		}
		file := filepath.Join(j.target.dir, filepath.FromSlash(p.Out), generator.ManifestName)
		data, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return ioError(j.target.show(p.Out+"/"+generator.ManifestName), err)
		}
		name, err := j.workDir.name(file)
		if err != nil {
			return err
		}
		j.found.Add(generator.HoldNames(p, name, data)...)
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
