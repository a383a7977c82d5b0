package main

import (
	"bytes"
	"fmt"

	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/output"
	"github.com/bindery-go/bindery/generator/source"
	"github.com/spf13/cobra"
)

func (a *app) check() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Report generated files that are not what the schemas give; write nothing",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.flags.check(cmd.Flags()); err != nil {
				return err
			}
			m := a.remember()
			if p, ds, ok := m.recall(a.flags.outDir()); ok {
				return a.report(p, ds)
			}
			j, err := a.load()
			if err != nil {
				return err
			}
			files, changes, ds, err := j.compare(cmd.Context())
			if err != nil {
				return err
			}
			if len(changes) == 0 && !ds.HasErrors() {
				m.keep(j, files, changes, ds)
			}
			for i := range changes {
				changes[i].Path = j.target.show(changes[i].Path)
			}
			if !a.isText() {
				return a.report(j.place, append(ds, j.drift(changes)...))
			}
			if err := a.report(j.place, ds); err != nil || len(changes) == 0 {
				return err
			}
			a.printDrift(changes)
			return exitFindings
		},
	}
	a.flags.addConfig(cmd.Flags())
	a.flags.addPackage(cmd.Flags())
	return cmd
}

// printDrift lists the files and shows how they differ.
func (a *app) printDrift(changes []output.Change) {
	for _, c := range changes {
		fmt.Fprintln(a.stdout, driftWord(c), c.Path)
	}
	for _, c := range changes {
		fmt.Fprintf(a.stdout, "\n%s", c.Diff())
	}
	fmt.Fprintln(a.stderr, `bindery: generated files have drifted; run "bindery generate"`)
}

// drift gives the changes as findings: one a file, at the first line that
// differs.
func (j *job) drift(changes []output.Change) diag.Diagnostics {
	var ds diag.Diagnostics
	for _, c := range changes {
		pos := source.InFile(c.Path)
		what := "the file is missing"
		switch c.Kind {
		case output.Changed:
			pos.Line, pos.Column = firstDifference(c.Old, c.New), 1
			what = "the file is not what the schemas give; this is the first line that differs"
		case output.Removed:
			what = "the file is an orphan: nothing generates it any more"
		}
		ds.Addf(diag.Drift, pos, "%s", what)
	}
	return ds
}

// driftWord says how a file differs from what generate would make of it.
func driftWord(c output.Change) string {
	switch c.Kind {
	case output.Added:
		return "missing"
	case output.Removed:
		return "orphan"
	}
	return "changed"
}

// firstDifference is the number of the first line of a that is not that of b.
func firstDifference(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return 1 + bytes.Count(a[:n], []byte{'\n'})
}
