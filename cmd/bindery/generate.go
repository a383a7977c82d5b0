package main

import (
	"context"
	"fmt"
	"os"

	"github.com/bindery-go/bindery/generator"
	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/output"
	"github.com/bindery-go/bindery/generator/source"
	"github.com/spf13/cobra"
)

func (a *app) generate() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Write the Go packages of a configuration, or of one schema",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			j, err := a.load()
			if err != nil {
				return err
			}
			changes, err := a.changes(cmd.Context(), j)
			if err != nil {
				return err
			}
			if len(changes) == 0 {
				return nil
			}
			if err := os.MkdirAll(j.dir, 0o777); err != nil {
				return err
			}
			root, err := os.OpenRoot(j.dir)
			if err != nil {
				return err
			}
			defer root.Close()
			if err := output.Apply(root, changes); err != nil {
				return err
			}
			if a.isText() {
				for _, c := range changes {
					fmt.Fprintf(a.stdout, "%s %s\n", c.Kind, c.Path)
				}
			}
			return nil
		},
	}
	a.flags.addConfig(cmd.Flags())
	a.flags.addSchema(cmd.Flags())
	a.flags.addPackage(cmd.Flags())
	return cmd
}

// changes compiles the job, reports the findings, and compares the result with
// what is on disk.
func (a *app) changes(ctx context.Context, j *job) ([]output.Change, error) {
	files, ds := generator.Generate(orBackground(ctx), j.w, j.config)
	ds.Add(j.found...)
	ds = generator.Accept(withoutInfo(ds), withoutLint(j.config.Ignore))
	if err := a.report(j.w, ds); err != nil {
		return nil, err
	}
	return output.Compare(os.DirFS(j.dir), files, j.dirs())
}

func orBackground(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}

// check reports drift.
func (a *app) check() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Report generated files that are not what the schemas give; write nothing",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			j, err := a.load()
			if err != nil {
				return err
			}
			changes, err := a.changes(cmd.Context(), j)
			if err != nil || len(changes) == 0 {
				return err
			}
			if !a.isText() {
				var ds diag.Diagnostics
				for _, c := range changes {
					ds.Addf(diag.Drift, source.InFile(c.Path), "%s", drift(c))
				}
				return a.report(j.w, ds)
			}
			for _, c := range changes {
				fmt.Fprintf(a.stdout, "%s: %s\n", c.Path, drift(c))
			}
			for _, c := range changes {
				fmt.Fprintf(a.stdout, "\n%s", c.Diff())
			}
			fmt.Fprintln(a.stderr, `bindery: generated files have drifted; run "bindery generate"`)
			return errFindings
		},
	}
	a.flags.addConfig(cmd.Flags())
	a.flags.addSchema(cmd.Flags())
	a.flags.addPackage(cmd.Flags())
	return cmd
}

// drift says how a file differs from what generate would make of it.
func drift(c output.Change) string {
	switch c.Kind {
	case output.Added:
		return "missing"
	case output.Removed:
		return "no longer generated"
	}
	return "changed"
}
