package jsonscan_test

import (
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

func TestOneOf(t *testing.T) {
	type color string
	colors := []color{"red", "green", "é"}
	for _, test := range []struct {
		text string
		want color
		ok   bool
	}{
		{`"red"`, "red", true}, {`"gr\u0065en"`, "green", true}, {`"\u00e9"`, "é", true},
		{`"rot"`, "", false}, {`""`, "", false}, {`3`, "", false}, {`"red`, "", false},
	} {
		got := color("")
		s := jsonscan.Get([]byte(test.text))
		if ok := jsonscan.OneOf(s, &got, colors); ok != test.ok || got != test.want {
			t.Errorf("OneOf(%s) = %q, %t", test.text, got, ok)
		}
		s.Release()
		s = jsonscan.Get([]byte(test.text))
		if ok := jsonscan.IsOneOf(s, colors); ok != test.ok {
			t.Errorf("IsOneOf(%s) = %t", test.text, ok)
		}
		s.Release()
	}
}
