package measure

import (
	"testing"
	"time"
)

func TestSpreadLeavesOutTheTenth(t *testing.T) {
	for _, test := range []struct {
		times []time.Duration
		want  float64
	}{
		{nil, 0},
		{[]time.Duration{5}, 0},
		{[]time.Duration{100, 120, 110}, 20.0 / 110},
		{[]time.Duration{900, 100, 102, 101, 99, 98, 103, 100, 100, 1, 100}, 0.05}, // of eleven, the first and the last
	} {
		if got := Spread(test.times); got < test.want-1e-9 || got > test.want+1e-9 {
			t.Errorf("%v spread by %v, not %v", test.times, got, test.want)
		}
	}
}

// TestCompareMeasuresTheControl: it is no contender, but its spread is told.
func TestCompareMeasuresTheControl(t *testing.T) {
	runs := 0
	got, err := Compare(3, []Contender{{Name: "work", Run: func() bool { runs++; return Control().Run() }}})
	if err != nil || len(got.Costs) != 1 || got.Spread <= 0 || runs == 0 {
		t.Errorf("%+v, %v after %d runs", got, err, runs)
	}
	if _, err := Compare(1, []Contender{{Name: "broken", Run: func() bool { return false }}}); err == nil || err.Error() != "broken failed" {
		t.Errorf("error %v", err)
	}
}
