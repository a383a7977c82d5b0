package diag

import (
	"fmt"
	"io"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/source"
)

// Format names a way to print diagnostics.
type Format string

// The formats of the --format flag.
const (
	Text   Format = "text"   // for people: position, message, source line, caret, help
	JSON   Format = "json"   // one object with all fields
	SARIF  Format = "sarif"  // SARIF 2.1.0, for code scanning services
	GitHub Format = "github" // workflow commands, for annotations in pull requests
)

// Formats lists the names of all formats in the order of the documentation.
func Formats() []Format { return []Format{Text, JSON, SARIF, GitHub} }

// ParseFormat returns the format of that name, or an error that lists them.
func ParseFormat(name string) (Format, error) {
	names := make([]string, 0, len(Formats()))
	for _, f := range Formats() {
		if string(f) == name {
			return f, nil
		}
		names = append(names, string(f))
	}
	return "", fmt.Errorf("unknown format %q; use one of %s", name, strings.Join(names, ", "))
}

// Sources gives the printers the content of a file by the name that positions
// carry; nil where it is not at hand. The text format quotes the source line.
type Sources func(file string) *source.File

// Print writes the diagnostics, sorted, in the given format. An empty list
// prints nothing as text and github, and an empty report as json and sarif.
// Forms for people have the first of a code and count the rest, unless all is set.
// sources may be nil. The error is that of the writer.
func Print(w io.Writer, format Format, ds Diagnostics, sources Sources, all bool) error {
	if sources == nil {
		sources = func(string) *source.File { return nil }
	}
	ds = ds.Sorted()
	if !all && (format == Text || format == GitHub) {
		ds = ds.fold()
	}
	switch format {
	case JSON:
		return printJSON(w, ds)
	case SARIF:
		return printSARIF(w, ds)
	case GitHub:
		return printGitHub(w, ds)
	default:
		return printText(w, ds, sources)
	}
}
