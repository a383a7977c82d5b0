// Package faulty lets the calls of the system that a program of a test makes fail, each
// in turn, by strace.
package faulty

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The calls of the system that fail: those that change a disk, and those that do not.
var (
	Changing = []string{"write", "pwrite64", "fsync", "renameat", "linkat", "unlinkat", "mkdirat", "ftruncate"}
	Reading  = []string{"openat", "flock", "newfstatat", "fstat", "read", "pread64"}
)

// faults are the ways in which a call fails: once, or from then on and with it all that
// takes something back, which calls that change nothing have no need of.
var faults = []struct {
	lasting bool
	inject  string // what strace is told of a call and its number
	more    []string
}{
	{false, "inject=%s:error=EIO:when=%d", nil},
	{true, "inject=%s:error=EIO:when=%d+", []string{"inject=ftruncate,unlinkat:error=EIO"}},
}

// Run is a program of which calls have failed.
type Run struct {
	Dir          string
	Fault        string // as strace is told
	Acknowledged bool   // the program has ended well
	Told         string // what it has printed, "" where that failed too
}

// Each runs a program on a directory for each of some calls that it makes there and each way
// in which that can fail, and has the outcome checked. Begin fills the directory and gives
// the program. It skips the test where there is no strace. Every third call is tried, and all
// with BINDERY_EXHAUSTIVE, as CI does.
func Each(t *testing.T, calls []string, begin func(dir string) *exec.Cmd, check func(Run)) {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil || exec.Command(strace, "-e", "inject=fsync:error=EIO", "true").Run() != nil {
		t.Skip("2026-11-28: the calls of a process can be made to fail by strace only, which is not here or may not trace")
	}
	sound, log := run(t, strace, begin, "inject=fsync:delay_enter=0")
	if !sound.Acknowledged {
		t.Fatalf("it fails without a fault: %s\n%s", sound.Told, log)
	}
	// What comes before the directory is opened is the start of the process.
	begun := bytes.LastIndexByte(log[:max(0, bytes.Index(log, []byte(sound.Dir)))], '\n')
	if begun < 0 {
		t.Fatalf("no call names %s\n%s", sound.Dir, log)
	}
	every := 3
	if os.Getenv("BINDERY_EXHAUSTIVE") != "" {
		every = 1
	}
	number, tried := map[string]int{}, 0
	for _, m := range regexp.MustCompile(`(?m)^\d+ +(\w+)\(`).FindAllSubmatchIndex(log, -1) {
		call := string(log[m[2]:m[3]])
		number[call]++
		if m[0] < begun || !slices.Contains(calls, call) {
			continue
		}
		if tried++; tried%every != 0 {
			continue
		}
		for _, f := range faults {
			if f.lasting && !slices.Contains(Changing, call) {
				continue
			}
			out, log := run(t, strace, begin, append([]string{fmt.Sprintf(f.inject, call, number[call])}, f.more...)...)
			if bytes.Contains(log, []byte("(INJECTED)")) { // else the process made fewer calls this time
				check(out)
			}
		}
	}
}

func run(t *testing.T, strace string, begin func(dir string) *exec.Cmd, inject ...string) (out Run, log []byte) {
	t.Helper()
	out = Run{Dir: t.TempDir(), Fault: strings.Join(inject, ", ")}
	name := filepath.Join(t.TempDir(), "log")
	args := []string{strace, "-f", "-o", name, "-e", "trace=" + strings.Join(slices.Concat(Changing, Reading), ",")}
	for _, fault := range inject {
		args = append(args, "-e", fault)
	}
	cmd := begin(out.Dir)
	cmd.Path, cmd.Args = strace, append(args, cmd.Args...)
	cmd.Env = append(cmd.Environ(), "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	told, err := cmd.CombinedOutput()
	out.Acknowledged, out.Told = err == nil, string(told)
	if log, err = os.ReadFile(name); err != nil {
		t.Fatal(err)
	}
	return out, log
}
