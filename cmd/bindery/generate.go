package main

import (
	"context"
	"fmt"

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
	defer j.close()
	changes, ds, err := j.compare(ctx)
	if err != nil {
		return err
	}
	ds.Add(j.inPlace(generator.Foreign(j.w, j.config, changes))...)
	if err := a.report(j.workDir, ds); err != nil {
		return err
	}
	if err := j.write(ctx, changes); err != nil {
		return err
	}
	if a.isText() {
		for _, c := range changes {
			fmt.Fprintln(a.stdout, c.Kind, generator.Line(j.target.show(c.Path)))
		}
	}
	return nil
}
