package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

func (a *app) validate() *cobra.Command {
	var flags schemaFlags
	var file, pointer string
	cmd := &cobra.Command{
		Use:   "validate --schema FILE DOC...",
		Short: "Validate JSON, JSON Lines or YAML documents; report all violations",
		Long: `Validate documents and report all violations with line and column.

A DOC ending in .yaml or .yml is YAML, one ending in .jsonl or .ndjson has a
document on each line, any other is JSON.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, docs []string) error {
			if file == "" {
				return errors.New("--schema is missing")
			}
			if !strings.HasPrefix(pointer, "#") {
				pointer = "#" + pointer
			}
			p, err := newWorkDir(".")
			if err != nil {
				return err
			}
			v, ds, err := newValidator(p, flags, file, pointer)
			if err != nil {
				return err
			}
			if v == nil {
				return a.report(p, atLeast(generator.Error, ds))
			}
			ds = nil // what lint has to say about the schema is not asked for
			var unread []error
			for _, doc := range docs {
				found, err := validateDocument(p, v, doc)
				ds.Add(found...)
				if err != nil {
					unread = append(unread, err)
				}
			}
			result := a.report(p, ds)
			if len(unread) > 0 {
				return errors.Join(unread...)
			}
			return result
		},
	}
	cmd.Flags().StringVar(&file, "schema", "", "schema `FILE`")
	cmd.Flags().StringVar(&pointer, "pointer", "#", "JSON `POINTER` of the schema in the file")
	flags.addSchema(cmd.Flags())
	return cmd
}

func newValidator(p *workDir, flags schemaFlags, file, pointer string) (*generator.Validator, generator.Diagnostics, error) {
	c, err := flags.configuration(p)
	if err != nil {
		return nil, nil, err
	}
	pkg, err := flags.schemaPackage(p, file)
	if err != nil {
		return nil, nil, err
	}
	pkg.Roots = []generator.Root{{Pointer: pointer}}
	v, ds := generator.NewValidator(p.w, c, pkg)
	return v, ds, nil
}

// validateDocument judges a file. The error is one of reading it, which is no
// finding in a document.
func validateDocument(p *workDir, v *generator.Validator, doc string) (generator.Diagnostics, error) {
	if _, err := os.Stat(doc); err != nil {
		return nil, ioError(doc, err)
	}
	name, err := p.name(doc)
	if err != nil {
		return nil, err
	}
	ds, err := v.Validate(name, filepath.Ext(doc))
	if err != nil {
		return nil, ioError(doc, err)
	}
	return ds, nil
}
