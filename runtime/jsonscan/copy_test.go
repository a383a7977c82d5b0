package jsonscan

import (
	"bytes"
	"strings"
	"testing"
)

// shortTexts returns n texts, one after the other as a document would have them, and all
// of them.
func shortTexts(n, length int) (list [][]byte, doc []byte) {
	for i := range n {
		doc = append(doc, bytes.Repeat([]byte{'a' + byte(i%26)}, 1+(i+length)%length)...)
		doc = append(doc, '"', ',', '"')
	}
	at := 0
	for i := range n {
		end := at + 1 + (i+length)%length
		list, at = append(list, doc[at:end]), end+3
	}
	return list, doc
}

func TestCopiesStayAsTheyAre(t *testing.T) {
	for _, length := range []int{1, 7, slabString, slabString + 1, slabMax, slabMax + 1} {
		list, doc := shortTexts(300, length)
		s := &Scanner{data: doc}
		for range 2 {
			var copies []string
			for _, b := range list {
				s.pos += len(b)
				copies = append(copies, s.Copy(b))
			}
			for i, b := range list {
				if copies[i] != string(b) {
					t.Fatalf("text %d of up to %d bytes became %q", i, length, copies[i])
				}
			}
			s.slab.release(len(s.data))
			s.pos = 0
		}
	}
}

func TestEmptyTextsTakeNoMemory(t *testing.T) {
	s := &Scanner{data: []byte(`""`)}
	if s.Copy(nil) != "" || s.Copy([]byte{}) != "" || s.slab.chunk != nil {
		t.Error("an empty text has memory")
	}
}

// TestChunksAreAsLargeAsTheDocumentsBefore reads documents of the same kind: all their
// short texts find room in one chunk.
func TestChunksAreAsLargeAsTheDocumentsBefore(t *testing.T) {
	list, doc := shortTexts(80, 30)
	s := &Scanner{data: doc}
	read := func() {
		s.pos = 0
		for _, b := range list {
			s.pos += len(b) + 3
			s.Copy(b)
		}
		s.slab.release(len(doc))
	}
	for range 20 {
		read()
	}
	if n := testing.AllocsPerRun(10, read); n > 1 {
		t.Errorf("%v allocations", n)
	}
}

// TestAShortTextPinsLittle looks at the chunks of a document that is nothing but
// texts.
func TestAShortTextPinsLittle(t *testing.T) {
	s := &Scanner{data: []byte(strings.Repeat("x", 1<<20))}
	s.slab.share = 256
	for range 1 << 10 {
		s.pos += 1 << 10
		s.Copy(s.data[:100])
		if len(s.slab.chunk) > slabMax {
			t.Fatalf("a chunk of %d bytes", len(s.slab.chunk))
		}
	}
}

// TestShortDocumentsShareChunks: what one leaves of a short chunk the next one takes, and
// a long chunk goes with its document.
func TestShortDocumentsShareChunks(t *testing.T) {
	doc := []byte(`"0123456789abcdef"`)
	s := &Scanner{data: doc}
	var copies []string
	read := func() {
		s.pos = len(doc)
		copies = append(copies[:0], s.Copy(doc[1:17]), s.Copy(doc[1:9]))
		s.slab.release(len(doc))
	}
	read()
	first := copies[0]
	if n := testing.AllocsPerRun(slabMin/24-2, read); n > 0.1 {
		t.Errorf("%v allocations", n)
	}
	if first != "0123456789abcdef" || copies[1] != "01234567" {
		t.Errorf("copies became %q and %q", first, copies[1])
	}
	s.data, s.pos = make([]byte, 64<<10), 0
	s.slab.share = 256
	for range 9 {
		s.Copy(s.data[:slabString/8])
	}
	if s.slab.release(len(s.data)); s.slab.chunk != nil {
		t.Errorf("%d bytes are kept", len(s.slab.chunk))
	}
}
