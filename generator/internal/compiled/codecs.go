package compiled

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/config"
)

// EveryCompact is of how many cases one runs in the compact codec as well; all do
// with ExhaustiveVariable.
const EveryCompact = 8

// inBothCodecs runs the cases, some of them in the compact codec as well, and
// reports where that gives anything else. The outcomes are those of the cases as
// they stand.
func inBothCodecs(t *testing.T, cases []Case, build func(*tree, *testing.T, []Case, []Outcome) (bin string)) []Outcome {
	t.Helper()
	all := cases[:len(cases):len(cases)]
	var again []int
	for i, c := range cases {
		if c.Codec == "" && (Exhaustive() || i%EveryCompact == 0) {
			c.Codec = config.Compact
			all = append(all, c)
			again = append(again, i)
		}
	}
	tree := newTree(t)
	out := tree.generate(all)
	if len(tree.cases) > 0 {
		if bin := build(tree, t, all, out); bin != "" {
			tree.run(t, bin, all, out)
		}
	}
	for k, i := range again {
		if diff := difference(&cases[i], out[i], out[len(cases)+k]); diff != "" {
			t.Errorf("%s: the codecs differ: %s", cases[i].Name, diff)
		}
	}
	return out[:len(cases)]
}

// difference tells the first instance on which the codecs differ; "" where they
// agree.
func difference(c *Case, fast, compact Outcome) string {
	if fast.Refusal == "" && compact.Refusal != "" {
		return compact.Refusal
	}
	if fast.Refusal == "" && len(fast.Verdicts) != len(compact.Verdicts) {
		return fmt.Sprintf("%d entry types and %d", len(fast.Verdicts), len(compact.Verdicts))
	}
	for i := range compact.Verdicts {
		for k, of := range compact.Verdicts[i] {
			if i < len(fast.Verdicts) && !reflect.DeepEqual(fast.Verdicts[i][k], of) {
				return Clip(fmt.Sprintf("%s:\nfast    %+v\ncompact %+v", Clip(c.Instances[k]), fast.Verdicts[i][k], of))
			}
		}
	}
	return ""
}
