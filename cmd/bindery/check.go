package main

import (
	"fmt"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

func (a *app) check() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Report generated files that are not what the schemas give; write nothing",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.flags.check(cmd.Flags()); err != nil {
				return err
			}
			j, err := a.load()
			if err != nil {
				return err
			}
			defer j.close()
			ctx, end := a.progress(cmd.Context())
			o, err := j.compare(ctx)
			end()
			if err != nil {
				return err
			}
			if !a.isText() {
				return a.report(j.workDir, append(o.found, j.inPlace(generator.Drift(o.changes))...))
			}
			failed := a.report(j.workDir, o.found)
			if len(o.changes) == 0 || failed != nil && len(o.left) == 0 {
				return failed
			}
			for i := range o.changes {
				o.changes[i].Path = j.target.show(o.changes[i].Path)
			}
			a.printDrift(o.changes)
			return exitDiagnostics
		},
	}
	a.flags.addConfig(cmd.Flags())
	a.flags.addPackage(cmd.Flags())
	return cmd
}

// printDrift lists the files and shows how they differ.
func (a *app) printDrift(changes []generator.Change) {
	lineEnds := 0
	var differ []generator.Change
	for _, c := range changes {
		if c.OnlyLineEnds() {
			lineEnds++
			continue
		}
		fmt.Fprintln(a.stdout, driftWord(c), generator.Line(c.Path))
		if !generator.HasConflict(c) {
			differ = append(differ, c)
		}
	}
	for _, c := range differ {
		fmt.Fprintf(a.stdout, "\n%s", generator.Lines(c.Diff()))
	}
	if lineEnds > 0 {
		fmt.Fprintf(a.stderr, "bindery: %s only in line ends: git has checked out CRLF; say eol=lf for them in .gitattributes, or run \"bindery generate\"\n",
			map[bool]string{true: "1 generated file differs", false: fmt.Sprint(lineEnds, " generated files differ")}[lineEnds == 1])
	}
	if lineEnds < len(changes) {
		fmt.Fprintln(a.stderr, `bindery: generated files have drifted; run "bindery generate"`)
	}
}

// driftWord says how a file differs from what generate would make of it.
func driftWord(c generator.Change) string {
	if generator.HasConflict(c) {
		return "merge conflict in"
	}
	switch c.Kind {
	case generator.Added:
		return "missing"
	case generator.Removed:
		return "orphan"
	}
	return "changed"
}
