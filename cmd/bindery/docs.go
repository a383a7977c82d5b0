package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

// defaultDocs is the directory of the reference where neither flag nor configuration
// names one.
const defaultDocs = "docs"

func (a *app) docs() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "docs",
		Short: "Write the reference of the packages, as Markdown and HTML",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.flags.checkConfig(); err != nil {
				return err
			}
			return a.runDocs(cmd.Context(), out)
		},
	}
	a.flags.addConfig(cmd.Flags())
	cmd.Flags().StringVar(&out, "out", "", "`DIR` of the pages; by default what the configuration says under docs, or "+defaultDocs)
	return cmd
}

func (a *app) runDocs(ctx context.Context, out string) error {
	j, err := a.load()
	if err != nil {
		return err
	}
	defer j.close()
	target, err := j.docsDir(out)
	if err != nil {
		return err
	}
	telling, end := a.progress(ctx)
	files, ds := generator.Docs(telling, j.w, j.config)
	end()
	if ds = j.accepted(ds); ds.HasErrors() {
		return a.report(j.workDir, ds)
	}
	pages := *j // the same job, for another directory
	pages.target = target
	if pages.out, err = openTree(target.dir); err != nil {
		return ioError(target.prefix, err)
	}
	defer pages.close()
	changes, obstacles, err := generator.Compare(pages.out.fs(), files, generator.Dirs{Own: []string{"."}})
	if err != nil {
		return pages.outputError(err)
	}
	ds.Add(pages.inPlace(generator.Obstructed(obstacles...))...)
	ds.Add(pages.inPlace(generator.Foreign(j.w, generator.Config{}, changes))...)
	if err := a.report(j.workDir, ds); err != nil {
		return err
	}
	if err := pages.write(ctx, changes); err != nil {
		return err
	}
	a.tell(target, &outcome{changes: changes, made: j.config.Packages, files: len(files)})
	return nil
}

// docsDir is the directory of the reference.
func (j *job) docsDir(out string) (*workDir, error) {
	if out == "" {
		out = j.show(cmp.Or(j.config.Docs, defaultDocs))
	}
	name, err := j.name(out)
	if err != nil {
		return nil, err
	}
	if err := j.w.Contains(name); err != nil {
		return nil, ioError(out, err)
	}
	for _, p := range j.config.Packages {
		if p.Out == name && name != j.config.Docs { // which is a finding
			return nil, fmt.Errorf("--out %s is the directory of package %s: give the reference one of its own", out, p.Name)
		}
	}
	return newWorkDir(out)
}
