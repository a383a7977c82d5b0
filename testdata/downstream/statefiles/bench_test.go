package statefiles

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/agentmemory/gen/rlmstate"
)

// BenchmarkWrite writes to states with histories of several lengths. Beside it
// stands what the bytes of the state cost to read, check and write.
func BenchmarkWrite(b *testing.B) {
	for _, n := range []int{90, 900} {
		s, err := Open(b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		defer s.Close()
		id, err := s.Initialize(b.Context(), "Find the risks", Origin{})
		if err != nil {
			b.Fatal(err)
		}
		err = s.Update(b.Context(), id, func(x *rlmstate.State) error {
			for i := range n {
				v := rlmstate.Variable{Name: "v", Value: text(fmt.Sprint(i)), Type: rlmstate.VariableTypeText}
				if err := s.Variables.Set(x, "v", v, "bench"); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint("Write/", n), func(b *testing.B) {
			for b.Loop() {
				if err := s.Write(b.Context(), id, rlmstate.Variable{Name: "v", Value: text("x")}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprint("Bytes/", n), func(b *testing.B) {
			path, err := rlmstate.StateFile(id)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				data, err := s.Root().ReadFile(path)
				if err != nil {
					b.Fatal(err)
				}
				x, err := rlmstate.ParseState(data)
				if err == nil {
					data, err = x.MarshalJSON()
				}
				if err == nil {
					err = rlmstate.ValidateState(data)
				}
				if err == nil {
					err = s.Root().WriteFile(path, data)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkReadLog reads a history.jsonl of 41 MB, and decodes the same lines
// without a file.
func BenchmarkReadLog(b *testing.B) {
	s, err := Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	const id = "state-0000000a"
	line := `{"mutation_id":"mut-%08x","operation":"update","variable_name":"v","old_value":"` + strings.Repeat("o", 120) + `","new_value":"` + strings.Repeat("n", 120) + `","source":"bench","timestamp":"2026-02-09T10:00:00Z"}` + "\n"
	var all strings.Builder
	lines := 0
	for ; all.Len() < 41_000_000; lines++ {
		fmt.Fprintf(&all, line, lines)
	}
	path := filepath.Join(s.Root().Name(), ".aiwg/rlm/states", id, "history.jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(all.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	b.Run("Lines", func(b *testing.B) {
		b.SetBytes(int64(all.Len()))
		for b.Loop() {
			n := 0
			for _, err := range rlmstate.HistoryLogFileLines(s.Root(), id) {
				if n++; err != nil {
					b.Fatal(err)
				}
			}
			if n != lines {
				b.Fatal(n)
			}
		}
	})
	b.Run("Decoder", func(b *testing.B) {
		b.SetBytes(int64(all.Len()))
		for b.Loop() {
			for line := range strings.Lines(all.String()) {
				var m rlmstate.StateMutation
				if err := m.UnmarshalJSON([]byte(line)); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
