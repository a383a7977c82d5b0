package limits

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/overlay"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/sectiontest"
)

func read(t *testing.T, yaml string) (*Section, diag.Diagnostics) {
	t.Helper()
	s := New(protocol.New())
	return s, sectiontest.Read(sectiontest.Parse(t, yaml), s)
}

const limitSchema = `
title: Work Order Schema
properties:
  parts: {type: array, items: {$ref: "#/$defs/Part"}}
  log: {type: array, items: {$ref: "#/$defs/CostEntry"}}
  tags: {type: object, additionalProperties: {type: string}}
  shape: {type: object, properties: {depth: {type: integer}, total_parts: {type: integer}}}
  both: {type: array}
  count: {type: integer}
$defs:
  Part:
    type: object
    properties:
      name: {type: string}
      blob: {}
      children: {type: array, items: {$ref: "#/$defs/Part"}}
      notes: {type: array}
  CostEntry:
    type: object
    properties:
      both: {type: array}
      notes: {type: array}
      part_name: {type: string}
`

func TestLimitsBindByName(t *testing.T) {
	for name, test := range map[string]struct {
		limit string
		want  string // measure target unit
	}{
		"array":                           {"max_parts", "length /properties/parts "},
		"map":                             {"max_tags", "length /properties/tags "},
		"per the document":                {"max_tags_per_order", "length /properties/tags "},
		"by the definition of the items":  {"max_cost_entries", "length /properties/log "},
		"per a definition":                {"max_children_per_part", "length /$defs/Part/properties/children "},
		"owner tells two apart":           {"max_notes_per_part", "length /$defs/Part/properties/notes "},
		"two that nothing tells apart":    {"max_notes", "none  "},
		"the root's own comes first":      {"max_both", "length /properties/both "},
		"field of a definition":           {"max_part_name_length", "runes /$defs/Part/properties/name runes"},
		"size of the document":            {"max_order_size_mb", "size  MB"},
		"size of a field":                 {"max_blob_size_bytes", "size /$defs/Part/properties/blob bytes"},
		"size of a field, by last word":   {"max_inline_blob_size_kb", "size /$defs/Part/properties/blob KB"},
		"depth of what is recursive":      {"max_depth", "depth /$defs/Part "},
		"number of what is recursive":     {"max_total_parts", "count /$defs/Part "},
		"number of what is not":           {"max_total_entries", "none  "},
		"a number of that name is data":   {"max_count", "none  "},
		"tokens":                          {"max_blob_tokens", "none  tokens"},
		"time":                            {"timeout_per_part_ms", "operational  ms"},
		"retention":                       {"order_retention_days", "operational  days"},
		"interval":                        {"check_interval_parts", "operational  "},
		"lower bound":                     {"min_parts", "length /properties/parts "},
		"per and nothing before it":       {"max_per_part", "none  "},
		"a name that is only a unit":      {"max_ms", "operational  ms"},
		"a name that is only its prefix":  {"max_", "none  "},
		"a name that is only separators_": {"__", "none  "},
	} {
		t.Run(name, func(t *testing.T) {
			s, ds := read(t, limitSchema+"limits: {"+test.limit+": 3}\n")
			l := s.Limits[0]
			if got := fmt.Sprintf("%s %s %s", l.Measure, l.Target, l.unit); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			unbound := l.Measure == MeasureNone || l.Measure == MeasureOperational
			if (len(sectiontest.Codes(ds)) == 1) != unbound {
				t.Errorf("reported: %v", ds)
			}
		})
	}
}

// TestLimitsOfDefinitionsElsewhere: a definition that is a reference to another file holds
// none of its own kind.
func TestLimitsOfDefinitionsElsewhere(t *testing.T) {
	for definition, want := range map[string]string{
		`{$ref: "other.yaml#/$defs/Turn"}`:                                     "depth /$defs/Part",
		`{type: object, properties: {turn: {$ref: "other.yaml#/$defs/Turn"}}}`: "depth /$defs/Part",
		`{type: object, properties: {turn: {$ref: "#/$defs/Turn"}}}`:           "none ",
	} {
		s, _ := read(t, limitSchema+"  Turn: "+definition+"\nlimits: {max_depth: 3}\n")
		if l := s.Limits[0]; string(l.Measure)+" "+l.Target != want {
			t.Errorf("with Turn %s, max_depth binds %s of %s", definition, l.Measure, l.Target)
		}
	}
}

// TestLimitsWithoutAName: what has no items is not meant by a limit that has no name.
func TestLimitsWithoutAName(t *testing.T) {
	s, _ := read(t, "properties: {text: {type: string}}\nlimits: {max_: 5}\n")
	if l := s.Limits[0]; l.Measure != MeasureNone {
		t.Errorf("max_ binds %s of %s", l.Measure, l.Target)
	}
}

func TestLimitsBoundBeside(t *testing.T) {
	s, _ := read(t, strings.Replace(limitSchema, "blob: {}", "blob: {}\n      depth: {type: integer}", 1)+
		"limits: {max_part_name_length: 3, max_depth: 3, max_parts: 1}\n")
	want := [][]bound{{{MeasureKeys, "/$defs/Part"}}, {{MeasureNumber, "/$defs/Part/properties/depth"}}, nil}
	for i, l := range s.Limits {
		if diff := cmp.Diff(want[i], l.also); diff != "" {
			t.Errorf("%s: %s", l.Key, diff)
		}
	}
}

func TestLimitsOfOtherForms(t *testing.T) {
	s, _ := read(t, limitSchema+"limits: {max_parts: 1.5, max_tags: '3-4', nested: {max_parts: 7}, max_log: null}\n")
	var got []string
	for _, l := range s.Limits {
		got = append(got, fmt.Sprintf("%s=%s %s", l.Key, l.Value, l.Measure))
	}
	if diff := cmp.Diff([]string{"max_parts=1.5 none", `max_tags="3-4" none`, "nested.max_parts=7 length", "max_log=null none"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestBindings(t *testing.T) {
	s, ds := read(t, `
$defs:
  History: {type: object, properties: {mutations: {type: array}}}
limits: {max_history_entries: 10, max_inline_size_bytes: 20, keep_days: 3, max_tokens: 100}
x-bindery:
  limits:
    max_history_entries: {measure: length, of: "#/$defs/History/properties/mutations"}
    max_inline_size_bytes: {measure: size, of: "#", effect: spill}
    keep_days: {measure: operational}
`)
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	first, second, third := s.Limits[0], s.Limits[1], s.Limits[2]
	if first.Measure != MeasureLength || first.Target != "/$defs/History/properties/mutations" ||
		second.Target != "" || second.Spill == nil || third.Measure != MeasureOperational {
		t.Errorf("%+v %+v %+v", first, second, third)
	}
	for _, d := range ds {
		if d.Code == diag.LimitUnbound && !strings.Contains(d.Message, "max_tokens") {
			t.Errorf("bound, and yet %s", d.Message)
		}
	}
}

// TestRLMStateAfterItsOverlay reads the schema as the generator does, with the
// bindings that its prose asks for.
func TestRLMStateAfterItsOverlay(t *testing.T) {
	read := func(name string) *document.Node {
		data, err := os.ReadFile("../../../../schemas/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return sectiontest.Parse(t, string(data))
	}
	doc, ds := overlay.Apply(read("rlm-state.yaml"), read("rlm-state.overlay.yaml"))
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	doc, ds = overlay.Apply(doc, sectiontest.Parse(t, `
x-bindery:
  limits:
    max_inline_value_size_bytes: {measure: size, of: "#/$defs/Variable/properties/value", effect: spill}
    max_history_entries: {measure: length, of: "#/$defs/StateHistory/properties/mutations"}
`))
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	s := New(protocol.New())
	ds = sectiontest.Read(doc, s)
	for _, d := range ds {
		if d.Code != diag.SectionRead && d.Code != diag.UnknownSection && d.Code != diag.BadBinding { // the bindings of other sections
			t.Errorf("%s: %s", d.Code, d.Message)
		}
	}
	got := map[string]string{}
	for _, l := range s.Limits {
		got[l.Key] = string(l.Measure) + " " + l.Target
		if l.Spill != nil {
			got[l.Key] += " spill"
		}
	}
	want := map[string]string{
		"max_variables_per_state":     "length /properties/variables",
		"max_variable_name_length":    "runes /$defs/Variable/properties/name",
		"max_inline_value_size_bytes": "size /$defs/Variable/properties/value spill",
		"max_history_entries":         "length /$defs/StateHistory/properties/mutations",
		"max_checkpoints":             "length /$defs/StateHistory/properties/checkpoints",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
