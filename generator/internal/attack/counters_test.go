package attack

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// counted adds up how often the pieces of code in a directory of counters ran. The
// file is that of internal/coverage, in version 1: a header, then a segment of its own
// header, texts, arguments of the program and functions. To print it as text, the go
// command's tool takes longer than the program to run.
func counted(t *testing.T, dir string) uint64 {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "covcounters.*"))
	if err != nil || len(names) != 1 {
		t.Fatalf("%d files of counters, %v", len(names), err)
	}
	data, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	sum, err := sumOf(data)
	if err != nil {
		t.Fatalf("%s: %v", names[0], err)
	}
	if sum == 0 {
		t.Fatalf("%s: nothing has run", names[0])
	}
	return sum
}

func sumOf(data []byte) (sum uint64, err error) {
	var file struct {
		Magic     [4]byte
		Version   uint32
		Meta      [16]byte
		Form      uint8 // how counters are written
		BigEndian bool
		_         [6]byte
	}
	var segment struct {
		Functions   uint64
		Texts, Args uint32
	}
	r := bytes.NewReader(data)
	if err := errors.Join(binary.Read(r, binary.LittleEndian, &file), binary.Read(r, binary.LittleEndian, &segment)); err != nil {
		return 0, err
	}
	const variable = 2 // the other form has four bytes for each
	if string(file.Magic[:]) != "\x00cwm" || file.Version != 1 || file.Form != variable {
		return 0, fmt.Errorf("another format: %+v", file)
	}
	at := len(data) - r.Len() + int(segment.Texts) + int(segment.Args)
	at += -at & 3
	next := func() uint64 {
		n, size := binary.Uvarint(data[min(at, len(data)):])
		if size <= 0 {
			err = errors.New("the counters end early")
		}
		at += size
		return n
	}
	for range segment.Functions {
		counters := next()
		next() // the package
		next() // the function
		for range counters {
			if sum += next(); err != nil {
				return 0, err
			}
		}
	}
	return sum, err
}
