package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bindery-go/bindery/generator"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/spf13/cobra"
)

func (a *app) fsck() *cobra.Command {
	var fix bool
	cmd := &cobra.Command{
		Use:   "fsck ROOT",
		Short: "Check the files below a directory against storage paths, schemas, limits and ids",
		Long: `Check the files below ROOT against the storage paths of the configuration.

Reported are documents that break their schema or a limit, or are not the ones
that their paths name; values in files that are missing, and files that nothing
refers to; snapshots that are missing or damaged; indexes that do not say what the
documents do; lines of logs that are damaged, torn, or missing; what is left of
documents that are gone; files without a schema that are not JSON or YAML as their
paths say; leftovers of crashes; and files that no storage path leads to.

With --fix leftovers are removed and indexes made anew. Nothing else is changed.`,
		Args: oneArgument("ROOT, the directory below which the files are"),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.all = true // each is a file to see to
			dir := args[0]
			if info, err := os.Stat(dir); err != nil || !info.IsDir() {
				if err == nil {
					err = errors.New("not a directory")
				}
				return ioError(dir, err)
			}
			j, err := a.configured()
			if err != nil {
				return err
			}
			if j.found.HasErrors() {
				return a.report(j.workDir, j.found)
			}
			root, err := storage.Open(dir)
			if err != nil {
				return ioError(dir, err)
			}
			defer root.Close()
			files := -1 // not known: a schema that does not compile says no paths
			ds, err := generator.Fsck(cmd.Context(), j.w, j.config, generator.StorageRoot{
				Workspace: j.w, FS: plainFiles{os.DirFS(dir)}, Storage: root, Fix: fix,
				Name: func(file string) (string, error) { return j.name(filepath.Join(dir, filepath.FromSlash(file))) },
				Done: func(n int) { files = n },
			})
			if err != nil {
				return ioError(dir, err)
			}
			failed := a.report(j.workDir, ds)
			a.tellFiles(dir, files)
			return failed
		},
	}
	a.flags.addConfig(cmd.Flags())
	cmd.Flags().BoolVar(&fix, "fix", false, "remove leftovers of crashes and make indexes anew")
	return cmd
}

// tellFiles says how many files were looked at, if that is not negative: none is what a
// wrong root has.
func (a *app) tellFiles(dir string, files int) {
	switch {
	case files < 0 || !a.isText():
	case files == 0:
		fmt.Fprintf(a.stdout, "no files: no storage path leads to any below %s\n", generator.Line(filepath.ToSlash(dir)))
	default:
		fmt.Fprintln(a.stdout, counted(files, "file")+" at storage paths")
	}
}
