package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

func (a *app) generate() *cobra.Command {
	var again bool
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Write the Go packages of a configuration, or of one schema",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.flags.check(cmd.Flags()); err != nil {
				return err
			}
			switch {
			case a.flags.stdout:
				return a.printPackage(cmd.Context(), again)
			case again:
				return a.watch(cmd.Context())
			}
			return a.runGenerate(cmd.Context())
		},
	}
	a.flags.addConfig(cmd.Flags())
	a.flags.addPackage(cmd.Flags())
	cmd.Flags().BoolVar(&a.flags.stdout, "stdout", false, "print the one package that is asked for, as one Go file, and write nothing; --schema needs no --out then")
	cmd.Flags().BoolVar(&again, "watch", false, "go on: generate again whenever the configuration, a schema, an overlay or what they refer to changes")
	return cmd
}

// runGenerate writes what the flags ask for.
func (a *app) runGenerate(ctx context.Context) error {
	j, err := a.load()
	if err != nil {
		return err
	}
	defer j.close()
	telling, end := a.progress(ctx)
	o, err := j.compare(telling)
	end()
	if err != nil {
		return err
	}
	if foreign := generator.Foreign(j.w, j.config, o.changes); len(foreign) > 0 {
		o.found.Add(j.inPlace(foreign)...)
		o.left = nil // nothing is written
	}
	failed := a.report(j.workDir, o.found)
	if failed != nil && len(o.left) == 0 {
		return failed
	}
	if err := j.write(ctx, o.changes); err != nil {
		return err
	}
	if a.recorder != nil {
		a.recorder.Accept(j.written(o.changes))
	}
	a.tell(j.target, o)
	return failed
}

// tell lists the files that were written, where people read it.
func (a *app) tell(target *workDir, o *outcome) {
	if !a.isText() {
		return
	}
	for _, c := range o.changes {
		fmt.Fprintln(a.stdout, c.Kind, generator.Line(target.show(c.Path)))
	}
	fmt.Fprintln(a.stdout, o.summary())
}

// summary says in a line what was done.
func (o *outcome) summary() string {
	written, removed := 0, 0
	for _, c := range o.changes {
		if c.Kind == generator.Removed {
			removed++
		} else {
			written++
		}
	}
	if len(o.made)+len(o.left)+len(o.changes) == 0 {
		return "nothing to generate: the configuration has no entry under packages"
	}
	parts := []string{counted(len(o.made), "package")}
	if len(o.changes) == 0 {
		parts = append(parts, "up to date")
	}
	if written > 0 {
		parts = append(parts, counted(written, "file")+" written")
	}
	if removed > 0 {
		parts = append(parts, fmt.Sprint(removed, " removed"))
	}
	if same := o.files - written; len(o.changes) > 0 && same > 0 {
		parts = append(parts, fmt.Sprint(same, " unchanged"))
	}
	line := strings.Join(parts, ", ")
	if len(o.left) > 0 {
		var names []string
		for _, p := range o.left {
			names = append(names, p.Name)
		}
		line += "; left as before: " + strings.Join(names, ", ")
	}
	return line
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
