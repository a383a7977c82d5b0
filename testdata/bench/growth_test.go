package bench

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/bench/measure"
)

// BenchmarkGrowth compares the time a byte takes in documents of 1, 10 and
// 100 MB: 1 is linear growth.
func BenchmarkGrowth(b *testing.B) {
	l := load(b, systems[0])
	sizes := []int{1_000_000, tenMegabytes, 100_000_000}
	data := make([][]byte, len(sizes))
	for i, size := range sizes {
		data[i] = l.document(b, size)
	}
	for name, f := range map[string]func([]byte) bool{"IsValidTrajectory": l.isValid, "ParseTrajectory": l.parse} {
		var contenders []measure.Contender
		for i := range sizes {
			contenders = append(contenders, measure.Contender{Name: name, Run: func() bool { return f(data[i]) }})
		}
		compared, err := measure.Compare(b.N, contenders)
		if err != nil {
			b.Fatal(err)
		}
		costs := compared.Costs
		perByte := func(i int) float64 { return float64(costs[i].CPU) / float64(len(data[i])) }
		for i := range sizes[1:] {
			report(b, row{
				work:   fmt.Sprintf("%s, time a byte, %d MB through 1 MB", name, sizes[i+1]/1_000_000),
				ratio:  perByte(i+1) / perByte(0),
				spread: compared.Spread,
				detail: fmt.Sprintf("%s, %s; allocated %.3g MB", speed(costs[i+1], len(data[i+1])), speed(costs[0], len(data[0])), costs[i+1].Bytes/1e6),
			})
		}
	}
	b.ReportMetric(0, "ns/op")
}

// unionSchema nests a union in itself: a branch is known to be the wrong one
// only when all of the value has been read.
const unionSchema = `{
	"$defs": {"node": {"anyOf": [
		{"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "end": {"const": 1}}, "required": ["end"]},
		{"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "end": {"const": 2}}, "required": ["end"]},
		{"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "end": {"const": 3}}, "required": ["end"]}
	]}},
	"$ref": "#/$defs/node"
}`

// unionProgram prints how long a document of each depth takes.
const unionProgram = `package main

import (
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator/bench/measure"
	"github.com/bindery-go/bindery/generator/bench/overlaid/unions"
)

func main() {
	for _, depth := range []int{15, 30} {
		data := []byte(strings.Repeat("{\"next\":", depth) + "{\"end\":3}" + strings.Repeat(",\"end\":3}", depth))
		compared, err := measure.Compare(9, []measure.Contender{
			{Name: "valid", Run: func() bool { return unions.IsValidRoot(data) }},
			{Name: "parse", Run: func() bool { _, err := unions.ParseRoot(data); return err == nil }},
		})
		if err != nil {
			panic(err)
		}
		fmt.Println(compared.Costs[0].CPU.Nanoseconds(), compared.Costs[1].CPU.Nanoseconds())
	}
}
`

// BenchmarkNestedUnions compares unions nested 30 and 15 deep: 2 is linear
// growth, 4 quadratic; trying every branch at every level would be 3^15.
func BenchmarkNestedUnions(b *testing.B) {
	dir := b.TempDir()
	if err := os.WriteFile(dir+"/schema.json", []byte(unionSchema), 0o666); err != nil {
		b.Fatal(err)
	}
	t := newTree(b)
	t.generate(dir, "unions")
	t.add("main.go", []byte(unionProgram))
	out, err := exec.Command(t.build()).Output()
	if err != nil {
		b.Fatal(err)
	}
	var times []float64
	for _, field := range strings.Fields(string(out)) {
		n, err := strconv.ParseFloat(field, 64)
		if err != nil {
			b.Fatal(err)
		}
		times = append(times, n)
	}
	for i, name := range []string{"IsValid", "Parse"} {
		report(b, row{
			work: name + ", unions nested 30 deep through 15 deep", ratio: times[i+2] / times[i],
			detail: fmt.Sprintf("%.1f µs, %.1f µs", times[i+2]/1e3, times[i]/1e3),
		})
	}
	b.ReportMetric(0, "ns/op")
}
