package main

import (
	"context"
	"fmt"
	"os"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

func (a *app) generate() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Write the Go packages of a configuration, or of one schema",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.flags.check(cmd.Flags()); err != nil {
				return err
			}
			return a.runGenerate(cmd.Context())
		},
	}
	a.flags.addConfig(cmd.Flags())
	a.flags.addPackage(cmd.Flags())
	return cmd
}

// runGenerate writes what the flags ask for.
func (a *app) runGenerate(ctx context.Context) error {
	j, err := a.load()
	if err != nil {
		return err
	}
	changes, ds, err := j.compare(ctx)
	if err != nil {
		return err
	}
	ds.Add(generator.Foreign(j.config, changes)...)
	if err := a.report(j.workDir, ds); err != nil {
		return err
	}
	if err := j.write(changes); err != nil {
		return err
	}
	if a.isText() {
		for _, c := range changes {
			fmt.Fprintln(a.stdout, c.Kind, generator.Line(j.target.show(c.Path)))
		}
	}
	return nil
}

// compare compiles the job and compares the result with what is on disk. There
// are no changes where the findings have an error.
func (j *job) compare(ctx context.Context) ([]generator.Change, generator.Diagnostics, error) {
	files, ds := generator.Generate(ctx, j.w, j.config)
	ds.Add(j.found...)
	ds = generator.Regrade(ds, j.config.Severity)
	ds = generator.Accept(atLeast(generator.Warning, ds), withoutLint(j.config.Ignore))
	if ds.HasErrors() {
		return nil, ds, nil
	}
	changes, err := generator.Compare(os.DirFS(j.target.dir), files, j.dirs())
	return changes, ds, ioError(j.target.prefix, err)
}

// write makes the changes.
func (j *job) write(changes []generator.Change) error {
	if len(changes) == 0 {
		return nil
	}
	if err := os.MkdirAll(j.target.dir, 0o777); err != nil {
		return ioError(j.target.prefix, err)
	}
	root, err := os.OpenRoot(j.target.dir)
	if err != nil {
		return ioError(j.target.prefix, err)
	}
	defer root.Close()
	return ioError(j.target.prefix, generator.Apply(root, changes))
}
