package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/table"
	"github.com/bindery-go/bindery/runtime/validate"
)

// testCase is a schema with documents to judge. The JSON of both is kept as it was
// sent: numbers of any size, members in their order.
type testCase struct {
	Schema   json.RawMessage            `json:"schema"`
	Registry map[string]json.RawMessage `json:"registry"`
	Tests    []struct {
		Instance json.RawMessage `json:"instance"`
	} `json:"tests"`
}

// response is the answer to run: results, or an outcome of the case as a whole.
type response struct {
	Seq     json.RawMessage `json:"seq"`
	Results []outcome       `json:"results,omitzero"`
	*outcome
}

// outcome is what became of a document, or of a case: one of the three.
type outcome struct {
	Valid   *bool    `json:"valid,omitempty"`
	Skipped bool     `json:"skipped,omitempty"`
	Message string   `json:"message,omitempty"` // why it was skipped
	Errored bool     `json:"errored,omitempty"`
	Context *context `json:"context,omitempty"` // of the error
}

type context struct {
	Message   string `json:"message"`
	Traceback string `json:"traceback,omitempty"`
}

func verdict(valid bool) *outcome { return &outcome{Valid: &valid} }

func skipped(why string) *outcome { return &outcome{Skipped: true, Message: why} }

func errored(message, traceback string) *outcome {
	return &outcome{Errored: true, Context: &context{message, traceback}}
}

// run judges the documents of a case. It never fails: a panic is an outcome, too.
func (h *harness) run(r request) (answer response) {
	answer.Seq = r.Seq
	defer func() {
		if p := recover(); p != nil {
			answer = response{Seq: r.Seq, outcome: errored(fmt.Sprint(p), string(debug.Stack()))}
		}
	}()
	if r.Output != "" && r.Output != "flag" {
		answer.outcome = skipped("annotations are not collected: the harness gives verdicts only")
		return answer
	}
	var c testCase
	if err := json.Unmarshal(r.Case, &c); err != nil {
		answer.outcome = errored("not a case: "+err.Error(), "")
		return answer
	}
	answer.Results, answer.outcome = h.try(&c)
	return answer
}

// try judges the documents of a case, or says why none can be.
func (h *harness) try(c *testCase) ([]outcome, *outcome) {
	program, root, problem := h.compile(c)
	if problem != nil {
		return nil, problem
	}
	results := []outcome{}
	for _, test := range c.Tests {
		results = append(results, *judge(program, root, test.Instance))
	}
	return results, nil
}

// judge judges one document.
func judge(program *validate.Program, root int, instance []byte) *outcome {
	err := validate.Check(program, root, instance)
	var invalid *validate.Error
	switch {
	case err == nil:
		return verdict(true)
	case errors.As(err, &invalid):
		return verdict(false)
	}
	// A pattern that took too long, or text that is not I-JSON (RFC 7493): member
	// names given twice, lone surrogates.
	return errored(err.Error(), "")
}

// schemaURI names the schema of a case, which relative references are resolved
// against where it has no "$id". Nothing can lead there by chance.
const schemaURI = "https://bindery.invalid/bowtie/schema"

// compile makes the table of a case's schema, or says why there is none.
func (h *harness) compile(c *testCase) (*validate.Program, int, *outcome) {
	doc, ds := document.ReadJSON(source.NewFile("schema", c.Schema))
	if problem := refusal(ds); problem != nil {
		return nil, 0, problem
	}
	graph, ds := schema.Build([]schema.Entry{{URI: schemaURI}}, schema.Options{
		Draft:  h.draft,
		Loader: schema.Loaders{schema.Documents{schemaURI: doc}, registry(c.Registry)},
		Places: h.places(c.Registry),
		Strict: true, // schemas mean what the specification says
	})
	if problem := refusal(ds); problem != nil {
		return nil, 0, problem
	}
	program, ds := table.Build(graph, plan.NewPatterns())
	if ds != nil {
		return nil, 0, errored(ds[0].Message, "")
	}
	return program, graph.Roots[0].ID, nil
}

// registry has the schemas that may be referred to, by URI. Those that a case does
// not reach are not read: Bowtie sends all that a suite has.
type registry map[string]json.RawMessage

// Load implements schema.Loader.
func (r registry) Load(uri string) (*document.Node, diag.Diagnostics, error) {
	for _, key := range []string{uri, uri + "#"} {
		if text, ok := r[key]; ok {
			doc, ds := document.ReadJSON(source.NewFile(uri, text))
			return doc, ds, nil
		}
	}
	return nil, nil, fmt.Errorf("%s: %w", uri, fs.ErrNotExist)
}

// places maps the URIs that documents of a registry give themselves to those under
// which it has them.
func (h *harness) places(r registry) map[string]string {
	places := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(r)) { // the first of two with one identity
		uri := strings.TrimSuffix(key, "#")
		if id := h.identity(uri, r[key]); id != "" && places[id] == "" {
			places[id] = uri
		}
	}
	return places
}

// identity is the absolute URI that a schema gives itself, "" for none.
func (h *harness) identity(uri string, text []byte) string {
	var root struct {
		Dialect string `json:"$schema"`
		ID      string `json:"$id"`
		ID4     string `json:"id"`
	}
	if json.Unmarshal(text, &root) != nil {
		return "" // true or false, or not a schema: reading it says so
	}
	draft, known := draftOf(root.Dialect)
	if !known {
		draft = h.draft
	}
	id := root.ID
	if draft == schema.Draft4 {
		id = root.ID4
	}
	base, err := url.Parse(uri)
	if err != nil || id == "" {
		return ""
	}
	own, err := base.Parse(id)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(own.String(), "#")
}

// refusal is the outcome for a schema with errors, nil where there are none. A
// dialect that is not known is no fault of Bindery's or the schema's.
func refusal(ds diag.Diagnostics) *outcome {
	var messages []string
	for _, d := range ds {
		switch {
		case d.Code == diag.UnknownDialect:
			return skipped(d.Message)
		case d.Severity == diag.Error:
			messages = append(messages, d.String())
		}
	}
	if messages == nil {
		return nil
	}
	return errored(strings.Join(messages, "\n"), "")
}
