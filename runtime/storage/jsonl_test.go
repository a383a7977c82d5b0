package storage

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/internal/flock"
)

func TestLines(t *testing.T) {
	for name, test := range map[string]struct {
		content  string
		numbers  []int
		problems []string
	}{
		"empty":                     {"", nil, nil},
		"lines":                     {"{\"n\":1}\n{\"n\":2}\n", []int{1, 2}, nil},
		"torn last line":            {"{\"n\":1}\n{\"n\":2", []int{1}, nil},
		"torn at its newline":       {"{\"n\":1}\n{\"n\":2}", []int{1, 2}, nil},
		"zeros of a lost block":     {"{\"n\":1}\n\x00\x00\x00", []int{1}, nil},
		"corrupt middle line":       {"{\"n\":1}\n{\"n\n{\"n\":3}\n", []int{1, 3}, []string{"h.jsonl:2: unexpected end of JSON input"}},
		"corrupt line with its end": {"{\"n\":1}\n{\"n\n", []int{1}, []string{"h.jsonl:2: unexpected end of JSON input"}},
		"another type":              {"{\"n\":\"x\"}\n{\"n\":2}\n", []int{2}, []string{"h.jsonl:1: json: cannot unmarshal string into Go struct field entry.n of type int"}},
		"blank lines and CRLF":      {"\n{\"n\":1}\r\n  \n{\"n\":2}\n", []int{1, 2}, nil},
		"line longer than a buffer": {"{\"n\":1," + strings.Repeat(" ", 100<<10) + "\"x\":0}\n{\"n\":2}\n", []int{1, 2}, nil},
		"torn in the first line":    {"{\"n\"", nil, nil},
		"a number may be complete":  {"{\"n\":1}\n12", []int{1}, []string{"h.jsonl:2: json: cannot unmarshal number into Go value of type storage.entry"}},
		"an end of pretty JSON":     {"{\n\"n\": 1\n}", nil, []string{"h.jsonl:1: unexpected end of JSON input", "h.jsonl:2: invalid character ':' after top-level value", "h.jsonl:3: invalid character '}' looking for beginning of value"}},
	} {
		t.Run(name, func(t *testing.T) {
			root, dir := open(t)
			if err := os.WriteFile(filepath.Join(dir, "h.jsonl"), []byte(test.content), 0o600); err != nil {
				t.Fatal(err)
			}
			numbers, problems := readLines(root, at(t, "h.jsonl"))
			if diff := cmp.Diff(test.numbers, numbers); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.problems, problems); diff != "" {
				t.Error(diff)
			}
		})
	}
	root, _ := open(t)
	if numbers, problems := readLines(root, at(t, "missing.jsonl")); numbers != nil || problems != nil {
		t.Errorf("a missing file has %v, %v", numbers, problems)
	}
}

func TestLineErrorIsTyped(t *testing.T) {
	root, dir := open(t)
	if err := os.WriteFile(filepath.Join(dir, "h.jsonl"), []byte("1\nx\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for n, err := range Lines[int](root, at(t, "h.jsonl")) {
		var line *LineError
		if n != 1 && (!errors.As(err, &line) || line.Line != 2) {
			t.Errorf("%d, %v", n, err)
		}
	}
}

// TestAppendAfterATearAtEveryByte cuts the file as a crash would and goes on:
// what was whole is kept, the rest is gone, and nothing in the middle is corrupt.
func TestAppendAfterATearAtEveryByte(t *testing.T) {
	const content = "{\"n\":1}\n{\"n\":22}\n"
	for cut := range len(content) + 1 {
		root, dir := open(t)
		if err := os.WriteFile(filepath.Join(dir, "h.jsonl"), []byte(content[:cut]), 0o600); err != nil {
			t.Fatal(err)
		}
		p := at(t, "h.jsonl")
		before, _ := readLines(root, p)
		if err := root.AppendLine(p, entry{3}); err != nil {
			t.Fatal(err)
		}
		after, problems := readLines(root, p)
		if diff := cmp.Diff(append(before, 3), after); diff != "" || problems != nil {
			t.Errorf("cut at %d: %q\n%s", cut, problems, diff)
		}
	}
}

// TestAppendKeepsWhatIsNotTorn: who ends a file without a newline may have ended
// it on purpose.
func TestAppendKeepsWhatIsNotTorn(t *testing.T) {
	for _, content := range []string{
		"3", "-3.5e1", "null", "true", `"text"`, `{"n":1}`, `[1]`, `{"n":1} `, " ", "\t", "\n3", "1\n2",
		"{\n  \"n\": 1\n}", "[\n1,\n2", "[\n  {\n    \"a\": \"b", "{\r  \"n\": 1,\r  \"m\"",
		"{\"n\":1}\r{\"n\":2}\r", "{\"n\":1}\r{\"n\":", "\"a\"\r\"b", "plain text", "- item", "nul", "\xef\xbb\xbf{\"n\":1}", "3\x00\n\x00",
		"{\"n\":1}{\"n\":", "{\"n\":1}x", "{'n':1", "{n:1",
	} {
		root, dir := open(t)
		p := at(t, "h.jsonl")
		if err := os.WriteFile(filepath.Join(dir, "h.jsonl"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := root.AppendLine(p, entry{7}); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, "h.jsonl"))
		if want := content + "\n{\"n\":7}\n"; string(got) != want || err != nil {
			t.Errorf("%q became %q, %v", content, got, err)
		}
	}
}

// TestAppendRemovesATear: what no writer can have meant, but a crash leaves.
func TestAppendRemovesATear(t *testing.T) {
	for _, torn := range []string{
		"{", "[", "\"", "{\"n", "{\"n\":", "{\"n\":1", "[1,2", "[[[", `{"a":{"b":[`, `"te`, `"\`, `{"a":"\u00`, "\"\xc3",
		"\x00\x00", "{\"n\":1\x00\x00\x00",
	} {
		root, dir := open(t)
		p := at(t, "h.jsonl")
		if err := os.WriteFile(filepath.Join(dir, "h.jsonl"), []byte("1\n"+torn), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := root.AppendLine(p, 2); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(dir, "h.jsonl")); string(got) != "1\n2\n" || err != nil {
			t.Errorf("after %q: %q, %v", torn, got, err)
		}
	}
}

// TestLinesWaitForAnAppendUnderWay: half a line may be the beginning of one that
// is being written.
func TestLinesWaitForAnAppendUnderWay(t *testing.T) {
	root, dir := open(t)
	f, err := os.OpenFile(filepath.Join(dir, "h.jsonl"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if ok, err := flock.Try(f, flock.Exclusive); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if _, err := f.WriteString("1\n23"); err != nil {
		t.Fatal(err)
	}
	read := make(chan []int)
	go func() {
		var numbers []int
		for n, err := range Lines[int](root, at(t, "h.jsonl")) {
			if err != nil {
				t.Error(err)
			}
			numbers = append(numbers, n)
		}
		read <- numbers
	}()
	time.Sleep(20 * time.Millisecond)
	if _, err := f.WriteString("4\n5\n"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if diff := cmp.Diff([]int{1, 234, 5}, <-read); diff != "" {
		t.Error(diff)
	}
}

func TestFailedAppendLeavesNoPart(t *testing.T) {
	root, dir := open(t)
	p := at(t, "h.jsonl")
	if err := root.AppendLine(p, 1); err != nil {
		t.Fatal(err)
	}
	if err := root.AppendLine(p, strings.Repeat("x", MaxLine)); err == nil {
		t.Error("a line was taken that cannot be read")
	}
	if err := root.AppendLine(p, make(chan int)); err == nil {
		t.Error("a channel was taken")
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "h.jsonl")); string(got) != "1\n" {
		t.Errorf("%.60q", got)
	}
}

func TestAppendAfterALongTear(t *testing.T) {
	root, dir := open(t)
	torn := "{\"n\":1}\n{\"x\":\"" + strings.Repeat("y", 50<<10)
	if err := os.WriteFile(filepath.Join(dir, "h.jsonl"), []byte(torn), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := root.AppendLine(at(t, "h.jsonl"), entry{2}); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "h.jsonl")); string(got) != "{\"n\":1}\n{\"n\":2}\n" {
		t.Errorf("%.60q", got)
	}
}

func TestGoroutinesAppendWholeLines(t *testing.T) {
	root, _ := open(t)
	p := at(t, "d/h.jsonl")
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 5 {
				if err := root.AppendLine(p, entry{i*5 + j}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	numbers, problems := readLines(root, p)
	seen := map[int]bool{}
	for _, n := range numbers {
		seen[n] = true
	}
	if len(numbers) != 40 || len(seen) != 40 || problems != nil {
		t.Errorf("%d lines, %d different, %q", len(numbers), len(seen), problems)
	}
}

// TestAppendLinesRefusesMoreThanALine: half of an indented document is no line.
func TestAppendLinesRefusesMoreThanALine(t *testing.T) {
	root, dir := open(t)
	p := at(t, "h.jsonl")
	if err := root.AppendLines(p, []byte("1"), []byte("{\n  \"n\": 1\n}")); err == nil {
		t.Error("it was written")
	}
	if diff := cmp.Diff([]string(nil), tree(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestLastLine(t *testing.T) {
	for content, want := range map[string]string{
		"": "", "\n": "", " \r\n\n": "", "1\n": "1", "1\n2": "2", "1\n{\"n\":": "1", "1\r\n \n\n": "1", "1\n\n\n{\"n": "1", "{\"n\":": "",
		"1\n" + strings.Repeat("\n", 200<<10):                 "1",
		strings.Repeat("x", 70<<10) + strings.Repeat("\n", 9): strings.Repeat("x", 70<<10),
	} {
		root, dir := open(t)
		if err := os.WriteFile(filepath.Join(dir, "h.jsonl"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := root.LastLine(at(t, "h.jsonl")); string(bytes.TrimSuffix(got, []byte("\r"))) != want || err != nil {
			t.Errorf("%.40q: %.40q, %v", content, got, err)
		}
	}
}

// TestLastLineBeforeManyBlankOnes reads each part of the file once.
func TestLastLineBeforeManyBlankOnes(t *testing.T) {
	root, dir := open(t)
	if err := os.WriteFile(filepath.Join(dir, "h.jsonl"), []byte("1\n"+strings.Repeat("\n", 8<<20)), 0o600); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if got, err := root.LastLine(at(t, "h.jsonl")); string(got) != "1" || err != nil {
		t.Errorf("%.40q, %v", got, err)
	}
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("it took %v", took)
	}
}
