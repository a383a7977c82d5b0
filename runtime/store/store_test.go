package store_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/limits"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// note is a document of the tests; what is generated for a schema does the same.
type note struct {
	ID    string  `json:"id"`
	Topic string  `json:"topic,omitempty"`
	At    string  `json:"at,omitempty"`
	Lines []entry `json:"lines"`
	Total int64   `json:"total,omitempty"`
}

type entry struct {
	ID   string `json:"id"`
	Text string `json:"text,omitempty"`
}

var (
	notes    = storage.MustTemplate("notes/{id}/note.json")
	noteLog  = storage.MustTemplate("notes/{id}/log.jsonl")
	noteData = storage.MustTemplate("notes/{id}/data/")
	index    = storage.MustTemplate("notes/index.json")
)

func kind() store.Kind[note, string] {
	return store.Kind[note, string]{
		Template: notes,
		Args:     func(id string) []string { return []string{id} },
		Key:      func(args []string) (string, error) { return args[0], nil },
		Members:  []store.Member[note]{func(x *note) (string, bool) { return x.ID, x.ID != "" }},
		Parse: func(data []byte) (*note, error) {
			x := new(note)
			return x, json.Unmarshal(data, x)
		},
		Marshal: func(x *note) ([]byte, error) { return json.Marshal(x) },
		Validate: func(data []byte) error {
			if bytes.Contains(data, []byte("forbidden")) {
				return errors.New("it is forbidden")
			}
			return nil
		},
		Limits: func(x *note) error {
			var c limits.Checker
			c.AtMost("max_lines", "lines", int64(len(x.Lines)), 10, "")
			return c.Err()
		},
		Dates: []func(x *note) time.Time{func(x *note) time.Time {
			t, _ := time.Parse(time.RFC3339, x.At)
			return t
		}},
		Parts: []*storage.Template{noteLog, noteData},
		Logs:  []store.Log[note]{store.LogOf(logOptions)},
		Index: &store.Index{
			Template: index, Head: `{"version":1}`, Entries: "notes", Key: "id", When: "/topic",
			Members: []store.IndexMember{{"id", "/id"}, {"topic", "/topic"}, {"first", "/lines/0/id"}, {"path", ""}},
		},
	}
}

var logOptions = store.LogOptions[note, entry]{
	Template: noteLog,
	Entries:  func(x *note) []entry { return x.Lines },
	ID:       func(e *entry) string { return e.ID },
	Encode:   func(e *entry) ([]byte, error) { return json.Marshal(e) },
	Decode: func(line []byte) (e entry, err error) {
		err = json.Unmarshal(line, &e)
		return e, err
	},
	Most: func() int64 { return 10 },
	Keep: 4,
	Drop: func(x *note, n int) { x.Lines = x.Lines[n:] },
}

func open(t testing.TB, dir string) *store.Documents[note, string] {
	t.Helper()
	root, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return store.New(root, kind())
}

func write(t testing.TB, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return string(data)
}

func add(id string) func(x *note) error {
	return func(x *note) error {
		x.Lines = append(x.Lines, entry{ID: id})
		return nil
	}
}

func TestDocumentsAreMadeChangedAndDeleted(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	ctx := t.Context()
	if _, err := d.Load("a"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := d.Update(ctx, "a", add("1")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := d.Create(ctx, &note{ID: "a", Lines: []entry{{ID: "0"}}}); err != nil {
		t.Fatal(err)
	}
	if err := d.Create(ctx, &note{ID: "a"}); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if err := d.Update(ctx, "a", add("1")); err != nil {
		t.Fatal(err)
	}
	x, err := d.Load("a")
	if err != nil || len(x.Lines) != 2 {
		t.Fatal(x, err)
	}
	if got := read(t, dir, "notes/a/log.jsonl"); got != "{\"id\":\"0\"}\n{\"id\":\"1\"}\n" {
		t.Errorf("log %q", got)
	}
	write(t, dir, "notes/a/data/large.json", "1")
	if err := d.Delete(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "notes/a")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("something of it is left:", err)
	}
	if err := d.Delete(ctx, "a"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestNothingWrongIsWritten(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	ctx := t.Context()
	if err := d.Create(ctx, &note{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	before := read(t, dir, "notes/a/note.json")
	var refused *limits.Error
	var other *store.IdentityError
	for name, test := range map[string]struct {
		change func(x *note) error
		is     func(err error) bool
	}{
		"against the schema": {func(x *note) error { x.Topic = "forbidden"; return nil }, func(err error) bool { return strings.Contains(err.Error(), "it is forbidden") }},
		"against a limit":    {func(x *note) error { x.Lines = make([]entry, 11); return nil }, func(err error) bool { return errors.As(err, &refused) }},
		"of another key":     {func(x *note) error { x.ID = "b"; return nil }, func(err error) bool { return errors.As(err, &other) }},
		"of no key":          {func(x *note) error { x.ID = ""; return nil }, func(err error) bool { return errors.As(err, &other) }},
		"given up":           {func(x *note) error { x.Topic = "t"; return context.Canceled }, func(err error) bool { return errors.Is(err, context.Canceled) }},
	} {
		if err := d.Update(ctx, "a", test.change); err == nil || !test.is(err) {
			t.Errorf("%s: %v", name, err)
		}
		if got := read(t, dir, "notes/a/note.json"); got != before {
			t.Errorf("%s: %s was written", name, got)
		}
	}
	if err := d.CreateAs(ctx, "c", &note{ID: "d"}); !errors.As(err, &other) {
		t.Error(err)
	}
	for _, key := range []string{"", "../x", "a/b", ".."} {
		if _, err := d.Load(key); err == nil {
			t.Errorf("%q is a key", key)
		}
		if err := d.CreateAs(ctx, key, &note{ID: key}); err == nil {
			t.Errorf("%q is a key", key)
		}
	}
}

func TestFilesOfOthersAreTold(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	write(t, dir, "notes/a/note.json", `{"id":"b","lines":[]}`)
	write(t, dir, "notes/b/note.json", `{"id":"b","lines":[]}`)
	write(t, dir, "notes/c/note.json", `{"id":"c"`)
	write(t, dir, "notes/.hidden/note.json", `{"id":"x","lines":[]}`)
	write(t, dir, "notes/d/note.json.tmp", `{"id":"d","lines":[]}`)
	var other *store.IdentityError
	if x, err := d.Load("a"); x != nil || !errors.As(err, &other) || other.Found != "b" || other.Given != "a" {
		t.Error(err)
	}
	var got []string
	for x, err := range d.All() {
		if err != nil {
			got = append(got, "error")
			continue
		}
		got = append(got, x.ID)
	}
	if want := []string{"error", "b", "error"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	// A damaged one is not overwritten, and can be deleted.
	if err := d.Put(t.Context(), &note{ID: "c"}); err == nil {
		t.Error("a damaged document was overwritten")
	}
	if err := d.Delete(t.Context(), "c"); err != nil {
		t.Error(err)
	}
}

func TestSweepTakesTheOld(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	for id, at := range map[string]string{"old": "2020-01-01T00:00:00Z", "new": "2030-01-01T00:00:00Z", "undated": ""} {
		if err := d.Create(t.Context(), &note{ID: id, At: at, Topic: "t"}); err != nil {
			t.Fatal(err)
		}
	}
	write(t, dir, "notes/damaged/note.json", "{")
	removed, err := d.Sweep(t.Context(), time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC))
	if err != nil || !slices.Equal(removed, []string{"old"}) {
		t.Errorf("removed %q, %v", removed, err)
	}
	if text, err := d.Index(t.Context()); err != nil || strings.Contains(string(text), "old") || !strings.Contains(string(text), "undated") {
		t.Errorf("%s, %v", text, err)
	}
	removed, err = d.Sweep(t.Context(), time.Now().Add(time.Hour))
	if slices.Sort(removed); err != nil || !slices.Equal(removed, []string{"damaged", "undated"}) {
		t.Errorf("removed %q, %v", removed, err)
	}
}

func TestTheIndexIsInStep(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	ctx := t.Context()
	is := func(want string) {
		t.Helper()
		got, err := d.Index(ctx)
		if err != nil || string(got) != want {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
	is(`{"version":1,"notes":[]}`)
	for _, id := range []string{"b", "a"} {
		if err := d.Create(ctx, &note{ID: id}); err != nil {
			t.Fatal(err)
		}
	}
	is(`{"version":1,"notes":[]}`)
	topic := func(topic string) func(x *note) error {
		return func(x *note) error { x.Topic = topic; return nil }
	}
	for _, id := range []string{"b", "a"} {
		if err := d.Update(ctx, id, topic("t"+id)); err != nil {
			t.Fatal(err)
		}
	}
	const both = `{"version":1,"notes":[{"id":"a","topic":"ta","path":"notes/a/note.json"},{"id":"b","topic":"tb","path":"notes/b/note.json"}]}`
	is(both)
	// What is damaged, missing or out of order is made anew.
	for _, text := range []string{"", "{", "[]", `{"notes":{}}`, `{"notes":[{"id":"b"},{"id":"a"}]}`, `{"notes":[{"id":1}]}`} {
		write(t, dir, "notes/index.json", text)
		is(both)
	}
	// A process died between a document and the index.
	write(t, dir, "notes/b/note.json", `{"id":"b","topic":"new","lines":[{"id":"1"}]}`)
	write(t, dir, "notes/index.json.lock", "notes/b/note.json\n")
	is(`{"version":1,"notes":[{"id":"a","topic":"ta","path":"notes/a/note.json"},{"id":"b","topic":"new","first":"1","path":"notes/b/note.json"}]}`)
	// Another one died after it had deleted one, and its note is torn.
	if err := os.Remove(filepath.Join(dir, "notes/b/note.json")); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "notes/index.json.lock", "notes/b/no")
	is(`{"version":1,"notes":[{"id":"a","topic":"ta","path":"notes/a/note.json"}]}`)
	if err := d.Update(ctx, "a", topic("")); err != nil {
		t.Fatal(err)
	}
	is(`{"version":1,"notes":[]}`)
	write(t, dir, "notes/b/note.json", `{"id":"b","topic":"by hand","lines":[]}`)
	if err := d.Reindex(ctx); err != nil {
		t.Fatal(err)
	}
	is(`{"version":1,"notes":[{"id":"b","topic":"by hand","path":"notes/b/note.json"}]}`)
	// What somebody has written beside the entries stays.
	write(t, dir, "notes/index.json", `{"mine":[1],"notes":[{}]}`)
	is(`{"version":1,"mine":[1],"notes":[{"id":"b","topic":"by hand","path":"notes/b/note.json"}]}`)
}

func TestTheLogCatchesUp(t *testing.T) {
	for name, test := range map[string]struct{ log, want string }{
		"missing":                  {"", "1 2 3"},
		"behind by one":            {`{"id":"1"}` + "\n", "1 2 3"},
		"torn":                     {`{"id":"1"}` + "\n" + `{"id":"2`, "1 2 3"},
		"no newline":               {`{"id":"1"}` + "\n" + `{"id":"2"}`, "1 2 3"},
		"zeros":                    {`{"id":"1"}` + "\n" + "\x00\x00\x00\x00", "1 2 3"},
		"ahead of what came since": {`{"id":"0"}` + "\n" + `{"id":"1"}` + "\n", "0 1 2 3"},
		"ends with another's":      {`{"id":"1"}` + "\n" + `{"id":"x"}` + "\n", "1 x 2 3"},
		"ends with a damaged line": {`{"id":"1"}` + "\n" + `{"id":"2"}` + "\n" + "}\n", "1 2 } 3"},
		"blank at the end":         {`{"id":"1"}` + "\n\n\n", "1   2 3"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			d := open(t, dir)
			write(t, dir, "notes/a/note.json", `{"id":"a","lines":[{"id":"1"},{"id":"2"}]}`)
			if test.log != "" {
				write(t, dir, "notes/a/log.jsonl", test.log)
			}
			if err := d.Update(t.Context(), "a", add("3")); err != nil {
				t.Fatal(err)
			}
			got := strings.NewReplacer(`{"id":"`, "", `"}`, "", "\n", " ").Replace(read(t, dir, "notes/a/log.jsonl"))
			if strings.TrimSpace(got) != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestALogWithoutItsDocument: a document that is made anew has other entries of the same
// IDs, which the log would not take.
func TestALogWithoutItsDocument(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	ctx := t.Context()
	const was = `{"id":"l1","text":"former"}` + "\n"
	write(t, dir, "notes/a/log.jsonl", was)
	x := &note{ID: "a", Lines: []entry{{ID: "l1"}}}
	for what, err := range map[string]error{
		"Create": d.Create(ctx, x),
		"Put":    d.Put(ctx, x),
	} {
		if !errors.Is(err, store.ErrFormerLog) || errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), "notes/a/log.jsonl") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if ok, err := d.Has("a"); ok || err != nil || read(t, dir, "notes/a/log.jsonl") != was {
		t.Errorf("%v, %v, the log is %q", ok, err, read(t, dir, "notes/a/log.jsonl"))
	}
	keys := []string{"a", "b"}
	draw := func() string {
		key := keys[0]
		keys = keys[1:]
		return key
	}
	if x, err := d.CreateNew(ctx, draw, func(key string) (*note, error) { return &note{ID: key}, nil }); err != nil || x.ID != "b" {
		t.Errorf("%+v, %v", x, err)
	}
	write(t, dir, "notes/a/log.jsonl", "")
	if err := d.Create(ctx, x); err != nil {
		t.Errorf("with an empty log: %v", err)
	}
}

func TestOldEntriesMakeRoom(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	if err := d.Create(t.Context(), &note{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	for i := range 35 {
		if err := d.Update(t.Context(), "a", add(strconv.Itoa(i))); err != nil {
			t.Fatal(i, err)
		}
	}
	x, err := d.Load("a")
	if err != nil || len(x.Lines) > 10 || x.Lines[len(x.Lines)-1].ID != "34" {
		t.Error(x, err)
	}
	var want strings.Builder
	for i := range 35 {
		fmt.Fprintf(&want, "{\"id\":\"%d\"}\n", i)
	}
	if got := read(t, dir, "notes/a/log.jsonl"); got != want.String() {
		t.Errorf("log %q", got)
	}
	// Entries that nobody has been told of do not go: the limit says no.
	var refused *limits.Error
	err = d.Update(t.Context(), "a", func(x *note) error {
		for i := range 20 {
			x.Lines = append(x.Lines, entry{ID: fmt.Sprint("n", i)})
		}
		return nil
	})
	if !errors.As(err, &refused) || strings.Contains(read(t, dir, "notes/a/log.jsonl"), "n") {
		t.Error(err)
	}
}

// TestTotalsCountWhatOnlyTheLogHas: a total does not fall where entries make room.
func TestTotalsCountWhatOnlyTheLogHas(t *testing.T) {
	k, o := kind(), logOptions
	o.Total = func(x *note) (int64, bool) { return x.Total, true }
	o.SetTotal = func(x *note, n int64) { x.Total = n }
	k.Logs = []store.Log[note]{store.LogOf(o)}
	d := store.New(open(t, t.TempDir()).Root(), k)
	if err := d.Create(t.Context(), &note{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	for i := range int64(25) {
		if err := d.Update(t.Context(), "a", add(fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
		if x, err := d.Load("a"); err != nil || x.Total != i+1 {
			t.Errorf("of %d lines: %+v, %v", i+1, x, err)
		}
	}
}

// TestEntriesThatTheLogRefuses: they would be in the document, and the log would stand
// still from then on.
func TestEntriesThatTheLogRefuses(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	long := entry{ID: "long", Text: strings.Repeat("x", storage.MaxLine)}
	if err := d.Create(t.Context(), &note{ID: "a", Lines: []entry{long}}); !errors.Is(err, store.ErrLongEntry) {
		t.Error(err)
	}
	for _, lines := range [][]entry{nil, {{ID: "1"}}} {
		if err := d.Put(t.Context(), &note{ID: "a", Lines: lines}); err != nil {
			t.Fatal(err)
		}
		before := read(t, dir, "notes/a/note.json")
		err := d.Update(t.Context(), "a", func(x *note) error {
			x.Lines = append(x.Lines, long, entry{ID: "2"})
			return nil
		})
		if !errors.Is(err, store.ErrLongEntry) || errors.Is(err, store.ErrBehind) || !strings.Contains(err.Error(), "long") {
			t.Error(err)
		}
		if read(t, dir, "notes/a/note.json") != before {
			t.Error("the document has changed")
		}
	}
}

// TestALockThatIsNoFile: the error says what is in the way.
func TestALockThatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir)
	if err := os.MkdirAll(filepath.Join(dir, "notes/index.json"+store.JournalSuffix), 0o700); err != nil {
		t.Fatal(err)
	}
	err := d.Create(t.Context(), &note{ID: "a", Topic: "t"})
	if err == nil || !strings.Contains(err.Error(), "lock the index by notes/index.json.lock: ") || !strings.Contains(err.Error(), "it is not a file: move it away") {
		t.Error(err)
	}
}

func TestValuesGoToFilesAndBack(t *testing.T) {
	dir := t.TempDir()
	root := open(t, dir).Root()
	v := &store.Values{Template: noteData, From: []*storage.Template{storage.MustTemplate("old/{id}/")}, Prefix: "file:"}
	args := []string{"a"}
	ref, err := v.Put(root, args, []byte(`"large"`))
	if err != nil || !strings.HasPrefix(ref, "file:notes/a/data/sha256-") || !v.IsReference(ref) {
		t.Fatal(ref, err)
	}
	if again, err := v.Put(root, args, []byte(`"large"`)); again != ref || err != nil {
		t.Error(again, err)
	}
	if got, isJSON, err := v.Get(root, args, ref); string(got) != `"large"` || !isJSON || err != nil {
		t.Error(string(got), isJSON, err)
	}
	write(t, dir, "old/a/text.txt", "as it is")
	if got, isJSON, err := v.Get(root, args, "file:old/a/text.txt"); string(got) != "as it is" || isJSON || err != nil {
		t.Error(string(got), isJSON, err)
	}
	large, err := jsonvalue.Of("large")
	if err != nil {
		t.Fatal(err)
	}
	reference, err := v.PutValue(root, args, large)
	if err != nil || string(reference) != strconv.Quote(ref) {
		t.Errorf("%s, %v", reference, err)
	}
	for text, want := range map[string]string{
		string(reference):       `"large"`,
		`"file:old/a/text.txt"`: `"as it is"`,
		`"large"`:               "",
		`[1]`:                   "",
	} {
		got, ok, err := v.GetValue(root, args, jsonvalue.Trusted(text))
		if string(got) != want || ok != (want != "") || err != nil {
			t.Errorf("%s: %s, %v, %v", text, got, ok, err)
		}
	}
	if got, ok, err := v.GetValue(root, args, jsonvalue.Trusted(`"file:old/a/gone.txt"`)); !errors.Is(err, fs.ErrNotExist) || ok {
		t.Errorf("%s, %v, %v", got, ok, err)
	}
	for _, ref := range []string{
		"file:", "file:/etc/passwd", "file:../x", "file:old/b/text.txt", "file:notes/b/data/x.json", "file:notes/a/note.json",
		"file:notes/a/data/", "file:notes/a/data/../note.json", "file:notes/a/data/a/b", `file:notes/a/data/..\x`, "file:old/a/\x00",
	} {
		if _, _, err := v.Get(root, args, ref); !errors.Is(err, store.ErrOutside) {
			t.Errorf("%q: %v", ref, err)
		}
	}
	write(t, dir, strings.TrimPrefix(ref, "file:"), `"other"`)
	if _, _, err := v.Get(root, args, ref); !errors.Is(err, store.ErrDamaged) {
		t.Error(err)
	}
	if _, err := v.Put(root, args, []byte(`"large"`)); err != nil {
		t.Error(err)
	}
	if _, _, err := v.Get(root, args, ref); err != nil {
		t.Error("what was damaged is not whole again:", err)
	}
}

func TestHexIDs(t *testing.T) {
	for last, want := range map[string]string{
		"": "m-0001", "m-0001": "m-0002", "m-000f": "m-0010", "x-0005": "m-0001", "m-zz": "m-0001", "m-ffff": "m-10000", "m-fffe": "m-ffff",
	} {
		if got := store.NextHex("m-", 4, last); got != want {
			t.Errorf("after %q comes %q, want %q", last, got, want)
		}
	}
	for last, want := range map[string]string{
		"m-ffffffffffffffff": "m-00000000000000010000000000000000", "m-" + strings.Repeat("a", 32): "m-" + strings.Repeat("a", 31) + "b",
	} {
		if got := store.NextHex("m-", 32, last); got != want {
			t.Errorf("after %q comes %q, want %q", last, got, want)
		}
	}
	if a, b := store.RandomHex("s-", 7), store.RandomHex("s-", 7); len(a) != 9 || a == b {
		t.Error(a, b)
	}
}
