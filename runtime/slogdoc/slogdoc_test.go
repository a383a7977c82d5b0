package slogdoc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/slogdoc"
)

// task is as generated types are.
type task struct{ text string }

func (x task) MarshalJSON() ([]byte, error) {
	if x.text == "" {
		return nil, errors.New("nothing to encode")
	}
	return []byte(x.text), nil
}
func (x *task) LogValue() slog.Value { return slogdoc.Value(x) }

// plain leaves out what differs from run to run.
func plain(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey || a.Key == "secret" {
		return slog.Attr{}
	}
	return a
}

func Example() {
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: plain}))
	x := &task{`{"id":7,"state":"open","by":{"name":"Ada","secret":"x"},"tags":["a"]}`}
	log.Info("taken", "task", x)
	// Output: level=INFO msg=taken task.id=7 task.state=open task.by.name=Ada task.tags="[\"a\"]"
}

// TestValueInJSON: the JSON handler writes the document that was given, whatever it is.
func TestValueInJSON(t *testing.T) {
	for _, text := range []string{
		`{"a":1,"b":{"c":[1,{"d":null}],"e":{}},"f":1.50,"g":123456789012345678901,"h":true,"i":null,"j":"x\ny"}`,
		`{"":{"a":1},"a":2}`, `{"":null,"b":1}`, `{"a":{"":{"b":1}},"b":{"":""}}`,
		`{}`, `[]`, `[1,"a"]`, `"s"`, `null`, `0`, `-1`, `1.5`, `false`,
		strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40),
	} {
		var b bytes.Buffer
		slog.New(slog.NewJSONHandler(&b, nil)).Info("", "x", &task{text})
		var record struct{ X json.RawMessage }
		if err := json.Unmarshal(b.Bytes(), &record); err != nil {
			t.Fatalf("%s: %v in %s", text, err, b.Bytes())
		}
		if got := jsonvalue.Trusted(string(record.X)); !got.Equal(jsonvalue.Trusted(text)) {
			t.Errorf("%s is %s", text, got)
		}
	}
}

func TestValueOfWhatCannotBeEncoded(t *testing.T) {
	if v := (&task{}).LogValue(); v.String() != "nothing to encode" {
		t.Errorf("got %v", v)
	}
	var none *task
	if v := none.LogValue(); v.Any() != nil {
		t.Errorf("got %v", v)
	}
}

// TestValueOfDeepDocuments: a handler takes no time in the square of the depth.
func TestValueOfDeepDocuments(t *testing.T) {
	v := (&task{strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000)}).LogValue()
	depth := 0
	for v.Kind() == slog.KindGroup {
		v = v.Group()[0].Value
		depth++
	}
	if depth != 8 {
		t.Errorf("groups lie %d deep", depth)
	}
}
