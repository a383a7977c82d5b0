package storage_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/gen/trajectory"
	"github.com/bindery-go/bindery/runtime/storage"
)

// builder is a generated builder of one text argument, with a good argument.
type builder struct {
	build func(string) (storage.Path, error)
	parse func(string) (string, error)
	good  string
}

const goodState, goodTree, goodTrajectory = "state-a1b2c3d4", "tree-a1b2c3d4", "traj-a1b2c3d4"

// builders are all of the five systems' that take text.
var builders = map[string]builder{
	"rlmstate.StateFile":              {rlmstate.StateFile, rlmstate.ParseStateFile, goodState},
	"rlmstate.VariableDataDir":        {rlmstate.VariableDataDir, rlmstate.ParseVariableDataDir, goodState},
	"rlmstate.CheckpointsDir":         {rlmstate.CheckpointsDir, rlmstate.ParseCheckpointsDir, goodState},
	"rlmstate.HistoryLogFile":         {rlmstate.HistoryLogFile, rlmstate.ParseHistoryLogFile, goodState},
	"rlmstate.ScopeSessionFile":       {rlmstate.ScopeSessionFile, rlmstate.ParseScopeSessionFile, "sess-1.2_3"},
	"rlmstate.ScopeTreeFile":          {rlmstate.ScopeTreeFile, rlmstate.ParseScopeTreeFile, goodTree},
	"rlmstate.ScopeTemporaryFile":     {rlmstate.ScopeTemporaryFile, rlmstate.ParseScopeTemporaryFile, goodState},
	"trajectory.TrajectoryFile":       {trajectory.TrajectoryFile, trajectory.ParseTrajectoryFile, goodTrajectory},
	"trajectory.TrajectoryReportFile": {trajectory.TrajectoryReportFile, trajectory.ParseTrajectoryReportFile, goodTrajectory},
}

// hostile are arguments that no builder may take.
var hostile = []string{
	"", ".", "..", "../x", "a/b", "/etc/passwd", `a\b`, `..\x`, "a\x00b", "\x00", "a\nb", "a\x7f", "CON", "con", "con.json", "nul", "COM1", "LPT9.txt",
	"a.", "a ", " a", ".hidden", "a:b", "C:", "~", "~/x", "a*", "a?", "<a>", "a|b", `"a"`,
	"\u2024\u2024", "\u2025", "\uff0e\uff0e", "a\u2215b", "a\uff0fb", "a\u29f8b", "\u202ea", "\ufeff", "\xff", "a\xc0\xafb", "%2e%2e%2fx",
	strings.Repeat("a", 10<<10), strings.Repeat("../", 1000),
	goodState + "/..", goodState + "\n", "\n" + goodState, goodState + "\x00", "STATE-A1B2C3D4",
}

func TestTheBuildersAreAllHere(t *testing.T) {
	files, err := filepath.Glob("../../../../gen/*/paths.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	found := 0
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || strings.HasPrefix(fn.Name.Name, "Parse") || fn.Type.Params.NumFields() != 1 || fn.Type.Results.NumFields() != 2 {
				continue
			}
			if param, ok := fn.Type.Params.List[0].Type.(*ast.Ident); ok && param.Name == "string" {
				found++
				if key := f.Name.Name + "." + fn.Name.Name; builders[key].build == nil {
					t.Errorf("%s is not tried", key)
				}
			}
		}
	}
	if found != len(builders) {
		t.Errorf("%d builders found, %d tried", found, len(builders))
	}
}

func TestHostileArguments(t *testing.T) {
	for name, b := range builders {
		for _, id := range hostile {
			if b.good == "sess-1.2_3" && id == "STATE-A1B2C3D4" {
				continue // good where there is no pattern
			}
			p, err := b.build(id)
			var refused *storage.SegmentError
			if !errors.As(err, &refused) || p != (storage.Path{}) {
				t.Errorf("%s(%.40q) = %q, %v", name, id, p, err)
			}
		}
		p, err := b.build(b.good)
		if err != nil {
			t.Errorf("%s(%q): %v", name, b.good, err)
		}
		if id, err := b.parse(p.String()); err != nil || id != b.good {
			t.Errorf("%s: parsed %q, %v", name, id, err)
		}
	}
}

// TestNothingIsWrittenOutside follows a link inside the root that points out,
// and uses the path that a refused argument gives.
func TestNothingIsWrittenOutside(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(dir, "outside")
	inside := filepath.Join(dir, "root")
	for _, d := range []string{outside, inside} {
		if err := os.Mkdir(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(inside, ".aiwg")); err != nil {
		t.Skip("2026-11-28: no symbolic links here:", err)
	}
	root, err := storage.Open(inside)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for name, b := range builders {
		for _, id := range []string{b.good, "../../outside", ""} {
			p, _ := b.build(id)
			tries := map[string]error{
				"WriteFile":  root.WriteFile(p, []byte("x")),
				"Append":     root.Append(p, []byte("x")),
				"AppendLine": root.AppendLine(p, 1),
				"MkdirAll":   root.MkdirAll(p),
			}
			f, err := root.Create(p)
			if err == nil {
				f.Close()
			}
			tries["Create"] = err
			for what, err := range tries {
				if err == nil {
					t.Errorf("%s(%q): %s succeeded", name, id, what)
				}
			}
		}
	}
	if err := rlmstate.AppendHistoryLogFile(root, goodState, &rlmstate.StateMutation{}); err == nil {
		t.Error("a line was appended outside")
	}
	for _, err := range rlmstate.HistoryLogFileLines(root, "../x") {
		if err == nil {
			t.Error("lines of a hostile argument")
		}
	}
	var left []string
	_ = filepath.WalkDir(dir, func(name string, _ fs.DirEntry, _ error) error {
		left = append(left, name)
		return nil
	})
	if len(left) != 4 { // dir, outside, root, the link
		t.Errorf("something was written: %q", left)
	}
}

// FuzzBuilders holds every builder to its promise, by an oracle of its own: a
// path that is built stays below the root, differs from the template in one
// segment alone, and gives its argument back.
func FuzzBuilders(f *testing.F) {
	for _, id := range hostile {
		f.Add(id)
	}
	for _, b := range builders {
		f.Add(b.good)
	}
	f.Fuzz(func(t *testing.T, id string) {
		for name, b := range builders {
			p, err := b.build(id)
			if err != nil {
				continue
			}
			good, _ := b.build(b.good)
			text := strings.TrimSuffix(p.String(), "/")
			if !filepath.IsLocal(filepath.FromSlash(text)) || filepath.ToSlash(filepath.Clean(filepath.FromSlash(text))) != text {
				t.Errorf("%s(%q) = %q", name, id, text)
			}
			if strings.Replace(good.String(), b.good, id, 1) != p.String() || strings.ContainsAny(id, "/\\\x00") {
				t.Errorf("%s(%q) = %q is not of the template's form", name, id, p)
			}
			if back, err := b.parse(p.String()); err != nil || back != id {
				t.Errorf("%s(%q): parsed %q, %v", name, id, back, err)
			}
		}
	})
}
