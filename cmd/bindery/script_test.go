package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bindery": main})
}

// TestScripts runs testdata/script. With UPDATE_SCRIPTS=1 the expected outputs
// in the scripts are replaced by what came.
func TestScripts(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("2026-11-28: the scripts compile what they generate, and there is no go command")
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join(repository(t), "testdata", "script"),
		Setup:               setup(t),
		Cmds:                commands,
		Condition:           condition,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// repository is the root of the checkout.
func repository(t *testing.T) string {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// condition is what a script may ask for beside what testscript knows: [exhaustive] is
// whether tests have all the time that they need, as in CI.
func condition(name string) (bool, error) {
	if name != "exhaustive" {
		return false, fmt.Errorf("unknown condition %s", name)
	}
	return exhaustive(), nil
}

func exhaustive() bool { return os.Getenv("BINDERY_EXHAUSTIVE") != "" }

// setup gives scripts the caches of the go command. Nothing is fetched: the modules are there, since this test was
// built from them.
func setup(t *testing.T) func(*testscript.Env) error {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	caches := strings.Fields(string(out))
	root := repository(t)
	return func(env *testscript.Env) error {
		env.Setenv("ROOT", root)
		env.Setenv("GOCACHE", caches[0])
		env.Setenv("GOMODCACHE", caches[1])
		env.Setenv("GOPROXY", "off")
		env.Setenv("GOFLAGS", scriptFlags)
		env.Setenv("GOWORK", "off")
		env.Setenv("GOGC", "400") // a quarter less for the go command, which lives as shortly
		return nil
	}
}

// quickFlags are those of the go command in the modules of tests. Links without debug
// information take half the time, and so does what is generated there when it is compiled
// without optimising; this module and the standard library are those that are built already.
const quickFlags = "-ldflags=-w '-gcflags=example.com/...=-N -l -dwarf=false'"

// scriptFlags are those in scripts.
const scriptFlags = "-mod=mod " + quickFlags

var commands = map[string]func(*testscript.TestScript, bool, []string){
	"exits":    exits,
	"module":   module,
	"snapshot": snapshot,
	"bytes":    writeBytes,
	"vet":      vet,
	"until":    until,
}

// exits STATUS PROGRAM ARG... runs a program that must end with the status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// until PATTERN FILE waits for a line of a file that a pattern matches; ! until, until
// there is none or no file. What the script has started in the background writes it.
func until(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: [!] until PATTERN FILE")
	}
	pattern, err := regexp.Compile("(?m)" + args[0])
	ts.Check(err)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		data, _ := os.ReadFile(ts.MkAbs(args[1])) // it may not be there yet
		if pattern.Match(data) != neg {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("%s has for a minute been:\n%s", args[1], data)
		}
	}
}

// module makes the script's directory a module that uses the checkout.
func module(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: module")
	}
	root := ts.Getenv("ROOT")
	text := "module example.com/m\n\ngo 1.26\n\nrequire github.com/bindery-go/bindery v0.0.0\n\n" +
		"replace github.com/bindery-go/bindery => " + root + "\n"
	ts.Check(os.WriteFile(ts.MkAbs("go.mod"), []byte(text), 0o666))
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("go.sum"), sums, 0o666))
}

// snapshot DIR FILE lists the files below a directory with their times.
func snapshot(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: snapshot DIR FILE")
	}
	var b strings.Builder
	err := filepath.WalkDir(ts.MkAbs(args[0]), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		fmt.Fprintln(&b, name, info.Size(), info.ModTime().UnixNano())
		return err
	})
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(b.String()), 0o666))
}

// bytes FILE TEXT writes a file of text with the escapes of Go, for what a
// txtar archive cannot hold.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes FILE TEXT")
	}
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(args[1], `"`, `\"`) + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}
