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

// TestDocumentsShareChunks: what one leaves of a chunk the next one takes, so that chunks
// are filled but for less than a string.
func TestDocumentsShareChunks(t *testing.T) {
	for _, texts := range []int{2, 80, 1_000} {
		list, doc := shortTexts(texts, 30)
		s := &Scanner{data: doc}
		length := 0
		for _, b := range list {
			length += len(b)
		}
		size := min(max(len(doc), slabMin), slabMax) // a chunk has at least half of it
		chunks := testing.AllocsPerRun(1, func() {
			for range 100 {
				for _, b := range list {
					s.Copy(b)
				}
			}
		})
		if most := 1 + 100*length/(size/2-30); int(chunks) > most {
			t.Errorf("%v chunks for 100 documents with %d bytes of strings, not %d", chunks, length, most)
		}
		if len(s.slab.chunk) > size {
			t.Errorf("a chunk of %d bytes for documents of %d", len(s.slab.chunk), len(doc))
		}
	}
}

// TestAShortTextPinsLittle looks at the chunks of a document that is nothing but
// texts.
func TestAShortTextPinsLittle(t *testing.T) {
	s := &Scanner{data: []byte(strings.Repeat("x", 1<<20))}
	for range 1 << 10 {
		s.pos += 1 << 10
		s.Copy(s.data[:100])
		if len(s.slab.chunk) > slabMax {
			t.Fatalf("a chunk of %d bytes", len(s.slab.chunk))
		}
	}
}
