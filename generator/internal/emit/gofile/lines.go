package gofile

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// Line is a function whose body stands on the line of its head: both are written as
// gofmt writes them.
type Line struct {
	Head string
	Body []string // statements
	// Apart gives each statement a line of its own, however short they are.
	Apart bool
}

// Returning is a function that returns a value and does nothing else.
func Returning(head, value string) Line { return Line{Head: head, Body: []string{"return " + value}} }

// Lines adds functions of a line each, one below the other. Half of what compact packages
// consist of are such functions, and all that gofmt does to them is that their bodies
// begin at one column: they are laid out here, and go/format sees a mark in their place.
// A comment that was added before them stays above them.
func (f *File) Lines(lines ...Line) {
	if len(lines) == 0 {
		return
	}
	f.Add(jen.Custom(jen.Options{Open: linesMark, Separator: " "}, append([]jen.Code{Int(len(f.lines))}, f.named...)...))
	f.Line()
	f.named = nil // jennifer imports what it prints a name of
	var b bytes.Buffer
	layOut(&b, lines)
	f.lines = append(f.lines, bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// linesMark begins the comment in whose place lines come, with a name of each package that
// they are the first to name. No comment from a schema does so, since those have a space
// after the slashes.
const linesMark = "//lines "

// widest is how long a head and a body may be together, without the braces and spaces
// around the body: what is longer gofmt breaks.
const widest = 99

// layOut writes functions as gofmt does: what is too long for its line stands on several,
// and the bodies of those without such a one between them begin at one column.
func layOut(b *bytes.Buffer, lines []Line) {
	for len(lines) > 0 {
		short, column := 0, 0
		for ; short < len(lines) && lines[short].fits(); short++ {
			column = max(column, utf8.RuneCountInString(lines[short].Head))
		}
		for _, l := range lines[:short] {
			pad := strings.Repeat(" ", column-utf8.RuneCountInString(l.Head))
			b.WriteString(l.Head + pad + " " + l.block() + "\n")
		}
		if lines = lines[short:]; len(lines) > 0 {
			b.WriteString(lines[0].Head + " {\n")
			for _, statement := range lines[0].Body {
				b.WriteString("\t" + statement + "\n")
			}
			b.WriteString("}\n")
			lines = lines[1:]
		}
	}
}

func (l Line) fits() bool { return !l.Apart && len(l.Head)+len(strings.Join(l.Body, "; ")) <= widest }

func (l Line) block() string {
	if len(l.Body) == 0 {
		return "{}"
	}
	return "{ " + strings.Join(l.Body, "; ") + " }"
}

// putLines puts the lines into a formatted file.
func (f *File) putLines(formatted []byte) []byte {
	if len(f.lines) == 0 {
		return formatted
	}
	size := len(formatted)
	for _, text := range f.lines {
		size += len(text)
	}
	out, mark := make([]byte, 0, size), []byte("\n"+linesMark)
	for _, text := range f.lines {
		before, after, _ := bytes.Cut(formatted, mark)
		out = append(append(append(out, before...), '\n'), text...)
		formatted = after[bytes.IndexByte(after, '\n'):]
	}
	return append(out, formatted...)
}

// Text returns code as text that may stand in a [Line] of the file.
func (f *File) Text(code *jen.Statement) string {
	var b strings.Builder
	if err := code.RenderWithFile(&b, f.File); err != nil {
		panic(err) // of the emitter that made it
	}
	return b.String()
}

// In is an identifier that the package at a path declares, for a [Line], qualified where
// that is another than the one that is printed.
func (f *File) In(path Import, name string) string {
	if string(path) == f.pkg.Model.ImportPath {
		return name
	}
	if !f.imports[path] {
		f.imports[path] = true
		f.named = append(f.named, path.Dot("X"))
	}
	return f.pkg.names[path] + "." + name
}

// TypeText is a Go type expression as text.
func (f *File) TypeText(t *model.Type) string {
	var b strings.Builder
	for _, p := range t.Parts() {
		if path := declaring(p); path != "" {
			b.WriteString(f.In(path, p.Text))
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}
