package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator"
	"github.com/spf13/cobra"
	"golang.org/x/mod/modfile"
)

const tool = "github.com/bindery-go/bindery/cmd/bindery"

func (a *app) init() *cobra.Command {
	var system string
	var dryRun bool
	cmd := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Set up a project: schema, configuration, first program, CI",
		Long: `Set up a project in a directory that is empty or has a Go module: a schema with a
protocol, the configuration, the directive for go generate, a first program with
its test, and what keeps generated code true to the schema: a workflow for CI and a
hook for git. The packages are generated at once.

No file that exists is changed, but for go.mod and go.sum, to which the go command
adds the tool.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			p, err := newProject(dir, system)
			if err != nil {
				return err
			}
			if dryRun {
				p.list(a, "would add")
				return nil
			}
			return p.set(cmd.Context(), a)
		},
	}
	cmd.Flags().StringVar(&system, "system", "", "begin with the schema of a `SYSTEM`: "+strings.Join(generator.Systems(), ", "))
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "list the files and write nothing")
	return cmd
}

// project is a directory that is to be set up.
type project struct {
	dir       string // as the user names it
	system    string
	hasModule bool
	files     map[string][]byte // by slash path
}

// newProject makes the files of a project, and refuses a directory that has one
// of them already.
func newProject(dir, system string) (*project, error) {
	p := &project{dir: dir, system: system}
	module, err := moduleOf(dir)
	if err != nil {
		return nil, err
	}
	if p.hasModule = module != ""; !p.hasModule {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, err
		}
		module = "example.com/" + generator.PackageName(filepath.Base(abs))
	}
	if p.files, err = generator.Scaffold(system, module); err != nil {
		return nil, err
	}
	if !p.hasModule {
		p.files["go.mod"] = []byte("module " + module + "\n\ngo 1.26.0\n")
	}
	var taken []string
	for name := range p.files {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
			taken = append(taken, name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, ioError(path.Join(filepath.ToSlash(dir), name), err)
		}
	}
	if len(taken) > 0 {
		slices.Sort(taken)
		return nil, ioError(dir, fmt.Errorf("nothing was written, since these files exist: %s; move them, or name another directory", strings.Join(taken, ", ")))
	}
	return p, nil
}

// moduleOf is the path of the module whose go.mod lies in a directory, "" for
// none.
func moduleOf(dir string) (string, error) {
	name := filepath.Join(dir, "go.mod")
	data, err := readModule(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", ioError(name, err)
	}
	if module := modfile.ModulePath(data); module != "" {
		return module, nil
	}
	return "", ioError(name, errors.New("the file names no module"))
}

// readModule reads the go.mod of a directory.
func readModule(dir string) ([]byte, error) {
	t, err := openTree(dir)
	if err != nil {
		return nil, err
	}
	defer t.close()
	return plainFiles{t.fs()}.ReadFile("go.mod")
}

// list prints the files behind what is done with them.
func (p *project) list(a *app, done string) {
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		fmt.Fprintln(a.stdout, done, generator.Line(path.Join(filepath.ToSlash(p.dir), name)))
	}
}

// set writes the files, adds the tool to the module and generates.
func (p *project) set(ctx context.Context, a *app) error {
	if err := os.MkdirAll(p.dir, 0o777); err != nil {
		return ioError(p.dir, err)
	}
	root, err := os.OpenRoot(p.dir)
	if err != nil {
		return ioError(p.dir, err)
	}
	defer root.Close()
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		if err := create(root, name, p.files[name]); err != nil {
			return ioError(path.Join(filepath.ToSlash(p.dir), name), err)
		}
	}
	p.list(a, "added")
	manual := p.addTool(ctx)
	a.flags.config = filepath.Join(p.dir, defaultConfig)
	if err := a.runGenerate(ctx); err != nil {
		return err
	}
	if a.isText() {
		p.next(a, manual)
	}
	return nil
}

// create writes a file that does not exist. Hooks have to be executable.
func create(root *os.Root, name string, data []byte) error {
	if dir := path.Dir(name); dir != "." {
		if err := root.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	mode := fs.FileMode(0o666)
	if strings.HasPrefix(name, ".githooks/") {
		mode = 0o777
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// addTool makes the program a tool of the module. The command that does it is
// returned where it could not be run.
func (p *project) addTool(ctx context.Context) (manual string) {
	version := "latest"
	if v := moduleVersion(); strings.HasPrefix(v, "v") && !strings.Contains(v, "+") {
		version = v
	}
	args := []string{"get", "-tool", tool + "@" + version}
	if p.hasModule && requires(p.dir) {
		args[2] = tool // the version that it has
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = p.dir
	if err := cmd.Run(); err != nil {
		return "go " + strings.Join(args, " ")
	}
	return ""
}

// requires reports whether the module in a directory names this one.
func requires(dir string) bool {
	data, err := readModule(dir)
	if err != nil {
		return false
	}
	f, err := modfile.ParseLax("go.mod", data, nil)
	return err == nil && slices.ContainsFunc(f.Require, func(r *modfile.Require) bool { return strings.HasPrefix(tool, r.Mod.Path+"/") })
}

// next says how to go on.
func (p *project) next(a *app, manual string) {
	fmt.Fprintln(a.stdout, "\nNext:")
	if p.dir != "." {
		fmt.Fprintln(a.stdout, "  cd", generator.Line(p.dir))
	}
	if manual != "" {
		fmt.Fprintln(a.stdout, "  "+manual)
	}
	fmt.Fprintln(a.stdout, "  go mod tidy")
	fmt.Fprintln(a.stdout, "  go test ./...")
	fmt.Fprintln(a.stdout, "  go tool bindery", generator.ScaffoldExample(p.system))
	fmt.Fprintln(a.stdout, "  go tool bindery check")
	fmt.Fprintln(a.stdout, "Change the schema, run go generate ./..., and commit what it writes. The hook of")
	fmt.Fprintln(a.stdout, "git that checks this before each commit begins with: git config core.hooksPath .githooks")
}
