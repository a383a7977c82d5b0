package jsonscan

import (
	"encoding/json"
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
