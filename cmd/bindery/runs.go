package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/runtime/protocol/runsview"
	"github.com/spf13/cobra"
)

func (a *app) runs() *cobra.Command {
	var o runsview.Options
	cmd := &cobra.Command{
		Use:   "runs STORE [list | show RUN | delete RUN... | prune | answer RUN JSON [REQUEST-ID] | move STORE [RUN...]]",
		Short: "List, show, answer, move and delete the runs of protocols in a checkpoint store",
		Long: `List the runs of protocols in a checkpoint store, show, answer, move or delete
them. A run that is moved goes on in the other store where it stopped.

A STORE is a directory of filestore. For a URL, such as postgres://host/db, the
program bindery-runs-SCHEME does it, which must be in the PATH:

    go install github.com/bindery-go/bindery/runtime/checkpoint/pgstore/cmd/bindery-runs-postgres@latest
    go install github.com/bindery-go/bindery/runtime/protocol/temporalrun/cmd/bindery-runs-temporal@latest

Runs on Temporal are at temporal://HOST:PORT/NAMESPACE; to move runs there, add the
task queue of their workers: ?queue=QUEUE.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name STORE, where the runs are: a directory, or the address of a server")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.JSON = a.format == "json"; !o.JSON && !a.isText() {
				return fmt.Errorf("runs has no --format %s: use text or json", a.format)
			}
			if scheme := schemeOf(args); scheme != "" {
				return a.runsElsewhere(scheme, args, o)
			}
			if _, err := os.Stat(args[0]); err != nil {
				return ioError(args[0], err)
			}
			place, done, err := runsview.Directory(cmd.Context(), args[0])
			if err != nil {
				return ioError(args[0], err)
			}
			defer done()
			o.Open = runsview.Directory
			err = runsview.DoIn(cmd.Context(), place, args[1:], o, a.stdout)
			if err != nil && !errors.Is(err, runsview.ErrUsage) {
				return &systemError{args[0], err}
			}
			return err
		},
	}
	cmd.Flags().IntVar(&o.Keep.Keep, "keep", 0, "prune: keep the newest `N`")
	cmd.Flags().DurationVar(&o.Keep.MaxAge, "older-than", 0, "prune: delete what is older than `DURATION`, such as 720h")
	cmd.Flags().BoolVar(&o.Failed, "failed", false, "prune: runs that have failed, too")
	return cmd
}

// schemeOf is the scheme of the store that the arguments name, or of the one that
// runs are to be moved to; "" where all are in directories.
func schemeOf(args []string) string {
	names := args[:1]
	if len(args) > 2 && args[1] == "move" {
		names = []string{args[0], args[2]}
	}
	for _, name := range names {
		if scheme, _, isURL := strings.Cut(name, "://"); isURL {
			return scheme
		}
	}
	return ""
}

// runsElsewhere lets the program for stores of a scheme do the command: its driver
// is no dependency of this module.
func (a *app) runsElsewhere(scheme string, args []string, o runsview.Options) error {
	if scheme == "postgresql" {
		scheme = "postgres"
	}
	name := "bindery-runs-" + scheme
	program, err := exec.LookPath(name)
	if err != nil {
		return &systemError{name, errors.New("it is not in the PATH: see bindery runs --help")}
	}
	flags := []string{
		"-json=" + strconv.FormatBool(o.JSON), "-failed=" + strconv.FormatBool(o.Failed),
		"-keep=" + strconv.Itoa(o.Keep.Keep), "-older-than=" + o.Keep.MaxAge.String(), "--",
	}
	child := exec.Command(program, append(flags, args...)...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, a.stdout, a.stderr
	if err := child.Run(); err != nil {
		if _, ok := errors.AsType[*exec.ExitError](err); ok {
			return exitFailed // it has said why
		}
		return &systemError{name, err}
	}
	return nil
}
