package patch_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/patch"
)

func value(text string) *jsonvalue.Value {
	v, err := jsonvalue.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return &v
}

func Example() {
	preset := value(`{"port": 80, "tls": {"cert": "a.pem", "key": "a.key"}}`)
	file := []byte(`{"tls": {"cert": "b.pem"}}`)
	settings, err := patch.Over(preset, file)
	fmt.Println(settings, err)
	changes, err := patch.Diff(preset, settings)
	fmt.Println(changes, err)
	// Output:
	// {"port":80,"tls":{"cert":"b.pem","key":"a.key"}} <nil>
	// [/tls/cert: "a.pem" became "b.pem"] <nil>
}

// TestMerge has the examples of RFC 7396, appendix A.
func TestMerge(t *testing.T) {
	for _, c := range [][3]string{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`["a","b"]`, `["c","d"]`, `["c","d"]`},
		{`{"a":"b"}`, `["c"]`, `["c"]`},
		{`{"a":"foo"}`, `null`, `null`},
		{`{"a":"foo"}`, `"bar"`, `"bar"`},
		{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
	} {
		got, err := patch.Merge(value(c[0]), []byte(c[1]))
		if err != nil || got.Text() != c[2] {
			t.Errorf("%s by %s is %v, %v; want %s", c[0], c[1], got, err, c[2])
		}
	}
}

func TestBetweenMakesThePatch(t *testing.T) {
	for _, c := range [][3]string{
		{`{"a":1}`, `{"a":1.0}`, `{}`},
		{`{"a":1,"b":{"c":[1],"d":2}}`, `{"b":{"c":[1,2],"d":2},"e":3}`, `{"b":{"c":[1,2]},"e":3,"a":null}`},
		{`[1]`, `{"a":{"b":1}}`, `{"a":{"b":1}}`},
		{`{"a":{"b":1}}`, `7`, `7`},
	} {
		got, ok, err := patch.Between(value(c[0]), value(c[1]))
		if err != nil || !ok || string(got) != c[2] {
			t.Errorf("%s to %s is %s, %v, %v; want %s", c[0], c[1], got, ok, err, c[2])
			continue
		}
		if back, err := patch.Merge(value(c[0]), got); err != nil || !back.Equal(*value(c[1])) {
			t.Errorf("%s by %s is %v, %v", c[0], got, back, err)
		}
	}
	if _, ok, err := patch.Between(value(`{}`), value(`{"a":{"b":null}}`)); ok || err != nil {
		t.Errorf("a null: %v, %v", ok, err)
	}
}

func TestOverKeepsNulls(t *testing.T) {
	got, err := patch.Over(value(`{"a":{"b":1,"c":2},"d":3}`), []byte(`{"a":{"b":null},"d":{"e":null}}`))
	if want := `{"a":{"b":null,"c":2},"d":{"e":null}}`; err != nil || got.Text() != want {
		t.Errorf("%v, %v; want %s", got, err, want)
	}
	if _, err := patch.Over(value(`{}`), []byte(`{`)); err == nil {
		t.Error("a document that is no JSON")
	}
}

func TestDiff(t *testing.T) {
	got, err := patch.Diff(
		value(`{"same":1,"a/b":[1,{"x":1},3],"gone":null,"kind":[],"long":"`+strings.Repeat("é", 50)+`"}`),
		value(`{"long":1,"new~":true,"same":1e0,"a/b":[1,{"x":2}],"kind":{}}`))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, c := range got {
		lines = append(lines, c.String())
	}
	want := `/a~1b/1/x: 1 became 2
/a~1b/2: removed 3
/gone: removed null
/kind: [] became {}
/long: "` + strings.Repeat("é", 29) + `… became 1
/new~0: added true`
	if s := strings.Join(lines, "\n"); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
}
