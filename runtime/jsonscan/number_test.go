package jsonscan

import (
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func number(t testing.TB, text string) Number {
	t.Helper()
	n, ok := ParseNumber([]byte(text))
	if !ok {
		t.Fatalf("%.40s is not taken for a number", text)
	}
	return n
}

// rational is the oracle's view of a number with a moderate exponent.
func rational(t testing.TB, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%.40s is not a rational", text)
	}
	return r
}

// numbers are texts whose values math/big can hold.
var numbers = []string{
	"0", "-0", "0.0", "-0.0e5", "0e400", "1", "-1", "1.0", "1e0", "10e-1", "1E2", "100", "99", "100.5",
	"0.1", "0.10", "1e-1", "0.3", "0.01", "19.99", "1e-8", "0.00000001", "0.000000015", "-0.5", "123456789.123456789",
	"9007199254740992", "9007199254740993", "9007199254740993.0", "-9007199254740993",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "9223372036854775807.5",
	"18446744073709551615", "18446744073709551616", "1844674407370955161.5e1", "18446744073709551615e0", "99999999999999999999",
	"100000000000000000000", "1e20", "1e21", "1e22", "1e23", "100000000000000000000000", "1e400", "1e-400", "-1e400", "1.5e400",
	"1000000000000000000000000000000000000000e-39", "1.000000000000000000000000000000000000000", "1.0000000000000000000000000000000000000001",
	"0.000000000000000000000000000000000000001e39", "12345678901234567890123456789e-10", "1234567890123456789.0123456789",
	"4.9e-324", "2.4e-324", "1.7976931348623157e308", "1.7976931348623159e308", "0.1e309", "340282346638528859811704183484516925440",
	"5e-1", "25e-2", "7", "21", "3.5", "1e3", "1e19", "1e18",
}

func TestNumbersAgainstBig(t *testing.T) {
	for _, text := range numbers {
		checkNumber(t, text)
	}
	for _, a := range numbers {
		for _, b := range numbers {
			checkPair(t, a, b)
		}
	}
}

// checkNumber compares every accessor with math/big.
func checkNumber(t testing.TB, text string) {
	t.Helper()
	n, r := number(t, text), rational(t, text)
	if got := n.IsInteger(); got != r.IsInt() {
		t.Errorf("%s: IsInteger %v", text, got)
	}
	if got, ok := n.Int64(); ok != (r.IsInt() && r.Num().IsInt64()) || ok && got != r.Num().Int64() {
		t.Errorf("%s: Int64 %d %v", text, got, ok)
	}
	if got, ok := n.Uint64(); ok != (r.IsInt() && r.Num().IsUint64()) || ok && got != r.Num().Uint64() {
		t.Errorf("%s: Uint64 %d %v", text, got, ok)
	}
	want, err := strconv.ParseFloat(text, 64)
	wantOK := err == nil
	switch {
	case !wantOK:
	case want == 0:
		wantOK = r.Sign() == 0
	case !strings.ContainsAny(text, ".eE"):
		value := new(big.Rat).SetFloat64(want)
		if math.Abs(want) >= 1e21 { // written in the shortest form
			value = rational(t, strconv.FormatFloat(want, 'e', -1, 64))
		}
		wantOK = value.Cmp(r) == 0
	}
	got, ok := n.Float64()
	if ok != wantOK || ok && math.Float64bits(got) != math.Float64bits(want) {
		t.Errorf("%s: Float64 %v %v, want %v %v", text, got, ok, want, wantOK)
	}
	for _, i := range []int64{0, 1, -1, 7, 100, math.MaxInt64, math.MinInt64} {
		if got, want := n.CmpInt(i), r.Cmp(new(big.Rat).SetInt64(i)); got != want {
			t.Errorf("%s: CmpInt(%d) %d, want %d", text, i, got, want)
		}
		if got, want := n.MultipleOfInt(i), multipleOf(r, new(big.Rat).SetInt64(i)); got != want {
			t.Errorf("%s: MultipleOfInt(%d) %v, want %v", text, i, got, want)
		}
	}
}

// checkPair compares comparison, divisibility and hashing with math/big.
func checkPair(t testing.TB, a, b string) {
	t.Helper()
	m, n, r, q := number(t, a), number(t, b), rational(t, a), rational(t, b)
	bound := MakeBound(b)
	want := r.Cmp(q)
	if got := m.Cmp(bound); got != want {
		t.Errorf("%s cmp %s: %d, want %d", a, b, got, want)
	}
	if got := m.CmpNumber(n); got != want {
		t.Errorf("%s cmp number %s: %d, want %d", a, b, got, want)
	}
	if (m.Hash() == n.Hash()) != (want == 0) {
		t.Errorf("hashes of %s and %s do not agree with comparison %d", a, b, want)
	}
	if got, want := m.MultipleOf(bound), multipleOf(r, q); got != want {
		t.Errorf("%s multiple of %s: %v, want %v", a, b, got, want)
	}
}

func multipleOf(r, q *big.Rat) bool {
	if q.Sign() == 0 {
		return r.Sign() == 0
	}
	return new(big.Rat).Quo(r, q).IsInt()
}

func TestRandomNumbersAgainstBig(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		a, b := randomNumber(random), randomNumber(random)
		checkNumber(t, a)
		checkPair(t, a, b)
		checkPair(t, a, respell(random, a))
	}
}

// randomNumber favours short and similar digits, so that pairs are often close
// or multiples.
func randomNumber(random *rand.Rand) string {
	var b strings.Builder
	if random.IntN(4) == 0 {
		b.WriteByte('-')
	}
	digits := 1 + random.IntN(6)
	if random.IntN(4) == 0 {
		digits = 1 + random.IntN(45)
	}
	for i := range digits {
		low := 0
		if i == 0 {
			low = 1
		}
		b.WriteByte(byte('0' + low + random.IntN(3)*random.IntN(4)))
	}
	if random.IntN(2) == 0 {
		b.WriteByte('.')
		for range 1 + random.IntN(25) {
			b.WriteByte("0000012359"[random.IntN(10)])
		}
	}
	if random.IntN(2) == 0 {
		b.WriteString("e" + strconv.Itoa(random.IntN(60)-30))
	}
	return b.String()
}

// respell writes the same value with another exponent.
func respell(random *rand.Rand, text string) string {
	mantissa, exponent := text, 0
	if i := strings.IndexByte(text, 'e'); i >= 0 {
		mantissa = text[:i]
		exponent, _ = strconv.Atoi(text[i+1:])
	}
	zeros := random.IntN(30)
	if !strings.Contains(mantissa, ".") {
		return mantissa + strings.Repeat("0", zeros) + "E" + strconv.Itoa(exponent-zeros)
	}
	return mantissa + strings.Repeat("0", zeros) + "e" + strconv.Itoa(exponent)
}

// TestHugeExponents holds numbers that math/big cannot: the answers come from
// arithmetic on the exponents alone.
func TestHugeExponents(t *testing.T) {
	const huge = "99999999999999999999" // does not fit an int64
	equal := [][2]string{
		{"1e" + huge, "10e99999999999999999998"},
		{"0.001e" + huge, "1e99999999999999999996"},
		{"1e-" + huge, "0.1e-99999999999999999998"},
		{"0e" + huge, "0"},
		{"-0e-" + huge, "0.0"},
		{"1e2147483647", "10e2147483646"},
		{"1e2147483648", "10e2147483647"},
		{"1e-2147483648", "0.1e-2147483647"},
		{"1e1000000000", "10e999999999"},
		{"1e+00000000000000000000000000000000002", "100"},
		{"1" + strings.Repeat("0", 5000) + "e-5000", "1"},
	}
	for _, pair := range equal {
		m, n := number(t, pair[0]), number(t, pair[1])
		if m.CmpNumber(n) != 0 || n.CmpNumber(m) != 0 || m.Cmp(MakeBound(pair[1])) != 0 {
			t.Errorf("%.40s and %.40s differ", pair[0], pair[1])
		}
		if m.Hash() != n.Hash() {
			t.Errorf("%.40s and %.40s have different hashes", pair[0], pair[1])
		}
		if m.decimal().big != n.decimal().big {
			t.Errorf("%.40s and %.40s: only one is big", pair[0], pair[1])
		}
		if !m.MultipleOf(MakeBound(pair[1])) {
			t.Errorf("%.40s is no multiple of itself", pair[0])
		}
	}
	ascending := []string{
		"-1e" + huge, "-1e99999999999999999998", "-1e400", "-1", "-1e-99999999999999999998", "-1e-" + huge, "0",
		"1e-" + huge, "1e-99999999999999999998", "1e-999999999", "1e-400", "1", "1e400", "1e999999999", "2e999999999", "1e2147483648",
		"1e99999999999999999998", "1e" + huge, "1.1e" + huge,
	}
	for i, a := range ascending {
		for j, b := range ascending {
			want := max(min(i-j, 1), -1)
			if got := number(t, a).Cmp(MakeBound(b)); got != want {
				t.Errorf("%s cmp %s: %d, want %d", a, b, got, want)
			}
		}
	}
	multiples := []struct {
		number, of string
		want       bool
	}{
		{"1e" + huge, "7", false},
		{"7e" + huge, "7", true},
		{"7e" + huge, "14", true},
		{"1e" + huge, "1e-" + huge, true},
		{"1e" + huge, "3e-" + huge, false},
		{"1e-" + huge, "1e" + huge, false},
		{"1e-999999999", "1", false},
		{"1", "1e-999999999", true},
		{"1e400", "0.01", true},
		{"1e308", "123456789", false},
		{"0", "1e-999999999", true},
		{"1e99999999999999999999", "4e99999999999999999997", true},
		{"1e99999999999999999999", "8e99999999999999999997", false},
		{"33333333333333333333333333333333", "11111111111111111111111111111111", true},
		{"33333333333333333333333333333334", "11111111111111111111111111111111", false},
	}
	for _, test := range multiples {
		if got := number(t, test.number).MultipleOf(MakeBound(test.of)); got != test.want {
			t.Errorf("%s multiple of %s: %v", test.number, test.of, got)
		}
	}
	if !number(t, "1e"+huge).IsInteger() || number(t, "1e-"+huge).IsInteger() {
		t.Error("IsInteger is wrong about huge exponents")
	}
	if _, ok := number(t, "1e"+huge).Float64(); ok {
		t.Error("a float64 that large")
	}
	if _, ok := number(t, "1e-"+huge).Float64(); ok {
		t.Error("a float64 that small")
	}
	if f, ok := number(t, "-0e"+huge).Float64(); !ok || f != 0 || !math.Signbit(f) {
		t.Error("zero is lost")
	}
}

// TestFloat64LosesNothing: an integer text is held exactly, what has a fraction
// or an exponent takes the nearest value, and nothing that is not zero becomes it.
func TestFloat64LosesNothing(t *testing.T) {
	for _, test := range []struct {
		ok    bool
		texts []string
	}{
		{false, []string{"9007199254740993", "-1234567890123456789", "90071992547409910", "99999999999999991611392"}},
		{true, []string{"9007199254740992", "1152921504606846976", "100000000000000000000", "100000000000000000000000"}},
		{true, []string{"9007199254740993.0", "9007199254740993e0", "1e23", "1e300", "1.7976931348623157e308"}},
		{true, []string{"0.1", "3.14159265358979323846", "0.30000000000000004", "9007199254740993.5", "4.9e-324", "5e-324", "1e-320"}},
		{false, []string{"1e-400", "-1e-400", "2e-324", "0.0001e-320", "1e400", "-1e309"}},
		{true, []string{"0e-400", "-0.0", "0.000e400"}},
	} {
		for _, text := range test.texts {
			if _, ok := number(t, text).Float64(); ok != test.ok {
				t.Errorf("%s: %t", text, ok)
			}
			checkNumber(t, text)
		}
	}
}

// TestMegabyteNumbers would not end if some work on digits were quadratic.
func TestMegabyteNumbers(t *testing.T) {
	digits := strings.Repeat("1234567890", 100_000)
	for _, text := range []string{digits, "0." + digits, "1e" + digits, "1e-" + digits, digits + "e-" + digits} {
		n := number(t, text)
		other := number(t, text+"0")
		if strings.Contains(text, "e") {
			other = number(t, text[:len(text)-1]+"1")
		}
		same := n.CmpNumber(other) == 0
		if same != strings.HasPrefix(text, "0.") {
			t.Errorf("%.10s…: comparison with its neighbour says %v", text, same)
		}
		n.MultipleOf(MakeBound("0.0007"))
		n.IsInteger()
		n.Int64()
		n.Float64()
		n.Hash()
	}
}

func TestBoundLiteral(t *testing.T) {
	for _, text := range numbers {
		made := MakeBound(text)
		literal := Bound{Text: made.Text, Mantissa: made.Mantissa, Exponent: made.Exponent, Negative: made.Negative, Big: made.Big}
		if number(t, text).Cmp(literal) != 0 {
			t.Errorf("%s differs from its own literal", text)
		}
	}
	if got := MakeBound("0.01"); got != (Bound{Text: "0.01", Mantissa: 1, Exponent: -2}) {
		t.Errorf("0.01 is %+v", got)
	}
	if got := MakeBound("x"); got != (Bound{Text: "0"}) {
		t.Errorf("x is %+v", got)
	}
}

// numberPattern is the grammar of RFC 8259 section 6.
var numberPattern = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)

func largeExponent(text string) bool {
	i := strings.IndexAny(text, "eE")
	if i < 0 {
		return false
	}
	e, err := strconv.Atoi(text[i+1:])
	return err != nil || e > 500 || e < -500
}

func FuzzNumber(f *testing.F) {
	for i, text := range numbers {
		f.Add(text, numbers[(i*7+3)%len(numbers)])
	}
	f.Add("1e-99999999999999999999999", "017")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, text := range []string{a, b} {
			n, ok := ParseNumber([]byte(text))
			if want := numberPattern.MatchString(text); ok != want {
				t.Fatalf("%q is a number: %v, want %v", text, ok, want)
			}
			if !ok {
				return
			}
			if n.CmpNumber(n) != 0 || !n.MultipleOf(MakeBound(text)) {
				t.Fatalf("%q differs from itself", text)
			}
			if len(text) > 60 || largeExponent(text) {
				return // math/big computes powers of ten in full
			}
		}
		checkNumber(t, a)
		checkPair(t, a, b)
		checkPair(t, b, a)
	})
}
