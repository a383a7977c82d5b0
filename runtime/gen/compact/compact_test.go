package compact_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/validate"
)

func TestParseAndMarshalManyTimesAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				const document = `{"id":"a","note":"n","parts":[{"id":"b","parts":[]},{"id":"c"}]}`
				x, err := ParseTask([]byte(document))
				if err != nil {
					t.Error(err)
					return
				}
				if out, err := x.MarshalJSON(); string(out) != document || err != nil {
					t.Errorf("%s, %v", out, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestUnmarshalLeavesAValueThatIsRefused(t *testing.T) {
	x := Task{ID: "kept"}
	var invalid *validate.Error
	if err := codecs.Unmarshal(0, []byte(`{"id": 1}`), &x); !errors.As(err, &invalid) || x.ID != "kept" {
		t.Errorf("%v, %+v", err, x)
	}
	var syntax *validate.SyntaxError
	if err := codecs.Unmarshal(0, []byte(`{"id":`), &x); !errors.As(err, &syntax) || x.ID != "kept" {
		t.Errorf("%v, %+v", err, x)
	}
}

func TestValidateOfNilAndOfWhatHasNoJSON(t *testing.T) {
	if err := codecs.Validate(0, (*Task)(nil)); !errors.Is(err, validate.ErrNil) {
		t.Error(err)
	}
	if err := codecs.Validate(0, &Task{ID: "\xff"}); err == nil || !strings.Contains(err.Error(), "UTF-8") {
		t.Error(err)
	}
	if err := codecs.Validate(0, &Task{}); err == nil || strings.Contains(err.Error(), "1:") {
		t.Error(err)
	}
}

func TestValuesThatHoldThemselvesAreRefused(t *testing.T) {
	x := &Task{ID: "a", Parts: make([]Task, 1)}
	x.Parts[0] = Task{ID: "b", Parts: x.Parts}
	if _, err := x.MarshalJSON(); !errors.Is(err, jsonscan.ErrTooDeep) {
		t.Error(err)
	}
}

func TestDeepDocumentsAreReadInBoundedTime(t *testing.T) {
	const depth = 4000
	document := strings.Repeat(`{"id":"a","parts":[`, depth) + strings.Repeat(`]}`, depth)
	x, err := ParseTask([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := x.MarshalJSON(); err != nil || string(out) != document {
		t.Error(err)
	}
}

func TestDecodeFromReadsOneValueOfALargerDocument(t *testing.T) {
	s := jsonscan.Get([]byte(`[{"id":"a"},{"id":""}]`))
	defer s.Release()
	s.EnterArray()
	s.Element()
	var x Task
	if !codecs.DecodeFrom(0, &x, s) || x.ID != "a" {
		t.Errorf("%+v", x)
	}
	s.Element()
	if codecs.ValidFrom(0, s) {
		t.Error("an invalid value is taken")
	}
}
