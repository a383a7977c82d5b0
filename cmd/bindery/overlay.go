package main

import (
	"errors"
	"fmt"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

func (a *app) overlay() *cobra.Command {
	var flags schemaFlags
	var suggest bool
	cmd := &cobra.Command{
		Use:   "overlay --suggest FILE",
		Short: "Print the x-bindery entries that can be derived from a schema",
		Long: `Print an overlay with the x-bindery entries that can be derived from a schema:
a store for each storage path whose arguments a document says, with the IDs of its
lists and the limit that says how long documents are kept; the window over documents
that say how many of them it holds; the budget of a list with a limit and numbers. With
the overlay that the configuration names for the schema, or --overlay, what that has is
left out.`,
		Args: func(_ *cobra.Command, files []string) error {
			if len(files) != 1 {
				return fmt.Errorf("%d schemas: name one FILE", len(files))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, files []string) error {
			if !suggest {
				return errors.New("--suggest is missing: it is what the command does")
			}
			j, err := a.filesJob(cmd, flags, files)
			if err != nil {
				return err
			}
			overlay, ds := generator.Suggest(cmd.Context(), j.w, j.config)
			if ds.HasErrors() {
				return a.report(j.workDir, ds)
			}
			fmt.Fprint(a.stdout, overlay)
			return nil
		},
	}
	cmd.Flags().BoolVar(&suggest, "suggest", false, "print what can be derived")
	a.flags.addConfig(cmd.Flags())
	flags.addSchema(cmd.Flags())
	return cmd
}
