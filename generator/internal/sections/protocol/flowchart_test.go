package protocol_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steplist"
	"github.com/bindery-go/bindery/generator/internal/workspace"
	"github.com/google/go-cmp/cmp"
)

func operations(t *testing.T, schema string) *compiler.Result {
	t.Helper()
	w := &workspace.Workspace{FS: fstest.MapFS{"s.yaml": {Data: []byte(schema)}}, Dir: "."}
	results, ds := compiler.Compile(context.Background(), w, config.Config{Packages: []config.Package{{
		Schema: "s.yaml", Name: "p", Out: "p", Roots: []config.Root{{Name: "Root", Pointer: "#"}},
	}}})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	return results[0]
}

const everyForm = `
x-bindery: {subcalls: {all: [other]}}
agent_protocol:
  other: {steps: [x]}
  all:
    description: "Shows <b>all</b> ` + "`forms`" + `"
    steps:
      - first
      - {if_a: [a], else: b}
      - {if_x: [x]}
      - {if_y: []}
      - for_each_item: [{if_bad: [drop]}, keep]
      - {stage: [one, {for_try_in_tries: [two]}]}
      - {on_stop: [clean]}
      - other
      - 7
      - {if_done: return_done}
      - {else: return_open}
  ways:
    actions: {fast: [a], slow: [b, c]}
`

func TestChart(t *testing.T) {
	ops := operations(t, everyForm).Sections.Protocol.Operations
	want := map[string]string{
		"all": `flowchart TD
  n1(["all"])
  n2["first"]
  n3{"if_a?"}
  n4["a"]
  n5["b"]
  n6{"if_x?"}
  n7["x"]
  n8{"if_y?"}
  n9{{"for_each_item"}}
  n10{"if_bad?"}
  n11["drop"]
  n12["keep"]
  subgraph g13["stage"]
    n14["one"]
    n15{{"for_try"}}
    n16["two"]
  end
  subgraph g17["whenever on_stop is emitted"]
    n18>"on_stop"]
    n19["clean"]
  end
  n20[["other"]]
  n21{"if_done?"}
  n22(["return_done"])
  n23(["return_open"])
  n1 --> n2
  n2 --> n3
  n3 -->|"yes"| n4
  n3 -->|"no"| n5
  n4 --> n6
  n5 --> n6
  n6 -->|"yes"| n7
  n7 --> n8
  n6 -->|"no"| n8
  n8 -->|"yes"| n9
  n8 -->|"no"| n9
  n9 -->|"next"| n10
  n10 -->|"yes"| n11
  n11 --> n12
  n10 -->|"no"| n12
  n12 --> n9
  n9 -->|"no more"| n14
  n14 --> n15
  n15 -->|"next"| n16
  n16 --> n15
  n18 --> n19
  n15 -->|"no more"| n20
  n20 --> n21
  n21 -->|"yes"| n22
  n21 -->|"no"| n23
`,
		"ways": `flowchart TD
  n1(["ways"])
  n2{"which way?"}
  n3["a"]
  n4["b"]
  n5["c"]
  n6(["done"])
  n1 --> n2
  n2 -->|"fast"| n3
  n2 -->|"slow"| n4
  n4 --> n5
  n3 --> n6
  n5 --> n6
`,
	}
	for _, op := range ops {
		if text, ok := want[op.Name]; ok {
			if d := cmp.Diff(text, op.FlowChart()); d != "" {
				t.Errorf("%s: %s", op.Name, d)
			}
		}
	}
}

// TestPageHoldsNoMarkupOfTheSchema reads the page as Mermaid and Markdown do:
// what the schema says must not end a label, a fence or a comment.
func TestPageHoldsNoMarkupOfTheSchema(t *testing.T) {
	page := string(operations(t, everyForm).Files["p/protocol.md"])
	if !strings.Contains(page, "\nShows \\<b\\>all\\</b\\> \\`forms\\`\n") || strings.Count(page, "```mermaid\n") != 3 || strings.Count(page, "\n```\n") != 3 {
		t.Error(page)
	}
	hostile := &protocol.Operation{Name: "x\"]\n```\n--> y", Items: []*protocol.Item{{Kind: steplist.Call, Key: `a"] click n1 <script>;#`}}}
	line := regexp.MustCompile(`^(flowchart TD|  n\d+(\(\["[^"]*"\]\)|\["[^"]*"\])|  n\d+ --> n\d+)$`)
	for text := range strings.Lines(hostile.FlowChart()) {
		if !line.MatchString(strings.TrimSuffix(text, "\n")) {
			t.Errorf("%q", text)
		}
	}
}

func TestNoPageWithoutOperations(t *testing.T) {
	if page := operations(t, "type: object").Files["p/protocol.md"]; page != nil {
		t.Errorf("%s", page)
	}
}
