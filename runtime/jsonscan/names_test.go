package jsonscan

import (
	"encoding/json"
	"fmt"
	"github.com/bindery-go/bindery/runtime/internal/race"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

func TestWideObjects(t *testing.T) {
	for _, width := range []int{15, 16, 17, 18, 1000, 100_000} {
		for _, nested := range []bool{false, true} {
			var b strings.Builder
			b.WriteString("{")
			for i := range width {
				if i > 0 {
					b.WriteString(",")
				}
				n, _ := json.Marshal(i * 7919)
				b.WriteString(`"n` + string(n) + `":`)
				if nested && i == width/2 {
					b.WriteString(strings.Repeat(`{"n0":1,"`, 1) + `x":{` + wideMembers(40) + `}}`)
				} else {
					b.WriteString("0")
				}
			}
			open := b.String()
			if !Valid([]byte(open+"}")) || !walkDocument([]byte(open+"}")) {
				t.Errorf("object of %d members refused", width)
			}
			for _, duplicate := range []string{`"n0"`, `"\u006e0"`, `"n7919"`, `"n55433"`} {
				doc := []byte(open + "," + duplicate + ":0}")
				if problem, at := Check(doc); problem != ProblemDuplicateName || at != len(open)+1 {
					t.Errorf("%d members and %s: %v at %d", width, duplicate, problem, at)
				}
				if walkDocument(doc) {
					t.Errorf("%d members and %s accepted member by member", width, duplicate)
				}
			}
		}
	}
}

func wideMembers(n int) string {
	members := make([]string, n)
	for i := range members {
		members[i] = `"n` + strings.Repeat("7", i) + `":1`
	}
	return strings.Join(members, ",")
}

// The set of a wide object's names takes memory for the names, their table and
// what both grew from: at most 140 bytes a name.
func TestMemoryOfWideObjects(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector makes pools forget")
	}
	const members = 100_000
	var b strings.Builder
	for i := range members {
		fmt.Fprintf(&b, `,"k%d":0`, i)
	}
	data := []byte("{" + b.String()[1:] + "}")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if problem, _ := Check(data); problem != ProblemNone {
		t.Fatal(problem)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 140*members {
		t.Errorf("%d bytes for %d names", got, members)
	}
}

// TestRefusedNamesLeaveNothing reads short documents with a repeated name.
func TestRefusedNamesLeaveNothing(t *testing.T) {
	for range 1_000 {
		s := Get([]byte(`{"\u0061bc": 1, "\u0061bc": 2}`))
		if s.Skip() {
			t.Fatal("a repeated name passes")
		}
		s.Release()
		if len(s.names.arena) > 0 || len(s.names.list) > 0 || cap(s.names.arena) > 64 {
			t.Fatalf("%d names and %d bytes of %d are kept", len(s.names.list), len(s.names.arena), cap(s.names.arena))
		}
	}
}

// Names of objects that have few are distinct or not, whatever signs they have.
func TestSignsTellNothingWrong(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		var s Scanner
		var data []byte
		had := map[string]bool{}
		for range random.IntN(2 * fewNames) {
			name := strings.Repeat("ab", random.IntN(12)) + strconv.Itoa(random.IntN(20)) + strings.Repeat("c", random.IntN(3))
			at := len(data)
			data = append(data, name...)
			if got := s.names.add(data, 0, at, data[at:]); got == had[name] {
				t.Fatalf("%q among %v: %t", name, had, got)
			}
			had[name] = true
		}
	}
}
