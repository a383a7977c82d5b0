// Package verdict is linked into the program that package compiled builds: it
// asks generated code for its opinion of each instance. Only that program
// imports it.
package verdict

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/bindery-go/bindery/runtime/validate"
)

// Verdict is what generated code says of one instance; see compiled.Verdict.
type Verdict struct {
	Parse     string
	Range     bool
	Validate  string
	IsValid   bool
	Unmarshal string
	Again     string
	Encoded   string
	EncodeErr string
	Reparsed  string // why the encoding does not parse as an equal value
	// Parts is what went wrong with the parts of the parsed value.
	Parts string
}

// Func judges one instance.
type Func func(data []byte) Verdict

// value is what every generated root has.
type value[T any] interface {
	*T
	UnmarshalJSON([]byte) error
	MarshalJSON() ([]byte, error)
	Validate() error
}

// Of asks all entry points of one root.
func Of[T any, P value[T]](data []byte, parse func([]byte) (*T, error), valid func([]byte) error, isValid func([]byte) bool) Verdict {
	atOnce(func() { // also what is made when it is first needed
		_, _ = valid(data), isValid(data)
		_, _ = parse(data)
	})
	var v Verdict
	v.Validate = text(valid(data))
	v.IsValid = isValid(data)
	var u T
	v.Unmarshal = text(P(&u).UnmarshalJSON(data))
	x, err := parse(data)
	v.Parse = text(err)
	var r *validate.RangeError
	v.Range = errors.As(err, &r)
	if err != nil {
		if x != nil {
			v.Parse = "PARTIAL VALUE: " + v.Parse
		}
		return v
	}
	atOnce(func() { read(reflect.ValueOf(P(x)), 0) })
	v.Parts = touch(reflect.ValueOf(P(x)), 0) + touch(reflect.Zero(reflect.TypeFor[P]()), 0)
	v.Again = text(P(x).Validate())
	encoded, err := P(x).MarshalJSON()
	v.Encoded, v.EncodeErr = string(encoded), text(err)
	v.Reparsed = reparse(data, encoded, parse)
	return v
}

// reparse tells how the value of a document differs from that of its encoding.
func reparse[T any](data, encoded []byte, parse func([]byte) (*T, error)) string {
	var spaceless bytes.Buffer // encoders leave out insignificant white space
	if err := json.Compact(&spaceless, data); err != nil {
		return err.Error()
	}
	x, err := parse(spaceless.Bytes())
	if err != nil {
		return err.Error()
	}
	y, err := parse(encoded)
	if err != nil {
		return err.Error()
	}
	if !reflect.DeepEqual(x, y) {
		return fmt.Sprintf("%+v became %+v", *x, *y)
	}
	return ""
}

// touch calls every getter and accessor of x and of what they return, on nil as
// well: none may panic. It also has each part refuse what is not meant for it,
// and returns what went wrong.
func touch(x reflect.Value, depth int) (wrong string) {
	const deep = 5 // recursive types go on for ever
	switch {
	case depth > deep:
		return ""
	case x.Kind() == reflect.Slice && x.Len() > 0:
		return touch(x.Index(0), depth+1)
	case x.CanAddr() && x.Kind() != reflect.Pointer:
		x = x.Addr()
	}
	if x.Kind() != reflect.Pointer || isForeign(x.Type().Elem()) {
		return ""
	}
	wrong = refusals(x.Type().Elem()) + validNil(x.Type())
	for i := range x.NumMethod() {
		name := x.Type().Method(i).Name
		if m := x.Method(i); m.Type().NumIn() == 0 && (strings.HasPrefix(name, "Get") || strings.HasPrefix(name, "As") && !x.IsNil()) {
			for _, result := range m.Call(nil) {
				wrong += touch(result, depth+1)
			}
		}
	}
	if !x.IsNil() && x.Elem().Kind() == reflect.Struct {
		for i := range x.Elem().NumField() {
			if x.Elem().Type().Field(i).IsExported() {
				wrong += touch(x.Elem().Field(i), depth+1)
			}
		}
	}
	return wrong
}

// isForeign reports whether a type is one of the user's, whose methods may do what
// they like.
func isForeign(t reflect.Type) bool {
	return t.PkgPath() != "" && !strings.HasPrefix(t.PkgPath(), "github.com/bindery-go/bindery/")
}

// validNil reports whether a nil pointer of type t, which stands for no value, is
// taken for a valid one. A method of values cannot be called on it.
func validNil(t reflect.Type) string {
	if _, ofValues := t.Elem().MethodByName("Validate"); ofValues {
		return ""
	}
	m := reflect.Zero(t).MethodByName("Validate")
	if m.IsValid() && m.Type().NumIn() == 0 && m.Call(nil)[0].IsNil() {
		return "a nil " + t.String() + " is valid; "
	}
	return ""
}

// refusals has a generated type read documents that it may refuse: every error
// must say why.
func refusals(t reflect.Type) (wrong string) {
	if !strings.Contains(t.PkgPath(), "/overlaid/") {
		return ""
	}
	for _, text := range []string{"null", "true", "0", "-1.5", `"x"`, "[]", "[null]", "{}", `{"":0}`, "nul"} {
		x, ok := reflect.New(t).Interface().(json.Unmarshaler)
		if !ok {
			return ""
		}
		switch err := x.UnmarshalJSON([]byte(text)).(type) {
		case nil, *validate.Error, *validate.SyntaxError, *validate.RangeError:
		default:
			wrong += fmt.Sprintf("%v refuses %s: %v; ", t, text, err)
		}
	}
	return wrong
}

func text(err error) string {
	if err == nil {
		return ""
	}
	if s := err.Error(); s != "" {
		return s
	}
	return "an error without text"
}

// Serve answers the requests on standard input.
func Serve(roots map[string]Func) {
	in := json.NewDecoder(bufio.NewReaderSize(os.Stdin, 1<<20))
	w := bufio.NewWriter(os.Stdout)
	out := json.NewEncoder(w)
	for {
		var request struct {
			Root     string
			Instance []byte
		}
		if in.Decode(&request) != nil {
			break
		}
		if err := out.Encode(roots[request.Root](request.Instance)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		// The reader may wait for an answer before it goes on.
		if err := w.Flush(); err != nil {
			os.Exit(1)
		}
	}
}
