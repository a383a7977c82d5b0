package durability

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/storage"
)

const (
	childVariable = "BINDERY_TEST_WRITER" // the directory in which this process is the program to be killed
	killsVariable = "BINDERY_TEST_KILLS"  // how many programs to kill
	seedVariable  = "BINDERY_TEST_SEED"   // of the moments, to see a failure again
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		if err := runProgram(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestKilledWriters kills programs that write variables, at random moments, and
// starts others, which go on. No step may be lost, none whose record is durable
// may run again, and the state must be valid at every moment.
func TestKilledWriters(t *testing.T) {
	probe, err := filestore.Open(filepath.Join(t.TempDir(), "probe"))
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip("2026-11-28: package filestore does not run on this system:", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	probe.Close()
	kills, seed := 200, rand.Uint64()
	if testing.Short() {
		kills = 20
	}
	if n, err := strconv.Atoi(os.Getenv(killsVariable)); err == nil {
		kills = n
	}
	if n, err := strconv.ParseUint(os.Getenv(seedVariable), 10, 64); err == nil {
		seed = n
	}
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	root, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for range kills {
		// A durable step takes some milliseconds: most programs live for several.
		kill(t, dir, time.Duration(random.Int64N(int64(80*time.Millisecond))))
		if _, err := readState(root); err != nil {
			t.Fatalf("the state after a kill: %v", err)
		}
	}
	finish(t, dir, root)
	judge(t, dir, root, kills)
}

// kill starts a program and kills it some time after it is ready.
func kill(t *testing.T, dir string, after time.Duration) {
	t.Helper()
	program, stdout, stderr := start(t, dir)
	line, err := stdout.ReadString('\n')
	if err != nil {
		program.Wait()
		t.Fatalf("the program does not go on: %q %v %s", line, err, stderr)
	}
	time.Sleep(after)
	if err := program.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	program.Wait()
	if stderr.Len() > 0 {
		t.Fatal(stderr)
	}
}

func start(t *testing.T, dir string) (*exec.Cmd, *bufio.Reader, *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := exec.Command(self)
	program.Env = append(os.Environ(), childVariable+"="+dir)
	var stderr bytes.Buffer
	program.Stderr = &stderr
	stdout, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	return program, bufio.NewReader(stdout), &stderr
}

var steps = []string{"validate_variable_name", "capture_old_value", "set_new_value", "log_mutation", "save_to_file_if_large", "update_state"}

// judge holds the effects and the state against what an undisturbed program
// leaves.
func judge(t *testing.T, dir string, root *storage.Root, kills int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "effects"))
	if err != nil {
		t.Fatal(err)
	}
	n, doubles, last := 0, 0, ""
	keys := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if line == last { // the step that a kill interrupted, with its key
			doubles++
			continue
		}
		run, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, key, _ := strings.Cut(rest, " ")
		if run != strconv.Itoa(n/len(steps)) || name != steps[n%len(steps)] || keys[key] {
			t.Fatalf("effect %d is %q after %q", n+1, line, last)
		}
		keys[key], last = true, line
		n++
	}
	state, err := readState(root)
	if err != nil {
		t.Fatal(err)
	}
	writes := n / len(steps)
	if n%len(steps) != 0 || len(state.Variables.Additional) != writes || len(state.History.Mutations) != writes {
		t.Errorf("%d steps began, %d variables and %d mutations are there", n, len(state.Variables.Additional), len(state.History.Mutations))
	}
	for i, m := range state.History.Mutations {
		name := fmt.Sprint("v", i)
		value, _ := m.NewValue.Str()
		if m.VariableName != name || value != "value of "+name {
			t.Errorf("mutation %d: %s = %q", i, m.VariableName, value)
		}
	}
	if doubles > kills {
		t.Errorf("%d steps ran twice, %d programs were killed", doubles, kills)
	}
	t.Logf("%d kills, %d writes, %d steps interrupted and run again", kills, writes, doubles)
}

// finish lets one program come to the end of the write that it finds.
func finish(t *testing.T, dir string, root *storage.Root) {
	t.Helper()
	stop := filepath.Join(dir, "stop")
	before, err := readState(root)
	if err != nil {
		t.Fatal(err)
	}
	program, stdout, stderr := start(t, dir)
	if _, err := stdout.ReadString('\n'); err != nil {
		t.Fatal(err, stderr)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		state, err := readState(root)
		if err != nil {
			t.Fatal(err)
		}
		if len(state.Variables.Additional) > len(before.Variables.Additional) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the program writes nothing")
		}
	}
	if err := os.WriteFile(stop, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := program.Wait(); err != nil {
		t.Fatal(err, stderr)
	}
}
