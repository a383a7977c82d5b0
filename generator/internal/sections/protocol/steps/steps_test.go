package steps

import (
	"go/format"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/google/go-cmp/cmp"
)

// input is a package with one operation, write, of the steps a and b and the
// condition if_c.
func input(files map[string]string) Input {
	op := &protocol.Operation{Name: "write", Interface: "WriteSteps", Run: "RunWrite", Steps: "Write", Data: "WriteData", Methods: []*protocol.Method{
		{Name: "A", Key: "a", Form: protocol.StepForm, Doc: "A is the step write/1:a.\n*/ func init() {}"},
		{Name: "B", Key: "b", Form: protocol.StepForm, Doc: "B is a step.", Param: "arg", Arg: model.TextValue},
		{Name: "IfC", Key: "if_c", Form: protocol.ConditionForm, Doc: "IfC decides."},
	}}
	in := Input{
		Dir: "agent", Package: "agent", ImportPath: "example.com/m/gen/state",
		Generated: "state", Operations: []*protocol.Operation{op},
	}
	for _, name := range []string{"steps.go", "other.go", "third.go"} {
		if text, ok := files[name]; ok {
			in.Files = append(in.Files, source.NewFile("agent/"+name, []byte(text)))
		}
	}
	return in
}

// complete has all steps of write.
const complete = `
type Write struct{}

func (Write) A(ctx context.Context, call *protocol.Call, data *WriteData) error { return nil }

func (Write) B(ctx context.Context, call *protocol.Call, data *WriteData, arg string) error { return nil }

func (Write) IfC(ctx context.Context, call *protocol.Call, data *WriteData) (bool, error) { return false, nil }
`

const imports = "package agent\n\nimport (\n\t\"context\"\n\n\t\"github.com/bindery-go/bindery/runtime/protocol\"\n)\n"

// TestUpdate names the traps in code that a user may have written. want are
// texts that are appended, refuse texts that are not; reports are what is said.
func TestUpdate(t *testing.T) {
	for _, c := range []struct {
		name         string
		files        map[string]string
		want, refuse []string
		reports      []string
	}{
		{name: "nothing missing", files: map[string]string{"steps.go": imports + complete}},
		{name: "nothing at all", want: []string{"package agent\n", "type Write struct{}", "type WriteData struct{}",
			"var _ state.WriteSteps[WriteData] = Write{}", "\n// */ func init() {}\n", "data *WriteData, arg string) error {"}},
		{name: "another package's file decides the name", files: map[string]string{"other.go": "package robot\n"}, want: []string{"package robot\n"}},
		{name: "the type is moved, its receiver a pointer with a name", files: map[string]string{
			"steps.go": "package agent\n",
			"other.go": imports + "type W struct{}\nvar _ state.WriteSteps[WriteData] = (*W)(nil)\nfunc (w *W) A(ctx context.Context, call *protocol.Call, data *WriteData) error { return nil }\n" +
				"\nfunc init() { state() }\n",
			"third.go": "package agent\n\nimport (\n\t\"example.com/m/gen/state\"\n)\n\ntype V struct{}\n\nvar _ state.WriteSteps[WriteData] = new(V)\n",
		}, want: []string{"func (V) A(", "func (V) IfC("}, refuse: []string{"type Write struct"}},
		{name: "aliases of imports", files: map[string]string{
			"steps.go": "package agent\n\nimport (\n\tctx \"context\"\n\n\tgen \"example.com/m/gen/state\"\n\tp \"github.com/bindery-go/bindery/runtime/protocol\"\n)\n\n" +
				"type W struct{}\n\nvar _ gen.WriteSteps[int] = &W{}\n\nfunc (w *W) A(c ctx.Context, call *p.Call, data *int) error { return nil }\n",
		}, want: []string{"func (w *W) IfC(ctx ctx.Context, call *p.Call, data *int) (bool, error) {\n\t// TODO: return whether the branch is taken, and nil.\n\treturn false, p.ErrNotWritten\n}"}, refuse: []string{"import \"context\""}},
		{name: "names of imports that are taken", files: map[string]string{
			"steps.go": "package agent\n\nvar context, protocol int\n",
		}, want: []string{"context_ \"context\"", "protocol_ \"github.com/bindery-go/bindery/runtime/protocol\"", "ctx context_.Context"}},
		{name: "a receiver with the name of a parameter", files: map[string]string{
			"steps.go": imports + "type Write struct{}\n\nfunc (data *Write) A(ctx context.Context, call *protocol.Call, d *WriteData) error { return nil }\n",
		}, want: []string{"func (*Write) B("}},
		{name: "a generic type", files: map[string]string{
			"steps.go": strings.Replace(imports, "\n\t\"github", "\n\t\"example.com/m/gen/state\"\n\t\"github", 1) +
				"type W[K any] struct{}\n\nvar _ state.WriteSteps[map[string]int] = W[int]{}\n\nfunc (w W[K]) A(ctx context.Context, call *protocol.Call, data *map[string]int) error { return nil }\n",
		}, want: []string{"func (w W[K]) IfC(ctx context.Context, call *protocol.Call, data *map[string]int)"}},
		{name: "data of another package", files: map[string]string{
			"steps.go": "package agent\n",
			"other.go": "package agent\n\nimport (\n\t\"example.com/m/gen/state\"\n\t\"example.com/m/work\"\n)\n\ntype W struct{}\n\nvar _ state.WriteSteps[work.Data] = W{}\n",
		}, want: []string{"\"example.com/m/work\"", "data *work.Data"}},
		{name: "the name of the type is taken", files: map[string]string{"other.go": "package agent\n\nfunc Write() {}\n"},
			want: []string{"type StateWrite struct{}", "state.WriteSteps[WriteData] = StateWrite{}"}},
		{name: "a type of the name that has nothing to do with it", files: map[string]string{"other.go": "package agent\n\ntype Write int\n"},
			want: []string{"type StateWrite struct{}"}},
		{name: "data of the name are there already", files: map[string]string{"other.go": "package agent\n\ntype WriteData struct{ N int }\n"},
			want: []string{"state.WriteSteps[WriteData]"}, refuse: []string{"type WriteData"}},
		{name: "Windows line ends", files: map[string]string{"steps.go": strings.ReplaceAll(imports+"type Write struct{}\n\nfunc (Write) A(ctx context.Context, call *protocol.Call, data *WriteData) error { return nil }\n", "\n", "\r\n")},
			want: []string{"func (Write) IfC(ctx context.Context, call *protocol.Call, data *WriteData) (bool, error) {\r\n"}},
		{name: "no line end at the end", files: map[string]string{"steps.go": "package agent // the end"}, want: []string{"package agent // the end\n\nimport ("}},
		{name: "an import after which more follows", files: map[string]string{"steps.go": "package agent\n\nimport \"context\" // why\n\nvar _ context.Context\n"},
			want: []string{"import \"context\" // why\n\nimport (\n\t\"example.com/m/gen/state\"\n"}},
		{name: "a comment that begins on the line of an import", files: map[string]string{"steps.go": "package agent\n\nimport \"context\" /* and\n\nmore */\n\nvar _ context.Context\n"},
			want: []string{"more */\n\nimport (\n"}},
		{name: "a step in another form", files: map[string]string{"steps.go": imports + strings.Replace(complete, "(bool, error) { return false, nil }", "error { return nil }", 1)},
			reports: []string{"agent/steps.go:15:14: warning[B1103]: Write.IfC must now be IfC(ctx, call, data) (bool, error)"}},
		{name: "a method that is not a step any more, and helpers", files: map[string]string{"steps.go": imports + complete +
			"\nfunc (Write) Old(ctx context.Context, call *protocol.Call, data *WriteData) error { return nil }\nfunc (Write) helper(n int) {}\nfunc (Write) Other(ctx context.Context, n *int, data *WriteData) {}\n"},
			reports: []string{"agent/steps.go:17:14: warning[B1102]: write has no step for the method Old of Write"}},
		{name: "methods of embedded types", files: map[string]string{"steps.go": imports + strings.ReplaceAll(complete, "Write", "base") +
			"\ntype Write struct {\n\t*base\n\tn int\n}\n\nfunc (Write) A(ctx context.Context, call *protocol.Call, data *WriteData) error { return nil }\n"}},
		{name: "types that embed each other", files: map[string]string{"steps.go": imports +
			"type Write struct{ *other }\ntype other struct{ *Write }\n\nfunc (Write) A(ctx context.Context, call *protocol.Call, data *WriteData) error { return nil }\n"},
			want: []string{"func (Write) B(", "func (Write) IfC("}},
		{name: "a type of another package inside", files: map[string]string{"steps.go": imports +
			"type Write struct{ *bytes.Buffer }\n\nfunc (Write) A(ctx context.Context, call *protocol.Call, data *WriteData) error { return nil }\n"},
			reports: []string{"agent/steps.go:10:14: warning[B1104]: Write embeds bytes.Buffer, so nothing is appended; unless that has them, it lacks B, IfC"}},
		{name: "a program beside the package", files: map[string]string{"steps.go": imports + complete, "other.go": "//go:build ignore\n\npackage main\n\ntype Write int\n"}},
		{name: "a syntax error", files: map[string]string{"steps.go": imports + complete, "other.go": "package agent\n\nfunc ü( {\n"},
			reports: []string{"agent/other.go:3:9: error[B1101]: expected ')', found '{'"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := input(c.files)
			text, ds := Update(in)
			var reports []string
			for _, d := range ds.Sorted() {
				reports = append(reports, d.String())
			}
			if d := cmp.Diff(c.reports, reports); d != "" {
				t.Error(d)
			}
			if (text != nil) != (c.want != nil) {
				t.Fatalf("appended: %s", text)
			}
			for _, want := range c.want {
				if !strings.Contains(string(text), want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
			for _, refuse := range c.refuse {
				if strings.Contains(string(text), refuse) {
					t.Errorf("%q is in\n%s", refuse, text)
				}
			}
			if text != nil {
				keeps(t, c.files["steps.go"], string(text))
				isComplete(t, in, text)
			}
		})
	}
}

// TestOneTypeForSeveralOperations has a type whose methods are steps of two operations,
// one of both, and one of none.
func TestOneTypeForSeveralOperations(t *testing.T) {
	in := input(map[string]string{"steps.go": imports + strings.ReplaceAll(complete, "WriteData", "int") +
		"\nvar _ state.WriteSteps[int] = Write{}\nvar _ state.ReadSteps[int] = Write{}\n" +
		"\nfunc (Write) Old(ctx context.Context, call *protocol.Call, data *int) error { return nil }\n",
		"other.go": "package agent\n\nimport \"example.com/m/gen/state\"\n\nvar _ state.CheckSteps[int] = Write{}\n"})
	in.Files[0] = source.NewFile(in.Files[0].Name, []byte(strings.Replace(string(in.Files[0].Data), "\t\"context\"\n", "\t\"context\"\n\n\t\"example.com/m/gen/state\"\n", 1)))
	for _, name := range []string{"read", "check"} {
		exported := strings.ToUpper(name[:1]) + name[1:]
		in.Operations = append(in.Operations, &protocol.Operation{Name: name, Interface: exported + "Steps", Run: "Run" + exported, Steps: exported, Data: exported + "Data",
			Methods: []*protocol.Method{
				{Name: "A", Key: "a", Form: protocol.StepForm, Doc: "A is a step of both."},
				{Name: "D", Key: "d", Form: protocol.StepForm, Doc: "D is a step of two."},
			}})
	}
	text, ds := Update(in)
	if n := strings.Count(string(text), "func (Write) D("); n != 1 {
		t.Errorf("D is appended %d times:\n%s", n, text)
	}
	want := "none of write, read, check has a step for the method Old of Write"
	if len(ds) != 1 || ds[0].Message != want {
		t.Errorf("%v, want %s", ds, want)
	}
	isComplete(t, in, text)
}

// keeps checks that the user's text is all there, with insertions at one place
// and at the end alone.
func keeps(t *testing.T, old, text string) {
	t.Helper()
	at := 0
	for at < len(old) && at < len(text) && old[at] == text[at] {
		at++
	}
	if !strings.Contains(text[at:], old[at:]) {
		t.Errorf("of the user's\n%s\nbecame\n%s", old, text)
	}
	if formatted, err := format.Source([]byte(old)); err == nil && string(formatted) == old {
		if again, err := format.Source([]byte(text)); err != nil || string(again) != text {
			t.Errorf("formatted text is not any more: %v\n%s", err, text)
		}
	}
}

// isComplete checks that a second run finds nothing to append.
func isComplete(t *testing.T, in Input, text []byte) {
	t.Helper()
	name := in.Dir + "/" + FileName
	files := []*source.File{source.NewFile(name, text)}
	for _, f := range in.Files {
		if f.Name != name {
			files = append(files, f)
		}
	}
	in.Files = files
	if again, _ := Update(in); again != nil {
		t.Errorf("appended again:\n%s", again)
	}
}

// FuzzUpdate gives Update files of any text: it must report or append, and keep
// what was there.
func FuzzUpdate(f *testing.F) {
	f.Add(imports + complete)
	f.Add("package agent\n\nimport \"context\"; var x context.Context\n\ntype Write struct{ *Write }\nvar _ state.WriteSteps[[]int] = (*Write)(nil)\n")
	f.Add("package agent\r\n//line x.go:100\r\nfunc (data *Write[K, V]) A(ctx, call *protocol.Call, data ...*int)")
	f.Add("package agent; import (\"context\"); import . \"github.com/bindery-go/bindery/runtime/protocol\"; type Write = [3]struct{}; func (Write) B(_, _ *Call, _ *int) {}")
	f.Add("package A000\nimport( ) \ntype A0000 struct{} \nfunc()A()")
	f.Fuzz(func(t *testing.T, text string) {
		in := input(map[string]string{"steps.go": text})
		out, ds := Update(in)
		if out == nil {
			return
		}
		if ds.HasErrors() {
			t.Fatal(ds)
		}
		keeps(t, text, string(out))
	})
}

func TestASkeletonSaysWhatToReturnAndWhatHelps(t *testing.T) {
	in := input(nil)
	in.Operations[0].Methods = []*protocol.Method{
		{Name: "SaveState", Key: "save_state", Form: protocol.StepForm, Doc: "SaveState is a step."},
		{Name: "IfC", Key: "if_c", Form: protocol.ConditionForm, Doc: "IfC decides."},
		{Name: "ForEach", Key: "for_each", Form: protocol.ItemsForm, Doc: "ForEach gives."},
		{Name: "Max", Key: "max", Form: protocol.CountForm, Doc: "Max says."},
		{Name: "Read", Key: "read", Form: protocol.StepsForm, Doc: "Read gives.", Sub: &protocol.Operation{Name: "read", Interface: "ReadSteps"}},
	}
	in.Helpers = []section.Helper{{Name: "States.Update", Does: "writes a document", When: []string{"save", "state"}}, {Name: "Other", Does: "does not help", When: []string{"save", "other"}}}
	text, ds := Update(in)
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	for _, want := range []string{
		"\t// TODO: return nil once the step is done. state.States.Update writes a\n\t// document.\n\treturn protocol.ErrNotWritten\n",
		"\t// TODO: return whether the branch is taken, and nil.\n\treturn false, protocol.ErrNotWritten\n",
		"\t// TODO: return protocol.List of the items.\n\treturn nil, protocol.ErrNotWritten\n",
		"\t// TODO: return how often it goes round at most, and nil.\n\treturn 0, protocol.ErrNotWritten\n",
		"\t// TODO: return what has the steps of read.\n\tpanic(protocol.ErrNotWritten)\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	in.Own = []string{}
	if text, _ = Update(in); !strings.Contains(string(text), " States.Update writes a document.\n") {
		t.Errorf("of its own package\n%s", text)
	}
}
