package jsonscan

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"
)

func encode(write func(e *Encoder)) (string, error) {
	e := GetEncoder()
	write(e)
	out, err := e.Finish()
	return string(out), err
}

func TestEncoderStructure(t *testing.T) {
	got, err := encode(func(e *Encoder) {
		e.BeginObject()
		e.Member(`"empty":`)
		e.BeginArray()
		e.EndArray()
		e.Member(`"none":`)
		e.BeginObject()
		e.EndObject()
		e.Member(`"list":`)
		e.BeginArray()
		e.Element()
		e.String("{")
		e.Element()
		e.String("[")
		e.Element()
		e.BeginArray()
		e.Element()
		e.Null()
		e.EndArray()
		e.Element()
		e.Bool(true)
		e.EndArray()
		e.Name("a\n\"")
		e.Int(math.MinInt64)
		e.Name("u")
		e.Uint(math.MaxUint64)
		e.Member(`"raw":`)
		e.Raw(`[1, 2]`)
		e.Member(`"compact":`)
		e.Compact("{ \"a b\\\" c\" :\t[ 1 , \"\\\\\" ] }\n")
		e.EndObject()
	})
	const want = `{"empty":[],"none":{},"list":["{","[",[null],true],"a\n\"":-9223372036854775808,"u":18446744073709551615,` +
		`"raw":[1, 2],"compact":{"a b\" c":[1,"\\"]}}`
	if err != nil || got != want {
		t.Errorf("got  %s (%v)\nwant %s", got, err, want)
	}
}

func TestEncoderStrings(t *testing.T) {
	tests := map[string]string{
		"":                              `""`,
		"plain":                         `"plain"`,
		"\"\\/":                         `"\"\\/"`,
		"\b\f\n\r\t":                    `"\b\f\n\r\t"`,
		"\x00\x1f\x7f":                  "\"\\u0000\\u001f\x7f\"",
		"<&>":                           `"<&>"`,
		"line\u2028and\u2029":           "\"line\u2028and\u2029\"",
		"é€😀\ufffd":                     "\"é€😀\ufffd\"",
		"12345678\n12345678\"":          `"12345678\n12345678\""`,
		strings.Repeat("long \\ ", 999): `"` + strings.Repeat(`long \\ `, 999) + `"`,
	}
	for text, want := range tests {
		got, err := encode(func(e *Encoder) { e.String(text) })
		if err != nil || got != want {
			t.Errorf("%.40q: %.60s (%v)", text, got, err)
		}
	}
}

func TestEncoderErrorsStick(t *testing.T) {
	mine := errors.New("mine")
	tests := map[string]struct {
		write func(e *Encoder)
		want  error
	}{
		"NaN":              {func(e *Encoder) { e.Float(math.NaN()) }, ErrNotFinite},
		"infinity":         {func(e *Encoder) { e.Float(math.Inf(-1)) }, ErrNotFinite},
		"invalid UTF-8":    {func(e *Encoder) { e.String("a\xff") }, ErrInvalidUTF8},
		"a lone surrogate": {func(e *Encoder) { e.String("12345678\xed\xa0\x80") }, ErrInvalidUTF8},
		"invalid name":     {func(e *Encoder) { e.Name("\xc0\xaf") }, ErrInvalidUTF8},
		"given":            {func(e *Encoder) { e.Fail(mine) }, mine},
		"nil is none":      {func(e *Encoder) { e.Fail(nil) }, nil},
	}
	for name, test := range tests {
		out, err := encode(func(e *Encoder) {
			test.write(e)
			e.Null()
			e.Fail(nil)
			if test.want != nil {
				e.Fail(errors.New("later"))
			}
		})
		if err != test.want || err != nil && out != "" {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
	if out, err := encode(func(e *Encoder) { e.Null() }); out != "null" || err != nil {
		t.Errorf("an old error came back from the pool: %q, %v", out, err)
	}
}

func TestEncoderFloats(t *testing.T) {
	floats := []float64{
		0, math.Copysign(0, -1), 1, -1, 0.1, 1e6, 1e20, 1e21, 1e22, 1e-6, 1e-7, 1.5e-9, 1e-10, -1e-100, -123456789012345680,
		math.SmallestNonzeroFloat64, 1 << 53, 1.0 / 3, 5e-324, 100, 1 << 53, -1 << 53, 9007199254740994,
	}
	for _, f := range floats {
		want, _ := json.Marshal(f)
		got, err := encode(func(e *Encoder) { e.Float(f) })
		if err != nil || got != string(want) {
			t.Errorf("%v: %s (%v), want %s", f, got, err, want)
		}
		readsBack(t, f, got)
	}
}

func readsBack(t *testing.T, f float64, text string) {
	t.Helper()
	if back, ok := number(t, text).Float64(); !ok || math.Float64bits(back) != math.Float64bits(f) {
		t.Errorf("%v reads back as %v %v", f, back, ok)
	}
}

// TestEncoderLargeIntegers: an integer text that Float64 takes comes back with
// the same value, and one that would not is refused.
func TestEncoderLargeIntegers(t *testing.T) {
	for _, text := range []string{
		"123456789012345683968", "-1152921504606846976", "10000000000000000000000", "100000000000000000000000", "-0", "999999999999999868928",
		"18446744073709551616", "9007199254740994", "1e22", "1" + strings.Repeat("0", 300),
	} {
		f, ok := number(t, text).Float64()
		if !ok {
			t.Errorf("%s is refused", text)
			continue
		}
		got, err := encode(func(e *Encoder) { e.Float(f) })
		if err != nil || !Equal([]byte(got), []byte(text)) {
			t.Errorf("%s comes back as %s (%v)", text, got, err)
		}
		readsBack(t, f, got)
	}
	for _, text := range []string{
		"123456789012345680000", "1180591620717411303424", "-1180591620717411303424", "99999999999999991611392", "9007199254740993",
		new(big.Int).Lsh(big.NewInt(1), 1000).String(),
	} {
		if f, ok := number(t, text).Float64(); ok {
			t.Errorf("%s is taken as %v", text, f)
		}
	}
	got, err := encode(func(e *Encoder) { e.Float(-math.MaxFloat64) })
	if err != nil {
		t.Error(err)
	}
	readsBack(t, -math.MaxFloat64, got)
}

func TestExtra(t *testing.T) {
	declared := func(name string) bool { return name == "id" || name == "é" }
	put := func(e *Encoder, v map[string]int) {
		e.BeginObject()
		Extra(e, v, nil, func(e *Encoder, n int) { e.Int(int64(n)) })
		e.EndObject()
	}
	write := func(extra map[string]map[string]int) (string, error) {
		return encode(func(e *Encoder) {
			e.BeginObject()
			e.Member(`"id":`)
			e.Null()
			Extra(e, extra, declared, put)
			e.EndObject()
		})
	}
	for range 20 { // map order must not show
		got, err := write(map[string]map[string]int{"b": {"y": 1, "x": 2, "z": 3}, "a": nil, "": {}, "ID": {"q": 0}})
		if want := `{"id":null,"":{},"ID":{"q":0},"a":{},"b":{"x":2,"y":1,"z":3}}`; got != want || err != nil {
			t.Fatalf("%s (%v)", got, err)
		}
	}
	if got, err := write(nil); got != `{"id":null}` || err != nil {
		t.Errorf("no extra members: %s (%v)", got, err)
	}
	_, err := write(map[string]map[string]int{"z": nil, "é": nil, "a": nil})
	var repeated *NameError
	if !errors.As(err, &repeated) || repeated.Name != "é" {
		t.Errorf("a repeated name: %v", err)
	}
	if _, err := write(map[string]map[string]int{"\xff": nil}); err != ErrInvalidUTF8 {
		t.Errorf("a name that is not UTF-8: %v", err)
	}
}

func TestEncodedSizeCountsAcrossChunks(t *testing.T) {
	for _, n := range []int{0, 1, chunkSize - 2, chunkSize, 3*chunkSize + 7} {
		write := func(e *Encoder) {
			e.BeginArray()
			for range 3 {
				e.Element()
				e.String(strings.Repeat("é\n", n))
				e.Element()
				e.Raw(strings.Repeat("1", n+1))
			}
			e.EndArray()
		}
		text, err := encode(write)
		if size, sizeErr := EncodedSize(write); size != int64(len(text)) || err != nil || sizeErr != nil {
			t.Errorf("%d: size %d of %d bytes, %v, %v", n, size, len(text), err, sizeErr)
		}
	}
	if size, err := EncodedSize(func(e *Encoder) { e.Float(math.NaN()) }); size != 0 || !errors.Is(err, ErrNotFinite) {
		t.Errorf("NaN: %d, %v", size, err)
	}
}

func TestEncoderOutputIsOwned(t *testing.T) {
	first, _ := encode(func(e *Encoder) { e.String("first") })
	e := GetEncoder()
	e.String("kept")
	kept, _ := e.Finish()
	for range 10 {
		encode(func(e *Encoder) { e.String("overwritten") })
	}
	if first != `"first"` || string(kept) != `"kept"` {
		t.Errorf("%s %s", first, kept)
	}
}
