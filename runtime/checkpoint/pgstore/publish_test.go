package pgstore_test

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const (
	bindery = "github.com/bindery-go/bindery"
	store   = bindery + "/runtime/checkpoint/pgstore"
)

// TestGoGetInAModuleOfNothing publishes both modules of this repository, the
// other one as the version that go.mod requires, and lets a module that has
// neither get the store. What this repository replaces does not count there.
func TestGoGetInAModuleOfNothing(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	required := regexp.MustCompile(`(?m)^\s*` + regexp.QuoteMeta(bindery) + ` (v\S+)`).FindSubmatch(mod)
	if required == nil {
		t.Fatal("go.mod requires no version of bindery")
	}
	version := string(required[1])
	proxy := t.TempDir()
	for module, dir := range map[string]string{bindery: "../../..", store: "."} {
		if err := publish(proxy, module, version, dir); err != nil {
			t.Fatal(err)
		}
	}
	goEnv := func(name string) string {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	cache := filepath.ToSlash(filepath.Join(goEnv("GOMODCACHE"), "cache", "download"))
	home := t.TempDir()
	program := filepath.Join(home, "program")
	files := map[string]string{
		"go.mod":  "module example.com/program\n\ngo 1.26\n",
		"main.go": "package main\n\nimport \"" + store + "\"\n\nfunc main() { _ = pgstore.Open }\n",
	}
	if err := os.Mkdir(program, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(program, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"get", store}, {"get", store + "@" + version}, {"list", "-deps", "./..."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = program
		cmd.Env = append(os.Environ(), "GOFLAGS=-modcacherw", "GOWORK=off", "GOSUMDB=off", "GONOSUMDB=*", "GOPRIVATE=",
			"GOMODCACHE="+filepath.Join(home, "cache"), // with nothing of the last run
			"GOPROXY=file://"+filepath.ToSlash(proxy)+",file://"+cache+","+goEnv("GOPROXY"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// publish puts a module into a directory that serves as a module proxy.
func publish(proxy, module, version, dir string) (err error) {
	at := filepath.Join(proxy, filepath.FromSlash(module), "@v")
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(at, 0o777); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"list": version + "\n", version + ".info": fmt.Sprintf(`{"Version":%q,"Time":"2026-01-01T00:00:00Z"}`, version), version + ".mod": string(mod),
	} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	f, err := os.Create(filepath.Join(at, version+".zip"))
	if err != nil {
		return err
	}
	z := zip.NewWriter(f)
	defer func() { err = errors.Join(err, z.Close(), f.Close()) }()
	root := os.DirFS(dir)
	return fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if _, err := fs.Stat(root, name+"/go.mod"); name != "." && (err == nil || strings.HasPrefix(d.Name(), ".")) {
				return fs.SkipDir // another module
			}
			return nil
		}
		if !d.Type().IsRegular() || !strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, ".sql") && name != "go.mod" && name != "LICENSE" {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		w, err := z.Create(module + "@" + version + "/" + name)
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	})
}
