package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/bindery-go/bindery/cmd/bindery/internal/watch"
	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

// app holds what the commands share.
//
// What a command was asked for goes to stdout: the files that generate wrote,
// the differences that check found, the text of explain. Diagnostics go to stderr
// as text and to stdout in a form for machines, which then is all that stdout
// gets.
type app struct {
	stdout, stderr io.Writer
	format         string
	failOn         string // the least severity that leads to exit status 1
	all            bool   // print all diagnostics, however many are alike
	flags          packageFlags

	// Of generate --watch: what the run has read, and the directory of its names.
	watches  bool
	recorder *watch.Recorder
	watched  *workDir
}

// noArguments refuses arguments.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := ""
	switch {
	case cmd.Flags().Lookup("schema") != nil:
		hint = "; a schema is named by --schema, a package of the configuration by --only"
	case cmd.Flags().Lookup("against") != nil:
		hint = "; the earlier state is named by --against"
	}
	return fmt.Errorf("%s takes no arguments, but was given %q%s", cmd.Name(), args[0], hint)
}

func (a *app) isText() bool { return generator.Format(a.format) == generator.Text }

// report prints diagnostics and returns the status that they lead to, nil where
// none of them is an error.
func (a *app) report(p *workDir, ds generator.Diagnostics) error {
	out := a.stdout
	if a.isText() {
		out = a.stderr
	}
	shown := p.shown(ds)
	if err := generator.Print(out, generator.Format(a.format), shown, p.file, a.all); err != nil {
		return err
	}
	result := exitClean
	for _, d := range shown {
		switch {
		case d.Severity == generator.Error:
			result = max(result, statusOf(d, p.show(p.configName)))
		case d.Severity >= generator.ParseSeverity(a.failOn):
			result = max(result, exitDiagnostics)
		}
	}
	if result == exitClean {
		return nil
	}
	return result
}

// checkFlags refuses unknown values of the flags that all commands have.
func (a *app) checkFlags() error {
	if _, err := generator.ParseFormat(a.format); err != nil {
		return err
	}
	if generator.ParseSeverity(a.failOn) == 0 {
		return fmt.Errorf("--fail-on %q is none of error, warning and info", a.failOn)
	}
	return nil
}

// statusOf tells an error in the user's files from one that kept the command
// from running.
func statusOf(d generator.Diagnostic, config string) status {
	switch d.Code {
	case generator.NoConfig, generator.BadConfig, generator.SchemaNotFound, generator.SchemaUnreadable, generator.Internal:
		return exitFailed
	case generator.UnusedIgnore, generator.UnusedAllowance:
		return exitDiagnostics
	}
	if d.Pos.File == config { // it cannot be read; or the command line, which is not a file
		return exitFailed
	}
	return exitDiagnostics
}

// atLeast drops the diagnostics below a severity.
func atLeast(s generator.Severity, ds generator.Diagnostics) generator.Diagnostics {
	return slices.DeleteFunc(slices.Clone(ds), func(d generator.Diagnostic) bool { return d.Severity < s })
}

// withoutLint drops the accepted diagnostics that only lint can make, so that
// other commands do not take them for unused.
func withoutLint(ignore []generator.Ignore) []generator.Ignore {
	return slices.DeleteFunc(slices.Clone(ignore), func(i generator.Ignore) bool { return generator.OnlyLint(generator.Code(i.Code)) })
}
