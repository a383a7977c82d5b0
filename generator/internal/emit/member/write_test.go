package member_test

import (
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// inDelta is an access to a member of an optional object.
func inDelta(name string, presence model.Presence) *model.Access {
	delta := &model.Decl{Name: "Delta", Kind: model.Struct}
	number := &model.Type{Kind: model.Int, Go: "int64"}
	if presence == model.Optional {
		number = &model.Type{Kind: model.Pointer, Elem: number}
	}
	return &model.Access{Steps: []*model.AccessStep{
		{Field: &model.Field{Name: "Delta", Presence: model.Optional, Type: &model.Type{Kind: model.Pointer, Elem: &model.Type{Kind: model.Named, Decl: delta}}}},
		{Field: &model.Field{Name: name, Presence: presence, Type: number}},
	}}
}

// TestObjectsThatWereMadeAreNotAskedFor tells what a block makes from what stands before
// it: only the latter is there in all that follows.
func TestObjectsThatWereMadeAreNotAskedFor(t *testing.T) {
	x, v, good := jen.Id("x"), jen.Id("v"), jen.Id("good")
	const made = "if x.Delta == nil {\n\tx.Delta = new(Delta)\n}\n"
	for name, test := range map[string]struct {
		print func(g *jen.Group, r *member.Reader)
		want  string
	}{
		"made before": {func(g *jen.Group, r *member.Reader) {
			r.Write(g, x, inDelta("A", model.Required), v)
			r.WriteIf(g, good, x, inDelta("B", model.Optional), v)
			r.Clear(g, x, inDelta("C", model.Optional))
		}, made + "x.Delta.A = v\nif good {\n\tx.Delta.B = new(v)\n} else {\n\tx.Delta.B = nil\n}\nx.Delta.C = nil\n"},
		"made inside": {func(g *jen.Group, r *member.Reader) {
			r.WriteIf(g, good, x, inDelta("B", model.Optional), v)
			r.Clear(g, x, inDelta("C", model.Optional))
		}, "if good {\n\tif x.Delta == nil {\n\t\tx.Delta = new(Delta)\n\t}\n\tx.Delta.B = new(v)\n} else if x.Delta != nil {\n\tx.Delta.B = nil\n}\n" +
			"if x.Delta != nil {\n\tx.Delta.C = nil\n}\n"},
		"required": {func(g *jen.Group, r *member.Reader) {
			r.Write(g, x, inDelta("A", model.Required), v)
			r.WriteIf(g, good, x, inDelta("B", model.Required), v)
		}, made + "x.Delta.A = v\nif good {\n\tx.Delta.B = v\n}\n"},
	} {
		f := jen.NewFile("p")
		f.Func().Id("f").Params().BlockFunc(func(g *jen.Group) { test.print(g, new(member.Reader)) })
		var out strings.Builder
		if err := f.Render(&out); err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(out.String(), "func f() {\n")
		body = strings.ReplaceAll("\n"+strings.TrimSuffix(body, "}\n"), "\n\t", "\n")[1:]
		if body != test.want {
			t.Errorf("%s:\n%s\nwant:\n%s", name, body, test.want)
		}
	}
}
