package compiler

import (
	"iter"
	"runtime"
	"sync"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
)

// rendered is a file of a generated package, or why there is none.
type rendered struct {
	name string
	text []byte
	err  error
	// constrained says that it has a build constraint of its own.
	constrained bool
}

// render runs the emitters one after the other and renders their files
// meanwhile, as many at a time as there are processors. What is emitted takes
// far more memory than the text that becomes of it, so that an emitter waits
// until the files before are being rendered, and each is let go then.
func render(emitters ...iter.Seq[*gofile.File]) []*rendered {
	type job struct {
		file *gofile.File
		out  *rendered
	}
	var all []*rendered
	jobs := make(chan job)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for j := range jobs {
				j.out.text, j.out.err = j.file.Render()
			}
		})
	}
	for _, files := range emitters {
		for f := range files {
			out := &rendered{name: f.Name, constrained: f.IsConstrained()}
			all = append(all, out)
			jobs <- job{f, out}
		}
	}
	close(jobs)
	workers.Wait()
	return all
}

// later is what an emitter returns that makes all of its files at once, called
// when its turn has come.
func later(emit func() []*gofile.File) iter.Seq[*gofile.File] {
	return func(yield func(*gofile.File) bool) {
		for _, f := range emit() {
			if !yield(f) {
				return
			}
		}
	}
}
