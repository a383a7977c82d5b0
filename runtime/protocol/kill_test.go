package protocol_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

const (
	childVariable = "BINDERY_TEST_KILLED_CHILD" // the directory of the process to be killed
	loops         = 400
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		if err := runChild(dir); err != nil {
			os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// runChild counts to loops, one durable step a number, and goes on where an
// earlier process was killed. Each beginning of a step leaves a line with its
// key and number in the file effects.
func runChild(dir string) error {
	checkpoints, err := filestore.Open(filepath.Join(dir, "store"))
	if err != nil {
		return err
	}
	effects, err := os.OpenFile(filepath.Join(dir, "effects"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	opts := []protocol.Option{protocol.WithRun(checkpoints, "r"), protocol.WithHistory(10)}
	_, err = do(context.Background(), "count", nil, opts, func(r *protocolgen.Run[data]) {
		r.For("for_i", func(context.Context, *protocol.Call, *data) (int, error) { return loops, nil }, func() {
			r.Step("add", func(_ context.Context, call *protocol.Call, d *data) error {
				d.N++
				// The line has 64 bytes: one that lies on two pages of memory may be cut by a kill.
				_, err := fmt.Fprintf(effects, "%-63s\n", call.IdempotencyKey()+" "+strconv.Itoa(d.N))
				return err
			})
		})
	})
	return err
}

// TestKilledProcessesLoseNothing kills processes at random moments until one
// comes to the end. Every step must have run, in order; one that ran twice must
// have been the one at a kill, with its key and its data as before.
func TestKilledProcessesLoseNothing(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "store"), 0o700); err != nil {
		t.Fatal(err)
	}
	kills := 0
	for wait := 5 * time.Millisecond; ; wait += time.Millisecond + wait/20 { // in the end long enough, however slow the machine
		var errors strings.Builder
		child := exec.Command(program)
		child.Env = append(os.Environ(), childVariable+"="+dir)
		child.Stderr = &errors
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(wait, func() { child.Process.Kill() })
		err := child.Wait()
		timer.Stop()
		if errors.Len() > 0 {
			t.Fatal(errors.String())
		}
		if err == nil {
			break
		}
		if kills++; kills > 300 {
			t.Fatal("no end")
		}
	}
	written, err := os.ReadFile(filepath.Join(dir, "effects"))
	if err != nil {
		t.Fatal(err)
	}
	last, doubles := "", 0
	n := 0
	keys := map[string]bool{}
	for line := range strings.Lines(string(written)) {
		if line == last {
			doubles++
			continue
		}
		key, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		n++
		if number != strconv.Itoa(n) || keys[key] {
			t.Fatalf("effect %d is %q", n, line)
		}
		keys[key], last = true, line
	}
	if n != loops || doubles > kills {
		t.Errorf("%d effects, %d doubles, %d kills", n, doubles, kills)
	}
	t.Logf("%d kills, %d steps interrupted", kills, doubles)
}
