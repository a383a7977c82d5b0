package compiled

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/model"
)

// Shape writes down what a generated type is, so that a test can say what it
// expects: "struct{ID int64; Note *string; Extra map[string]Value}",
// "enum string{New, Old}" (without the type's name in the constants),
// "union{String string; Null}", "tuple{float64; string; rest []Value}",
// "[]string", "nullable *int64".
func Shape(d *model.Decl) string {
	var parts []string
	switch d.Kind {
	case model.Struct:
		for _, f := range d.Fields {
			parts = append(parts, f.Name+" "+typeText(f.Type))
		}
		for _, x := range d.Maps() {
			parts = append(parts, x.Name+" map[string]"+typeText(x.Elem))
		}
		if d.KeepsOthers {
			parts = append(parts, model.NonObject+" Value")
		}
		return "struct{" + strings.Join(parts, "; ") + "}"
	case model.Enum:
		for _, v := range d.Enum {
			parts = append(parts, strings.TrimPrefix(v.Name, d.Name))
		}
		return "enum " + typeText(d.Underlying) + "{" + strings.Join(parts, ", ") + "}"
	case model.Tuple:
		for _, f := range d.Fields {
			parts = append(parts, typeText(f.Type))
		}
		if d.Rest != nil {
			parts = append(parts, "rest []"+typeText(d.Rest.Elem))
		}
		return "tuple{" + strings.Join(parts, "; ") + "}"
	case model.Union:
		for _, v := range d.Variants {
			parts = append(parts, strings.TrimSpace(v.Name+" "+typeText(v.Type)))
		}
		return "union{" + strings.Join(parts, "; ") + "}"
	case model.NullableRoot:
		return "nullable " + typeText(d.Fields[0].Type)
	}
	return typeText(d.Underlying)
}

// typeText is a type expression in Go, without the names of the runtime's packages; ""
// for none.
func typeText(t *model.Type) string {
	if t == nil {
		return ""
	}
	var b strings.Builder
	for _, p := range t.Parts() {
		switch {
		case p.Custom != nil:
			b.WriteString(p.Custom.PackageName() + "." + p.Text)
		case p.Import == model.Runtime+"optional" && p.Text == "Value":
			b.WriteString("Optional")
		default:
			b.WriteString(p.Text)
		}
	}
	return b.String()
}
