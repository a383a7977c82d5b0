package main

import (
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

func (a *app) explain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Tell what a diagnostic means and how to fix it; without CODE, list them all",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			format := generator.Format(a.format)
			if len(args) == 0 {
				return generator.Catalogue(a.stdout, format)
			}
			ok, err := generator.Explain(a.stdout, format, generator.Code(strings.ToUpper(args[0])))
			if !ok {
				return fmt.Errorf("unknown code %q; bindery explain lists them all", args[0])
			}
			return err
		},
	}
}
