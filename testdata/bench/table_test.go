package bench

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/bindery-go/bindery/generator/bench/measure"
)

// row is one line of the comparison.
type row struct {
	work, against string
	ratio         float64 // of CPU time, theirs through ours, unless the work says otherwise
	least, aim    float64 // 0: no target
	atMost        bool    // the targets are upper limits
	spread        float64 // of the control in the same run
	detail        string
}

var table []row

func TestMain(m *testing.M) {
	code := m.Run()
	if len(table) > 0 {
		printTable()
	}
	os.Exit(code)
}

// report adds a row and shows its ratio as a metric of the benchmark.
func report(b *testing.B, r row) {
	if r.against != "" {
		b.ReportMetric(r.ratio, "x-"+strings.ReplaceAll(r.against, " ", "-"))
	}
	// The testing package runs a benchmark again with a larger b.N.
	for i := range table {
		if table[i].work == r.work && table[i].against == r.against {
			table[i] = r
			return
		}
	}
	table = append(table, r)
}

// against reports contenders[1:] as peers of the first.
func against(b *testing.B, work string, contenders []measure.Contender, targets map[string][2]float64, size int) []measure.Cost {
	b.Helper()
	compared, err := measure.Compare(b.N, contenders)
	if err != nil {
		b.Fatal(err)
	}
	costs := compared.Costs
	for i, c := range costs[1:] {
		name := contenders[i+1].Name
		target := targets[name]
		report(b, row{
			work: work, against: name, ratio: float64(c.CPU) / float64(costs[0].CPU),
			least: target[0], aim: target[1],
			spread: compared.Spread,
			detail: fmt.Sprintf("%s, %s", speed(costs[0], size), speed(c, size)),
		})
	}
	b.ReportMetric(0, "ns/op")
	return costs
}

// speed shows a cost as a throughput.
func speed(c measure.Cost, size int) string {
	return fmt.Sprintf("%.0f MB/s", float64(size)/1e6/c.CPU.Seconds())
}

func printTable() {
	w := tabwriter.NewWriter(os.Stdout, 0, 8, 1, ' ', 0)
	fmt.Fprintln(w, "| work\t| against\t| ratio\t| at least\t| aim\t|\t| ours, theirs\t|")
	fmt.Fprintln(w, "|---\t|---\t|---\t|---\t|---\t|---\t|---\t|")
	for _, r := range table {
		sign := ""
		if r.atMost {
			sign = "≤ "
		}
		target := func(t float64) string {
			if t == 0 {
				return ""
			}
			return sign + number(t)
		}
		fmt.Fprintf(w, "| %s\t| %s\t| %s\t| %s\t| %s\t| %s\t| %s\t|\n",
			r.work, r.against, number(r.ratio), target(r.least), target(r.aim), r.grade(), r.detail)
	}
	w.Flush()
}

// number writes three digits, or a whole number where there are more.
func number(x float64) string {
	if x >= 1000 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// grade says which of the targets are met, or that the row is no measurement.
func (r row) grade() string {
	if r.spread > measure.Steady {
		return fmt.Sprintf("does not count: the control varied by %.0f %%", 100*r.spread)
	}
	met := func(t float64) bool { return r.atMost == (r.ratio < t) || r.ratio == t }
	switch {
	case r.least == 0 && r.aim == 0:
		return ""
	case !met(r.least):
		return "missed"
	case met(r.aim):
		return "aim"
	default:
		return "met"
	}
}

func TestRowsOfUnsteadyRunsDoNotCount(t *testing.T) {
	for spread, want := range map[float64]string{0: "aim", measure.Steady: "aim", 0.104: "does not count: the control varied by 10 %", 0.5: "does not count: the control varied by 50 %"} {
		if got := (row{ratio: 6, least: 4, aim: 5, spread: spread}).grade(); got != want {
			t.Errorf("a spread of %v is graded %q, not %q", spread, got, want)
		}
	}
}
