package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

var errNeedsFile = errors.New("--overlay needs the schema that it patches")

func (a *app) validate() *cobra.Command {
	pointer := "#"
	cmd := &cobra.Command{
		Use:   "validate --schema FILE DOC...",
		Short: "Validate JSON, JSON Lines or YAML documents; report all violations",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, docs []string) error {
			if a.flags.schema == "" {
				return errors.New("--schema is missing")
			}
			w, err := workspace(".")
			if err != nil {
				return err
			}
			c := generator.Config{AssertFormat: a.flags.assertFormat, Strict: a.flags.strict}
			if c.Refs, err = a.flags.refMap(); err != nil {
				return err
			}
			p := generator.Package{Roots: []generator.Root{{Pointer: pointer}}}
			if p.Schema, err = relative(a.flags.schema); err != nil {
				return err
			}
			if a.flags.overlay != "" {
				if p.Overlay, err = relative(a.flags.overlay); err != nil {
					return err
				}
			}
			v, ds := generator.NewValidator(w, c, p)
			if v == nil {
				return a.report(w, ds)
			}
			ds = withoutInfo(ds)
			for _, doc := range docs {
				// A missing document is no finding in one.
				if _, err := os.Stat(doc); err != nil {
					return err
				}
				name, err := relative(doc)
				if err != nil {
					return err
				}
				found, err := v.Validate(name, filepath.Ext(doc))
				if err != nil {
					return err
				}
				ds.Add(found...)
			}
			return a.report(w, ds)
		},
	}
	a.flags.addSchema(cmd.Flags())
	cmd.Flags().StringVar(&pointer, "root", "#", "JSON Pointer of the schema in the file")
	return cmd
}
