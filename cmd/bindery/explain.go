package main

import (
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator/diag"
	"github.com/spf13/cobra"
)

func (a *app) explain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain CODE",
		Short: "Tell what a finding means and how to mend it",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			entry, ok := diag.Lookup(diag.Code(strings.ToUpper(args[0])))
			if !ok {
				return fmt.Errorf("there is no finding %q; the codes are %s", args[0], allCodes())
			}
			return diag.Explain(a.stdout, diag.Format(a.format), entry)
		},
	}
}

func allCodes() string {
	var codes []string
	for _, e := range diag.Entries() {
		codes = append(codes, string(e.Code))
	}
	return strings.Join(codes, ", ")
}
