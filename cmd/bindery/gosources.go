package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"time"
)

// goSources finds the source of Go packages as the go command does for code in a
// directory. Nothing is fetched: what is not on this machine is not found.
func goSources(dir string) func(importPath string) (fs.FS, error) {
	return func(importPath string) (fs.FS, error) {
		const patience = time.Minute // for a machine that is busy
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		list := exec.CommandContext(ctx, "go", "list", "-find", "-f", "{{.Dir}}", "--", importPath)
		list.Dir = dir
		list.Env = append(os.Environ(), "GOPROXY=off", "GOTOOLCHAIN=local", "GOVCS=*:off")
		out, err := list.Output()
		if failed := new(exec.ExitError); errors.As(err, &failed) {
			text, _, _ := strings.Cut(strings.TrimSpace(string(failed.Stderr)), "\n")
			return nil, errors.New(strings.TrimSuffix(text, "; to add it:")) // what to run is on the next line
		}
		if err != nil {
			return nil, err
		}
		return os.DirFS(strings.TrimSpace(string(out))), nil
	}
}
