package main

import (
	"context"
	"errors"
	"path"

	"github.com/bindery-go/bindery/generator"
)

// printPackage prints the Go code of the package that the flags ask for. The names that
// its directory holds stay, as if it were written.
func (a *app) printPackage(ctx context.Context, again bool) error {
	switch {
	case again:
		return errors.New("--stdout and --watch exclude each other")
	case !a.isText():
		return errors.New("--stdout prints Go code, and --format " + a.format + " diagnostics in its place")
	}
	j, err := a.load()
	if err != nil {
		return err
	}
	defer j.close()
	var asked *generator.Package
	for i := range j.config.Packages {
		p := &j.config.Packages[i]
		if p.Skip {
			continue
		}
		if asked != nil {
			return errors.New("--stdout prints one package: name it with --only")
		}
		asked, p.OneFile = p, true
	}
	telling, end := a.progress(ctx)
	files, found, err := j.make(telling)
	end()
	if err != nil {
		return err
	}
	failed := a.report(j.workDir, found)
	if asked == nil || j.found.HasErrors() {
		return failed
	}
	if _, err := a.stdout.Write(files[path.Join(asked.Out, generator.OneFile(asked.Name))]); err != nil {
		return err
	}
	return failed
}
