package codec_test

import (
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/emit/codec"
	"github.com/bindery-go/bindery/generator/internal/emit/encode"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/table"
	"github.com/bindery-go/bindery/generator/internal/emit/types"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/runtime/validate"
)

const root = "../../../.."

// downstream is a module of a user: it requires this one and has the packages
// that a test generates.
type downstream struct {
	t   *testing.T
	dir string
}

func newDownstream(t *testing.T) *downstream {
	t.Helper()
	if testing.Short() {
		t.Skip("2026-11-28: builds generated code")
	}
	d := &downstream{t, t.TempDir()}
	repo, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	d.write("go.mod", []byte("module example.com/downstream\n\ngo 1.26.0\n\nrequire github.com/bindery-go/bindery v0.0.0\n\n"+
		"replace github.com/bindery-go/bindery => "+repo+"\n"))
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	d.write("go.sum", sum)
	return d
}

func (d *downstream) write(name string, data []byte) {
	d.t.Helper()
	path := filepath.Join(d.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		d.t.Fatal(err)
	}
}

// generate writes all files of a package. Its program admits everything, so
// that an entry point which refuses a document says that the two disagree.
func (d *downstream) generate(m *model.Package) {
	d.t.Helper()
	p := gofile.NewPackage(m)
	files, text := table.Emit(p, &validate.Program{Resources: []string{""}, Nodes: make([]validate.Node, 1)})
	d.write(m.Name+"/"+table.TextName, text)
	for _, emitted := range []iter.Seq[*gofile.File]{types.Emit(p), codec.Emit(p), encode.Emit(p)} {
		for f := range emitted {
			files = append(files, f)
		}
	}
	for _, f := range files {
		source, err := f.Render()
		if err != nil {
			d.t.Fatal(err)
		}
		d.write(m.Name+"/"+f.Name, source)
	}
}

// run runs the go command and returns what it prints.
func (d *downstream) run(args ...string) string {
	d.t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = d.dir
	// What is generated is compiled without optimising, which takes half the time.
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -ldflags=-w '-gcflags=example.com/...=-N -l -dwarf=false'", "GOWORK=off", "GOGC=400")
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.t.Fatalf("go %v: %v\n%s", args, err, out)
	}
	return string(out)
}
