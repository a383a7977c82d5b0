// Command bindery compiles JSON and YAML schemas to Go packages and keeps them
// true to their schemas. It parses flags, prints and sets the exit status; all
// else is package generator's.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// Exit statuses.
const (
	exitClean    = 0
	exitFindings = 1 // in the user's files
	exitFailed   = 2 // could not run: bad flags, bad configuration, I/O
)

// errFindings ends a command whose findings are printed already.
var errFindings = errors.New("findings")

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:           "bindery",
		Short:         "Compile schemas to Go types, decoders, validators and protocol drivers",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_ = cmd.Help() // it is printed to stdout
			return errors.New("name a command")
		},
	}
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.CompletionOptions.HiddenDefaultCmd = true
	app := &app{stdout: stdout, stderr: stderr}
	root.PersistentFlags().StringVar(&app.format, "format", "text", "form of the findings: text, json, sarif or github")
	root.AddCommand(app.generate(), app.check(), app.lint(), app.validate(), app.explain())
	switch err := root.Execute(); {
	case err == nil:
		return exitClean
	case errors.Is(err, errFindings):
		return exitFindings
	default:
		fmt.Fprintln(stderr, "bindery:", err)
		return exitFailed
	}
}
