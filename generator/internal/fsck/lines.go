package fsck

import (
	"bytes"
	"encoding/json"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// log checks the lines of JSONL files.
func (c *checker) log(l *lines) {
	for _, name := range c.files {
		if parses(l.template, name) {
			c.judge(name, func(f *source.File) { c.linesOf(l.validator, f) })
		}
	}
}

func (c *checker) linesOf(v *compiler.Validator, f *source.File) {
	last := f.LineCount()
	for line := range document.Lines(f) {
		torn := line.Pos.Line == last && !bytes.HasSuffix(f.Data, []byte("\n"))
		if torn && !json.Valid(line.JSON) {
			c.ds.Add(diag.New(diag.TornLine, line.Pos, "the last line is not whole").
				WithHelp("a crash has cut it; readers pass over it, and the next line that is written takes its place"))
			continue
		}
		v.JudgeLine(&c.ds, f, line)
	}
}
