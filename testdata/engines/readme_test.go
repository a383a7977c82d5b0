//go:build unix

package engines_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/checkpoint/pgstore/pgtest"
)

// readmeProgram runs what the README shows of each engine: what it takes from
// files to PostgreSQL to Temporal.
const readmeProgram = `package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"

	"example.com/tickets/internal/release"
	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/checkpoint/pgstore"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/temporalrun"
)

var (
	ctx = context.Background()
	url = os.Args[1]
	r   = release.Release{Version: "v1"}
)

func onFiles() (checkpoint.Store, protocol.Outcome, error) {
	%s
	return store, outcome, err
}

func onPostgres() (checkpoint.Store, protocol.Outcome, error) {
	%s
	return store, outcome, err
}

func onTemporal(client client.Client, worker worker.Registry, options temporalrun.Options) (protocol.Outcome, error) {
	%s
	return outcome, err
}

func main() {
	for _, run := range []func() (checkpoint.Store, protocol.Outcome, error){onFiles, onPostgres} {
		store, _, err := run()
		if !errors.As(err, new(*protocol.WaitingError)) {
			panic(err)
		}
		if err := protocol.Answer(ctx, store, "v1", true); err != nil {
			panic(err)
		}
		_, outcome, err := run()
		fmt.Println(outcome, err)
	}
	c, err := client.Dial(client.Options{HostPort: os.Args[2], Logger: log.NewStructuredLogger(slog.New(slog.DiscardHandler))})
	if err != nil {
		panic(err)
	}
	w := worker.New(c, "releases", worker.Options{})
	go func() {
		for temporalrun.Answer(ctx, c, "v1", true) != nil {
			time.Sleep(100 * time.Millisecond)
		}
	}()
	time.AfterFunc(time.Second, func() {
		if err := w.Start(); err != nil {
			panic(err)
		}
	})
	fmt.Println(onTemporal(c, w, temporalrun.Options{StartWorkflowOptions: client.StartWorkflowOptions{TaskQueue: "releases"}}))
}
`

// TestReadme runs the lines of the README, with the schema and the steps that it
// shows, on files, a PostgreSQL server and a Temporal server.
func TestReadme(t *testing.T) {
	if postgres == nil {
		t.Skip("2026-11-28: the test starts a server of its own:", pgtest.ErrNotInstalled)
	}
	temporal(t)
	readme := readFile(t, "../../README.md")
	find := func(pattern string) string {
		t.Helper()
		m := regexp.MustCompile(pattern).FindStringSubmatch(readme)
		if m == nil {
			t.Fatalf("the README has no %s", pattern)
		}
		return m[1]
	}
	lines := func(first string) string { return find(`(?m)(^    ` + first + `.*\n(?:^    .*\n)*)`) }

	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	module := strings.NewReplacer(
		"module github.com/bindery-go/bindery/testdata/engines", "module example.com/tickets",
		"=> ../..", "=> "+root, "=> ../downstream", "=> "+root+"/testdata/downstream",
	).Replace(readFile(t, "go.mod"))
	steps := find("(?s)`publish/main.go`:\n\n```go\n(.*?)\nfunc main\\(\\)")
	for _, unused := range []string{"os", "github.com/bindery-go/bindery/runtime/checkpoint/filestore"} { // but by main
		steps = strings.Replace(steps, "\t\""+unused+"\"\n", "", 1)
	}
	for name, text := range map[string]string{
		"go.mod":       module,
		"go.sum":       readFile(t, "go.sum"),
		"release.yaml": find("(?s)`schemas/release.yaml`:\n\n```yaml\n(.*?)```"),
		"steps.go":     steps,
		"main.go":      fmt.Sprintf(readmeProgram, lines(`store, err := filestore\.Open`), lines(`store, err := pgstore\.Open`), lines(`err := temporalrun\.Register`)),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	printed(t, root, "go", "run", "./cmd/bindery", "generate", "--schema", filepath.Join(dir, "release.yaml"),
		"--package", "release", "--root", "Release", "--out", filepath.Join(dir, "internal/release"))
	got := printed(t, dir, "go", "run", ".", postgres.Conn("public"), shared.address())
	if want := strings.Repeat("uploading v1\ndone <nil>\n", 3); got != want {
		t.Errorf("the README's lines print %q, want %q", got, want)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// printed is what a command prints that a directory is the current one of.
func printed(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s%s", name, args, err, out, &stderr)
	}
	return string(out)
}
