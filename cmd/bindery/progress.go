package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator"
)

// A run that takes longer than showAfter shows what it is at, in a line that is renewed
// every renewEvery and cut to lineWidth.
const (
	showAfter  = 400 * time.Millisecond
	renewEvery = 100 * time.Millisecond
	lineWidth  = 78
)

// progress returns a context with which the compiler tells what it is at, where stderr
// is a terminal. The line is gone after end, before anything else is printed.
func (a *app) progress(ctx context.Context) (telling context.Context, end func()) {
	if !isTerminal(a.stderr) {
		return ctx, func() {}
	}
	line := newStatusLine(a.stderr)
	return generator.WithProgress(ctx, func(stage, name string, at, of int) {
		line.say(fmt.Sprintf("%s %d/%d %s", stage, at, of, generator.Line(name)))
	}), line.end
}

// isTerminal reports whether a line that is written can be written over.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// statusLine is a line of a terminal that says the last thing that was said.
type statusLine struct {
	w          io.Writer
	stop, done chan struct{}

	mu   sync.Mutex
	text string
}

func newStatusLine(w io.Writer) *statusLine {
	l := &statusLine{w: w, stop: make(chan struct{}), done: make(chan struct{})}
	go l.run()
	return l
}

func (l *statusLine) say(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = text
}

func (l *statusLine) end() {
	close(l.stop)
	<-l.done
}

func (l *statusLine) run() {
	defer close(l.done)
	shown := 0 // characters in the line
	write := func(text string) {
		if cut := []rune(text); len(cut) > lineWidth {
			text = string(cut[:lineWidth])
		}
		size := utf8.RuneCountInString(text)
		fmt.Fprintf(l.w, "\r%s%s", text, strings.Repeat(" ", max(0, shown-size)))
		shown = size
	}
	next := time.After(showAfter)
	for said := ""; ; next = time.After(renewEvery) {
		select {
		case <-l.stop:
			if shown > 0 {
				write("")
				fmt.Fprint(l.w, "\r")
			}
			return
		case <-next:
		}
		l.mu.Lock()
		text := l.text
		l.mu.Unlock()
		if text != said {
			write(text)
			said = text
		}
	}
}
