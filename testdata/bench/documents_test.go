package bench

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/bindery-go/bindery/gen/memorypacket"
	"github.com/bindery-go/bindery/gen/reflection"
	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/gen/socialrl"
	"github.com/bindery-go/bindery/gen/trajectory"
	"github.com/bindery-go/bindery/generator/bench/twin"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// system is one root type of the five schemas.
type system struct {
	name    string
	schema  string // path from the module's root
	overlay string
	pointer string // of the root in the schema
	grow    string // array that makes a document long
	plain   reflect.Type
	parse   func([]byte) bool
	isValid func([]byte) bool
	settle  func(at string, length int) (value any, ok bool) // see maker
}

var systems = []system{
	{"Trajectory", "schemas/rlm-trajectory.yaml", "", "#", "/iterations", twin.Of(reflect.TypeFor[trajectory.Trajectory]()),
		parses(trajectory.ParseTrajectory), trajectory.IsValidTrajectory, settleTrajectory()},
	{"MemoryPacket", "schemas/memory-packet.json", "", "#", "/short_term/conversation_window", twin.Of(reflect.TypeFor[memorypacket.MemoryPacket]()),
		parses(memorypacket.ParseMemoryPacket), memorypacket.IsValidMemoryPacket, nil},
	{"State", "schemas/rlm-state.yaml", "schemas/rlm-state.overlay.yaml", "#", "/history/mutations", twin.Of(reflect.TypeFor[rlmstate.State]()),
		parses(rlmstate.ParseState), rlmstate.IsValidState, settleState},
	{"ReflectionMemory", "schemas/reflection-memory.json", "", "#", "/actor_output/actions", twin.Of(reflect.TypeFor[reflection.ReflectionMemory]()),
		parses(reflection.ParseReflectionMemory), reflection.IsValidReflectionMemory, settleReflection},
	{"RoundResult", "schemas/social-rl.yaml", "", "#/$defs/RoundResult", "/messages", twin.Of(reflect.TypeFor[socialrl.RoundResult]()),
		parses(socialrl.ParseRoundResult), socialrl.IsValidRoundResult, nil},
}

func parses[T any](parse func([]byte) (*T, error)) func([]byte) bool {
	return func(data []byte) bool {
		_, err := parse(data)
		return err == nil
	}
}

// loaded is a system's schema as the other packages need it.
type loaded struct {
	system
	tree     map[string]any // the root's schema
	compiled *jsonschema.Schema
}

// load reads a schema as the generator does, overlay and repairs included.
func load(tb testing.TB, s system) loaded {
	tb.Helper()
	w := &workspace.Workspace{FS: os.DirFS("../.."), Dir: "."}
	results, ds := compiler.Compile(context.Background(), w, config.Config{
		AssertFormat: true,
		Packages: []config.Package{{
			Schema: s.schema, Overlay: s.overlay, Name: "x", Out: "x",
			Roots: []config.Root{{Name: s.name, Pointer: s.pointer}},
		}},
	})
	if ds.HasErrors() {
		tb.Fatal(ds)
	}
	var whole map[string]any
	if err := json.Unmarshal(results[0].Doc.AppendJSON(nil), &whole); err != nil {
		tb.Fatal(err)
	}
	out := loaded{system: s, tree: whole}
	if s.pointer != "#" {
		out.tree = map[string]any{"$ref": s.pointer, "$defs": whole["$defs"]}
	}
	withoutQuirks(out.tree)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("mem:///x.json", out.tree); err != nil {
		tb.Fatal(err)
	}
	var err error
	if out.compiled, err = compiler.Compile("mem:///x.json"); err != nil {
		tb.Fatal(err)
	}
	return out
}

// withoutQuirks fixes what breaks the meta-schema, which jsonschema insists on:
// examples that are no list, and a null in a list of words.
func withoutQuirks(schema any) {
	switch schema := schema.(type) {
	case map[string]any:
		if _, isList := schema["examples"].([]any); !isList {
			delete(schema, "examples")
		}
		if list, ok := schema["enum"].([]any); ok && schema["type"] == "string" {
			for i, v := range list {
				if v == nil {
					list[i] = "null"
				}
			}
		}
		for _, child := range schema {
			withoutQuirks(child)
		}
	case []any:
		for _, child := range schema {
			withoutQuirks(child)
		}
	}
}

// document makes a document and has it judged by both validators.
func (l loaded) document(tb testing.TB, size int) []byte {
	tb.Helper()
	data := makeDocument(l.tree, l.system, size)
	if !l.isValid(data) || !l.parse(data) {
		tb.Fatalf("%s refuses its document of %d bytes", l.name, len(data))
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	if err != nil {
		tb.Fatal(err)
	}
	if err := l.compiled.Validate(value); err != nil {
		tb.Fatal(err)
	}
	return data
}
