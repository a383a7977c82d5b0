package compiled

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/google/go-cmp/cmp"
)

// everyCompact is of how many cases one runs in the compact codec as well; all do
// with ExhaustiveVariable.
const everyCompact = 8

// inBothCodecs runs the cases, some of them in the compact codec as well, and
// reports where that gives anything else. The outcomes are those of the cases as
// they stand.
func inBothCodecs(t *testing.T, cases []Case, run func(*testing.T, []Case) []Outcome) []Outcome {
	t.Helper()
	all := cases[:len(cases):len(cases)]
	var again []int
	for i, c := range cases {
		if c.Codec != config.Compact && (Exhaustive() || i%everyCompact == 0) {
			c.Codec = config.Compact
			all = append(all, c)
			again = append(again, i)
		}
	}
	out := run(t, all)
	for k, i := range again {
		fast, compact := out[i], out[len(cases)+k]
		if diff := cmp.Diff(fast.Verdicts, compact.Verdicts); diff != "" || fast.Refusal == "" && compact.Refusal != "" {
			t.Errorf("%s: the codecs differ (-fast +compact): %s%s", cases[i].Name, Clip(diff), compact.Refusal)
		}
	}
	return out[:len(cases)]
}
