// Package corpus compares generated validators with jsonschema v6 on many real
// documents. The benchmark prints a program that hands its generated validators
// to Main.
package corpus

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/bindery-go/bindery/generator/bench/measure"
)

// Result is the comparison on the documents of one schema.
type Result struct {
	Schema    string
	Documents int
	Bytes     int
	Valid     int
	Differ    int          // documents on which the verdicts differ
	Ours      measure.Cost // IsValid on the bytes of all documents
	Validate  measure.Cost // v6 on documents already parsed
	Whole     measure.Cost // parsing to any, and v6
	Parse     measure.Cost // our Parse of all documents, of which not all are valid
	Any       measure.Cost // encoding/json to any
	Spread    float64      // of the control
}

// Validator is the generated code of one schema.
type Validator struct {
	IsValid func([]byte) bool
	Parse   func([]byte) error
}

// Main measures each validator on dir/NAME/instances.jsonl and prints the
// results as JSON lines. Its arguments are dir and the number of rounds.
func Main(validators map[string]Validator) {
	names := make([]string, 0, len(validators))
	for name := range validators {
		names = append(names, name)
	}
	slices.Sort(names)
	rounds, err := strconv.Atoi(os.Args[2])
	for _, name := range names {
		var result Result
		if err == nil {
			result, err = run(filepath.Join(os.Args[1], name), rounds, validators[name])
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
			os.Exit(1)
		}
		result.Schema = name
		line, _ := json.Marshal(result) // numbers and a name
		fmt.Println(string(line))
	}
}

func run(dir string, rounds int, ours Validator) (Result, error) {
	var r Result
	documents, err := lines(filepath.Join(dir, "instances.jsonl"))
	if err != nil {
		return r, err
	}
	schema, err := compile(filepath.Join(dir, "schema.json"))
	if err != nil {
		return r, err
	}
	parsed := make([]any, len(documents))
	for i, data := range documents {
		if parsed[i], err = jsonschema.UnmarshalJSON(bytes.NewReader(data)); err != nil {
			return r, err
		}
		r.Bytes += len(data)
		valid := schema.Validate(parsed[i]) == nil
		if valid {
			r.Valid++
		}
		if valid != ours.IsValid(data) {
			r.Differ++
		}
	}
	r.Documents = len(documents)
	judging, err := measure.Compare(rounds, []measure.Contender{
		{Name: "bindery", Run: each(documents, func(data []byte) { ours.IsValid(data) })},
		{Name: "v6", Run: each(parsed, func(v any) { _ = schema.Validate(v) })},
		{Name: "any + v6", Run: each(documents, func(data []byte) { _ = schema.Validate(toAny(data)) })},
	})
	if err != nil {
		return r, err
	}
	// What v6 judges is not for the collector to follow while others allocate.
	clear(parsed)
	reading, err := measure.Compare(rounds, []measure.Contender{
		{Name: "Parse", Run: each(documents, func(data []byte) { _ = ours.Parse(data) })},
		{Name: "any", Run: each(documents, func(data []byte) { toAny(data) })},
	})
	if err != nil {
		return r, err
	}
	r.Ours, r.Validate, r.Whole = judging.Costs[0], judging.Costs[1], judging.Costs[2]
	r.Parse, r.Any = reading.Costs[0], reading.Costs[1]
	r.Spread = max(judging.Spread, reading.Spread)
	return r, nil
}

// each runs f with each of some documents.
func each[T any](documents []T, f func(T)) func() bool {
	return func() bool {
		for _, d := range documents {
			f(d)
		}
		return true
	}
}

// toAny is what encoding/json makes of a document.
func toAny(data []byte) (v any) {
	_ = json.Unmarshal(data, &v) // all of them are JSON: v6 has read them
	return v
}

// compile compiles a schema as v6 does by default, with the formats of its
// draft.
func compile(file string) (*jsonschema.Schema, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("mem:///schema.json", doc); err != nil {
		return nil, err
	}
	return compiler.Compile("mem:///schema.json")
}

func lines(file string) ([][]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out [][]byte
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 16<<20)
	for scanner.Scan() {
		out = append(out, bytes.Clone(scanner.Bytes()))
	}
	return out, scanner.Err()
}
