package steplist

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// TestFormsOfTheRealSchemas counts the forms of agent_protocol in 24 real
// schemas (one of the 25 is no YAML before its overlay). The numbers were found
// by another program, in another language.
func TestFormsOfTheRealSchemas(t *testing.T) {
	files, _ := filepath.Glob("../../../../../../shared/schemas/*/*")
	if len(files) == 0 {
		t.Skip("2026-11-28: the real schemas are not here")
	}
	kinds := map[OperationKind]int{}
	steps := map[StepKind]int{}
	parsed := 0
	var pretending []string
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc, _ := document.Read(source.NewFile(filepath.Base(name), data))
		if doc == nil {
			continue
		}
		parsed++
		s, ds := read(doc)
		for _, d := range ds {
			switch d.Code {
			case "B0500", "B0501", "B0506", "B0507":
			case diag.LooksLikeControl:
				pretending = append(pretending, strings.Fields(d.Message)[0])
			default:
				t.Errorf("%s: %s: %s", d.Pos, d.Code, d.Message)
			}
		}
		for _, p := range s {
			for _, op := range p.Operations {
				if p.Section != "agent_protocol" {
					continue
				}
				kinds[op.Kind]++
				op.Walk(func(s *Step) { steps[s.Kind]++ })
			}
		}
	}
	if parsed != len(files)-1 {
		t.Errorf("%d of %d schemas could be read", parsed, len(files))
	}
	if diff := cmp.Diff([]string{"if_open_fail_fast", "if_half_open_test_request"}, pretending); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[OperationKind]int{Procedure: 44, Alternatives: 1, PolicyTable: 3, Directives: 4, Metadata: 3}, kinds); diff != "" {
		t.Error(diff)
	}
	// One of the ifs is the second of an if-run with else; three of the groups are phases.
	if diff := cmp.Diff(map[StepKind]int{Call: 320, If: 23, ElseIf: 1, Else: 2, Loop: 10, Repeat: 1, Handler: 1, Group: 4}, steps); diff != "" {
		t.Error(diff)
	}
}
