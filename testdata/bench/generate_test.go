package bench

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// binary builds the bindery command.
func binary(b *testing.B) string {
	b.Helper()
	bin := filepath.Join(b.TempDir(), "bindery")
	cmd := exec.Command("go", "build", "-o", bin, "./cmd/bindery")
	cmd.Dir = "../.."
	if text, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, text)
	}
	return bin
}

// usage is what a command took.
type usage struct {
	cpu, wall time.Duration
	peak      float64 // resident memory in MB
}

// command runs a command of which warnings are not of interest.
func command(b *testing.B, dir, name string, args ...string) usage {
	b.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	start := time.Now()
	text, err := cmd.CombinedOutput()
	wall := time.Since(start)
	if err != nil {
		b.Fatalf("%v\n%s", err, text[:min(len(text), 4000)])
	}
	state := cmd.ProcessState
	return usage{
		cpu:  state.UserTime() + state.SystemTime(),
		wall: wall,
		peak: float64(state.SysUsage().(*syscall.Rusage).Maxrss) / 1024,
	}
}

// median is the usage with the median CPU time.
func median(b *testing.B, run func() usage) usage {
	var list []usage
	for range b.N {
		list = append(list, run())
	}
	slices.SortFunc(list, func(x, y usage) int { return int(x.cpu - y.cpu) })
	return list[len(list)/2]
}

func (u usage) String() string {
	return fmt.Sprintf("CPU %d ms, wall %d ms, %.0f MB", u.cpu.Milliseconds(), u.wall.Milliseconds(), u.peak)
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1e3 }

// BenchmarkGenerate runs the built binary on the five schemas.
func BenchmarkGenerate(b *testing.B) {
	bin := binary(b)
	dir := b.TempDir()
	for _, name := range []string{"bindery.yaml", "schemas", "go.mod"} {
		copyInto(b, dir, name)
	}
	took := median(b, func() usage {
		if err := os.RemoveAll(filepath.Join(dir, "gen")); err != nil {
			b.Fatal(err)
		}
		return command(b, dir, bin, "generate")
	})
	report(b, row{work: "generate all five, CPU ms", ratio: milliseconds(took.cpu), least: 500, aim: 250, atMost: true, detail: took.String()})
	b.ReportMetric(0, "ns/op")
}

// copyInto copies a file or tree of the repository to dir.
func copyInto(b *testing.B, dir, name string) {
	b.Helper()
	root := os.DirFS("../..")
	err := fs.WalkDir(root, name, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o666)
	})
	if err != nil {
		b.Fatal(err)
	}
}

// bigSchema has n definitions of about 500 bytes that refer to one another.
func bigSchema(n int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"first":{"$ref":"#/$defs/Entity0"}},"$defs":{`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"Entity%d":{"type":"object","description":"Entity number %d of the model.","required":["id","kind"],"properties":{`+
			`"id":{"type":"string","pattern":"^e%d-[a-f0-9]{8}$"},"kind":{"enum":["alpha","beta","gamma%d"]},`+
			`"count":{"type":"integer","minimum":0,"maximum":%d},"ratio":{"type":"number","minimum":0,"maximum":1},`+
			`"label":{"type":["string","null"],"maxLength":80},"tags":{"type":"array","items":{"type":"string"},"maxItems":16},`+
			`"next":{"$ref":"#/$defs/Entity%d"},"other":{"oneOf":[{"$ref":"#/$defs/Entity%d"},{"type":"string"}]}}}`,
			i, i, i, i, 1000+i, (i*7+1)%n, (i*13+5)%n)
	}
	b.WriteString("}}")
	return b.Bytes()
}

// BenchmarkGenerateBig generates from a schema of 1 MB with 2,000 definitions,
// and from a half of it.
func BenchmarkGenerateBig(b *testing.B) {
	bin := binary(b)
	generate := func(n int) usage {
		dir := b.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "schema.json"), bigSchema(n), 0o666); err != nil {
			b.Fatal(err)
		}
		return median(b, func() usage {
			if err := os.RemoveAll(filepath.Join(dir, "big")); err != nil {
				b.Fatal(err)
			}
			return command(b, dir, bin, "generate", "--schema", "schema.json", "--package", "big", "--root", "Root", "--out", "big")
		})
	}
	half, whole := generate(1000), generate(2000)
	work := fmt.Sprintf("a schema of %.2f MB with 2,000 definitions, ", float64(len(bigSchema(2000)))/1e6)
	report(b, row{work: work + "CPU s", ratio: whole.cpu.Seconds(), least: 4, aim: 2.5, atMost: true, detail: whole.String()})
	report(b, row{work: work + "peak MB", ratio: whole.peak, least: 600, atMost: true})
	report(b, row{work: work + "through 1,000, CPU time", ratio: float64(whole.cpu) / float64(half.cpu), detail: half.String()})
	b.ReportMetric(0, "ns/op")
}

// manyPackages is how many packages BenchmarkGenerateMany generates.
const manyPackages = 260

// BenchmarkGenerateMany generates many packages of 8 KB of schema each, and again
// with a collector that spends memory for time.
func BenchmarkGenerateMany(b *testing.B) {
	bin := binary(b)
	dir := b.TempDir()
	var config strings.Builder
	config.WriteString("version: 1\npackages:\n")
	for i := range manyPackages {
		name := fmt.Sprintf("p%03d", i)
		fmt.Fprintf(&config, "  - { schema: %[1]s.json, package: %[1]s, out: gen/%[1]s, roots: { Root: \"#\" } }\n", name)
		if err := os.WriteFile(filepath.Join(dir, name+".json"), bigSchema(16), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	for name, text := range map[string]string{"bindery.yaml": config.String(), "go.mod": "module example.com/many\n\ngo 1.26.0\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	generate := func() usage {
		if err := os.RemoveAll(filepath.Join(dir, "gen")); err != nil {
			b.Fatal(err)
		}
		return command(b, dir, bin, "generate")
	}
	ours := median(b, generate)
	b.Setenv("GOGC", "400")
	spending := median(b, generate)
	report(b, row{
		work: fmt.Sprintf("generate %d packages, CPU time through that with GOGC=400", manyPackages), ratio: float64(ours.cpu) / float64(spending.cpu),
		least: 1.2, aim: 1, atMost: true, detail: ours.String() + "; " + spending.String(),
	})
	b.ReportMetric(0, "ns/op")
}

// BenchmarkGeneratedCode reports how many lines each generated package has, how
// long the compiler takes for it, its dependencies being compiled, and how large
// a program becomes that reads a document; with go-jsonschema's code of the
// trajectory beside them.
func BenchmarkGeneratedCode(b *testing.B) {
	packages, err := filepath.Glob("../../gen/*/bindery.manifest.json")
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range append(packages, "peer/trajectory/trajectory.go") {
		dir := filepath.Dir(file)
		name := "gen/" + filepath.Base(dir)
		if strings.HasPrefix(dir, "peer") {
			name = "go-jsonschema's " + filepath.Base(dir)
		}
		lines, size := sourceSize(b, dir)
		report(b, row{work: name + ", lines of Go", ratio: float64(lines), detail: fmt.Sprintf("%d KB", size/1000)})
		took := median(b, func() usage { return compile(b, dir) })
		report(b, row{work: name + ", go build, CPU ms", ratio: milliseconds(took.cpu), detail: took.String()})
		report(b, row{work: name + ", MB of a program that links it", ratio: programSize(b, dir)})
	}
	b.ReportMetric(0, "ns/op")
}

// sourceSize counts the lines and bytes of the Go files of a package.
func sourceSize(b *testing.B, dir string) (lines, size int) {
	b.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		lines += bytes.Count(text, []byte("\n"))
		size += len(text)
	}
	return lines, size
}

// rootTypes are the types that programSize reads, by package.
var rootTypes = map[string]string{
	"gen/trajectory": "Trajectory", "gen/memorypacket": "MemoryPacket", "gen/rlmstate": "State",
	"gen/reflection": "ReflectionMemory", "gen/socialrl": "RoundResult",
	"generator/bench/peer/trajectory": "RlmTrajectoryYaml",
}

// programSize is the size in MB of a program that reads a document of the
// package's root type from its standard input and writes it.
func programSize(b *testing.B, dir string) float64 {
	b.Helper()
	path := "gen/" + filepath.Base(dir)
	if strings.HasPrefix(dir, "peer") {
		path = "generator/bench/" + filepath.ToSlash(dir)
	}
	t := newTree(b)
	t.add("main.go", fmt.Appendf(nil, `package main

import (
	"encoding/json"
	"os"

	p "github.com/bindery-go/bindery/%s"
)

func main() {
	var x p.%s
	if err := json.NewDecoder(os.Stdin).Decode(&x); err != nil {
		panic(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(&x); err != nil {
		panic(err)
	}
}
`, path, rootTypes[path]))
	info, err := os.Stat(t.build())
	if err != nil {
		b.Fatal(err)
	}
	return float64(info.Size()) / 1e6
}

// compile compiles the package in dir anew: a file laid over it, different each
// time, makes the cache of no use.
func compile(b *testing.B, dir string) usage {
	b.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		b.Fatal(err)
	}
	temp := b.TempDir()
	extra := filepath.Join(temp, "extra.go")
	text := fmt.Sprintf("package %s\n\nconst compiledAt = %d\n", filepath.Base(dir), time.Now().UnixNano())
	overlay := fmt.Sprintf(`{"Replace":{%q:%q}}`, filepath.Join(abs, "extra.go"), extra)
	for name, content := range map[string]string{extra: text, filepath.Join(temp, "overlay.json"): overlay} {
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	return command(b, abs, "go", strings.Fields("build -overlay "+filepath.Join(temp, "overlay.json")+" .")...)
}
