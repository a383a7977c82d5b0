package jsonscan

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzScanner compares with encoding/json, which is laxer in three points that
// are allowed for: duplicate names, invalid UTF-8 and lone surrogates.
func FuzzScanner(f *testing.F) {
	add := func(text string) {
		if len(text) < 1000 { // the deepest ones slow every other input down
			f.Add([]byte(text))
		}
	}
	for _, text := range valid {
		add(text)
	}
	for _, test := range invalid {
		add(strings.Replace(test.text, "§", "", 1))
	}
	for _, class := range classes {
		f.Add([]byte("[" + strings.Join(class, ",") + "]"))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		problem, at := Check(data)
		if walked := walkDocument(data); walked != (problem == ProblemNone) {
			t.Fatalf("Check says %v at %d, reading member by member %v", problem, at, walked)
		}
		if at < 0 || at > len(data) {
			t.Fatalf("offset %d of %d", at, len(data))
		}
		std := json.Valid(data)
		switch problem {
		case ProblemNone:
			if !std || !utf8.Valid(data) {
				t.Fatal("accepted what encoding/json refuses, or invalid UTF-8")
			}
			compareValues(t, data)
		case ProblemUTF8:
			if utf8.Valid(data) {
				t.Fatal("valid UTF-8 refused")
			}
		case ProblemSurrogate:
			if !bytes.Contains(bytes.ToLower(data), []byte(`\ud`)) {
				t.Fatal("no surrogate in sight")
			}
		case ProblemDuplicateName:
			if std && !hasDuplicate(data) {
				t.Fatal("no duplicate name in sight")
			}
		default:
			if std {
				t.Fatalf("%v at %d in what encoding/json accepts", problem, at)
			}
		}
	})
}

// compareValues checks that every value is read as encoding/json reads it, and
// that equality, hashing and writing agree with that.
func compareValues(t *testing.T, data []byte) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	s := Get(data)
	defer s.Release()
	sameTokens(t, s, decoder)

	e := GetEncoder()
	e.Compact(string(data))
	compact, err := e.Finish()
	var want bytes.Buffer
	if json.Compact(&want, data) != nil || err != nil || !bytes.Equal(compact, want.Bytes()) {
		t.Fatalf("Compact: %q (%v)", compact, err)
	}
	// Decoding to any sorts the members of objects; writing that keeps the value.
	var generic any
	decoder = json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(&generic); err != nil {
		t.Fatal(err)
	}
	sorted, err := json.Marshal(generic)
	if err != nil {
		t.Fatal(err)
	}
	if !Equal(data, sorted) || !EqualJSON(sorted, string(data)) {
		t.Fatalf("%q and %q differ", data, sorted)
	}
	pair := bytes.Join([][]byte{[]byte("["), data, []byte(","), sorted, []byte("]")}, nil)
	if Valid(pair) && UniqueItems(pair) { // one level more may be too deep
		t.Fatalf("%q has unique items", pair)
	}
}

// sameTokens reads one value with both.
func sameTokens(t *testing.T, s *Scanner, decoder *json.Decoder) {
	token, err := decoder.Token()
	if err != nil {
		t.Fatal(err)
	}
	switch want := token.(type) {
	case nil:
		if !s.Null() {
			t.Fatal("null expected")
		}
	case bool:
		if got, ok := s.Bool(); !ok || got != want {
			t.Fatalf("%v expected", want)
		}
	case json.Number:
		if got, ok := s.Number(); !ok || string(got.Text()) != want.String() {
			t.Fatalf("%v expected", want)
		}
	case string:
		if got, ok := s.String(); !ok || got != want {
			t.Fatalf("%q expected, got %q", want, got)
		}
	case json.Delim:
		if want == '[' {
			ok := s.EnterArray()
			for ok && s.Element() {
				sameTokens(t, s, decoder)
			}
			ok = ok && s.LeaveArray()
			if closing, err := decoder.Token(); !ok || err != nil || closing != json.Delim(']') {
				t.Fatal("end of array expected")
			}
			return
		}
		ok := s.EnterObject()
		for ok {
			name, more := s.Member()
			if !more {
				break
			}
			if token, err := decoder.Token(); err != nil || token != string(name) {
				t.Fatalf("name %q expected, got %q", token, name)
			}
			sameTokens(t, s, decoder)
		}
		ok = ok && s.LeaveObject()
		if closing, err := decoder.Token(); !ok || err != nil || closing != json.Delim('}') {
			t.Fatal("end of object expected")
		}
	}
}

// hasDuplicate looks for a repeated name in any object with the tokens of
// encoding/json.
func hasDuplicate(data []byte) bool {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	found := false
	var value func() error
	value = func() error {
		token, err := decoder.Token()
		if err != nil {
			return err
		}
		delim, _ := token.(json.Delim)
		if delim == 0 {
			return nil
		}
		names := map[json.Token]bool{}
		for decoder.More() {
			if delim == '{' {
				name, err := decoder.Token()
				if err != nil {
					return err
				}
				found = found || names[name]
				names[name] = true
			}
			if err := value(); err != nil {
				return err
			}
		}
		_, err = decoder.Token()
		return err
	}
	return value() == nil && found
}

// FuzzString writes any Go string and reads it back with both packages.
func FuzzString(f *testing.F) {
	for _, text := range []string{"", "a", "12345678\n", "é€😀", "\x00\u2028<&>", "\xff", "12345678\xc0\xaf", `\"`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e := GetEncoder()
		e.String(text)
		out, err := e.Finish()
		if (err == nil) != utf8.ValidString(text) {
			t.Fatalf("error %v", err)
		}
		if err != nil {
			return
		}
		s := Get(out)
		defer s.Release()
		got, ok := s.String()
		var std string
		if stdErr := json.Unmarshal(out, &std); !ok || !s.End() || got != text || stdErr != nil || std != text {
			t.Fatalf("%q is read as %q by us, as %q by encoding/json (%v)", out, got, std, stdErr)
		}
		if RuneCount([]byte(text)) != len([]rune(text)) {
			t.Fatal("wrong number of code points")
		}
	})
}

// FuzzFloat compares with encoding/json, which writes the shortest number too.
func FuzzFloat(f *testing.F) {
	for _, x := range []float64{0, 1e-6, 0.000123, 123456.789, 999999999.999999, 999999999.9999995, 1e9, 0.1 + 0.2, 1e-7, -2.5, 1e21, 4503599627.370497, 8999999.9999995} {
		f.Add(x, int64(1000000))
		f.Add(-x, int64(7))
	}
	f.Fuzz(func(t *testing.T, x float64, divisor int64) {
		for _, x := range []float64{x, math.Round(x*1e6) / 1e6, math.Trunc(x) / float64(divisor), math.Nextafter(math.Round(x*1e6)/1e6, 0)} {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				continue
			}
			e := GetEncoder()
			e.Float(x)
			got, err := e.Finish()
			if err != nil {
				t.Fatal(err)
			}
			n, ok := ParseNumber(got)
			if back, exact := n.Float64(); !ok || !exact || math.Float64bits(back) != math.Float64bits(x) {
				t.Fatalf("%v is written %s and read back as %v", x, got, back)
			}
			if want, _ := json.Marshal(x); math.Abs(x) < 1<<53 && !bytes.Equal(got, want) {
				t.Fatalf("%s, encoding/json writes %s", got, want)
			}
		}
	})
}
