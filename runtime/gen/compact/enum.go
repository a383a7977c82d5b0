package compact

import (
	"reflect"
	"slices"
	"strconv"
	"sync"
)

// enum is what the text says of a type whose values are listed.
type enum struct {
	values []string // as Go writes them, strings without quotes
	once   sync.Once
	texts  map[string]bool // the same, where they are many
	set    map[any]bool    // of numbers, by themselves
}

// fewValues are looked at one after the other.
const fewValues = 16

// Values sets *list to a new list of the values of an enum.
func (p *Package) Values(typ int, list any) {
	to := reflect.ValueOf(list).Elem()
	values := p.typ(typ).enum.values
	to.Set(reflect.MakeSlice(to.Type(), len(values), len(values)))
	for i, text := range values {
		setConstant(to.Index(i), text)
	}
}

// IsText reports whether a string is one of the values of an enum.
func (p *Package) IsText(typ int, x string) bool {
	e := &p.typ(typ).enum
	if len(e.values) <= fewValues {
		return slices.Contains(e.values, x)
	}
	e.once.Do(func() {
		e.texts = make(map[string]bool, len(e.values))
		for _, text := range e.values {
			e.texts[text] = true
		}
	})
	return e.texts[x]
}

// IsNumber reports whether a number is one of the values of an enum, whose type it has.
func (p *Package) IsNumber(typ int, x any) bool {
	e := &p.typ(typ).enum
	e.once.Do(func() {
		e.set = make(map[any]bool, len(e.values))
		for _, text := range e.values {
			v := reflect.New(reflect.TypeOf(x)).Elem()
			setConstant(v, text)
			e.set[v.Interface()] = true
		}
	})
	return e.set[x]
}

// setConstant sets a string or a number to what a text says.
func setConstant(v reflect.Value, text string) {
	var err error
	switch {
	case v.Kind() == reflect.String:
		v.SetString(text)
	case v.CanInt():
		var n int64
		n, err = strconv.ParseInt(text, 10, 64)
		v.SetInt(n)
	case v.CanUint():
		var n uint64
		n, err = strconv.ParseUint(text, 10, 64)
		v.SetUint(n)
	default:
		var f float64
		f, err = strconv.ParseFloat(text, 64)
		v.SetFloat(f)
	}
	if err != nil {
		panic("compact: the text of a package is not what the generator has written: " + err.Error())
	}
}
