package jsonscan_test

import (
	"errors"
	"math/big"
	"net/netip"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// faulty is a type of the user's that writes what it is.
type faulty string

func (f faulty) MarshalJSON() ([]byte, error) {
	if f == "" {
		return nil, errors.New("nothing to write")
	}
	return []byte(f), nil
}

func TestCustomWritesWhatTheTypeWrites(t *testing.T) {
	addr, big, spaced := netip.MustParseAddr("::1"), big.NewInt(7), faulty(" [1, {\"a\" : 2}]\n")
	for _, c := range []struct {
		x    any
		want string
	}{
		{&addr, `"::1"`}, {big, `7`}, {&spaced, `[1,{"a":2}]`},
		{new(faulty), "nothing to write"}, {new(faulty("[1")), "is not JSON"}, {new(faulty("1 2")), "is not JSON"},
		{new(faulty(`{"a":1,"a":2}`)), "is not JSON"}, {new(int), "neither MarshalJSON nor MarshalText"},
	} {
		e := jsonscan.GetEncoder()
		e.Custom(c.x)
		got, err := e.Finish()
		if s := string(got); s != c.want && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%T: got %s, %v; want %s", c.x, s, err, c.want)
		}
	}
}

func TestCustomNotesWhatTheTypeRefuses(t *testing.T) {
	s := jsonscan.Get([]byte(`["::\u0031", "x", 7]`))
	defer s.Release()
	list := s.EnterArray()
	for i := 0; list && s.Element(); i++ {
		start := s.Start()
		if !s.Skip() {
			t.Fatal("no value")
		}
		var addr netip.Addr
		if ok := s.Custom(start, &addr); ok != (i == 0) || ok && addr.String() != "::1" {
			t.Errorf("element %d: %v, %v", i, ok, addr)
		}
	}
	if at, goType, ok := s.Range(); !ok || at != 13 || goType != "netip.Addr" || s.Refusal() == nil {
		t.Errorf("noted at %d for %s: %v", at, goType, s.Refusal())
	}
	if got := jsonscan.CustomOf[netip.Addr](`"nowhere"`); got.IsValid() {
		t.Errorf("the default nowhere is %v", got)
	}
}
