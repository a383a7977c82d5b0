package main

import (
	"path/filepath"

	"github.com/bindery-go/bindery/generator"
)

// job is what the flags ask for, ready to be compiled.
type job struct {
	*workDir
	config generator.Config
	found  generator.Diagnostics // in the configuration
	target *workDir              // what the packages' directories are relative to
	out    *tree                 // the target's directory
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
	return j, j.open()
}

// open opens the target and reads what is held there.
func (j *job) open() (err error) {
	if j.out, err = openTree(j.target.dir); err != nil {
		return ioError(j.target.prefix, err)
	}
	return j.hold()
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
	out, err := p.name(f.out)
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
	pkg.Name, pkg.Out = f.pkg, "."
	pkg.Roots = []generator.Root{{Name: f.root, Pointer: "#"}}
	j.config.Packages = []generator.Package{pkg}
	j.found = generator.CheckConfig(j.config)
	return j, nil
}
