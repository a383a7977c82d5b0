package limits

import (
	"math"
	"strconv"
)

// Join gives the path of a member of the value at path, Index that of an
// element.
func Join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// Index gives the path of an element of the array at path.
func Index(path string, i int) string { return Join(path, strconv.Itoa(i)) }

// Up rounds a number to a whole one that is not smaller, Down to one that is
// not greater, as far as int64 goes; NaN is 0.
func Up(f float64) int64 { return whole(math.Ceil(f)) }

// Down is the counterpart of [Up].
func Down(f float64) int64 { return whole(math.Floor(f)) }

func whole(f float64) int64 {
	switch {
	case math.IsNaN(f):
		return 0
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}

// Tree measures values that hold others of their kind, wherever in a document
// they stand. The zero Tree has met none.
type Tree struct {
	Nodes  int64  // how many there are
	Depth  int64  // of the deepest, the outermost being at depth 0
	First  string // path of the first
	Deep   string // path of the deepest, the first of several
	inside int64
}

// Enter begins the value at path, Leave ends the one begun last.
func (t *Tree) Enter(path string) {
	if t.Nodes == 0 {
		t.First, t.Deep = path, path
	}
	if t.inside > t.Depth {
		t.Depth, t.Deep = t.inside, path
	}
	t.Nodes++
	t.inside++
}

// Leave ends the value that was begun last.
func (t *Tree) Leave() { t.inside-- }
