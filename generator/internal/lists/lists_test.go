package lists_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/lists"
)

func TestLists(t *testing.T) {
	words := []string{"bound", "a", "ab", "b"}
	short := func(s string) bool { return len(s) < 3 }
	for _, test := range []struct {
		name      string
		got, want any
	}{
		{"Of", lists.Of(words, strings.ToUpper), []string{"BOUND", "A", "AB", "B"}},
		{"Of none", lists.Of(nil, strings.ToUpper), []string(nil)},
		{"Where", lists.Where(words, short), []string{"a", "ab", "b"}},
		{"Where none fits", lists.Where(words[:1], short), []string(nil)},
		{"Present", lists.Present("", "a", "", "b"), []string{"a", "b"}},
		{"Concat", lists.Concat(words[1:], func(s string) []string { return strings.Split(s, "") }), []string{"a", "a", "b", "b"}},
		{"Groups", lists.Groups(words, func(s string) int { return len(s) }), [][]string{{"bound"}, {"a", "b"}, {"ab"}}},
		{"ContainsAll", lists.ContainsAll(words, words[1:]), true},
		{"ContainsAll but one", lists.ContainsAll(words[1:], words), false},
		{"Distinct", lists.Distinct([]string{"b", "a", "b", "c", "a"}), []string{"b", "a", "c"}},
		{"First", lists.First(words, short), "a"},
		{"First of none that fits", lists.First(words[:1], short), ""},
		{"Every", lists.Every(words[1:], short), true},
		{"Every but one", lists.Every(words, short), false},
		{"Set", lists.Set(words[2:]), map[string]bool{"ab": true, "b": true}},
		{"SetOf", lists.SetOf(words, func(s string) int { return len(s) }), map[int]bool{1: true, 2: true, 5: true}},
		{"By", lists.By(words, func(s string) int { return len(s) }), map[int]string{1: "b", 2: "ab", 5: "bound"}},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("%s gives %#v, not %#v", test.name, test.got, test.want)
		}
	}
}
