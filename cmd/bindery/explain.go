package main

import (
	"encoding/json"
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
				return fmt.Errorf("there is no finding %s; the codes are %s to %s", args[0], diag.Entries()[0].Code, diag.Entries()[len(diag.Entries())-1].Code)
			}
			if a.isText() {
				fmt.Fprintf(a.stdout, "%s (%s): %s\n\n%s\n", entry.Code, entry.Severity, entry.Title, strings.TrimSpace(entry.Explanation))
				if entry.Help != "" {
					fmt.Fprintf(a.stdout, "\nhelp: %s\n", entry.Help)
				}
				return nil
			}
			enc := json.NewEncoder(a.stdout)
			enc.SetIndent("", "  ")
			return enc.Encode(entry)
		},
	}
}
