package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// printText writes each diagnostic as
//
//	schemas/x.yaml:12:5: error[B0102]: message
//	    the source line
//	    ^
//	  schemas/x.yaml:3:5: note: a related place
//	help: how to fix it
func printText(w io.Writer, ds Diagnostics, sources Sources) error {
	b := bufio.NewWriter(w)
	for _, d := range ds {
		if d.Pos.File != "" || d.Pos.IsValid() {
			fmt.Fprintf(b, "%s: ", visible.Terminal(d.Pos.String()))
		}
		fmt.Fprintf(b, "%s[%s]: %s\n", d.Severity, d.Code, visible.Terminal(d.Message))
		if excerpt, caret, ok := excerptAt(sources(d.Pos.File), d.Pos); ok {
			fmt.Fprintf(b, "    %s\n    %s^\n", excerpt, strings.Repeat(" ", caret))
		}
		for _, r := range d.Related {
			fmt.Fprintf(b, "  %s: note: %s\n", visible.Terminal(r.Pos.String()), visible.Terminal(r.Message))
		}
		if d.Help != "" {
			fmt.Fprintf(b, "help: %s\n", visible.Terminal(d.Help))
		}
	}
	return b.Flush()
}

// Long lines are cut around the caret.
const (
	excerptBefore = 60
	excerptAfter  = 60
)

// excerptAt returns the printable part of the source line around pos and the
// number of columns before the caret.
func excerptAt(f *source.File, pos source.Pos) (text string, caret int, ok bool) {
	if f == nil || !pos.IsValid() || pos.Line > f.LineCount() {
		return "", 0, false
	}
	line := f.Line(pos.Line)
	at := pos.Offset - f.LineStart(pos.Line)
	if at < 0 || at > len(line) || pos.Offset == 0 {
		// The position was made from a line and column alone.
		at = f.At(pos.Line, pos.Column).Offset - f.LineStart(pos.Line)
	}
	start := at
	for n := 0; n < excerptBefore && start > 0; n++ {
		_, size := utf8.DecodeLastRune(line[:start])
		start -= size
	}
	end := at
	for n := 0; n < excerptAfter && end < len(line); n++ {
		_, size := utf8.DecodeRune(line[end:])
		end += size
	}
	// A tab becomes one space, so that the caret stays under its character.
	before, after := visible.TerminalAt(strings.ReplaceAll(string(line[start:end]), "\t", " "), at-start)
	if start > 0 {
		before = "…" + before
	}
	if end < len(line) {
		after += "…"
	}
	return strings.TrimRight(before+after, " "), utf8.RuneCountInString(before), true
}
