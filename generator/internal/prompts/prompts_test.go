package prompts_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bindery-go/bindery/gen/memorypacket"
	"github.com/bindery-go/bindery/gen/reflection"
	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
	"github.com/bindery-go/bindery/runtime/render"
)

// templates are those that are written for three of the systems.
func templates(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	w := &workspace.Workspace{FS: os.DirFS("../../.."), Dir: "."}
	c := config.Config{AssertFormat: true}
	for _, p := range []struct{ schema, root string }{{"memory-packet.json", "MemoryPacket"}, {"reflection-memory.json", "ReflectionMemory"}, {"rlm-state.yaml", "State"}} {
		base, _, _ := strings.Cut(p.schema, ".")
		c.Packages = append(c.Packages, config.Package{
			Schema: "schemas/" + p.schema, Overlay: "schemas/" + base + ".overlay.yaml", Name: strings.ReplaceAll(base, "-", ""), Out: "out/" + base,
			Roots: []config.Root{{Name: p.root, Pointer: "#"}}, Prompts: "prompts",
		})
	}
	made, ds := compiler.Generate(t.Context(), w, c)
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	for name, text := range made {
		if strings.HasPrefix(name, "prompts/") {
			files[name] = &fstest.MapFile{Data: text}
		}
	}
	return files
}

func TestPromptsOfThreeSystems(t *testing.T) {
	files := templates(t)
	if len(files) != 5 {
		t.Fatalf("%d templates", len(files))
	}
	set, err := render.Parse(files, "prompts/*.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	rendered := func(name string, data any, most int64) render.Prompt {
		t.Helper()
		p, err := set.Render(name, data, render.Budget{MaxTokens: most})
		if err != nil {
			t.Fatal(err)
		}
		if most > 0 && p.Tokens > most {
			t.Errorf("%s takes %d of %d tokens", name, p.Tokens, most)
		}
		return p
	}
	has := func(p render.Prompt, texts ...string) {
		t.Helper()
		for _, text := range texts {
			if !strings.Contains(p.Text, text) {
				t.Errorf("no %q in\n%s", text, p.Text)
			}
		}
	}

	packet := memorypacket.NewMemoryPacket()
	packet.Meta.Scope = memorypacket.MemoryPacketMetaScope{UserID: "u", AgentID: "a", SessionID: "s", RunID: "r"}
	packet.Meta.Purpose, packet.Meta.Budget.MaxTokens = "planner", 2000
	packet.Meta.Budget.PerSection = memorypacket.MemoryPacketMetaBudgetPerSection{WorkingState: 300, Facts: 300, Procedures: 300, ShortTermSummary: 300, Episodes: 300, Insights: 300}
	if err := packet.Meta.GeneratedAt.UnmarshalJSON([]byte(`"2026-06-01T00:00:00Z"`)); err != nil {
		t.Fatal(err)
	}
	packet.BudgetReport.MaxTokens = 2000
	packet.ShortTerm.RollingSummary = "They plan a trip."
	packet.Insight.Hypotheses = []memorypacket.InsightItem{{ID: "i", Type: "hypothesis", Statement: "They fear flying.", ValidationState: "unvalidated"}}
	out, _, err := packet.Compose("responder", time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), nil)
	if err != nil {
		t.Fatal(err)
	}
	answer := rendered("memory_packet.responder.tmpl", out, 0)
	has(answer, "## Short term summary\n\nThey plan a trip.")
	if strings.Contains(answer.Text, "fear") {
		t.Error("the answer knows an insight")
	}
	has(rendered("memory_packet.planner.tmpl", packet, 0), "statement: They fear flying.")
	if p := rendered("memory_packet.planner.tmpl", packet, 40); len(p.Omissions) == 0 {
		t.Errorf("nothing is left out of 40 tokens:\n%s", p.Text)
	}

	window := reflection.NewReflectionMemory()
	window.SelfReflection.ReflectionText = "Look at the units first."
	has(rendered("reflection_memory.tmpl", window, 0), "reflection_text: Look at the units first.")

	state := rlmstate.NewState()
	state.StateID = "state-a1b2c3d4"
	has(rendered("state.tmpl", state, 0), "state-a1b2c3d4")
}
