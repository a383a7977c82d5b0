package embedded

import "github.com/bindery-go/bindery/runtime/jsonscan"

// Read calls read with the JSON of a data file.
func Read(text string, read func(r *Reader)) {
	r := &Reader{jsonscan.GetString(JSON(text))}
	defer r.scanner.Release()
	read(r)
}

// Reader reads the JSON of a data file. What the generator has not written is a
// programming error, for which its methods panic.
type Reader struct{ scanner *jsonscan.Scanner }

// Fail panics: the text has something that its reader does not know.
func (r *Reader) Fail() {
	panic("embedded: the embedded text of a generated package is not what the generator has written: generate it anew")
}

// Skip passes over a value.
func (r *Reader) Skip() { r.must(r.scanner.Skip()) }

func (r *Reader) must(ok bool) {
	if !ok {
		r.Fail()
	}
}

// Object calls member with the name of each member of an object, whose value it reads.
func (r *Reader) Object(member func(name string)) {
	r.must(r.scanner.EnterObject())
	for {
		name, more := r.scanner.Member()
		if !more {
			break
		}
		member(string(name))
	}
	r.must(r.scanner.LeaveObject())
}

// List calls item for each item of a list, which it reads.
func (r *Reader) List(item func()) {
	r.must(r.scanner.EnterArray())
	for r.scanner.Element() {
		item()
	}
	r.must(r.scanner.LeaveArray())
}

// Int reads an integer.
func (r *Reader) Int() int {
	i, ok := r.scanner.Int64()
	r.must(ok)
	return int(i)
}

// Bool reads true or false.
func (r *Reader) Bool() bool {
	b, ok := r.scanner.Bool()
	r.must(ok)
	return b
}

// Text reads a string.
func (r *Reader) Text() string {
	text, ok := r.scanner.Text()
	r.must(ok)
	return string(text)
}

// Texts reads a list of strings; it is never nil.
func (r *Reader) Texts() []string {
	list := []string{}
	r.List(func() { list = append(list, r.Text()) })
	return list
}

// Ints reads a list of integers.
func (r *Reader) Ints() (list []int) {
	r.List(func() { list = append(list, r.Int()) })
	return list
}
