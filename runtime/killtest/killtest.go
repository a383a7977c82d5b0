// Package killtest lets tests kill their own program at moments that nobody has
// chosen, to see what of its work is left. TestMain hands over to Child; tests
// start children with Start or UntilDone.
//
// A child that is killed gets SIGKILL (on Windows TerminateProcess): it runs no
// deferred function. What the operating system has taken from it stays, so this
// tests the order of writes, not whether they reach the disk.
package killtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	variable = "BINDERY_KILLTEST" // the child's arguments, as JSON
	begun    = "killtest: begun"
	most     = 1000 // children of UntilDone
)

// Child does the work in a process that Start or UntilDone has started, and ends
// the process then: with status 1 where work gives an error, which it prints. In
// any other process it does nothing.
func Child(work func(args []string) error) {
	text, ok := os.LookupEnv(variable)
	if !ok {
		return
	}
	var args []string
	err := json.Unmarshal([]byte(text), &args)
	if err == nil {
		fmt.Println(begun)
		err = work(args)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Process is a child.
type Process struct {
	command *exec.Cmd
	ended   chan struct{}
	problem strings.Builder // what it printed to the standard error
	err     error           // known once it has ended

	mu    sync.Mutex
	first chan struct{} // closed at the first line
	lines []string
}

// Start starts the test's program as a child with arguments for its work, and
// comes back when the work begins. A child that is still there at the end of the
// test is killed.
func Start(tb testing.TB, args ...string) *Process {
	tb.Helper()
	program, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	text, err := json.Marshal(args)
	if err != nil {
		tb.Fatal(err)
	}
	p := &Process{command: exec.Command(program), ended: make(chan struct{}), first: make(chan struct{})}
	// The race detector would otherwise sleep for a second at the end.
	p.command.Env = append(os.Environ(), variable+"="+string(text), "GORACE=atexit_sleep_ms=0")
	p.command.Stderr = &p.problem
	out, err := p.command.StdoutPipe()
	if err == nil {
		err = p.command.Start()
	}
	if err != nil {
		tb.Fatal(err)
	}
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	for err == nil && line != begun+"\n" {
		line, err = lines.ReadString('\n')
	}
	go func() {
		defer close(p.ended)
		for err == nil {
			if line, err = lines.ReadString('\n'); err == nil { // else it is torn
				p.add(strings.TrimSuffix(line, "\n"))
			}
		}
		p.err = p.command.Wait()
	}()
	tb.Cleanup(p.Kill)
	return p
}

func (p *Process) add(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lines = append(p.lines, line); len(p.lines) == 1 {
		close(p.first)
	}
}

// Printed gives the whole lines that the child has printed so far: a line that it
// prints when something is done is an acknowledgement, and none is lost by a kill.
func (p *Process) Printed() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.lines...)
}

// WaitForLine waits for the first line that the child prints, or its end.
func (p *Process) WaitForLine() {
	select {
	case <-p.first:
	case <-p.ended:
	}
}

// Kill kills the child, if it is still there, and waits for its end.
func (p *Process) Kill() {
	p.command.Process.Kill() // the error is that it has ended
	<-p.ended
}

// Wait waits for the end of the child. It reports whether the child came to the
// end of its work; it did not where it was killed. The error is what its work
// gave.
func (p *Process) Wait() (done bool, err error) {
	<-p.ended
	if p.problem.Len() > 0 {
		return false, fmt.Errorf("killtest: the child says: %s", strings.TrimSpace(p.problem.String()))
	}
	return p.err == nil, nil
}

// UntilDone starts children one after the other and kills each at some moment of
// its work, later from time to time, until one comes to the end. It gives the
// number of kills. An error of the work, or 1000 children without an end, ends
// the test.
func UntilDone(tb testing.TB, args ...string) (kills int) {
	tb.Helper()
	for ; kills < most; kills++ {
		p := Start(tb, args...)
		timer := time.AfterFunc(time.Duration(kills+kills*7%10)*time.Millisecond, func() { p.command.Process.Kill() })
		done, err := p.Wait()
		timer.Stop()
		if err != nil {
			tb.Fatal(err)
		}
		if done {
			return kills
		}
	}
	tb.Fatalf("killtest: none of %d children came to the end", most)
	return kills
}
