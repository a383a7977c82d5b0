package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator"
	"github.com/google/go-cmp/cmp"
)

// block is a fenced code block of the README.
type block struct {
	lang string
	file string // that the sentence before it names, "" for none
	text string
	at   int // line of the text, from 0
	size int // number of lines
}

var namedFile = regexp.MustCompile("`([a-z./]+\\.(?:yaml|json|go))`:$")

// blocks finds the fenced code blocks.
func blocks(readme string) []block {
	var out []block
	lines := strings.Split(readme, "\n")
	paragraph := ""
	for i := 0; i < len(lines); i++ {
		lang, fence := strings.CutPrefix(lines[i], "```")
		if !fence {
			if lines[i] != "" {
				paragraph = lines[i]
			}
			continue
		}
		b := block{lang: lang, at: i + 1}
		if m := namedFile.FindStringSubmatch(paragraph); m != nil {
			b.file = m[1]
		}
		paragraph = ""
		for i++; lines[i] != "```"; i++ {
			b.size++
		}
		b.text = strings.Join(lines[b.at:b.at+b.size], "\n") + "\n"
		out = append(out, b)
	}
	return out
}

// TestReadme follows the README: it writes the files that it shows, runs its
// commands and compares what they print. With UPDATE_SCRIPTS=1 the README
// shows afterwards what they print.
func TestReadme(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("2026-11-28: the commands of the README are for a shell")
	}
	root := repository(t)
	name := filepath.Join(root, "README.md")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	m := &tutorial{t: t, root: root, dir: t.TempDir()}
	lines := strings.Split(string(data), "\n")
	list := blocks(string(data))
	for i, b := range list {
		switch {
		case b.file != "":
			m.write(b.file, b.text)
		case b.lang == "sh":
			for _, command := range strings.Split(strings.TrimSpace(b.text), "\n") {
				if printed, status := m.run(command); status != 0 {
					t.Fatalf("README.md:%d: %s: exit status %d\n%s", b.at, command, status, printed)
				}
			}
		case b.lang == "console":
			printed := m.session(b)
			if shows(b.text, printed) {
				continue
			}
			if list[i].text = printed; os.Getenv("UPDATE_SCRIPTS") == "" {
				t.Errorf("README.md:%d: the commands print something else (-shown +printed):\n%s", b.at, cmp.Diff(b.text, printed))
			}
		case b.lang == "yaml":
			checkConfiguration(t, b)
		default:
			t.Errorf("README.md:%d: nothing tests this block", b.at)
		}
	}
	if os.Getenv("UPDATE_SCRIPTS") == "" {
		return
	}
	for i := len(list) - 1; i >= 0; i-- { // from the end: line numbers before stay
		b := list[i]
		text := strings.Split(strings.TrimSuffix(b.text, "\n"), "\n")
		lines = append(lines[:b.at:b.at], append(text, lines[b.at+b.size:]...)...)
	}
	if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
}

// shows compares a session with what was printed. A line of three dots stands
// for any lines.
func shows(session, printed string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(session), `\.\.\.`+"\n", `(.*\n)*`)
	return regexp.MustCompile("^" + pattern + "$").MatchString(printed)
}

// checkConfiguration holds a configuration against its schema.
func checkConfiguration(t *testing.T, b block) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, defaultConfig), []byte(b.text), 0o666); err != nil {
		t.Fatal(err)
	}
	c, ds := generator.Load(&generator.Workspace{FS: os.DirFS(dir), Dir: "."}, defaultConfig)
	if len(ds) != 0 || len(c.Packages) == 0 {
		t.Errorf("README.md:%d: no configuration: %v", b.at, ds)
	}
}

// tutorial is a module that follows the README.
type tutorial struct {
	t         *testing.T
	root, dir string
}

func (m *tutorial) write(name, text string) {
	full := filepath.Join(m.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
		m.t.Fatal(err)
	}
}

// session runs the commands after "$ " and returns them with what they print.
// Only bindery may fail, with the status that says that it found something: the
// README shows what.
func (m *tutorial) session(b block) string {
	var out strings.Builder
	for line := range strings.Lines(b.text) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		command = strings.TrimSpace(command)
		printed, status := m.run(command)
		if diagnostics := strings.HasPrefix(command, "go tool bindery ") && status == int(exitDiagnostics); status != 0 && !diagnostics {
			m.t.Fatalf("README.md:%d: %s: exit status %d\n%s", b.at, command, status, printed)
		}
		out.WriteString(line + printed)
	}
	return out.String()
}

// run runs one command and returns what it prints and its exit status. The
// checkout takes the place of the published module, for which nobody is asked.
func (m *tutorial) run(command string) (printed string, status int) {
	if dir, ok := strings.CutPrefix(command, "cd "); ok {
		m.dir = filepath.Join(m.dir, filepath.FromSlash(dir))
		return "", 0
	}
	if tool, ok := strings.CutPrefix(command, "go get -tool "); ok {
		m.download()
		path, _, _ := strings.Cut(tool, "@")
		sums, err := os.ReadFile(filepath.Join(m.root, "go.sum"))
		if err != nil {
			m.t.Fatal(err)
		}
		m.write("go.sum", string(sums))
		command = "go mod edit -require=github.com/bindery-go/bindery@v0.0.0" +
			" -replace=github.com/bindery-go/bindery='" + m.root + "' && go get -tool " + path
	}
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = m.dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS="+quickFlags, "GOGC=400", "GOWORK=off", "PWD="+m.dir)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		m.t.Fatalf("%s: %v", command, err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// download brings the modules that the published one requires into the module
// cache. On a new machine they are not there: building this test needs only some.
func (m *tutorial) download() {
	cmd := exec.Command("go", "mod", "download")
	cmd.Dir = m.root
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "PWD="+m.root)
	if out, err := cmd.CombinedOutput(); err != nil {
		m.t.Fatalf("go mod download: %v\n%s", err, out)
	}
}
