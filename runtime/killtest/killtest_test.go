package killtest_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/killtest"
)

func TestMain(m *testing.M) {
	killtest.Child(work)
	os.Exit(m.Run())
}

// work counts in the files of a directory, one a number, or does as its first
// argument says.
func work(args []string) error {
	switch args[0] {
	case "fail":
		return errors.New("it does not work")
	case "forever":
		for n := 1; ; n++ {
			if err := os.WriteFile(filepath.Join(args[1], strconv.Itoa(n)), nil, 0o600); err != nil {
				return err
			}
			fmt.Println(n)
		}
	}
	for n := range 20 {
		f, err := os.OpenFile(filepath.Join(args[1], strconv.Itoa(n)), os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		f.Close()
		time.Sleep(time.Millisecond)
	}
	return nil
}

func TestUntilDoneEndsWithAChildThatCameToTheEnd(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "with a space\n")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if kills := killtest.UntilDone(t, "count", dir); kills == 0 {
		t.Error("nothing was killed")
	}
	if entries, err := os.ReadDir(dir); len(entries) != 20 {
		t.Errorf("%d of 20 files, %v", len(entries), err)
	}
}

func TestAcknowledgementsOfAKilledChildAreKept(t *testing.T) {
	dir := t.TempDir()
	p := killtest.Start(t, "forever", dir)
	p.WaitForLine()
	p.Kill()
	p.Kill() // it has ended
	if done, err := p.Wait(); done || err != nil {
		t.Error(done, err)
	}
	printed := p.Printed()
	if len(printed) == 0 || !slices.IsSortedFunc(printed, func(a, b string) int {
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		return x - y
	}) {
		t.Errorf("printed: %q", printed)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) < len(printed) || len(entries) > len(printed)+1 {
		t.Errorf("%d acknowledged, %d there, %v", len(printed), len(entries), err)
	}
}

func TestAnErrorOfTheWorkIsToldApartFromAKill(t *testing.T) {
	p := killtest.Start(t, "fail")
	p.WaitForLine()
	if done, err := p.Wait(); done || err == nil || !strings.Contains(err.Error(), "it does not work") {
		t.Error(done, err)
	}
}
