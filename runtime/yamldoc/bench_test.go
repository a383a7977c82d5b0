package yamldoc_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/yamldoc"
)

// documents of some 100 kB: records as programs write them, a configuration as
// people do, prose in block scalars, and JSON.
var documents = map[string]string{
	"records": repeat(700, "- id: item-%[1]d\n  count: %[1]d\n  ratio: 0.%[1]d\n  created: '2026-11-29T01:02:03Z'\n  tags: [a, b-%[1]d]\n  nested:\n    name: an item of no consequence\n    done: true\n"),
	"config":  repeat(600, "# the service of number %[1]d\nservice-%[1]d:\n  image: registry.example/app:%[1]d   # pinned\n\n  ports:\n  - 8080:80\n  - \"443\"\n  env:\n    LEVEL: debug\n    URL: http://host:80/path?x=%[1]d\n  replicas: 3\n"),
	"prose":   repeat(150, "- text: |\n    The first line of the thought of step %[1]d, which is rather long,\n    and the second one: it's \"quoted\".\n\n      - an item\n    The end.\n  folded: >-\n    A paragraph whose lines\n    are folded to one.\n\n    Another paragraph.\n  title: \"A title\\twith an escape\"\n"),
	"JSON":    "[" + strings.TrimSuffix(repeat(900, "{\"id\": \"item-%[1]d\", \"count\": %[1]d, \"tags\": [\"a\", \"b\"], \"nested\": {\"done\": true, \"of\": null}},\n "), ",\n ") + "]",
}

func repeat(n int, format string) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, format, i)
	}
	return text.String()
}

// plainState is rlmstate.State as one would write it for yaml.v3.
type plainState struct {
	Version   string `yaml:"version"`
	StateID   string `yaml:"state_id"`
	Variables map[string]*struct {
		Name        string `yaml:"name"`
		Value       any    `yaml:"value"`
		Type        string `yaml:"type"`
		Description string `yaml:"description"`
		CreatedAt   string `yaml:"created_at"`
		AccessCount int64  `yaml:"access_count"`
	} `yaml:"variables"`
}

// state500 is a state of 500 variables.
var state500 = "state_id: state-00000000\nversion: 1.0.0\nvariables:\n" +
	repeat(500, "  v%[1]d:\n    name: v%[1]d\n    value: [%[1]d, 'text', {of: an object}]\n    type: array\n    description: The variable of number %[1]d, which nobody reads.\n    created_at: \"2026-11-29T01:02:03Z\"\n    access_count: %[1]d\n")

// BenchmarkRatio runs the fast path and another way in turn and compares their
// fastest rounds, which a busy machine disturbs least: bytes a second of the fast
// path, and how many times as fast it is.
func BenchmarkRatio(b *testing.B) {
	toJSON := func(data []byte) error {
		_, err := yamldoc.ToJSON(data)
		return err
	}
	intoAny := func(data []byte) error {
		var v any
		return yaml.Unmarshal(data, &v)
	}
	for name, text := range documents {
		ratio(b, name+"/slow path", text, toJSON, declined(toJSON))
		ratio(b, name+"/yaml.v3 into any", text, toJSON, intoAny)
	}

	parse := func(data []byte) error {
		_, err := yamldoc.Parse(data, rlmstate.ParseState)
		return err
	}
	intoStructs := func(data []byte) error { return yaml.Unmarshal(data, new(plainState)) }
	refuse := func(data []byte) error {
		if parse(data) == nil {
			return errors.New("no violation")
		}
		return nil
	}
	ratio(b, "parse/slow path", state500, parse, declined(parse))
	ratio(b, "parse/yaml.v3 into structs", state500, parse, intoStructs)
	wrong := state500 + "  w: {name: w, value: 1, type: nothing}\n"
	ratio(b, "refuse/slow path", wrong, refuse, declined(refuse))
	ratio(b, "refuse/parse", wrong, refuse, func([]byte) error { return parse([]byte(state500)) })
	tagged := state500 + "  w: {name: w, value: 1, type: !!str number}\n"
	ratio(b, "declined late/slow path", tagged, parse, declined(parse))
}

// declined runs on a text that the fast path declines at once.
func declined(run func([]byte) error) func([]byte) error {
	return func(data []byte) error { return run(append([]byte("%YAML 1.2\n---\n"), data...)) }
}

func ratio(b *testing.B, name, text string, ours, theirs func([]byte) error) {
	data := []byte(text)
	b.Run(name, func(b *testing.B) {
		fastest := [2]time.Duration{time.Hour, time.Hour}
		for b.Loop() {
			for i, run := range []func([]byte) error{ours, theirs} {
				begin := time.Now()
				err := run(data)
				fastest[i] = min(fastest[i], time.Since(begin))
				if err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(float64(len(data))/1e6/fastest[0].Seconds(), "MB/s")
		b.ReportMetric(float64(fastest[1])/float64(fastest[0]), "times")
	})
}
