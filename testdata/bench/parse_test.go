package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/bytedance/sonic"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/bindery-go/bindery/gen/trajectory"
	peer "github.com/bindery-go/bindery/testdata/bench/peer/trajectory"
)

// Names of the peers.
const (
	stdStructs   = "encoding/json"
	anyThenV6    = "any + v6 + structs"
	goJSONSchema = "go-jsonschema"
	sonicStructs = "sonic"
	stdValid     = "encoding/json.Valid"
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
	costs := against(b, "ParseTrajectory, 10 MB", []contender{
		{"bindery", func() bool { return l.parse(data) }},
		{stdStructs, l.structs(json.Unmarshal, data)},
		{anyThenV6, l.threePasses(data)},
		{goJSONSchema, func() bool { return json.Unmarshal(data, new(peer.RlmTrajectoryYaml)) == nil }},
		{sonicStructs, l.structs(sonic.ConfigStd.Unmarshal, data)},
	}, map[string][2]float64{
		stdStructs: {3.5, 5}, anyThenV6: {13, 18}, goJSONSchema: {22, 30}, sonicStructs: {1, 1.4},
	}, len(data))
	report(b, row{
		work: "ParseTrajectory, allocations, ours through theirs", against: stdStructs,
		ratio: costs[0].allocs / costs[1].allocs, least: 0.5, aim: 0.2, atMost: true,
		detail: fmt.Sprintf("%.0f, %.0f; bytes %.0f, %.0f MB", costs[0].allocs, costs[1].allocs, costs[0].bytes/1e6, costs[1].bytes/1e6),
	})
}

func BenchmarkIsValidTrajectory(b *testing.B) {
	l := load(b, systems[0])
	data := l.document(b, tenMegabytes)
	costs := against(b, "IsValidTrajectory, 10 MB", []contender{
		{"bindery", func() bool { return l.isValid(data) }},
		{stdValid, func() bool { return json.Valid(data) }},
	}, map[string][2]float64{stdValid: {2.5, 3}}, len(data))
	b.ReportMetric(costs[0].allocs, "allocs/op")
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
	against(b, "MarshalJSON of it", []contender{
		{"bindery", func() bool { _, err := value.MarshalJSON(); return err == nil }},
		{stdStructs, func() bool { _, err := json.Marshal(plain); return err == nil }},
		{sonicStructs, func() bool { _, err := sonic.ConfigStd.Marshal(plain); return err == nil }},
	}, map[string][2]float64{stdStructs: {3, 6}}, len(data))
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
			against(b, fmt.Sprintf("Parse%s, %d to %d bytes", s.name, len(documents[0]), len(documents[2])), []contender{
				{"bindery", all(l.parse)},
				{stdStructs, all(func(data []byte) bool { return json.Unmarshal(data, reflect.New(l.plain).Interface()) == nil })},
				{sonicStructs, all(func(data []byte) bool {
					return sonic.ConfigStd.Unmarshal(data, reflect.New(l.plain).Interface()) == nil
				})},
			}, map[string][2]float64{stdStructs: {3, 5}}, size)
		})
	}
}
