package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/bytedance/sonic"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/bindery-go/bindery/gen/trajectory"
	"github.com/bindery-go/bindery/generator/bench/measure"
	peer "github.com/bindery-go/bindery/generator/bench/peer/trajectory"
	"github.com/bindery-go/bindery/runtime/yamldoc"
)

// Names of the peers.
const (
	stdStructs   = "encoding/json"
	anyThenV6    = "any + v6 + structs"
	goJSONSchema = "go-jsonschema"
	sonicStructs = "sonic"
	stdValid     = "encoding/json.Valid"
	yamlStructs  = "yaml.v3"
)

const tenMegabytes = 10_000_000

// structs decodes into a new plain struct.
func (l loaded) structs(unmarshal func([]byte, any) error, data []byte) func() bool {
	return func() bool { return unmarshal(data, reflect.New(l.plain).Interface()) == nil }
}

// threePasses is what a user without generated code does: any, validate, decode.
func (l loaded) threePasses(data []byte) func() bool {
	return func() bool {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		return err == nil && l.compiled.Validate(value) == nil && json.Unmarshal(data, reflect.New(l.plain).Interface()) == nil
	}
}

func BenchmarkParseTrajectory(b *testing.B) {
	l := load(b, systems[0])
	data := l.document(b, tenMegabytes)
	costs := against(b, "ParseTrajectory, 10 MB", []measure.Contender{
		{Name: "bindery", Run: func() bool { return l.parse(data) }},
		{Name: stdStructs, Run: l.structs(json.Unmarshal, data)},
		{Name: anyThenV6, Run: l.threePasses(data)},
		{Name: goJSONSchema, Run: func() bool { return json.Unmarshal(data, new(peer.RlmTrajectoryYaml)) == nil }},
		{Name: sonicStructs, Run: l.structs(sonic.ConfigStd.Unmarshal, data)},
	}, map[string][2]float64{stdStructs: {5, 6}}, len(data))
	report(b, row{
		work: "ParseTrajectory, allocations, ours through theirs", against: stdStructs,
		ratio: costs[0].Allocs / costs[1].Allocs, least: 0.5, aim: 0.2, atMost: true,
		detail: fmt.Sprintf("%.0f, %.0f; bytes %.0f, %.0f MB", costs[0].Allocs, costs[1].Allocs, costs[0].Bytes/1e6, costs[1].Bytes/1e6),
	})
}

func BenchmarkIsValidTrajectory(b *testing.B) {
	l := load(b, systems[0])
	data := l.document(b, tenMegabytes)
	costs := against(b, "IsValidTrajectory, 10 MB", []measure.Contender{
		{Name: "bindery", Run: func() bool { return l.isValid(data) }},
		{Name: stdValid, Run: func() bool { return json.Valid(data) }},
	}, map[string][2]float64{stdValid: {2.5, 3}}, len(data))
	b.ReportMetric(costs[0].Allocs, "allocs/op")
}

func BenchmarkMarshalTrajectory(b *testing.B) {
	l := load(b, systems[0])
	data := l.document(b, tenMegabytes)
	value, err := trajectory.ParseTrajectory(data)
	if err != nil {
		b.Fatal(err)
	}
	plain := reflect.New(l.plain).Interface()
	if err := json.Unmarshal(data, plain); err != nil {
		b.Fatal(err)
	}
	against(b, "MarshalJSON of it", []measure.Contender{
		{Name: "bindery", Run: func() bool { _, err := value.MarshalJSON(); return err == nil }},
		{Name: stdStructs, Run: func() bool { _, err := json.Marshal(plain); return err == nil }},
		{Name: sonicStructs, Run: func() bool { _, err := sonic.ConfigStd.Marshal(plain); return err == nil }},
	}, map[string][2]float64{stdStructs: {5, 6}}, len(data))
}

// BenchmarkValidateTrajectory compares finding one violation, near the end, with
// reading a document that has none.
func BenchmarkValidateTrajectory(b *testing.B) {
	l := load(b, systems[0])
	data := l.document(b, tenMegabytes)
	const member = `"duration_ms":`
	invalid := slices.Insert(slices.Clone(data), bytes.LastIndex(data, []byte(member))+len(member), '-')
	compared, err := measure.Compare(b.N, []measure.Contender{
		{Name: "ValidateTrajectory", Run: func() bool { return trajectory.ValidateTrajectory(invalid) != nil }},
		{Name: "ParseTrajectory", Run: func() bool { return l.parse(data) }},
	})
	if err != nil {
		b.Fatal(err)
	}
	validate, parse := compared.Costs[0], compared.Costs[1]
	report(b, row{
		work:  "ValidateTrajectory of a violation in 10 MB, through ParseTrajectory of a valid document",
		ratio: float64(validate.CPU) / float64(parse.CPU), least: 3, aim: 1.5, atMost: true, spread: compared.Spread,
		detail: fmt.Sprintf("%s, %s", speed(validate, len(invalid)), speed(parse, len(data))),
	})
	b.ReportMetric(0, "ns/op")
}

// BenchmarkParseYAML parses 1 MB of YAML as ParseTrajectoryYAML would, which is
// yamldoc.Parse with ParseTrajectory.
func BenchmarkParseYAML(b *testing.B) {
	l := load(b, systems[0])
	data, err := yamldoc.FromJSON(l.document(b, 1_000_000))
	if err != nil {
		b.Fatal(err)
	}
	against(b, "ParseTrajectoryYAML, 1 MB", []measure.Contender{
		{Name: "bindery", Run: func() bool { _, err := yamldoc.Parse(data, trajectory.ParseTrajectory); return err == nil }},
		{Name: yamlStructs, Run: l.structs(yaml.Unmarshal, data)},
	}, map[string][2]float64{yamlStructs: {1.5, 3}}, len(data))
}

// BenchmarkParseSmall parses documents of 1 to 10 KB.
func BenchmarkParseSmall(b *testing.B) {
	for _, s := range systems[1:] {
		b.Run(s.name, func(b *testing.B) {
			l := load(b, s)
			var documents [][]byte
			for _, size := range []int{500, 2_500, 8_000} {
				documents = append(documents, l.document(b, size))
			}
			size := 0
			all := func(parse func(data []byte) bool) func() bool {
				return func() bool {
					for _, data := range documents {
						if !parse(data) {
							return false
						}
					}
					return true
				}
			}
			for _, data := range documents {
				size += len(data)
			}
			against(b, fmt.Sprintf("Parse%s, %d to %d bytes", s.name, len(documents[0]), len(documents[2])), []measure.Contender{
				{Name: "bindery", Run: all(l.parse)},
				{Name: stdStructs, Run: all(func(data []byte) bool { return json.Unmarshal(data, reflect.New(l.plain).Interface()) == nil })},
				{Name: sonicStructs, Run: all(func(data []byte) bool {
					return sonic.ConfigStd.Unmarshal(data, reflect.New(l.plain).Interface()) == nil
				})},
			}, map[string][2]float64{stdStructs: {4, 5}, sonicStructs: {1.8, 2.2}}, size)
		})
	}
}
