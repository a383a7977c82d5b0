package jsonvalue

import (
	"encoding/json"
	"errors"
	"testing"
)

func TestBase64Bytes(t *testing.T) {
	want := "\xfb\xff\xfe?"
	for _, text := range []string{"+//+Pw==", "+//+Pw", "-__-Pw==", "-__-Pw", "+//+\r\nPw==\r\n", "+/\n/+Pw\n"} {
		if got, err := Base64Text(text).Bytes(); err != nil || string(got) != want {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
	for _, text := range []string{"+__-Pw==", "a", "Pw=", "Px==", "P w=", "====", "é"} {
		if got, err := Base64Text(text).Bytes(); err == nil {
			t.Errorf("%q: %q", text, got)
		}
	}
	if got, err := (Base64{}).Bytes(); err != nil || len(got) != 0 {
		t.Errorf("empty: %q %v", got, err)
	}
}

func TestBase64RoundTrip(t *testing.T) {
	if b := FromBytes([]byte{0xfb, 0xff}); b.Text() != "+/8=" || b.IsZero() {
		t.Errorf("FromBytes: %s", b)
	}
	var b Base64
	if err := json.Unmarshal([]byte(`"not Base64 <\u00e9>"`), &b); err != nil || b.String() != "not Base64 <é>" {
		t.Errorf("any string is kept: %q %v", b, err)
	}
	if out, err := b.MarshalJSON(); err != nil || string(out) != `"not Base64 <é>"` {
		t.Errorf("%s %v", out, err)
	}
	var kind *KindError
	if err := json.Unmarshal([]byte(`1`), &b); !errors.As(err, &kind) {
		t.Errorf("a number: %v", err)
	}
	if err := b.UnmarshalJSON([]byte(`"\ud800"`)); err == nil {
		t.Error("a lone surrogate is taken")
	}
}
