package main

import (
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

func (a *app) explain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain CODE",
		Short: "Tell what a finding means and how to mend it",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			ok, err := generator.Explain(a.stdout, generator.Format(a.format), generator.Code(strings.ToUpper(args[0])))
			if !ok {
				return fmt.Errorf("there is no finding %q; the codes are %s", args[0], allCodes())
			}
			return err
		},
	}
}

func allCodes() string {
	var codes []string
	for _, c := range generator.Codes() {
		codes = append(codes, string(c))
	}
	return strings.Join(codes, ", ")
}
