// Command bowtie lets Bowtie (https://bowtie.report), which compares validators of
// JSON Schema, ask Bindery. It speaks version 1 of Bowtie's protocol: a request a
// line on the standard input, an answer a line on the standard output. Schemas are
// compiled in process, to the table that generated packages carry, and documents
// judged by it, without Go being printed or built.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/bindery-go/bindery/generator/internal/schema"
)

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bowtie:", err)
		os.Exit(1)
	}
}

// protocolVersion is the version of Bowtie's protocol that is spoken.
const protocolVersion = 1

// request is a line of Bowtie's.
type request struct {
	Command string          `json:"cmd"`
	Version json.RawMessage `json:"version"` // of start
	Dialect string          `json:"dialect"` // of dialect
	Seq     json.RawMessage `json:"seq"`     // of run: given back as it is
	Case    json.RawMessage `json:"case"`    // of run
	Output  string          `json:"output"`  // of run: "", "flag" or "annotations"
}

// started is the answer to start.
type started struct {
	Version        int            `json:"version"`
	Implementation implementation `json:"implementation"`
}

// implementation describes Bindery.
type implementation struct {
	Language        string   `json:"language"`
	Name            string   `json:"name"`
	Version         string   `json:"version,omitempty"`
	Homepage        string   `json:"homepage"`
	Documentation   string   `json:"documentation"`
	Issues          string   `json:"issues"`
	Source          string   `json:"source"`
	Dialects        []string `json:"dialects"`
	OS              string   `json:"os"`
	LanguageVersion string   `json:"language_version"`
}

// acknowledged is the answer to dialect.
type acknowledged struct {
	OK bool `json:"ok"`
}

// serve answers requests until Bowtie stops the harness or closes its input. An
// error is a breach of the protocol, after which Bowtie starts a harness anew: what
// goes wrong with a case is told in its answer.
func serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	answers := json.NewEncoder(out)
	answers.SetEscapeHTML(false)
	h := harness{draft: schema.Draft2020}
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		answer, err := h.answer(line)
		if err != nil || answer == nil {
			return err
		}
		if err := answers.Encode(answer); err != nil {
			return err
		}
	}
}

// harness is the state between requests.
type harness struct {
	started bool
	draft   schema.Draft // of schemas that do not say theirs
}

// answer returns what is to be written, nil when the harness is to stop.
func (h *harness) answer(line []byte) (any, error) {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return nil, fmt.Errorf("not a request: %w", err)
	}
	if !h.started && r.Command != "start" {
		return nil, fmt.Errorf("%q came before start", r.Command)
	}
	switch r.Command {
	case "start":
		if string(r.Version) != fmt.Sprint(protocolVersion) {
			return nil, fmt.Errorf("version %s of the protocol is not known, only %d", r.Version, protocolVersion)
		}
		h.started = true
		return started{protocolVersion, describe()}, nil
	case "dialect":
		draft, ok := draftOf(r.Dialect)
		if ok {
			h.draft = draft
		}
		return acknowledged{ok}, nil
	case "run":
		if len(r.Seq) == 0 || len(r.Case) == 0 || string(r.Case) == "null" {
			return nil, errors.New("run needs seq and case")
		}
		return h.run(r), nil
	case "stop":
		return nil, nil
	}
	return nil, fmt.Errorf("%q is not a command", r.Command)
}

// drafts are those that Bindery knows, the latest first.
var drafts = []schema.Draft{schema.Draft2020, schema.Draft2019, schema.Draft7, schema.Draft6, schema.Draft4}

// dialectURI is the URI by which Bowtie knows a draft: "$schema" as the draft itself
// writes it.
func dialectURI(d schema.Draft) string {
	uri := schema.StandardDialect(d).URI
	if d <= schema.Draft7 {
		uri += "#"
	}
	return uri
}

func draftOf(uri string) (schema.Draft, bool) {
	for _, d := range drafts {
		if uri == dialectURI(d) || uri == schema.StandardDialect(d).URI {
			return d, true
		}
	}
	return 0, false
}

func describe() implementation {
	const repository = "https://github.com/bindery-go/bindery"
	about := implementation{
		Language: "go", Name: "bindery", Version: version(repository[len("https://"):]),
		Homepage: repository, Documentation: repository + "#readme", Issues: repository + "/issues", Source: repository,
		OS: runtime.GOOS, LanguageVersion: runtime.Version(),
	}
	for _, d := range drafts {
		about.Dialects = append(about.Dialects, dialectURI(d))
	}
	return about
}

// version is the version of a module that the program was built with, "" where it
// has none.
func version(module string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range info.Deps {
		if m.Path == module && m.Replace == nil {
			return m.Version
		}
	}
	return ""
}
