package variables_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/gen/holder"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
	"github.com/bindery-go/bindery/runtime/variables"
)

// note is a document with variables.
type note struct {
	ID        string               `json:"id"`
	Variables map[string]value     `json:"variables"`
	Copies    []variables.Snapshot `json:"copies,omitempty"`
}

type value struct {
	Text    string    `json:"text"`
	At      time.Time `json:"at"`
	Seconds int64     `json:"seconds,omitempty"`
	Reads   int       `json:"reads,omitempty"`
	Shared  bool      `json:"shared,omitempty"`
}

func parse(data []byte) (*note, error) {
	x := new(note)
	return x, json.Unmarshal(data, x)
}

func marshal(x *note) ([]byte, error) { return json.Marshal(x) }

var now = time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)

// open makes a store of notes and its variables; log takes the changes.
func open(dir string, log *[]string) (*store.Documents[note, string], *variables.Variables[note, value], error) {
	root, err := storage.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	kind := store.Kind[note, string]{
		Template: storage.MustTemplate("notes/{id}/note.json"),
		Args:     func(id string) []string { return []string{id} },
		Key:      func(args []string) (string, error) { return args[0], nil },
		Members:  []store.Member[note]{func(x *note) (string, bool) { return x.ID, x.ID != "" }},
		Parse:    parse, Marshal: marshal, Validate: func([]byte) error { return nil },
	}
	shared := kind
	shared.Template, shared.Members = storage.MustTemplate("shared.json"), nil
	all := store.NewOne(root, store.Kind[note, store.Only]{Template: shared.Template, Parse: parse, Marshal: marshal, Validate: shared.Validate})
	copies := storage.MustTemplate("notes/{id}/copies/")
	documents := store.New(root, kind)
	return documents, variables.New(variables.Kind[note, value]{
		In: holder.Object[note, map[string]value, value]{
			At: func(x *note, _ bool) *map[string]value { return &x.Variables }, Others: holder.Itself[value],
			Refused: []string{"count"},
		},
		Now:        func() time.Time { return now },
		Value:      func(v *value) ([]byte, error) { return json.Marshal(v.Text) },
		Compared:   func(v value) ([]byte, error) { v.Reads = 0; return json.Marshal(v) },
		SetCreated: func(v *value, now time.Time) { v.At = now }, SetUpdated: func(v *value, now time.Time) { v.At = now },
		Access:   func(v *value) { v.Reads++ },
		Since:    func(v *value) time.Time { return v.At },
		Lifetime: func(v *value) (int64, bool) { return v.Seconds, v.Seconds > 0 },
		Record: func(_ *note, c variables.Entry) {
			*log = append(*log, fmt.Sprintf("%d %s %s %s %s", c.Operation, c.Name, c.Old, c.New, c.Source))
		},
		Snapshots: &variables.Snapshots[note]{
			Root:    root,
			Dir:     func(x *note) (storage.Path, error) { return copies.Path(x.ID) },
			List:    func(x *note) []variables.Snapshot { return x.Copies },
			Next:    func(last string) string { return store.NextHex("c-", 2, last) },
			IsID:    func(text string) bool { return store.IsHex("c-", 2, text) },
			Add:     func(x *note, s variables.Snapshot) { x.Copies = append(x.Copies, s) },
			Marshal: marshal, Parse: parse,
			Same:  func(x, snapshot *note) bool { return x.ID == snapshot.ID },
			Saved: variables.SavedBy(documents.KeyOf, documents.Load),
		},
		Scope: func(v *value) string {
			if v.Shared {
				return "all"
			}
			return ""
		},
		Scopes: []variables.Scope[note]{variables.ScopeIn("all", all, func(*note) (*note, error) { return &note{ID: "shared"}, nil })},
	}), nil
}

// Example keeps a variable that two documents share.
func Example() {
	dir, err := os.MkdirTemp("", "variables")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	var log []string
	notes, vars, err := open(dir, &log)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	for _, id := range []string{"mine", "yours"} {
		fmt.Println(notes.Create(ctx, &note{ID: id}))
	}
	fmt.Println(notes.Update(ctx, "mine", func(x *note) error {
		return vars.Set(x, "city", value{Text: "Rome", Shared: true}, "a user")
	}))
	fmt.Println(notes.Update(ctx, "mine", func(x *note) error { // the first one is saved now
		return vars.Share(ctx, x, "city", nil)
	}))
	yours, err := notes.Load("yours")
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := vars.Find(yours, "city")
	fmt.Println(found.Scope, found.Variable.Text, err)
	fmt.Println(log)
	// Output:
	// <nil>
	// <nil>
	// <nil>
	// <nil>
	// all Rome <nil>
	// [0 city  "Rome" a user]
}

func setup(t *testing.T) (dir string, notes *store.Documents[note, string], vars *variables.Variables[note, value], log *[]string) {
	t.Helper()
	dir, log = t.TempDir(), new([]string)
	notes, vars, err := open(dir, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { notes.Root().Close() })
	return dir, notes, vars, log
}

func TestLifetimesEnd(t *testing.T) {
	_, _, vars, log := setup(t)
	x := &note{ID: "x"}
	for name, seconds := range map[string]int64{"short": 60, "long": 1<<63 - 1, "ever": 0} {
		if err := vars.Set(x, name, value{Text: name, Seconds: seconds}, ""); err != nil {
			t.Fatal(err)
		}
	}
	begin := now
	t.Cleanup(func() { now = begin })
	now = now.Add(59 * time.Second)
	if _, err := vars.Find(x, "short"); err != nil {
		t.Error(err)
	}
	now = now.Add(time.Second)
	if _, err := vars.Find(x, "short"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	*log = nil
	if err := vars.Expire(x, "time"); err != nil || !slices.Equal(vars.Names(x), []string{"ever", "long"}) || !slices.Equal(*log, []string{`2 short "short"  time`}) {
		t.Error(err, vars.Names(x), *log)
	}
}

func TestGoingBackLogsWhatChanges(t *testing.T) {
	dir, notes, vars, log := setup(t)
	ctx := t.Context()
	x := &note{ID: "x", Variables: map[string]value{"kept": {Text: "1"}, "changed": {Text: "1"}, "gone": {Text: "1"}}}
	id, err := vars.AddSnapshot(x, "first")
	if err == nil {
		err = vars.SaveSnapshot(x, id)
	}
	if err == nil {
		err = notes.Create(ctx, x)
	}
	if err != nil {
		t.Fatal(err)
	}
	x.Variables = map[string]value{"kept": {Text: "1", Reads: 7}, "changed": {Text: "2"}, "new": {Text: "2"}}
	saved, err := vars.LoadSnapshot(x, id)
	if err != nil {
		t.Fatal(err)
	}
	changes, err := vars.Differences(x, saved)
	if err == nil {
		err = vars.Apply(x, changes, "back")
	}
	want := []string{`1 changed "2" "1" back`, `0 gone  "1" back`, `2 new "2"  back`}
	if err != nil || !slices.Equal(*log, want) || x.Variables["kept"].Reads != 7 {
		t.Errorf("%v: logged %q, want %q: %v", err, *log, want, x.Variables)
	}
	if changes, err := vars.Differences(x, saved); err != nil || len(changes) != 0 {
		t.Error(changes, err)
	}

	// What is not a snapshot of this document is none of its snapshots.
	path := filepath.Join(dir, "notes/x/copies/c-01.json")
	for text, is := range map[string]error{`{"id":"y"}`: store.ErrDamaged, `{"id":`: nil} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := vars.LoadSnapshot(x, id); err == nil || is != nil && !errors.Is(err, is) {
			t.Errorf("%s: %v", text, err)
		}
	}
	x.Copies[0].File = "notes/y/copies/c-01.json"
	if _, err := vars.LoadSnapshot(x, id); !errors.Is(err, store.ErrOutside) {
		t.Error(err)
	}
	if _, err := vars.LoadSnapshot(x, "c-99"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestOnlySnapshotsAreCleanedAway: a crash leaves one that no document names, and
// people leave files of their own. One after all that are saved may be about to be.
func TestOnlySnapshotsAreCleanedAway(t *testing.T) {
	dir, notes, vars, _ := setup(t)
	x := &note{ID: "x", Copies: []variables.Snapshot{{ID: "c-01"}, {ID: "c-08"}}}
	if err := notes.Create(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(dir, "notes/x/copies")
	if err := os.MkdirAll(at, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"c-01.json", "c-07.json", "c-07.txt", "c-09.json", "mine.json", "c-007.json"} {
		if err := os.WriteFile(filepath.Join(at, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if id, err := vars.AddSnapshot(x, ""); err != nil || id != "c-0a" {
		t.Fatal(id, err)
	}
	entries, err := os.ReadDir(at)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if err != nil || !slices.Equal(names, []string{"c-007.json", "c-01.json", "c-07.txt", "c-09.json", "mine.json"}) {
		t.Error(names, err)
	}
	if err := os.WriteFile(filepath.Join(at, "c-ff.json"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if id, err := vars.AddSnapshot(x, ""); !errors.Is(err, variables.ErrNoID) {
		t.Errorf("after the last ID comes %q, %v", id, err)
	}
}

// snapshot adds a snapshot and writes it.
func snapshot(vars *variables.Variables[note, value], x *note) error {
	id, err := vars.AddSnapshot(x, "")
	if err == nil {
		err = vars.SaveSnapshot(x, id)
	}
	return err
}

// TestSnapshotsOfWhatIsSavedAreNotOverwritten: a document that goes back to a snapshot,
// or that is made where there is one, does not name those of the saved one.
func TestSnapshotsOfWhatIsSavedAreNotOverwritten(t *testing.T) {
	dir, notes, vars, _ := setup(t)
	ctx := t.Context()
	read := func() string {
		var all []byte
		for _, id := range []string{"c-01", "c-02"} {
			data, err := os.ReadFile(filepath.Join(dir, "notes/x/copies", id+".json"))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, data...)
		}
		return string(all)
	}
	if err := notes.Create(ctx, &note{ID: "x"}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"first", "second"} {
		err := notes.Update(ctx, "x", func(x *note) error {
			return errors.Join(vars.Set(x, "v", value{Text: text}, ""), snapshot(vars, x))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	before, failed := read(), errors.New("no")
	err := notes.Update(ctx, "x", func(x *note) error {
		first, err := vars.LoadSnapshot(x, "c-01")
		if err != nil {
			return err
		}
		*x = *first
		return errors.Join(vars.Set(x, "v", value{Text: "other"}, ""), snapshot(vars, x), failed)
	})
	if !errors.Is(err, failed) || read() != before {
		t.Errorf("%v: the snapshots of the saved document are %s", err, read())
	}
	made := &note{ID: "x", Variables: map[string]value{"v": {Text: "new"}}}
	if err := errors.Join(snapshot(vars, made), notes.Create(ctx, made)); !errors.Is(err, fs.ErrExist) || read() != before {
		t.Errorf("%v: the snapshots of the saved document are %s", err, read())
	}
	x, err := notes.Load("x")
	if err != nil {
		t.Fatal(err)
	}
	if err := vars.SaveSnapshot(x, "c-01"); !errors.Is(err, fs.ErrExist) || read() != before {
		t.Errorf("%v: the snapshots of the saved document are %s", err, read())
	}
	id, err := vars.AddSnapshot(x, "")
	for range 2 { // a try that has failed after the file was there is made again
		if err := errors.Join(err, vars.SaveSnapshot(x, id)); err != nil {
			t.Error(err)
		}
	}
}

// TestSnapshotsOfWhatIsSavedStay: the change that drops an entry may yet fail.
func TestSnapshotsOfWhatIsSavedStay(t *testing.T) {
	dir, notes, vars, _ := setup(t)
	ctx := t.Context()
	if err := notes.Create(ctx, &note{ID: "x"}); err != nil {
		t.Fatal(err)
	}
	add := func(x *note) error { return snapshot(vars, x) }
	failed := errors.New("no")
	err := notes.Update(ctx, "x", add)
	if err == nil {
		err = notes.Update(ctx, "x", func(x *note) error {
			x.Copies = nil
			return errors.Join(add(x), add(x), failed)
		})
	}
	x, loaded := notes.Load("x")
	if !errors.Is(err, failed) || loaded != nil {
		t.Fatal(err, loaded)
	}
	if _, err := vars.LoadSnapshot(x, "c-01"); err != nil {
		t.Errorf("the document names a snapshot that was removed: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "notes/x/note.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := vars.AddSnapshot(x, ""); err == nil {
		t.Error("what a damaged document names is not known, and yet cleaned away")
	}
}

// TestVariablesWithoutAPlace: the journal says nothing of what is not there.
func TestVariablesWithoutAPlace(t *testing.T) {
	_, _, vars, log := setup(t)
	x := &note{ID: "x"}
	if err := vars.Set(x, "count", value{Text: "1"}, ""); !errors.Is(err, variables.ErrNoPlace) || len(*log) != 0 || len(x.Variables) != 0 {
		t.Errorf("%v, logged %q: %+v", err, *log, x.Variables)
	}
}

func TestAccessesCountWhereTheVariableIs(t *testing.T) {
	_, notes, vars, _ := setup(t)
	ctx := t.Context()
	mine := &note{ID: "mine", Variables: map[string]value{"own": {Text: "1"}, "ours": {Text: "1", Shared: true}}}
	yours := &note{ID: "yours"}
	if err := errors.Join(notes.Create(ctx, mine), notes.Create(ctx, yours), vars.Share(ctx, mine, "ours", nil)); err != nil {
		t.Fatal(err)
	}
	for _, x := range []*note{mine, yours} {
		found, err := vars.Find(x, "ours")
		if err == nil {
			err = vars.Accessed(ctx, x, found)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	found, err := vars.Find(yours, "ours")
	if err != nil || found.Variable.Reads != 2 || mine.Variables["ours"].Reads != 0 {
		t.Errorf("%+v, %v", found, err)
	}
	own, err := vars.Find(mine, "own")
	if err == nil {
		err = vars.Accessed(ctx, mine, own)
	}
	if err != nil || mine.Variables["own"].Reads != 1 {
		t.Error(mine, err)
	}
}

func TestKindsOfValuesByTheirText(t *testing.T) {
	var got []string
	type held struct{ text, kind string }
	vars := variables.New(variables.Kind[note, held]{
		Value: func(v *held) ([]byte, error) { return []byte(v.text), nil },
		Typed: func(v *held, kind string) { v.kind = kind },
	})
	for _, text := range []string{`"a"`, `{}`, `[]`, `true`, `false`, `null`, `-1`, `0`} {
		v := held{text: text}
		vars.Complete(&v, nil)
		got = append(got, v.kind)
	}
	if want := []string{"string", "object", "array", "boolean", "boolean", "null", "number", "number"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestBothLeavesTheMapsAsTheyWere(t *testing.T) {
	mine, old := map[string]int{"a": 1}, map[string]int{"a": 2, "b": 2}
	if both := variables.Both(mine, old); !maps.Equal(both, map[string]int{"a": 1, "b": 2}) || len(mine) != 1 || len(old) != 2 {
		t.Error(both, mine, old)
	}
	if both := variables.Both(nil, old); !maps.Equal(both, old) {
		t.Error(both)
	}
	if both := variables.Both[int](nil, nil); both != nil {
		t.Error("a map of nothing is made: ", both)
	}
}
