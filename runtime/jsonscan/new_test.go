package jsonscan

import "testing"

func TestNewScalars(t *testing.T) {
	s := Get([]byte(`["a",true,-1,1,0.5,"b",2]`))
	defer s.Release()
	var (
		text *string
		b    *bool
		i    *int64
		u    *uint64
		f    *float64
	)
	next := func() *Scanner { s.Element(); return s }
	s.EnterArray()
	if !next().NewString(&text) || !next().NewBool(&b) || !next().NewInt64(&i) || !next().NewUint64(&u) || !next().NewFloat64(&f) {
		t.Fatal("a scalar is refused")
	}
	if *text != "a" || !*b || *i != -1 || *u != 1 || *f != 0.5 {
		t.Error(*text, *b, *i, *u, *f)
	}
	if next(); s.NewBool(&b) || s.NewInt64(&i) || s.NewUint64(&u) || s.NewFloat64(&f) {
		t.Error("a string is read as another scalar")
	}
	if !s.NewString(&text) || next().NewString(&text) {
		t.Error("strings alone are read as such")
	}
}
