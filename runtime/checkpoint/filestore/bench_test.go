package filestore_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
)

// BenchmarkPut saves checkpoints one after the other, and after each a bare
// file: write, fsync, rename, fsync of the directory, the least that a durable
// file takes. The two take turns, so that both meet the same disk. It reports
// how many of each a second would hold, by the median, and the ratio. The module
// testdata/bench-checkpoint sets SQLite and PostgreSQL beside them.
func BenchmarkPut(b *testing.B) {
	for _, size := range []int{10 << 10, 1 << 20} {
		state := bytes.Repeat([]byte("memory! "), size/8)
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			s, err := filestore.Open(b.TempDir())
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			dir := b.TempDir()
			var (
				parent      checkpoint.ID
				puts, bares []time.Duration
			)
			put := func() {
				start := time.Now()
				if parent, err = s.Put(ctx, "t", parent, checkpoint.Checkpoint{State: state}); err != nil {
					b.Fatal(err)
				}
				puts = append(puts, time.Since(start))
			}
			for i := 0; b.Loop(); i++ {
				if i%2 == 0 {
					put()
				}
				start := time.Now()
				if err := bare(dir, i, state); err != nil {
					b.Fatal(err)
				}
				bares = append(bares, time.Since(start))
				if i%2 == 1 {
					put()
				}
			}
			slices.Sort(puts)
			slices.Sort(bares)
			ours, least := puts[len(puts)/2].Seconds(), bares[len(bares)/2].Seconds()
			b.ReportMetric(1/ours, "filestore/s")
			b.ReportMetric(1/least, "bare/s")
			b.ReportMetric(least/ours, "×bare")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func bare(dir string, i int, data []byte) error {
	tmp := filepath.Join(dir, "tmp")
	f, err := os.Create(tmp)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := os.Rename(tmp, filepath.Join(dir, fmt.Sprint(i))); err != nil {
		return err
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// BenchmarkGet reads the head of a thread with many checkpoints.
func BenchmarkGet(b *testing.B) {
	s, err := filestore.Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	var parent checkpoint.ID
	for range 500 {
		if parent, err = s.Put(ctx, "t", parent, checkpoint.Checkpoint{State: make([]byte, 10<<10)}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := s.Get(ctx, "t", ""); err != nil {
			b.Fatal(err)
		}
	}
}
