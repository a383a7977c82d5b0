package statefiles

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const childVariable = "AGENTMEMORY_TEST_WRITER" // directory, state and name of a process that writes

func TestMain(m *testing.M) {
	if job := strings.Fields(os.Getenv(childVariable)); len(job) == 3 {
		if err := writeForEver(job[0], job[1], job[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// writeForEver counts in a variable of its own and, by turns, in one that all
// writers share. It prints each number once it is written.
func writeForEver(dir, id, name string) error {
	s, err := Open(dir)
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		for _, variable := range []string{name, "shared"} {
			value := name + " " + strconv.Itoa(n)
			if err := s.Write(context.Background(), id, Write{Name: variable, Value: text(value + strings.Repeat(" ", n%3*6000))}); err != nil {
				return err
			}
		}
		fmt.Println(n)
		time.Sleep(2 * time.Millisecond) // no agent writes without thinking; it lets the other one in
	}
}

// TestWritersLoseNothing lets goroutines write through two stores of one
// directory, each its own variables.
func TestWritersLoseNothing(t *testing.T) {
	dir := t.TempDir()
	a, _ := open(t, dir)
	b, _ := open(t, dir)
	id := newState(t, a, Origin{})
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			s := []*Store{a, b}[i%2]
			if err := s.Write(t.Context(), id, Write{Name: fmt.Sprintf("v%d", i), Value: text("")}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	x := state(t, a, id)
	if len(x.Variables.Additional) != 40 || x.Metadata.GetMutationCount() != 41 {
		t.Errorf("%d variables after %d mutations", len(x.Variables.Additional), x.Metadata.GetMutationCount())
	}
	mutations(t, a, id)
}

// TestKilledWritersLoseNothing kills one of two processes that write to one
// state, again and again. What was acknowledged is there, and the state and its
// log agree.
func TestKilledWritersLoseNothing(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	for round := range 12 {
		var writers [2]*writer
		for i := range writers {
			writers[i] = start(t, program, s.Root().Name(), id, fmt.Sprintf("r%d_%d", round, i))
		}
		for i, w := range writers {
			<-w.began
			time.Sleep(time.Duration(23*round*(i+1)%37) * time.Millisecond)
			w.kill()
		}
		for _, w := range writers {
			var last int
			if _, err := fmt.Sscanf(read(t, s, id, w.name), w.name+" %d", &last); err != nil || last != w.acknowledged && last != w.acknowledged+1 {
				t.Errorf("%s: %d was acknowledged, %d is there, %v", w.name, w.acknowledged, last, err)
			}
		}
		write(t, s, id, "after", strconv.Itoa(round)) // a killed writer holds no lock
		mutations(t, s, id)
	}
}

// writer is a process that writes.
type writer struct {
	name         string
	process      *exec.Cmd
	began        chan struct{} // closed at the first acknowledgement, or the end
	ended        chan struct{}
	acknowledged int // once it has ended
}

func start(t *testing.T, program, dir, id, name string) *writer {
	t.Helper()
	w := &writer{name: name, process: exec.Command(program), began: make(chan struct{}), ended: make(chan struct{})}
	w.process.Env = append(os.Environ(), childVariable+"="+dir+" "+id+" "+name)
	w.process.Stderr = os.Stderr
	out, err := w.process.StdoutPipe()
	if err == nil {
		err = w.process.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(w.ended)
		first := sync.OnceFunc(func() { close(w.began) })
		defer first()
		for lines := bufio.NewScanner(out); lines.Scan(); first() {
			w.acknowledged, _ = strconv.Atoi(lines.Text())
		}
	}()
	return w
}

func (w *writer) kill() {
	w.process.Process.Kill()
	<-w.ended
	w.process.Wait() // the error is the kill
}
