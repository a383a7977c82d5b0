package jsonscan

import "testing"

func TestFind(t *testing.T) {
	texts := []string{"", "a", "ab", "b", "é"}
	for i, text := range texts {
		if got := FindText(texts, text); got != i {
			t.Errorf("FindText(%q) = %d", text, got)
		}
		if got := FindText(texts, []byte(text+"x")); got != -1 {
			t.Errorf("FindText(%q) = %d", text+"x", got)
		}
	}
	places := Places{List: []Place{{"b", 0}, {"a", 3}, {"", 7}}}
	for name, want := range map[string]int{"": 7, "a": 3, "b": 0, "c": -1, "aa": -1} {
		if got := places.Find([]byte(name)); got != want {
			t.Errorf("Find(%q) = %d", name, got)
		}
	}
	number := func(text string) Number {
		n, ok := ParseNumber([]byte(text))
		if !ok {
			t.Fatal(text)
		}
		return n
	}
	ints := []int64{-1 << 63, -5, 0, 7, 1<<63 - 1}
	numbers := []string{"-1e400", "-0.5", "0", "1e-400", "7.00", "1e400"}
	for text, want := range map[string][2]int{
		"-5.0": {1, -1}, "-0": {2, 2}, "70e-1": {3, 4}, "9223372036854775807": {4, -1}, "9223372036854775808": {-1, -1},
		"-5.5": {-1, -1}, "1e400": {-1, 5}, "10e399": {-1, 5}, "-0.50": {-1, 1}, "0.1e-399": {-1, 3}, "2e400": {-1, -1}, "-2e400": {-1, -1},
	} {
		if got := [2]int{FindInt(ints, number(text)), FindNumber(numbers, number(text))}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if got := FindJSON([]string{"[1]", `{"a":1,"b":2}`}, []byte(`{"b":2.0,"a":1}`)); got != 1 {
		t.Errorf("FindJSON = %d", got)
	}
	if FindText(nil, "") != -1 || FindInt(nil, number("1")) != -1 || FindNumber(nil, number("1")) != -1 || FindJSON(nil, []byte("1")) != -1 {
		t.Error("found among none")
	}
	seven := number("7")
	if n := testing.AllocsPerRun(10, func() { FindText(texts, []byte("ab")); FindInt(ints, seven); places.Find([]byte("a")) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
