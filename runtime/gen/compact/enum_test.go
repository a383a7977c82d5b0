package compact_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/gen/compact"
	"github.com/bindery-go/bindery/runtime/internal/race"
)

type (
	colour string
	level  int64
	size   uint8
	ratio  float64
)

var (
	enumTypes = "\n" + `[
{"is":"string","values":["red","blue \"sky\""]},
{"is":"int64","values":["-1","9223372036854775807"]},
{"is":"uint8","values":["0","255"]},
{"is":"float64","values":["0.5","1e300"]},
{"is":"string","values":[` + many + `]}]`
	enums = compact.Package{Text: &enumTypes, Source: &source, Program: &program}
)

// many are more values than are compared one after the other.
var many = func() string {
	list := make([]string, 1000)
	for i := range list {
		list[i] = fmt.Sprintf(`"v%d"`, i)
	}
	return strings.Join(list, ",")
}()

func TestValuesOfEnums(t *testing.T) {
	var colours []colour
	var levels []level
	var sizes []size
	var ratios []ratio
	for range 2 { // each list is a new one
		enums.Values(0, &colours)
		enums.Values(1, &levels)
		enums.Values(2, &sizes)
		enums.Values(3, &ratios)
		if !slices.Equal(colours, []colour{"red", `blue "sky"`}) || !slices.Equal(levels, []level{-1, 1<<63 - 1}) ||
			!slices.Equal(sizes, []size{0, 255}) || !slices.Equal(ratios, []ratio{0.5, 1e300}) {
			t.Fatal(colours, levels, sizes, ratios)
		}
		colours[0], levels[0], sizes[0], ratios[0] = "", 0, 1, 0
	}
}

func TestWhichValuesAreOfEnums(t *testing.T) {
	for _, c := range []struct {
		is, want bool
	}{
		{enums.IsText(0, "red"), true}, {enums.IsText(0, "green"), false}, {enums.IsText(0, ""), false},
		{enums.IsText(4, "v999"), true}, {enums.IsText(4, "v1000"), false},
		{enums.IsNumber(1, level(-1)), true}, {enums.IsNumber(1, level(1)), false},
		{enums.IsNumber(2, size(255)), true}, {enums.IsNumber(2, size(1)), false},
		{enums.IsNumber(3, ratio(0.5)), true}, {enums.IsNumber(3, ratio(0.25)), false},
	} {
		if c.is != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// TestCopiesShareChunks: a short string in a long document takes no chunk of its own, unless
// the race detector makes the pool drop scanners with what is left of theirs.
func TestCopiesShareChunks(t *testing.T) {
	most := int64(3 << 10)
	if race.Enabled {
		most += 4 << 10
	}
	document := []byte(`{"parts":[],` + strings.Repeat(" ", 1<<17) + `"id":"a"}`)
	result := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			if _, err := ParseTask(document); err != nil {
				b.Fatal(err)
			}
		}
	})
	if n := result.AllocedBytesPerOp(); n > most {
		t.Errorf("%d bytes for a string of one", n)
	}
}
