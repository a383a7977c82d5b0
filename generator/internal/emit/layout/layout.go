// Package layout puts the Go source that emitters have written into gofmt's
// form. Formatting is what generation spends most of its time on, and go/format
// parses, prints and aligns in general what needs none of it here: emitted
// source has its line breaks where gofmt leaves them. This package knows the
// part of Go that emitters write and leaves each declaration that has something
// else to go/format, so that the result is always that of format.Source; its
// tests hold it to that. Only the emitters' file package may import it.
package layout

import (
	"bytes"
	"go/format"
	"go/token"
	"slices"
	"sync"
)

// Source returns src, the text of a whole Go file, as [format.Source] does, and
// fails with the same errors. Not every error is noticed: the parts of a line
// must follow one another as in Go, but names and numbers are not looked at.
func Source(src []byte) ([]byte, error) {
	p := printers.Get().(*printer)
	defer printers.Put(p)
	p.src, p.lexemes, p.out = src, p.lexemes[:0], slices.Grow(p.out[:0], len(src)+len(src)/8)
	ok := p.try(func() {
		p.lex()
		p.pair()
		p.file()
	})
	p.src = nil
	if !ok {
		return format.Source(src)
	}
	return bytes.Clone(p.out), nil
}

var printers = sync.Pool{New: func() any { return new(printer) }}

// printer prints one file.
type printer struct {
	src     []byte
	lexemes []lexeme
	at      int // index of the next lexeme
	out     []byte
	indent  int
	// header is set in the header of an if, for or switch statement, where a
	// brace after a name opens the block.
	header bool

	// Stacks of what is being printed.
	open     []int32
	binaries []binary
	suffixes []suffix
	cells    []cell
}

// file prints the declarations of the file, each by the printer or, where it
// gives up, by go/format.
func (p *printer) file() {
	p.at = 0
	first := p.clauses()
	p.foreign(0, first)
	p.out = append(p.out, '\n')
	for p.at = first; p.kind() != token.EOF; {
		start, end, keyword := p.extent()
		if keyword == token.IMPORT || keyword == token.PACKAGE {
			giveUp()
		}
		// Without an empty line between, ends of lines are aligned.
		if l := p.lexemes[start]; l.lines < 2 && l.kind() != token.COMMENT {
			giveUp()
		}
		p.print("\n")
		mark := len(p.out)
		if !p.try(p.topLevel) || p.at != end {
			p.out = p.out[:mark]
			p.foreign(start, end)
		}
		p.print("\n")
	}
}

// clauses returns the index of the first lexeme after the package clause and
// the imports.
func (p *printer) clauses() int {
	first := 0
	for p.at = 0; p.kind() != token.EOF; {
		_, end, keyword := p.extent()
		if keyword != token.PACKAGE && keyword != token.IMPORT {
			break
		}
		first = end
		p.at = end
	}
	if first == 0 {
		giveUp()
	}
	return first
}

// extent returns the lexemes of the declaration that is next, from its first
// comment on, and its keyword.
func (p *printer) extent() (start, end int, keyword token.Token) {
	start = p.at
	i := start
	for ; p.lexemes[i].kind() == token.COMMENT; i++ {
		// Comments apart from the declarations are for go/format, but for those
		// before the package clause.
		if after := p.lexemes[i+1]; after.lines > 1 && start > 0 || after.kind() == token.EOF {
			giveUp()
		}
	}
	keyword = p.lexemes[i].kind()
	for i = p.after(i); p.lexemes[i].lines == 0; i = p.after(i) {
	}
	return start, i, keyword
}

// foreign has go/format print the lexemes from start up to end.
func (p *printer) foreign(start, end int) {
	from := p.lexemes[start].from
	for from > 0 && p.src[from-1] != '\n' {
		from--
	}
	text := p.src[from:p.lexemes[end-1].to]
	clause := ""
	if start > 0 {
		// Comments of declarations are told by their place in a file.
		clause = "package p\n\n"
		text = append([]byte(clause), text...)
	}
	formatted, err := format.Source(text)
	if err != nil {
		giveUp()
	}
	p.out = append(p.out, bytes.TrimRight(formatted[len(clause):], "\n")...)
	p.at = end
}

// surrender is the panic by which the printer leaves a declaration, or the
// file, to go/format. It does not leave the package.
type surrender struct{}

func giveUp() { panic(surrender{}) }

// try reports whether f has come to its end.
func (p *printer) try(f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil && r != (surrender{}) {
			panic(r)
		}
	}()
	p.indent, p.header = 0, false
	p.binaries, p.suffixes, p.cells = p.binaries[:0], p.suffixes[:0], p.cells[:0]
	f()
	return true
}

// kind returns the kind of the next lexeme.
func (p *printer) kind() token.Token { return p.lexemes[p.at].kind() }

// broken reports whether the next lexeme stands on a line of its own.
func (p *printer) broken() bool { return p.lexemes[p.at].lines > 0 }

// print prints text that is not of the source.
func (p *printer) print(text string) { p.out = append(p.out, text...) }

// take prints the next lexeme.
func (p *printer) take() {
	l := p.lexemes[p.at]
	p.out = append(p.out, p.src[l.from:l.to]...)
	p.at++
}

// expect prints the next lexeme, which must be of a kind and on the same line
// as the one before.
func (p *printer) expect(kind token.Token) {
	if l := p.lexemes[p.at]; l.kind() != kind || l.lines > 0 {
		giveUp()
	}
	p.take()
}

// inline gives up when the next lexeme stands on another line than the one
// before.
func (p *printer) inline() {
	if p.broken() {
		giveUp()
	}
}

// newline begins a line.
func (p *printer) newline() {
	p.out = append(p.out, '\n')
	for range p.indent {
		p.out = append(p.out, '\t')
	}
}

// lineOf begins the line of the next lexeme with the comments and the empty
// lines before it; first tells that nothing stands before it in its block. It
// reports whether there was any of these.
func (p *printer) lineOf(first bool) (apart bool) {
	for {
		l := p.lexemes[p.at]
		switch {
		case l.lines == 0 || l.lines > 1 && first:
			giveUp()
		case l.lines > 1:
			p.out = append(p.out, '\n')
			apart = true
		}
		p.newline()
		if l.kind() != token.COMMENT {
			return apart
		}
		p.comment()
		first, apart = false, true
	}
}

// comment prints a comment line. gofmt takes what it finds in the first column
// for documentation, in which it sets lists, code, headings, links and quotes
// in its own way; a directive is none.
func (p *printer) comment() {
	l := p.lexemes[p.at]
	text := p.src[l.from:l.to]
	if len(text) < 4 || text[2] != ' ' || !isPlain(text[3:]) {
		giveUp()
	}
	p.take()
	if next := p.lexemes[p.at]; next.lines > 1 && next.kind() != token.COMMENT {
		giveUp()
	}
	switch p.kind() {
	case token.CASE, token.DEFAULT, token.RBRACE, token.RPAREN, token.EOF:
		giveUp()
	}
}

// trailing prints the comment at the end of a line, if there is one.
func (p *printer) trailing() bool {
	if p.kind() != token.COMMENT || p.broken() {
		return false
	}
	p.print(" ")
	p.take()
	return true
}

// isPlain reports whether a line of a comment belongs to a paragraph, whatever
// follows, and is left as it is.
func isPlain(line []byte) bool {
	marked := len(line) == 1 || line[1] == ' ' || line[1] == '\t'
	switch c := line[0]; {
	case c == ' ' || c == '\t' || c == '[' || c >= 0x80:
		return false
	case (c == '#' || c == '-' || c == '*' || c == '+') && marked:
		return false
	case isDigit(c) && bytes.ContainsAny(line, ".)"):
		return false
	}
	return !bytes.Contains(line, []byte("``")) && !bytes.Contains(line, []byte("''"))
}
