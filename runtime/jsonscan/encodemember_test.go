package jsonscan

import (
	"errors"
	"testing"
)

func TestOptionalMembers(t *testing.T) {
	type word string
	write := func(s *word, i *int64, f *float64, b *bool) string {
		out, err := Encode(func(e *Encoder) {
			e.BeginObject()
			StringMember(e, `"s":`, s)
			IntMember(e, `"i":`, i)
			FloatMember(e, `"f":`, f)
			BoolMember(e, `"b":`, b)
			e.EndObject()
		})
		if err != nil {
			t.Error(err)
		}
		return string(out)
	}
	if got := write(nil, nil, nil, nil); got != `{}` {
		t.Error(got)
	}
	if got := write(new(word("x")), new(int64(-1)), new(0.5), new(true)); got != `{"s":"x","i":-1,"f":0.5,"b":true}` {
		t.Error(got)
	}
	if got := write(nil, new(int64(2)), nil, new(false)); got != `{"i":2,"b":false}` {
		t.Error(got)
	}
}

func TestOptionalLists(t *testing.T) {
	for want, lists := range map[string][2][]string{
		`{}`:                        {},
		`{"a":[],"b":["x"]}`:        {{}, {"x"}},
		`{"a":["x","y"],"b":["z"]}`: {{"x", "y"}, {"z"}},
		`{"b":[]}`:                  {nil, {}},
	} {
		out, err := Encode(func(e *Encoder) {
			e.BeginObject()
			e.StringsMember(`"a":`, lists[0])
			ListMember(e, `"b":`, lists[1], func(text *string, e *Encoder) { e.String(*text) })
			e.EndObject()
		})
		if string(out) != want || err != nil {
			t.Errorf("%s, %v, not %s", out, err, want)
		}
	}
}

func TestEncodeString(t *testing.T) {
	if out, err := EncodeString("a\"b"); string(out) != `"a\"b"` || err != nil {
		t.Errorf("%s, %v", out, err)
	}
	if _, err := EncodeString("\xff"); !errors.Is(err, ErrInvalidUTF8) {
		t.Error(err)
	}
}
