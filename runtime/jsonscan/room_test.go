package jsonscan

import (
	"fmt"
	"maps"
	"strings"
	"testing"
)

func TestFollowing(t *testing.T) {
	far := strings.Repeat(" ", roomReach)
	for _, test := range []struct {
		behind string // the first member's value
		want   int
	}{
		{``, 0}, {`}`, 0}, {` , "b" : 1 }`, 1}, {`,"b":"c","d":"e"},"f":1}`, 2},
		{`,"b":{"c":1,"d":[{"e":{}}]},"f":["g",{"h":"i"}]},"j":1`, 2},
		{`,"b\"\\":"}","c":"\"d\":"}`, 2}, {`,"é":"é","\u0061":1}`, 2},
		{`,"b":1,"c`, 1}, {`,"b"`, 0}, {`,"b" `, 0}, {`,"b":1,"c\`, 1}, {`,"b":1,"c\"`, 1},
		{`,"b":1` + far + `,"c":1}`, 1}, {`,"b` + far + `":1}`, 0},
		{`,"b":1]`, 1}, {`]]]]`, 0}, {`,{"b":1`, 0},
	} {
		s := Get([]byte(`{"a":1` + test.behind))
		s.Seek(len(`{"a":1`))
		if got := s.following(); got != test.want {
			t.Errorf("%.30s: %d names follow, want %d", test.behind, got, test.want)
		}
		s.Release()
	}
}

// TestMapsOfManyMembers: a map that gets more memory loses nothing.
func TestMapsOfManyMembers(t *testing.T) {
	for count := range 40 {
		want := map[string]int64{}
		var text strings.Builder
		for i := range count {
			if i > 0 {
				text.WriteByte(',')
			}
			name := fmt.Sprint("n", i)
			fmt.Fprintf(&text, "%q:%d", name, i)
			want[name] = int64(i)
		}
		for _, space := range []string{"", strings.Repeat(" ", roomReach)} {
			s := Get([]byte("{" + text.String() + space + "}"))
			var got map[string]int64
			ok := Map(s, &got, func(s *Scanner, v *int64) (ok bool) { *v, ok = s.Int64(); return ok })
			if !ok || !s.End() || !maps.Equal(got, want) {
				t.Errorf("%d members: %v, %v", count, got, ok)
			}
			s.Release()
		}
	}
}
