// Package runsview lists, shows, deletes and answers the runs of a store for
// programs: bindery runs, and those that it starts for stores which it does not
// know itself.
package runsview

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf16"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/internal/brief"
	"github.com/bindery-go/bindery/runtime/protocol"
)

// ErrUsage is wrapped where the arguments are not those of a command.
var ErrUsage = errors.New("usage: runs STORE [list | show RUN | delete RUN... | prune | answer RUN JSON [REQUEST-ID] | move STORE [RUN...]]")

// Options say how a command goes.
type Options struct {
	JSON bool
	Keep checkpoint.Retention // of prune
	// Failed lets prune delete runs that have failed, too.
	Failed bool
	// Open opens where move takes runs to; nil where nothing can be moved.
	Open Opener
}

// Do does what the arguments behind the name of the store say.
func Do(ctx context.Context, store checkpoint.Store, args []string, o Options, out io.Writer) error {
	return DoIn(ctx, Stored(store), args, o, out)
}

// DoIn is [Do] for runs that are in any place.
func DoIn(ctx context.Context, place Place, args []string, o Options, out io.Writer) error {
	name := "list"
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	switch {
	case name == "list" && len(args) == 0:
		return list(ctx, place, o, out)
	case name == "show" && len(args) == 1:
		return show(ctx, place, args[0], o, out)
	case name == "delete" && len(args) > 0:
		for _, run := range args {
			if err := place.Delete(ctx, run); err != nil {
				return err
			}
		}
		return nil
	case name == "prune" && len(args) == 0:
		return prune(ctx, place, o, out)
	case name == "answer" && (len(args) == 2 || len(args) == 3):
		if !json.Valid([]byte(args[1])) {
			return fmt.Errorf("the answer %s is not valid JSON: a text needs quotes", brief.Quote(args[1]))
		}
		request := ""
		if len(args) == 3 {
			request = args[2]
		}
		return place.Answer(ctx, args[0], request, json.RawMessage(args[1]))
	case name == "move" && len(args) > 0:
		return move(ctx, place, args[0], args[1:], o, out)
	}
	return ErrUsage
}

func list(ctx context.Context, place Place, o Options, out io.Writer) error {
	runs, failed := []protocol.Run{}, []error(nil)
	for r, err := range place.Runs(ctx) {
		if err != nil {
			failed = append(failed, err)
			continue
		}
		runs = append(runs, r)
	}
	if err := print(runs, o, out); err != nil {
		return err
	}
	return errors.Join(failed...)
}

func print(runs []protocol.Run, o Options, out io.Writer) error {
	if o.JSON {
		return printJSON(out, runs)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RUN\tOPERATION\tSTATUS\tSINCE\tSTEP\tBY\tMORE")
	for _, r := range runs {
		by := ""
		if r.Live() {
			by = r.Holder
		}
		cells := []string{strconv.Quote(r.ID), r.Operation, statusOf(r), r.Since.UTC().Format(time.RFC3339), r.Step, by, more(r)}
		for i, cell := range cells[1:] {
			cells[i+1] = plain(cell)
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return printDamage(runs, out)
}

func statusOf(r protocol.Run) string {
	switch {
	case r.Damage != "":
		return "damaged"
	case r.Outcome != "" && r.Outcome != protocol.Done:
		return string(r.Status) + " " + string(r.Outcome)
	}
	return string(r.Status)
}

// printDamage prints what is wrong with the newest record of runs, and what to do.
func printDamage(runs []protocol.Run, out io.Writer) error {
	for _, r := range runs {
		if r.Damage == "" {
			continue
		}
		if _, err := fmt.Fprintf(out, "damaged: %s: %s\n", strconv.Quote(r.ID), harmless(r.Damage)); err != nil {
			return err
		}
	}
	return nil
}

// more is what a run has failed with, or waits for.
func more(r protocol.Run) string {
	switch {
	case r.Error != "":
		return r.Error
	case r.Request != nil:
		return string(r.Request)
	case !r.Until.IsZero():
		return "until " + r.Until.UTC().Format(time.RFC3339)
	}
	return ""
}

// plain makes of a text what a terminal shows on one line and in one column.
func plain(s string) string {
	if s == "" {
		return "-"
	}
	quoted := brief.Quote(s)
	if quoted == `"`+s+`"` {
		return s
	}
	return quoted
}

// harmless is a text of several lines as a terminal shows it: what does not print, and
// might steer it, is escaped as in JSON.
func harmless(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == '\n' || unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

func show(ctx context.Context, place Place, run string, o Options, out io.Writer) error {
	found, err := place.Inspect(ctx, run)
	if err != nil {
		return err
	}
	if o.JSON {
		return printJSON(out, found)
	}
	if err := print([]protocol.Run{found.Run}, o, out); err != nil {
		return err
	}
	if found.RequestID != "" {
		fmt.Fprintf(out, "request %s\n", harmless(found.RequestID))
	}
	_, err = fmt.Fprintf(out, "begun %s, %d steps, %d records\n\n%s\n%s\n",
		found.Begun.UTC().Format(time.RFC3339), found.Steps, found.Records, harmless(found.Plan), harmless(string(found.Data)))
	return err
}

func prune(ctx context.Context, place Place, o Options, out io.Writer) error {
	if o.Keep == (checkpoint.Retention{}) {
		return errors.New("prune needs --keep or --older-than")
	}
	statuses := []protocol.Status{protocol.StatusDone}
	if o.Failed {
		statuses = append(statuses, protocol.StatusFailed)
	}
	deleted, err := place.Prune(ctx, o.Keep, statuses...)
	return errors.Join(printNames(out, "deleted", append([]string{}, deleted...), o), err)
}

// printNames says what has been done with runs.
func printNames(out io.Writer, done string, runs []string, o Options) error {
	if o.JSON {
		return printJSON(out, runs)
	}
	for _, run := range runs {
		if _, err := fmt.Fprintln(out, done, strconv.Quote(run)); err != nil {
			return err
		}
	}
	return nil
}

func printJSON(out io.Writer, value any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}
