package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// writerVariable makes this test's program one of several writers; it holds the
// directory and what to do.
const writerVariable = "BINDERY_TEST_STORAGE_WRITER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerVariable); dir != "" {
		if err := writer(dir, os.Args[1], os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// process starts a writer and returns what it has printed in the end.
func process(dir, what string, args ...string) ([]byte, error) {
	cmd := exec.Command(os.Args[0], append([]string{what}, args...)...)
	cmd.Env = append(os.Environ(), writerVariable+"="+dir)
	cmd.Stderr = os.Stderr
	return cmd.Output()
}

// writer is what another process does.
func writer(dir, what string, args []string) error {
	root, err := Open(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	do, ok := writers[what]
	if !ok {
		return fmt.Errorf("no writer %q", what)
	}
	return do(root, args)
}

var writers = map[string]func(root *Root, args []string) error{
	// append who lines size: half of the lines by Append.
	"append": func(root *Root, args []string) error {
		lines, _ := strconv.Atoi(args[1])
		size, _ := strconv.Atoi(args[2])
		return appendLines(root, args[0], lines, size)
	},
}

type longLine struct {
	Who  string
	N    int
	Text string
}

func appendLines(root *Root, who string, lines, size int) error {
	p, err := MustTemplate("d/h.jsonl").Path()
	if err != nil {
		return err
	}
	text := strings.Repeat("x", size)
	for n := range lines {
		if n%2 == 0 {
			err = root.AppendLine(p, longLine{who, n, text})
		} else {
			err = root.Append(p, fmt.Appendf(nil, `{"Who":%q,"N":%d,"Text":%q}`+"\n", who, n, text))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TestWritersLoseNoLine: several Roots of this process and several processes
// append to one file, lines that are far longer than what the system writes in
// one piece.
func TestWritersLoseNoLine(t *testing.T) {
	const lines, size = 20, 300 << 10
	dir := t.TempDir()
	var group sync.WaitGroup
	var who []string
	for i := range 3 {
		who = append(who, fmt.Sprint("process ", i), fmt.Sprint("root ", i))
		group.Go(func() {
			if _, err := process(dir, "append", fmt.Sprint("process ", i), fmt.Sprint(lines), fmt.Sprint(size)); err != nil {
				t.Error(err)
			}
		})
		group.Go(func() {
			root, err := Open(dir)
			if err == nil {
				defer root.Close()
				err = appendLines(root, fmt.Sprint("root ", i), lines, size)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	root, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	next := map[string]int{}
	for line, err := range Lines[longLine](root, at(t, "d/h.jsonl")) {
		if err != nil {
			t.Errorf("%.200s", err)
			continue
		}
		if line.N != next[line.Who] || len(line.Text) != size {
			t.Fatalf("%s: line %d of %d bytes in place of %d", line.Who, line.N, len(line.Text), next[line.Who])
		}
		next[line.Who]++
	}
	for _, who := range who {
		if next[who] != lines {
			t.Errorf("%s: %d of %d lines are there", who, next[who], lines)
		}
	}
}

// count reads a file that holds a number.
func count(root *Root, p Path) (n int, err error) {
	text, err := root.ReadFile(p)
	if err == nil {
		n, err = strconv.Atoi(string(text))
	}
	return n, err
}

func init() {
	// count how times: adds one to a number, each in a way that needs the lock.
	writers["count"] = func(root *Root, args []string) error {
		p, err := MustTemplate("d/n").Path()
		if err != nil {
			return err
		}
		lock, err := MustTemplate("d/lock").Path()
		if err != nil {
			return err
		}
		times, _ := strconv.Atoi(args[1])
		for range times {
			if err := counting[args[0]](root, p, lock); err != nil {
				return err
			}
		}
		return nil
	}
}

var counting = map[string]func(root *Root, p, lock Path) error{
	"Update": func(root *Root, p, _ Path) error {
		return root.Update(context.Background(), p, func(old []byte) ([]byte, error) {
			n, err := strconv.Atoi(string(old))
			return []byte(strconv.Itoa(n + 1)), err
		})
	},
	"ReplaceFile": func(root *Root, p, _ Path) error {
		for {
			n, err := count(root, p)
			if err != nil {
				return err
			}
			err = root.ReplaceFile(context.Background(), p, []byte(strconv.Itoa(n)), []byte(strconv.Itoa(n+1)))
			if !errors.Is(err, ErrChanged) {
				return err
			}
		}
	},
	"LockFile": func(root *Root, p, _ Path) error {
		l, err := root.LockFile(context.Background(), p)
		if err != nil {
			return err
		}
		defer l.Unlock()
		for range 2 { // the lock outlives a Replace
			text, err := l.Read()
			if err != nil {
				return err
			}
			n, err := strconv.Atoi(string(text))
			if err != nil {
				return err
			}
			if err := l.Replace([]byte(strconv.Itoa(n + 1))); err != nil {
				return err
			}
		}
		return nil
	},
	"Lock": func(root *Root, p, lock Path) error {
		l, err := root.Lock(context.Background(), lock)
		if err != nil {
			return err
		}
		defer l.Unlock()
		n, err := count(root, p)
		if err != nil {
			return err
		}
		return root.WriteFile(p, []byte(strconv.Itoa(n+1)))
	},
}

// TestWritersCountTogether: what each way of changing a file promises, between
// goroutines of a Root, Roots and processes.
func TestWritersCountTogether(t *testing.T) {
	for how, each := range map[string]int{"Update": 1, "ReplaceFile": 1, "LockFile": 2, "Lock": 1} {
		t.Run(how, func(t *testing.T) {
			const times = 10
			root, dir := open(t)
			p := at(t, "d/n")
			if err := root.WriteFile(p, []byte("0")); err != nil {
				t.Fatal(err)
			}
			var group sync.WaitGroup
			for range 2 {
				group.Go(func() {
					if _, err := process(dir, "count", how, fmt.Sprint(times)); err != nil {
						t.Error(err)
					}
				})
				group.Go(func() {
					if err := writer(dir, "count", []string{how, fmt.Sprint(times)}); err != nil {
						t.Error(err)
					}
				})
				group.Go(func() {
					if err := writers["count"](root, []string{how, fmt.Sprint(times)}); err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
			if n, err := count(root, p); n != 6*times*each || err != nil {
				t.Errorf("counted to %d, not %d: %v", n, 6*times*each, err)
			}
		})
	}
}

// TestOneOfManyCreates: CreateFile and Create have one winner for each name.
func TestOneOfManyCreates(t *testing.T) {
	root, dir := open(t)
	for n := range 10 {
		p, q := at(t, "d/{n}", fmt.Sprint(n)), at(t, "e/{n}", fmt.Sprint(n))
		var group sync.WaitGroup
		won := make(chan string, 8)
		for w := range 4 {
			group.Go(func() {
				if err := root.CreateFile(p, fmt.Append(nil, w)); err == nil {
					won <- fmt.Sprint("CreateFile ", w)
				} else if !errors.Is(err, fs.ErrExist) {
					t.Error(err)
				}
				if f, err := root.Create(q); err == nil {
					f.Close()
					won <- "Create"
				} else if !errors.Is(err, fs.ErrExist) {
					t.Error(err)
				}
			})
		}
		group.Wait()
		close(won)
		var winners []string
		for who := range won {
			winners = append(winners, who)
		}
		slices.Sort(winners)
		if len(winners) != 2 || winners[0] != "Create" {
			t.Fatalf("winners %q", winners)
		}
		if got, err := root.ReadFile(p); "CreateFile "+string(got) != winners[1] || err != nil {
			t.Errorf("%q is there, %v; %s has won", got, err, winners[1])
		}
	}
	for _, name := range tree(t, dir) {
		if strings.Contains(name, tempPrefix) {
			t.Errorf("%s is left", name)
		}
	}
}

func TestSweepWhereLeavesOtherDirectories(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "a/b", "mine"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, leftover), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	swept, err := root.SweepWhere(func(dir string) bool { return dir == "a" || dir == "a/b" })
	if _, there := os.Stat(filepath.Join(dir, "mine", leftover)); swept != 2 || err != nil || there != nil {
		t.Errorf("%d swept, %v; %v", swept, err, there)
	}
}
