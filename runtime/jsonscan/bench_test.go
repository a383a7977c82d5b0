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

func decodeTrajectory(s *Scanner, x *trajectory) bool {
	if !s.EnterObject() {
		return false
	}
	seen := uint64(0)
	names := s.NamesMark()
	for {
		name, more := s.Member()
		if !more {
			break
		}
		bit, ok := uint64(0), false
		switch string(name) {
		case "version":
			bit = 1
			x.Version, ok = s.String()
		case "trajectory_id":
			bit = 2
			x.ID, ok = s.String()
		case "iterations":
			bit = 4
			if !s.EnterArray() {
				return false
			}
			for s.Element() {
				x.Iterations = append(x.Iterations, step{})
				if !decodeStep(s, &x.Iterations[len(x.Iterations)-1]) {
					return false
				}
			}
			ok = s.LeaveArray()
		case "outcome":
			bit = 8
			x.Outcome = new(string)
			*x.Outcome, ok = s.String()
		default:
			ok = s.NewName(names, name) && s.Skip()
		}
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	s.NamesDrop(names)
	return s.LeaveObject() && seen&3 == 3
}

func decodeStep(s *Scanner, x *step) bool {
	if !s.EnterObject() {
		return false
	}
	var optional *struct {
		timestamp string
		duration  int64
	}
	seen := uint64(0)
	names := s.NamesMark()
	for {
		name, more := s.Member()
		if !more {
			break
		}
		bit, ok := uint64(0), false
		switch string(name) {
		case "iteration_number":
			bit = 1
			var n Number
			if n, ok = s.Number(); ok && n.CmpInt(1) >= 0 {
				x.Number, ok = n.Int64()
			}
		case "timestamp":
			bit = 2
			if optional == nil {
				optional = new(struct {
					timestamp string
					duration  int64
				})
			}
			x.Timestamp = &optional.timestamp
			*x.Timestamp, ok = s.String()
		case "thought":
			bit = 4
			ok = decodeThought(s, &x.Thought)
		case "action":
			bit = 8
			ok = decodeAction(s, &x.Action)
		case "observation":
			bit = 16
			ok = decodeObservation(s, &x.Observation)
		case "cost":
			bit = 32
			x.Cost = new(cost)
			ok = decodeCost(s, x.Cost)
		case "duration_ms":
			bit = 64
			if optional == nil {
				optional = new(struct {
					timestamp string
					duration  int64
				})
			}
			x.DurationMS = &optional.duration
			var n Number
			if n, ok = s.Number(); ok && n.CmpInt(0) >= 0 {
				*x.DurationMS, ok = n.Int64()
			}
		default:
			ok = s.NewName(names, name) && s.Skip()
		}
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	s.NamesDrop(names)
	return s.LeaveObject() && seen&29 == 29
}

func decodeThought(s *Scanner, x *thought) bool {
	if !s.EnterObject() {
		return false
	}
	seen := uint64(0)
	names := s.NamesMark()
	for {
		name, more := s.Member()
		if !more {
			break
		}
		bit, ok := uint64(0), false
		switch string(name) {
		case "type":
			bit = 1
			var text []byte
			text, ok = s.Text()
			switch string(text) {
			case "goal":
				x.Type = "goal"
			case "research":
				x.Type = "research"
			case "reasoning":
				x.Type = "reasoning"
			default:
				ok = false
			}
		case "content":
			bit = 2
			x.Content, ok = s.String()
		case "confidence":
			bit = 4
			x.Confidence = new(float64)
			var n Number
			if n, ok = s.Number(); ok && n.CmpInt(0) >= 0 && n.CmpInt(1) <= 0 {
				*x.Confidence, ok = n.Float64()
			}
		case "references":
			bit = 8
			if !s.EnterArray() {
				return false
			}
			for s.Element() {
				text, ok := s.String()
				if !ok {
					return false
				}
				x.References = append(x.References, text)
			}
			ok = s.LeaveArray()
		default:
			ok = s.NewName(names, name) && s.Skip()
		}
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	s.NamesDrop(names)
	return s.LeaveObject() && seen&3 == 3
}

func decodeAction(s *Scanner, x *action) bool {
	if !s.EnterObject() {
		return false
	}
	seen := uint64(0)
	names := s.NamesMark()
	for {
		name, more := s.Member()
		if !more {
			break
		}
		bit, ok := uint64(0), false
		switch string(name) {
		case "tool":
			bit = 1
			x.Tool, ok = s.String()
		case "description":
			bit = 2
			x.Description, ok = s.String()
		case "parameters":
			bit = 4
			ok = decodeParameters(s, &x.Parameters)
		case "rationale":
			bit = 8
			x.Rationale = new(string)
			*x.Rationale, ok = s.String()
		default:
			ok = s.NewName(names, name) && s.Skip()
		}
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	s.NamesDrop(names)
	return s.LeaveObject() && seen&3 == 3
}

func decodeParameters(s *Scanner, x *map[string]string) bool {
	if !s.EnterObject() {
		return false
	}
	*x = map[string]string{}
	for {
		name, more := s.Member()
		if !more {
			return s.LeaveObject()
		}
		key := s.Copy(name)
		if _, duplicate := (*x)[key]; duplicate {
			return false
		}
		value, ok := s.String()
		if !ok {
			return false
		}
		(*x)[key] = value
	}
}

func decodeObservation(s *Scanner, x *observation) bool {
	if !s.EnterObject() {
		return false
	}
	var optional *struct{ kind, learned string }
	seen := uint64(0)
	names := s.NamesMark()
	for {
		name, more := s.Member()
		if !more {
			break
		}
		bit, ok := uint64(0), false
		switch string(name) {
		case "status":
			bit = 1
			x.Status, ok = s.String()
		case "result":
			bit = 2
			x.Result, ok = s.String()
		case "result_type":
			bit = 4
			if optional == nil {
				optional = new(struct{ kind, learned string })
			}
			x.ResultType = &optional.kind
			*x.ResultType, ok = s.String()
		case "learned":
			bit = 8
			if optional == nil {
				optional = new(struct{ kind, learned string })
			}
			x.Learned = &optional.learned
			*x.Learned, ok = s.String()
		default:
			ok = s.NewName(names, name) && s.Skip()
		}
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	s.NamesDrop(names)
	return s.LeaveObject() && seen&3 == 3
}

func decodeCost(s *Scanner, x *cost) bool {
	if !s.EnterObject() {
		return false
	}
	seen := uint64(0)
	names := s.NamesMark()
	for {
		name, more := s.Member()
		if !more {
			break
		}
		bit, ok := uint64(0), false
		var n Number
		switch string(name) {
		case "input_tokens":
			bit = 1
			if n, ok = s.Number(); ok && n.CmpInt(0) >= 0 {
				x.Input, ok = n.Int64()
			}
		case "output_tokens":
			bit = 2
			if n, ok = s.Number(); ok && n.CmpInt(0) >= 0 {
				x.Output, ok = n.Int64()
			}
		case "cost_usd":
			bit = 4
			x.USD = new(float64)
			if n, ok = s.Number(); ok && n.CmpInt(0) >= 0 {
				*x.USD, ok = n.Float64()
			}
		default:
			ok = s.NewName(names, name) && s.Skip()
		}
		if !ok || seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	s.NamesDrop(names)
	return s.LeaveObject() && seen&3 == 3
}

func parseTrajectory(data []byte) (*trajectory, bool) {
	s := Get(data)
	defer s.Release()
	x := new(trajectory)
	return x, decodeTrajectory(s, x) && s.End()
}

// encodeTrajectory is what a generated MarshalJSON looks like.
func encodeTrajectory(x *trajectory) ([]byte, error) {
	e := GetEncoder()
	e.BeginObject()
	e.Member(`"version":`)
	e.String(x.Version)
	e.Member(`"trajectory_id":`)
	e.String(x.ID)
	e.Member(`"iterations":`)
	e.BeginArray()
	for i := range x.Iterations {
		e.Element()
		encodeStep(e, &x.Iterations[i])
	}
	e.EndArray()
	optionalString(e, `"outcome":`, x.Outcome)
	e.EndObject()
	return e.Finish()
}

func optionalString(e *Encoder, name string, text *string) {
	if text != nil {
		e.Member(name)
		e.String(*text)
	}
}

func encodeStep(e *Encoder, x *step) {
	e.BeginObject()
	e.Member(`"iteration_number":`)
	e.Int(x.Number)
	optionalString(e, `"timestamp":`, x.Timestamp)
	e.Member(`"thought":`)
	e.BeginObject()
	e.Member(`"type":`)
	e.String(x.Thought.Type)
	e.Member(`"content":`)
	e.String(x.Thought.Content)
	if x.Thought.Confidence != nil {
		e.Member(`"confidence":`)
		e.Float(*x.Thought.Confidence)
	}
	if x.Thought.References != nil {
		e.Member(`"references":`)
		e.BeginArray()
		for _, reference := range x.Thought.References {
			e.Element()
			e.String(reference)
		}
		e.EndArray()
	}
	e.EndObject()
	e.Member(`"action":`)
	e.BeginObject()
	e.Member(`"tool":`)
	e.String(x.Action.Tool)
	e.Member(`"description":`)
	e.String(x.Action.Description)
	if x.Action.Parameters != nil {
		e.Member(`"parameters":`)
		e.BeginObject()
		Extra(e, x.Action.Parameters, nil, (*Encoder).String)
		e.EndObject()
	}
	optionalString(e, `"rationale":`, x.Action.Rationale)
	e.EndObject()
	e.Member(`"observation":`)
	e.BeginObject()
	e.Member(`"status":`)
	e.String(x.Observation.Status)
	e.Member(`"result":`)
	e.String(x.Observation.Result)
	optionalString(e, `"result_type":`, x.Observation.ResultType)
	optionalString(e, `"learned":`, x.Observation.Learned)
	e.EndObject()
	if x.Cost != nil {
		e.Member(`"cost":`)
		e.BeginObject()
		e.Member(`"input_tokens":`)
		e.Int(x.Cost.Input)
		e.Member(`"output_tokens":`)
		e.Int(x.Cost.Output)
		if x.Cost.USD != nil {
			e.Member(`"cost_usd":`)
			e.Float(*x.Cost.USD)
		}
		e.EndObject()
	}
	if x.DurationMS != nil {
		e.Member(`"duration_ms":`)
		e.Int(*x.DurationMS)
	}
	e.EndObject()
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
