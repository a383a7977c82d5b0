package intersect

import (
	"reflect"
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// silent are the fields of a schema.Node that say nothing of their own about a
// value.
var silent = []string{
	"ID", "Doc", "Pos", "Dialect", "BaseURI", "Pointer", "FilePointer", "Scope", "KeywordNames", // where it stands
	"Always", // everything is valid
	"Title", "Description", "Comment", "Default", "Examples", "Deprecated", "ReadOnly", "WriteOnly",
	"ContentMediaType", "GoName", "GoExtension", "EnumNames", // annotations
	"SiblingsHidden",                   // by a $ref
	"GoTypePos", "GoTags", "GoPointer", // of Go alone
	"FormatAsserts", "FormatType", // of format
	"MinContains", "MaxContains", "ContainsMarksEvaluated", // of contains
	"Then", "Else", // of if
	"AllOf", "Refs", // stand in the conjunction themselves
}

// TestContributes sets each field of a node alone: the node contributes to a
// conjunction exactly where the field is not silent.
func TestContributes(t *testing.T) {
	nodeType := reflect.TypeFor[schema.Node]()
	for i := range nodeType.NumField() {
		if !nodeType.Field(i).IsExported() {
			continue // what package schema keeps for itself
		}
		name := nodeType.Field(i).Name
		n := &schema.Node{}
		set(reflect.ValueOf(n).Elem().Field(i))
		want := !slices.Contains(silent, name)
		if got := Contributes(n); got != want {
			t.Errorf("a node with %s alone: contributes is %v, want %v", name, got, want)
		}
		if got := saysMore(n, Intersection{}); got != (want && name != "Types") {
			t.Errorf("a node with %s alone: saysMore is %v", name, got)
		}
	}
	if Contributes(&schema.Node{}) {
		t.Error("the empty schema contributes")
	}
}

// set gives v a value other than zero: lists have two elements, as unions must.
func set(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(1)
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(1)
	case reflect.String:
		v.SetString("1")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case reflect.Pointer:
		if v.Type() == reflect.TypeFor[*document.Node]() {
			v.Set(reflect.ValueOf(&document.Node{Kind: document.Null}))
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
	}
}
