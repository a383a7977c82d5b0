package stream_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/stream"
)

func parse(data []byte) (*jsonvalue.Value, error) {
	v, err := jsonvalue.Parse(data)
	return &v, err
}

func Example() {
	log := strings.NewReader("{\"n\": 1}\n\n{\"n\": \n{\"n\": 2}")
	for v, err := range stream.Lines(log, parse) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(v.Get("n"))
	}
	// Output:
	// 1
	// line 3: jsonvalue: line 1, column 6: the text ends where a value should follow
	// 2
}

func TestParseIsBounded(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int64
		want  string
	}{
		{`[1]`, 3, ""}, {`[1]`, 2, "larger than 2 bytes"}, {``, 0, "the text is empty"}, {`1`, 0, "larger than 0 bytes"},
	} {
		v, err := stream.ParseAtMost(iotest.OneByteReader(strings.NewReader(c.text)), c.limit, parse)
		if c.want == "" && (err != nil || v.Text() != c.text) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s within %d: %v, %v", c.text, c.limit, v, err)
		}
	}
	lost := errors.New("lost")
	if _, err := stream.Parse(iotest.ErrReader(lost), parse); !errors.Is(err, lost) {
		t.Error(err)
	}
	// It reads no more than the limit and one byte of an endless reader.
	if _, err := stream.ParseAtMost(endless{}, 1<<10, parse); !errors.As(err, new(*stream.TooLargeError)) {
		t.Error(err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestLinesGoOnAfterABadOne(t *testing.T) {
	long := strings.Repeat("1", 10_000)
	var got []string
	for v, err := range stream.LinesAtMost(strings.NewReader("1\r\n"+long+"\n \n[\n22\n333"), 3, parse) {
		if err != nil {
			at := new(stream.LineError)
			if !errors.As(err, &at) || v != nil {
				t.Errorf("%v, %v", v, err)
			}
			got = append(got, fmt.Sprint("error in ", at.Line))
			continue
		}
		got = append(got, v.Text())
	}
	if s := strings.Join(got, ", "); s != "1, error in 2, error in 4, 22, 333" {
		t.Error(s)
	}
	for range stream.Lines(strings.NewReader("1\n2\n"), parse) {
		break // the rest is not read for
	}
	n := 0
	lost := errors.New("lost")
	for _, err := range stream.Lines(io.MultiReader(strings.NewReader("1\n2"), iotest.ErrReader(lost)), parse) {
		if n++; n == 2 && !errors.Is(err, lost) || n > 2 {
			t.Error(n, err)
		}
	}
	if n != 2 {
		t.Errorf("%d lines", n)
	}
}
