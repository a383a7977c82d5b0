package fsck

import (
	"bytes"
	"encoding/json"
	"io/fs"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/storage"
)

// log checks the lines of JSONL files.
func (c *checker) log(l *lines) {
	for _, name := range c.files {
		if parses(l.template, name) {
			c.judge(name, func(f *source.File) { c.linesOf(l.validator, f) })
		}
	}
}

// history checks the logs of a kind against what stands in step with them.
func (c *checker) history(k *kind) {
	t := templateOf(k.Log.Path)
	for _, name := range c.files {
		args, err := t.Parse(name)
		if err != nil || k.Spill == nil {
			continue
		}
		if data, err := fs.ReadFile(c.FS, name); err == nil { // else it is reported where it is judged
			c.inspect(source.NewFile(c.at(name).File, data), func(f *source.File) { c.loggedValues(k, args, f) })
		}
	}
}

func (c *checker) linesOf(v *compiler.Validator, f *source.File) {
	last := f.LineCount()
	for line := range document.Lines(f) {
		torn := line.Pos.Line == last && !bytes.HasSuffix(f.Data, []byte("\n"))
		if torn && !json.Valid(line.JSON) {
			c.ds.Add(diag.New(diag.TornLine, line.Pos, "the last line is not whole").WithHelp("%s", fateOf(line.JSON)))
			continue
		}
		v.JudgeLine(&c.ds, f, line)
	}
}

// fateOf says what becomes of a last line that is not whole.
func fateOf(line []byte) string {
	if storage.IsTorn(line) {
		return "a crash has cut it; readers pass over it, and the next line that is written takes its place"
	}
	return "no store has written it so: readers report it, and it stays when the next line is written; correct it, or take it out, while no program writes"
}
