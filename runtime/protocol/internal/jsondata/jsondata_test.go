package jsondata

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type base struct {
	N      int
	Hidden string // by that of inner
	dep    *int
}

type inner struct {
	Hidden string
	Client *int `json:"-"`
	own    string
}

type selfMade struct {
	A    int
	Keep *int `json:"-"`
	log  *int
}

func (s *selfMade) UnmarshalJSON(text []byte) error {
	type plain selfMade
	return json.Unmarshal(text, (*plain)(s))
}

type value struct {
	base
	*Embedded
	Hidden string
	In     inner
	Ptr    *inner
	List   []inner
	Map    map[string]int
	Any    any
	Pair   [2]inner
	When   time.Time
	Self   selfMade
	Fn     func()     `json:"-"`
	Mu     sync.Mutex `json:"-"`
	Opt    int        `json:"opt,omitempty"`
}

type Embedded struct{ E int }

// TestRestoreLeavesWhatJSONDoesNotCarry restores a value after everything in it
// has been changed.
func TestRestoreLeavesWhatJSONDoesNotCarry(t *testing.T) {
	one, two := new(1), new(2)
	v := &value{base: base{N: 1, Hidden: "x", dep: one}, In: inner{"i", one, "o"}, Ptr: &inner{"p", one, "o"},
		List: []inner{{"l", one, "o"}}, Map: map[string]int{"a": 1}, Pair: [2]inner{{"0", one, "o"}, {"1", two, "o"}},
		When: time.Unix(5, 0).UTC(), Self: selfMade{1, one, one}, Embedded: &Embedded{1}}
	saved, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	before, shared, elements, table := v.Ptr, v.Embedded, v.List, v.Map
	v.N, v.In.Hidden, v.Ptr.Hidden, v.List[0].Hidden, v.Map["b"], v.Opt, v.Pair[1].Hidden = 9, "?", "?", "?", 2, 7, "?"
	v.When, v.Self.A, v.E, v.Any, v.Fn = time.Unix(9, 0), 9, 9, 5, func() {}
	v.Mu.Lock() // stays locked: it is not carried
	if err := Restore(v, saved); err != nil {
		t.Fatal(err)
	}
	for name, ok := range map[string]bool{
		"carried":                 v.N == 1 && v.In.Hidden == "i" && v.Ptr.Hidden == "p" && v.List[0].Hidden == "l" && v.Pair[1].Hidden == "1" && v.E == 1 && v.Self.A == 1,
		"a new key":               len(v.Map) == 1,
		"what saved leaves out":   v.Opt == 0 && v.Any == nil,
		"opaque":                  v.When.Equal(time.Unix(5, 0)),
		"unexported":              v.dep == one && v.In.own == "o" && v.Ptr.own == "o",
		"left out":                v.In.Client == one && v.Ptr.Client == one && v.Pair[1].Client == two && v.Self.Keep == one && v.Fn != nil,
		"hidden by its name":      v.base.Hidden == "x",
		"the lock":                !v.Mu.TryLock(),
		"memory of others":        before.Hidden == "?" && v.Ptr != before && shared.E == 9 && elements[0].Hidden == "?" && len(table) == 2,
		"elements of a list come": v.List[0].Client == nil,
	} {
		if !ok {
			t.Errorf("%s: %+v", name, &v.In)
		}
	}
}

func TestRestoreOfOtherTypes(t *testing.T) {
	self := selfMade{A: 5, Keep: new(1), log: new(2)}
	keep, log := self.Keep, self.log
	if err := Restore(&self, []byte(`{}`)); err != nil || self.A != 0 || self.Keep != keep || self.log != log {
		t.Errorf("%+v, %v", self, err)
	}
	var nothing *base
	table := map[string]int{"a": 1}
	number := 5
	for _, test := range []struct {
		data  any
		saved string
		want  any
	}{
		{&nothing, `{"N":3}`, &base{N: 3}}, {&table, `{"b":2}`, map[string]int{"b": 2}}, {&number, `7`, 7}, {&[]int{1, 2, 3}, `[4]`, []int{4}},
	} {
		if err := Restore(test.data, []byte(test.saved)); err != nil {
			t.Error(err)
		}
		if got := reflect.ValueOf(test.data).Elem().Interface(); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%v, want %v", got, test.want)
		}
	}
	v := value{base: base{N: 4}}
	if err := Restore(&v, []byte(`{"N":"four"}`)); err == nil || v.N != 4 {
		t.Errorf("a failed Restore: %v, %d", err, v.N)
	}
}

func TestUnknownMembersAreKept(t *testing.T) {
	type item struct{ A int }
	type data struct {
		item
		Sub   *item
		Map   map[string]item
		List  []item
		Other any
		Self  selfMade
		Tag   int `json:"tag"`
	}
	for _, test := range []struct{ name, saved, encoded, want string }{
		{"nothing", `{"A":1,"Sub":{"A":1}}`, `{"A":2}`, `{"A":2}`},
		{"at the top", `{"A":1,"b/c":{"x":[1]},"a1":null}`, `{"A":2}`, `{"A":2,"a1":null,"b/c":{"x":[1]}}`},
		{"below", `{"Sub":{"A":1,"New":2},"Map":{"k":{"New":3}}}`, `{"Sub":{"A":5},"Map":{"k":{"A":0},"l":{"A":1}}}`,
			`{"Sub":{"A":5,"New":2},"Map":{"k":{"A":0,"New":3},"l":{"A":1}}}`},
		{"of what is gone", `{"Sub":{"A":1,"New":2}}`, `{"Sub":null}`, `{"Sub":null}`},
		{"by another case", `{"TAG":1,"a":2}`, `{"tag":3}`, `{"tag":3}`},
		{"what knows all", `{"Other":{"x":1},"Self":{"x":1}}`, `{"Other":null}`, `{"Other":null}`},
		{"now written by the program", `{"New":1}`, `{"New":2}`, `{"New":2}`},
	} {
		u, err := FindUnknown(reflect.TypeFor[data](), []byte(test.saved))
		if err != nil {
			t.Fatal(err)
		}
		got, err := u.Merge([]byte(test.encoded))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %s, %v, want %s", test.name, got, err, test.want)
		}
	}
	for saved, want := range map[string]string{
		`{"List":[{"A":1},{"A":1,"New~/":2}]}`:   "/List/1/New~0~1",
		`{"Map":{"k":{"A":1}},"List":[{"q":1}]}`: "/List/0/q",
	} {
		_, err := FindUnknown(reflect.TypeFor[data](), []byte(saved))
		if u, ok := err.(*UnknownError); !ok || u.Member != want {
			t.Errorf("%s: %v", saved, err)
		}
	}
}

// randomValue makes JSON of few names and numbers, so that values meet.
func randomValue(r *rand.Rand, depth int) any {
	switch n := r.IntN(7); {
	case depth == 0 || n < 2:
		return []any{nil, true, 1.0, 12.0, "1", "", "<&>"}[r.IntN(7)]
	case n < 5:
		object := map[string]any{}
		for range r.IntN(4) {
			object[string(rune('a'+r.IntN(4)))] = randomValue(r, depth-1)
		}
		return object
	default:
		list := []any{}
		for range r.IntN(4) {
			list = append(list, randomValue(r, depth-1))
		}
		return list
	}
}

// TestDiffAndApply: what Diff finds makes one value of the other, also after it
// has been written down and read back.
func TestDiffAndApply(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		a, b := randomValue(r, 3), randomValue(r, 3)
		if list, ok := a.([]any); ok && r.IntN(2) == 0 {
			b = append(append([]any{}, list...), b)
		}
		before, _ := json.Marshal(a)
		after, _ := json.Marshal(b)
		c := Diff(before, after)
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var read *Change
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		got, err := read.Apply(before)
		var value any
		if err != nil || json.Unmarshal(got, &value) != nil || !cmp.Equal(value, b) {
			t.Fatalf("%s to %s by %s gives %s, %v", before, after, text, got, err)
		}
	}
}

func TestAChangeIsAsLargeAsTheDifference(t *testing.T) {
	list := strings.Repeat(`{"a":1},`, 10_000)
	before := fmt.Sprintf(`{"list":[%s{"a":1}],"n":1,"s":"x"}`, list)
	after := fmt.Sprintf(`{"list":[%s{"a":1},{"a":2}],"n":1,"t":null}`, list)
	text, err := json.Marshal(Diff([]byte(before), []byte(after)))
	want := `{"members":{"list":{"append":[{"a":2}]},"t":{"set":null}},"remove":["s"]}`
	if err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
}
