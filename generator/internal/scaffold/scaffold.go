// Package scaffold makes the files that a project begins with: a schema, the
// configuration, a first program with its test, and what keeps generated code
// true to the schema in CI. They are written once and are the user's from then
// on. Package generator imports it.
package scaffold

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"text/template"

	"github.com/bindery-go/bindery/schemas"
	"github.com/bindery-go/bindery/templates"
)

// system is a kind of project: the schema that it begins with, and what the
// templates have to know of it.
type system struct {
	Program string // name of the command, and of its example among the templates
	What    string // the documents, in words
	Schema  string
	Overlay string // "" for none
	License string // of the schema; "" for none
	Package string
	Roots   []root
	Steps   bool     // the schema has operations
	Quirks  []string // codes of what is odd in the schema as it was published
	Show    string   // Go expressions: what the program prints of a document
	Store   string   // Go name of the store that has the documents; "" for none
	Stored  string   // where the example is below testdata: where the store looks for it
	Module  string
}

type root struct{ Name, Pointer string }

// standard is the name of the system that a project gets which asks for none.
const standard = ""

var systems = map[string]system{
	standard: {
		Program: "ticket", What: "tickets of a help desk", Schema: "ticket.yaml", Package: "ticket",
		Roots: []root{{"Ticket", "#"}}, Steps: true, Show: "doc.ID, doc.State, doc.Title, doc.GetPriority()",
		Stored: "ticket.json",
	},
	"reflexion": {
		Program: "reflexion", What: "reflections of a Ralph loop", Schema: "reflection-memory.json", Overlay: "reflection-memory.overlay.yaml", License: "LICENSE-aiwg",
		Package: "reflection", Roots: []root{{"ReflectionMemory", "#"}}, Show: "doc.LoopID, doc.Iteration, doc.EvaluatorOutput.Passed",
		Store: "Reflections", Stored: ".aiwg/ralph/loops/ralph-login-tests/reflections/iteration-001.json",
	},
	"rlm-state": {
		Program: "rlm-state", What: "states of RLM environments", Schema: "rlm-state.yaml", Overlay: "rlm-state.overlay.yaml", License: "LICENSE-aiwg",
		Package: "rlmstate", Roots: []root{{"State", "#"}}, Steps: true, Show: "doc.StateID, doc.Version",
		Store: "States", Stored: ".aiwg/rlm/states/state-a1b2c3d4/state.json",
		Quirks: []string{"B0220", "B0221", "B0222", "B1001"},
	},
	"trajectory": {
		Program: "trajectory", What: "RLM trajectories", Schema: "rlm-trajectory.yaml", Overlay: "rlm-trajectory.overlay.yaml", License: "LICENSE-aiwg",
		Package: "trajectory", Roots: []root{{"Trajectory", "#"}}, Steps: true, Show: "doc.TrajectoryID, doc.Version, doc.TaskContext.TaskPrompt",
		Store: "Trajectories", Stored: ".aiwg/rlm/trajectories/traj-a1b2c3d4/trajectory.json",
		Quirks: []string{"B0220", "B0221", "B1001"},
	},
	"memory-packet": {
		Program: "memory-packet", What: "memory packets", Schema: "memory-packet.json", Overlay: "memory-packet.overlay.yaml",
		Package: "memorypacket", Roots: []root{{"MemoryPacket", "#"}}, Show: "doc.Meta.Purpose, len(doc.LongTerm.Facts), doc.BudgetReport.UsedTokensEst",
		Store: "Packets", Stored: ".aiwg/memory/packets/s1/r1/planner.json",
	},
	"social-rl": {
		Program: "social-rl", What: "rounds of social reinforcement learning", Schema: "social-rl.yaml", Overlay: "social-rl.overlay.yaml",
		Package: "socialrl", Roots: []root{{"RoundResult", "#/$defs/RoundResult"}, {"PolicyState", "#/$defs/PolicyState"}}, Show: "doc.RoundNumber, len(doc.Messages), doc.Synthesis",
		Store: "Rounds", Stored: "round1_social_rl.json",
	},
}

// Systems lists the names of the systems, sorted.
func Systems() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(systems)), func(name string) bool { return name == standard })
}

// outputs are the templates and the files that they become.
var outputs = []struct{ template, file string }{
	{"bindery.yaml.tmpl", "bindery.yaml"},
	{"generate.go.tmpl", "schemas/generate.go"},
	{"main.go.tmpl", "cmd/{{.Program}}/main.go"},
	{"main_test.go.tmpl", "cmd/{{.Program}}/main_test.go"},
	{"gitattributes.tmpl", ".gitattributes"},
	{"workflow.yaml.tmpl", ".github/workflows/bindery.yaml"},
	{"pre-commit.tmpl", ".githooks/pre-commit"},
}

// Example returns the arguments of bindery that check the example of a project.
func Example(name string) string {
	s := systems[name]
	if s.Store != "" {
		return "fsck cmd/" + s.Program + "/testdata"
	}
	return "validate --schema schemas/" + s.Schema + " " + s.example()
}

// example is the document that a project begins with.
func (s system) example() string { return "cmd/" + s.Program + "/testdata/" + s.Stored }

// Files returns the files of a project by slash path. The module is the path of
// the Go module that they belong to. The error is that of an unknown system.
func Files(name, module string) (map[string][]byte, error) {
	s, ok := systems[name]
	if !ok {
		return nil, fmt.Errorf("unknown system %q: choose one of %s", name, strings.Join(Systems(), ", "))
	}
	s.Module = module
	files := map[string][]byte{}
	for _, out := range outputs {
		file, err := expand("file", out.file, s)
		if err != nil {
			return nil, err
		}
		text, err := fs.ReadFile(templates.Init, path.Join("init", out.template))
		if err != nil {
			return nil, err
		}
		if files[string(file)], err = expand(out.template, string(text), s); err != nil {
			return nil, err
		}
	}
	copies := map[string]string{
		"init/examples/" + s.Program + ".json": s.example(),
	}
	if name == standard {
		copies["init/"+s.Schema] = "schemas/" + s.Schema
	}
	for from, to := range copies {
		data, err := fs.ReadFile(templates.Init, from)
		if err != nil {
			return nil, err
		}
		files[to] = data
	}
	if name != standard {
		for _, from := range []string{s.Schema, s.Overlay, s.License} {
			if from == "" {
				continue
			}
			data, err := fs.ReadFile(schemas.Systems, from)
			if err != nil {
				return nil, err
			}
			files["schemas/"+from] = data
		}
	}
	return files, nil
}

func expand(name, text string, s system) ([]byte, error) {
	t, err := template.New(name).Parse(text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, s)
	return b.Bytes(), err
}
