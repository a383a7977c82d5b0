package fsck

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
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
	docs := map[string]*doc{} // by their logs
	for _, d := range k.docs {
		if p, err := k.log.Path(d.args...); err == nil && len(d.entries) > 0 {
			docs[p.String()] = d
		}
	}
	for _, name := range c.files {
		args, err := k.log.Parse(name)
		if err != nil {
			continue
		}
		if data, err := fs.ReadFile(c.FS, name); err == nil { // else it is reported where it is judged
			c.inspect(source.NewFile(c.at(name).File, data), func(f *source.File) { c.logOf(k, args, docs[name], f) })
		}
		delete(docs, name)
	}
	for _, name := range slices.Sorted(maps.Keys(docs)) {
		p, err := k.log.Path(docs[name].args...)
		if err != nil {
			continue
		}
		if _, err := c.Storage.Stat(p); errors.Is(err, fs.ErrNotExist) {
			c.lacking(k, docs[name], source.NewFile(c.at(name).File, nil))
		}
	}
}

// logOf checks a log; d is nil where its document holds no entries.
func (c *checker) logOf(k *kind, args []string, d *doc, f *source.File) {
	if k.values != nil {
		c.loggedValues(k, args, f)
	}
	if d != nil {
		c.lacking(k, d, f)
	}
}

// lacking reports the entries of a document that its log lacks.
func (c *checker) lacking(k *kind, d *doc, f *source.File) {
	const format = "the log lacks %s of %s"
	lost, behind := missingIn(f, k.Log.Key.Pointer, d.entries)
	if len(lost) > 0 {
		c.ds.Addf(diag.LackingLog, source.InFile(f.Name), format, some(lost), d.name)
	}
	if len(behind) > 0 {
		c.ds.Add(diag.New(diag.LackingLog, source.InFile(f.Name), format, some(behind), d.name).
			WithHelp("the next write of the document appends what it holds; what it has dropped before can only come from a copy of the log"))
	}
}

// missingIn finds the entries that a log does not have: those lost before its last line,
// which no store appends any more, and those that it is behind by, which the next write
// appends. The pointer leads to the ID of an entry.
func missingIn(f *source.File, pointer string, entries []string) (lost, behind []string) {
	logged, last := map[string]bool{}, ""
	for line := range document.Lines(f) {
		if isUnended(f, line) && storage.IsTorn(line.JSON) {
			break
		}
		last = idIn(line.JSON, pointer)
		logged[last] = true
	}
	end := lastIndex(entries, last)
	for i, id := range entries {
		switch {
		case logged[id]:
		case i < end:
			lost = append(lost, id)
		default:
			behind = append(behind, id)
		}
	}
	return lost, behind
}

// idIn reads the ID of an entry; "" where it says none.
func idIn(line []byte, pointer string) string {
	entry, err := jsonvalue.Parse(line)
	if err != nil {
		return ""
	}
	value, _ := entry.Lookup(pointer)
	id, _ := value.Str()
	return id
}

// lastIndex finds the last of equal words; -1 for none.
func lastIndex(words []string, word string) int {
	for i, w := range slices.Backward(words) {
		if w == word {
			return i
		}
	}
	return -1
}

// some names the first of some words, and says how many there are.
func some(words []string) string {
	if len(words) == 1 {
		return strconv.Quote(words[0])
	}
	return fmt.Sprintf("%q and %d more", words[0], len(words)-1)
}

// isUnended reports whether a line is the last one, without a newline.
func isUnended(f *source.File, line document.Line) bool {
	return line.Pos.Line == f.LineCount() && !bytes.HasSuffix(f.Data, []byte("\n"))
}

func (c *checker) linesOf(v *compiler.Validator, f *source.File) {
	for line := range document.Lines(f) {
		if isUnended(f, line) && !json.Valid(line.JSON) {
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
