package main

import (
	"github.com/bindery-go/bindery/generator"
	"github.com/bindery-go/bindery/generator/diag"
	"github.com/spf13/cobra"
)

func (a *app) lint() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lint [FILE...]",
		Short: "Report every problem of the schemas and of the configuration",
		RunE: func(cmd *cobra.Command, files []string) error {
			j, err := a.lintJob(files)
			if err != nil {
				return err
			}
			_, ds := generator.Lint(orBackground(cmd.Context()), j.w, j.config)
			ds.Add(j.found...)
			return a.report(j.w, generator.Accept(ds, j.config.Ignore))
		},
	}
	a.flags.addConfig(cmd.Flags())
	cmd.Flags().BoolVar(&a.flags.assertFormat, "format-assertion", false, "make \"format\" an assertion")
	cmd.Flags().BoolVar(&a.flags.strict, "strict", false, "do not repair quirks of real schemas")
	cmd.Flags().StringVar(&a.flags.overlay, "overlay", "", "patch of the schema (RFC 7396 map or RFC 6902 list)")
	cmd.Flags().StringArrayVar(&a.flags.refs, "ref", nil, "directory of a URI prefix, as `URI-PREFIX=DIR`; may be repeated")
	return cmd
}

// lintJob makes a job of the files that the command line names, or of the
// whole configuration. A file that the configuration has is linted with its
// overlay and options.
func (a *app) lintJob(files []string) (*job, error) {
	if len(files) == 0 {
		overlay := a.flags.overlay
		a.flags.overlay = ""
		if overlay != "" {
			return nil, errNeedsFile
		}
		return a.load()
	}
	w, err := workspace(".")
	if err != nil {
		return nil, err
	}
	j := &job{w: w, config: generator.Config{AssertFormat: a.flags.assertFormat, Strict: a.flags.strict}}
	if j.config.Refs, err = a.flags.refMap(); err != nil {
		return nil, err
	}
	for _, file := range files {
		p := generator.Package{Name: "schema", Roots: []generator.Root{{Name: "Root", Pointer: "#"}}}
		if p.Schema, err = relative(file); err != nil {
			return nil, err
		}
		if a.flags.overlay != "" {
			if p.Overlay, err = relative(a.flags.overlay); err != nil {
				return nil, err
			}
		}
		j.config.Packages = append(j.config.Packages, p)
	}
	return j, nil
}

// withoutInfo drops what only lint tells.
func withoutInfo(ds diag.Diagnostics) diag.Diagnostics {
	var out diag.Diagnostics
	for _, d := range ds {
		if d.Severity != diag.Info {
			out.Add(d)
		}
	}
	return out
}

// withoutLint drops the accepted findings that only lint can make, so that
// other commands do not take them for unused.
func withoutLint(ignore []generator.Ignore) []generator.Ignore {
	var out []generator.Ignore
	for _, i := range ignore {
		if entry, ok := diag.Lookup(diag.Code(i.Code)); !ok || !generator.OnlyLint(entry.Code) {
			out = append(out, i)
		}
	}
	return out
}
