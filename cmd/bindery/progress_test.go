package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// screen is what a terminal shows in the end of what was written to it: "\r" goes back
// to the beginning of the line.
func screen(written string) string {
	var line []rune
	at := 0
	for _, c := range written {
		if c == '\r' {
			at = 0
			continue
		}
		line = append(line[:min(at, len(line))], append([]rune{c}, line[min(at+1, len(line)):]...)...)
		at++
	}
	return strings.TrimRight(string(line), " ")
}

func TestStatusLineShowsTheLastThingSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		l := newStatusLine(&out)
		l.say("plan 1/9 a_long_name")
		time.Sleep(showAfter / 2)
		synctest.Wait()
		if out.Len() > 0 {
			t.Errorf("short runs show %q", out.String())
		}
		time.Sleep(showAfter)
		synctest.Wait()
		if got := screen(out.String()); got != "plan 1/9 a_long_name" {
			t.Errorf("%q", got)
		}
		l.say("plan 2/9 b")
		time.Sleep(2 * renewEvery)
		synctest.Wait()
		if got := screen(out.String()); got != "plan 2/9 b" {
			t.Errorf("%q", got)
		}
		l.say(strings.Repeat("é", 3*lineWidth))
		time.Sleep(2 * renewEvery)
		synctest.Wait()
		if got := screen(out.String()); got != strings.Repeat("é", lineWidth) {
			t.Errorf("%q", got)
		}
		l.end()
		if got := screen(out.String()); got != "" {
			t.Errorf("%q is left", got)
		}
	})
}

func TestProgressIsForTerminals(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/f")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer write.Close()
	if isTerminal(file) || isTerminal(write) || isTerminal(&bytes.Buffer{}) {
		t.Error("a file, a pipe or a buffer is taken for a terminal")
	}
}
