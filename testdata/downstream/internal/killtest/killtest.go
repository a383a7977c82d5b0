// Package killtest lets tests kill their own program. Tests of operations that
// go on after a crash import it.
package killtest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

const variable = "AGENTMEMORY_KILLTEST" // the child's arguments

// Child runs work in a process that UntilDone has started, which it then ends;
// in any other it does nothing. TestMain calls it first.
func Child(work func(args []string) error) {
	args, ok := os.LookupEnv(variable)
	if !ok {
		return
	}
	fmt.Println("ready")
	if err := work(strings.Fields(args)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// UntilDone starts the test's program as a child again and again, and kills it
// at some moment of its work, later from time to time, until one has come to its
// end. It gives the number of kills.
func UntilDone(t *testing.T, args ...string) (kills int) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for ; kills < 400; kills++ {
		var problem strings.Builder
		child := exec.Command(program)
		// The race detector would otherwise sleep for a second at the end.
		child.Env = append(os.Environ(), variable+"="+strings.Join(args, " "), "GORACE=atexit_sleep_ms=0")
		child.Stderr = &problem
		out, err := child.StdoutPipe()
		if err == nil {
			err = child.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		lines.Scan() // it has begun
		timer := time.AfterFunc(time.Duration(kills+kills*7%10)*time.Millisecond, func() { child.Process.Kill() })
		for lines.Scan() {
		}
		err = child.Wait()
		timer.Stop()
		if problem.Len() > 0 {
			t.Fatal(problem.String())
		}
		if err == nil {
			return kills
		}
	}
	t.Fatal("no end")
	return kills
}
