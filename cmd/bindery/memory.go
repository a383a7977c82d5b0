package main

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/bindery-go/bindery/generator"
	"github.com/bindery-go/bindery/generator/cache"
	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/output"
)

// memory answers generate and check where nothing has changed since they last
// found everything up to date. A nil memory remembers nothing.
type memory struct {
	cache    *cache.Cache
	question []string
}

// remember opens the memory for the command line. BINDERY_CACHE names another
// directory for it, or is "off".
func (a *app) remember() *memory {
	dir := os.Getenv("BINDERY_CACHE")
	if dir == "off" {
		return nil
	}
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil
		}
		dir = filepath.Join(user, "bindery")
	}
	here, err := os.Getwd()
	if err != nil {
		return nil
	}
	f := a.flags
	flags, err := json.Marshal([]any{f.config, f.schema, f.pkg, f.root, f.out, f.overlay, f.assertFormat, f.strict, f.refs})
	if err != nil {
		return nil
	}
	c, err := cache.Open(dir)
	if err != nil {
		return nil
	}
	return &memory{cache: c, question: []string{here, string(flags)}}
}

// recall returns the findings of the run before, as they were shown, where it
// would give the same now.
func (m *memory) recall(outDir string) (*place, diag.Diagnostics, bool) {
	if m == nil {
		return nil, nil, false
	}
	e := m.cache.Load(m.question...)
	if e == nil {
		return nil, nil, false
	}
	here, err := newPlace(".")
	if err != nil || !e.Fresh(here.w.FS, os.DirFS(outDir)) {
		return nil, nil, false
	}
	for _, d := range e.Findings {
		_, _ = here.w.Read(d.Pos.File) // for its line; it was there a moment ago
	}
	return here, e.Findings, true
}

// keep remembers a run after which the files are up to date. A changed manifest
// is in doubt: its names are input of the next run.
func (m *memory) keep(j *job, files generator.Files, changes []output.Change, ds diag.Diagnostics) {
	inputs, ok := j.recorder.Seen()
	if m == nil || !ok {
		return
	}
	for _, c := range changes {
		if filepath.Base(c.Path) == output.ManifestName {
			return
		}
	}
	e := cache.Entry{Inputs: inputs, Dirs: j.dirs(), Findings: j.shown(ds)}
	for name, data := range files {
		e.Outputs = append(e.Outputs, cache.File{Name: name, State: cache.Sum(data)})
	}
	_ = m.cache.Store(e, m.question...) // see there
}

// outDir is what the packages' directories are relative to.
func (f *packageFlags) outDir() string {
	if f.schema != "" {
		return f.out
	}
	return filepath.Dir(f.config)
}
