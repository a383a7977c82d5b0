// Command bindery compiles JSON and YAML schemas to Go packages and keeps them
// true to their schemas. It parses flags, prints and sets the exit status; all
// else is package generator's.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
)

// status is the exit status of a command that has said why. It is an error so
// that commands can return it.
type status int

const (
	exitClean       status = 0
	exitDiagnostics status = 1 // in the user's files
	exitFailed      status = 2 // could not run: bad flags, bad configuration, I/O
)

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// systemError is a failure of the system, as against a mistake in the command
// line.
type systemError struct {
	file string // as the user names it
	err  error
}

func (e *systemError) Error() string { return e.file + ": " + e.err.Error() }
func (e *systemError) Unwrap() error { return e.err }

// ioError makes a systemError of err; nil stays nil. The path in an error of
// package fs gives way to the name of the file that is known to the user.
func ioError(file string, err error) error {
	if err == nil {
		return nil
	}
	if p, ok := err.(*fs.PathError); ok {
		err = p.Err
	}
	if errors.Is(err, syscall.ENOTDIR) {
		if at := blocking(file); at != "" {
			return &systemError{at, errors.New("a file is where a directory should be: move it, or name another directory")}
		}
	}
	return &systemError{file, err}
}

// blocking is the file that is in the way to another, "" for none.
func blocking(file string) string {
	for at := filepath.Clean(file); ; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err == nil {
			if info.IsDir() {
				return ""
			}
			return filepath.ToSlash(at)
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

func main() {
	sizeHeap()
	os.Exit(int(run(os.Args[1:], os.Stdout, os.Stderr)))
}

// version is the version of the module that the program was built from, with
// the version of Go.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return fmt.Sprintf("%s (%s)", moduleVersion(), info.GoVersion)
}

// moduleVersion is the version of the module that the program was built from.
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)"
	}
	return cmp.Or(info.Main.Version, "(devel)")
}

// commands are those of the program, in the order of its help.
func (a *app) commands() []*cobra.Command {
	return []*cobra.Command{a.init(), a.generate(), a.check(), a.lint(), a.validate(), a.breaking(), a.docs(), a.runs(), a.fsck(), a.overlay(), a.explain()}
}

// run executes one command line.
func run(args []string, stdout, stderr io.Writer) status {
	app := &app{stdout: stdout, stderr: stderr}
	root := &cobra.Command{
		Use:   "bindery",
		Short: "Compile schemas to Go types, decoders and validators",
		Long: `Bindery compiles JSON and YAML schemas to Go types, decoders and validators.

Exit status: 0 clean, 1 diagnostics in your files, 2 could not run.`,
		Version:           version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: func(*cobra.Command, []string) error { return app.checkFlags() },
		RunE:              func(*cobra.Command, []string) error { return errors.New("missing command") },
	}
	root.SetFlagErrorFunc(nearFlag)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.PersistentFlags().StringVar(&app.format, "format", string(generator.Text), "form of the diagnostics: text, json, sarif or github")
	root.PersistentFlags().StringVar(&app.failOn, "fail-on", "error", "least severity that leads to exit status 1: error, warning or info")
	root.PersistentFlags().BoolVar(&app.all, "all", false, "print all diagnostics, also where more than 10 in a file or 50 in all have one code; json, sarif, validate and fsck always do")
	root.AddCommand(app.commands()...)
	cmd, err := root.ExecuteC()
	var done status
	var failure *systemError
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &done):
		return done
	case errors.As(err, &failure):
		printError(stderr, err)
		return exitFailed
	default:
		printError(stderr, err)
		fmt.Fprintf(stderr, "Run \"%s --help\" for usage.\n", cmd.CommandPath())
		return exitFailed
	}
}

// printError prints an error, each of several that are joined on a line.
func printError(w io.Writer, err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			printError(w, e)
		}
		return
	}
	// Cobra adds lines of its own where a command is misspelt.
	const also = "Did you mean this?\n"
	message, suggestions, suggests := strings.Cut(err.Error(), "\n\n"+also)
	fmt.Fprintf(w, "bindery: %s\n", generator.Line(message))
	if suggests {
		fmt.Fprintf(w, "%s%s\n", also, generator.Lines(strings.TrimRight(suggestions, "\n")))
	}
}
