package gofile_test

import (
	"bytes"
	"go/format"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// TestLines: functions of a line stand as gofmt puts them, of every length about the one
// at which it breaks them, beside such as it has laid out itself.
func TestLines(t *testing.T) {
	f := gofile.NewPackage(&model.Package{Name: "p", Source: "s.json"}).NewFile("f.go")
	f.Type().Id("T").Struct()
	f.Line()
	for length := 90; length < 110; length++ {
		name := strings.Repeat("n", length-len("func (x T) () int")-len("return 1"))
		f.Comment("The comment stays above.")
		f.Lines(
			gofile.Returning("func (x T) "+name+"() int", "1"),
			gofile.Line{Head: "func (x T) " + name + "2() (y int)", Body: []string{"y = 1", "return y"}},
			gofile.Returning("func (x *T) Größe() int", "1"),
			gofile.Line{Head: "func (x T) " + name + "3() (y int)", Body: []string{"y = 1", "return y"}, Apart: true},
			gofile.Line{Head: "func (T) empty()"},
			gofile.Line{Head: "func (T) empty" + name + "()"})
		f.Func().Id("f").Params().Block(jen.Return())
		f.Line()
	}
	f.Lines()
	f.Lines(gofile.Returning("func last(v "+f.TypeText(model.ValueType())+") string", f.In(gofile.Strings, "ToUpper")+`("//lines 0")`))
	got, err := f.Render()
	if err != nil {
		t.Fatal(err)
	}
	want, err := format.Source(got)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s\nafter gofmt:\n%s", got, want)
	}
	for text, n := range map[string]int{"Größe() int": 20, "//lines": 1, `"strings"`: 1, "v jsonvalue.Value": 1} {
		if found := bytes.Count(got, []byte(text)); found != n {
			t.Errorf("%q is there %d times, not %d", text, found, n)
		}
	}
}
