package source

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

func TestPos(t *testing.T) {
	tests := []struct {
		name         string
		data         string
		offset       int
		line, column int
	}{
		{"empty file", "", 0, 1, 1},
		{"first byte", "ab\ncd", 0, 1, 1},
		{"line feed belongs to its line", "ab\ncd", 2, 1, 3},
		{"first byte after a line feed", "ab\ncd", 3, 2, 1},
		{"end of file", "ab\ncd", 5, 2, 3},
		{"end of file after a line feed", "ab\n", 3, 2, 1},
		{"columns count code points", "äöx", 4, 1, 3},
		{"an invalid byte is one column", "\xff\xffx", 2, 1, 3},
		{"carriage return belongs to its line", "ab\r\ncd", 4, 2, 1},
		{"byte order mark takes no column", "\xEF\xBB\xBFab", 4, 1, 2},
		{"offset inside the byte order mark", "\xEF\xBB\xBFab", 1, 1, 1},
		{"offset past the end", "ab", 99, 1, 3},
		{"offset before the start", "ab", -1, 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := NewFile("f", []byte(tt.data)).Pos(tt.offset)
			if p.Line != tt.line || p.Column != tt.column {
				t.Errorf("Pos(%d) = %d:%d, want %d:%d", tt.offset, p.Line, p.Column, tt.line, tt.column)
			}
		})
	}
}

func TestAt(t *testing.T) {
	f := NewFile("f", []byte("\xEF\xBB\xBFäb\r\ncd"))
	for _, tt := range []struct{ line, column, wantLine, wantColumn, wantOffset int }{
		{1, 1, 1, 1, 3}, {1, 2, 1, 2, 5}, {1, 3, 1, 3, 6}, {1, 9, 1, 3, 6}, {2, 2, 2, 2, 9}, {9, 9, 2, 3, 10}, {0, 0, 1, 1, 3},
	} {
		want := Pos{File: "f", Line: tt.wantLine, Column: tt.wantColumn, Offset: tt.wantOffset}
		if got := f.At(tt.line, tt.column); got != want {
			t.Errorf("At(%d, %d) = %#v, want %#v", tt.line, tt.column, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	f := NewFile("f", []byte("\xEF\xBB\xBFab\r\n\nlast"))
	for line, want := range map[int]string{1: "ab", 2: "", 3: "last"} {
		if got := string(f.Line(line)); got != want {
			t.Errorf("Line(%d) = %q, want %q", line, got, want)
		}
	}
	if f.Line(0) != nil || f.Line(4) != nil {
		t.Error("a line outside the file is not nil")
	}
	if f.LineCount() != 3 {
		t.Errorf("LineCount() = %d, want 3", f.LineCount())
	}
}

func TestCompareOrdersByFileLineColumn(t *testing.T) {
	ordered := []Pos{
		{},
		{File: "a"},
		{File: "a", Line: 1, Column: 2},
		{File: "a", Line: 2, Column: 1},
		{File: "b", Line: 1, Column: 1},
	}
	for i, p := range ordered {
		for j, q := range ordered {
			if got := p.Compare(q); (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("%v.Compare(%v) = %d", p, q, got)
			}
		}
	}
}

func TestString(t *testing.T) {
	for want, p := range map[string]Pos{
		"-":       {},
		"f":       InFile("f"),
		"f:3:4":   {File: "f", Line: 3, Column: 4},
		"3:4":     {Line: 3, Column: 4},
		"d/f:1:1": NewFile("d/f", nil).Start(),
	} {
		if got := p.String(); got != want {
			t.Errorf("%#v.String() = %q, want %q", p, got, want)
		}
	}
}

func FuzzCursorAgreesWithPos(f *testing.F) {
	f.Add([]byte("ab\n\xEF\xBB\xBFäö\n\n\n\n\n\n\nx\r\n"), []byte{0, 1, 9, 3, 20, 7, 255})
	f.Add([]byte("\xEF\xBB\xBFa"), []byte{0, 2, 3, 4})
	f.Fuzz(func(t *testing.T, data, offsets []byte) {
		file := NewFile("f", bytes.ToValidUTF8(data, []byte("?")))
		c := file.Cursor()
		for _, o := range offsets {
			for int(o) < len(file.Data) && !utf8.RuneStart(file.Data[o]) {
				o-- // a cursor places characters, not the bytes inside them
			}
			if got, want := c.Pos(int(o)), file.Pos(int(o)); got != want {
				t.Fatalf("Cursor.Pos(%d) = %#v, File.Pos = %#v", o, got, want)
			}
		}
	})
}
