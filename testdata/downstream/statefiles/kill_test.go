package statefiles

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/killtest"
)

func TestMain(m *testing.M) {
	killtest.Child(func(args []string) error { return writeForEver(args[0], args[1], args[2]) })
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
			if err := s.Write(context.Background(), id, rlmstate.Variable{Name: variable, Value: text(value + strings.Repeat(" ", n%3*6000))}); err != nil {
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
			if err := s.Write(t.Context(), id, rlmstate.Variable{Name: fmt.Sprintf("v%d", i), Value: text("")}); err != nil {
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
	s, _ := open(t, t.TempDir())
	id := newState(t, s, Origin{})
	for round := range 12 {
		var writers [2]*killtest.Process
		name := func(i int) string { return fmt.Sprintf("r%d_%d", round, i) }
		for i := range writers {
			writers[i] = killtest.Start(t, s.Root().Name(), id, name(i))
		}
		for i, w := range writers {
			w.WaitForLine()
			time.Sleep(time.Duration(23*round*(i+1)%37) * time.Millisecond)
			w.Kill()
			if _, err := w.Wait(); err != nil {
				t.Fatal(err)
			}
		}
		for i, w := range writers {
			var last int
			acknowledged := len(w.Printed())
			if _, err := fmt.Sscanf(read(t, s, id, name(i)), name(i)+" %d", &last); err != nil || last != acknowledged && last != acknowledged+1 {
				t.Errorf("%s: %d was acknowledged, %d is there, %v", name(i), acknowledged, last, err)
			}
		}
		write(t, s, id, "after", strconv.Itoa(round)) // a killed writer holds no lock
		mutations(t, s, id)
	}
}
