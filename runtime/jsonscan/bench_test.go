package jsonscan

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The benchmark document is a trajectory: a list of steps with short names,
// times, numbers, prose and a few open objects. The decoder below it is what
// generated code looks like; the structs have no methods, so that encoding/json
// uses its own reflection on them.

type trajectory struct {
	Version    string  `json:"version"`
	ID         string  `json:"trajectory_id"`
	Iterations []step  `json:"iterations"`
	Outcome    *string `json:"outcome,omitempty"`
}

type step struct {
	Number      int64       `json:"iteration_number"`
	Timestamp   *string     `json:"timestamp,omitempty"`
	Thought     thought     `json:"thought"`
	Action      action      `json:"action"`
	Observation observation `json:"observation"`
	Cost        *cost       `json:"cost,omitempty"`
	DurationMS  *int64      `json:"duration_ms,omitempty"`
}

type thought struct {
	Type       string   `json:"type"`
	Content    string   `json:"content"`
	Confidence *float64 `json:"confidence,omitempty"`
	References []string `json:"references,omitempty"`
}

type action struct {
	Tool        string            `json:"tool"`
	Description string            `json:"description"`
	Parameters  map[string]string `json:"parameters,omitempty"`
	Rationale   *string           `json:"rationale,omitempty"`
}

type observation struct {
	Status     string  `json:"status"`
	Result     string  `json:"result"`
	ResultType *string `json:"result_type,omitempty"`
	Learned    *string `json:"learned,omitempty"`
}

type cost struct {
	Input  int64    `json:"input_tokens"`
	Output int64    `json:"output_tokens"`
	USD    *float64 `json:"cost_usd,omitempty"`
}

// benchDocument is compact JSON of about size bytes.
func benchDocument(size int) []byte {
	random := rand.New(rand.NewPCG(5, 6))
	words := strings.Fields("the of agent reads file and finds a bug in parser then writes test that covers path/to/file.go error: returned unexpected value")
	rare := []string{"naïve", "“quoted”", `"name"`, "first line\nsecond line", `C:\dir`}
	prose := func(n int) string {
		var b strings.Builder
		for b.Len() < n {
			if random.IntN(50) == 0 {
				b.WriteString(rare[random.IntN(len(rare))])
			} else {
				b.WriteString(words[random.IntN(len(words))])
			}
			b.WriteByte(' ')
		}
		return b.String()
	}
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	doc := trajectory{Version: "1.0.0", ID: "traj-a1b2c3d4"}
	for written := 0; written < size; {
		i := int64(len(doc.Iterations) + 1)
		timestamp := fmt.Sprintf("2026-03-%02dT%02d:%02d:%02dZ", 1+random.IntN(28), random.IntN(24), random.IntN(60), random.IntN(60))
		confidence, usd, duration := float64(random.IntN(100))/100, float64(random.IntN(100_000))/1e6, int64(random.IntN(90_000))
		rationale, kind, learned := prose(60), pick("text", "json", "file_path"), prose(50)
		s := step{
			Number: i, Timestamp: &timestamp, DurationMS: &duration,
			Thought:     thought{pick("goal", "research", "reasoning"), prose(120), &confidence, []string{"REF-" + fmt.Sprint(i), "REF-" + fmt.Sprint(i*7)}},
			Action:      action{pick("Read", "Write", "Bash", "Grep"), prose(40), map[string]string{"path": "src/" + prose(20), "mode": "fast"}, &rationale},
			Observation: observation{pick("success", "failure"), prose(200), &kind, &learned},
			Cost:        &cost{int64(random.IntN(9000)), int64(random.IntN(900)), &usd},
		}
		doc.Iterations = append(doc.Iterations, s)
		text, _ := json.Marshal(s)
		written += len(text) + 1
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(doc); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(b.Bytes())
}

func TestBenchmarkCodec(t *testing.T) {
	data := benchDocument(50_000)
	got, ok := parseTrajectory(data)
	if !ok {
		t.Fatal("document refused")
	}
	var want trajectory
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Error(diff)
	}
	if !validTrajectory(data) || validTrajectory(append(data[:len(data)-1:len(data)-1], `,"version":""}`...)) {
		t.Error("wrong verdict")
	}
	out, err := encodeTrajectory(got)
	if err != nil || !bytes.Equal(out, data) {
		t.Errorf("writing gives another document (%v)", err)
	}
}

// BenchmarkRatio runs this package and encoding/json in turn and compares their
// fastest rounds, which a busy machine disturbs least. Reported: bytes a second
// of ours and theirs, and how many times as fast ours is.
func BenchmarkRatio(b *testing.B) {
	for _, size := range []int{4_000, 10_000_000} {
		data := benchDocument(size)
		value, _ := parseTrajectory(data)
		var buf bytes.Buffer
		if err := json.Indent(&buf, data, "", "  "); err != nil {
			b.Fatal(err)
		}
		indented := buf.Bytes()
		run := func(name string, bytes int, ours, theirs func() bool) {
			b.Run(fmt.Sprintf("%s/%dK", name, size/1000), func(b *testing.B) {
				fastest := [2]time.Duration{time.Hour, time.Hour}
				for b.Loop() {
					for i, f := range []func() bool{ours, theirs} {
						start := time.Now()
						ok := f()
						fastest[i] = min(fastest[i], time.Since(start))
						if !ok {
							b.Fatal("failed")
						}
					}
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64(bytes)/1e6/fastest[0].Seconds(), "MB/s")
				b.ReportMetric(float64(bytes)/1e6/fastest[1].Seconds(), "std-MB/s")
				b.ReportMetric(float64(fastest[1])/float64(fastest[0]), "times")
			})
		}
		run("decode", len(data),
			func() bool { _, ok := parseTrajectory(data); return ok },
			func() bool { return json.Unmarshal(data, new(trajectory)) == nil })
		run("validate", len(data),
			func() bool { return validTrajectory(data) },
			func() bool { return json.Valid(data) })
		run("valid", len(data),
			func() bool { return Valid(data) },
			func() bool { return json.Valid(data) })
		run("valid-indented", len(indented),
			func() bool { return Valid(indented) },
			func() bool { return json.Valid(indented) })
		run("encode", len(data),
			func() bool { _, err := encodeTrajectory(value); return err == nil },
			func() bool { _, err := json.Marshal(value); return err == nil })
	}
}

// BenchmarkAllocs reports what decoding and encoding allocate.
func BenchmarkAllocs(b *testing.B) {
	data := benchDocument(10_000_000)
	value, _ := parseTrajectory(data)
	for name, f := range map[string]func(){
		"decode/ours":   func() { parseTrajectory(data) },
		"decode/theirs": func() { json.Unmarshal(data, new(trajectory)) },
		"valid/ours":    func() { Valid(data) },
		"validate/ours": func() { validTrajectory(data) },
		"encode/ours":   func() { encodeTrajectory(value) },
		"encode/theirs": func() { json.Marshal(value) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
		})
	}
}
