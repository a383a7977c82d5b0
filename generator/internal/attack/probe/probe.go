// Package probe measures generated code in the process that runs it: how much
// work and memory a document takes. The programs that package attack builds
// import it.
package probe

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/coverage"
)

// Subject is what is generated for one schema.
type Subject struct {
	Name  string
	Check func(data []byte) (valid bool, texts int)
}

// Of makes a Subject of the functions for an entry type. Its Check asks all of
// them, encodes what it parsed and checks that as well; texts is the length of
// the longest error text.
func Of[T any, P interface {
	*T
	MarshalJSON() ([]byte, error)
	Validate() error
}](name string, parse func([]byte) (P, error), validate func([]byte) error, isValid func([]byte) bool) Subject {
	return Subject{name, func(data []byte) (bool, int) {
		texts := 0
		note := func(err error) bool {
			if err != nil {
				texts = max(texts, len(err.Error()))
			}
			return err == nil
		}
		valid := isValid(data)
		if note(validate(data)) != valid {
			panic(name + ": the entry points disagree")
		}
		x, err := parse(data)
		if note(err) {
			_, err = x.MarshalJSON()
			note(err)
			note(x.Validate())
		}
		return valid, texts
	}}
}

// Measure is what one document took.
type Measure struct {
	Subject, Document string
	Size              int // see Document
	Length            int // in bytes
	Valid             bool
	Texts             int    // length of the longest error text
	Allocated         uint64 // bytes, by all operations together
	Counters          string // directory with the counters of what ran
}

// Serve measures each document at half its size and in full, for each subject,
// and prints Measures as JSON lines. dir is where counters go; all reports whether
// to try all documents, or those that are First, of which a subject then meets one in
// six, and a document one subject in six.
func Serve(dir string, all bool, subjects []Subject) error {
	if err := coverage.WriteMetaDir(dir); err != nil {
		return err
	}
	metaFiles, err := filepath.Glob(filepath.Join(dir, "covmeta.*"))
	if err != nil || len(metaFiles) != 1 {
		return fmt.Errorf("%d files with metadata: %v", len(metaFiles), err)
	}
	out := json.NewEncoder(os.Stdout)
	tried := 0 // documents
	for _, d := range Documents {
		if !d.First && !all {
			continue
		}
		tried++
		for _, size := range []int{d.Size / 2, d.Size} {
			data := []byte(d.Make(size))
			for i, s := range subjects {
				if !all && (i+tried)%6 != 0 {
					continue
				}
				m := Measure{Subject: s.Name, Document: d.Name, Size: size, Length: len(data)}
				m.Counters = filepath.Join(dir, fmt.Sprintf("%d-%d-%s", i, size, d.Name))
				if err := os.Mkdir(m.Counters, 0o777); err != nil {
					return err
				}
				if err := os.Link(metaFiles[0], filepath.Join(m.Counters, filepath.Base(metaFiles[0]))); err != nil {
					return err
				}
				if err := m.take(s, data); err != nil {
					return err
				}
				if err := out.Encode(m); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (m *Measure) take(s Subject, data []byte) error {
	runtime.GC() // empties the pools, so that earlier documents lend no memory
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := coverage.ClearCounters(); err != nil {
		return err
	}
	m.Valid, m.Texts = s.Check(data)
	runtime.ReadMemStats(&after)
	m.Allocated = after.TotalAlloc - before.TotalAlloc
	return coverage.WriteCountersDir(m.Counters)
}
