package kind_test

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/runtime/validate"
)

// TestTable compares the rows with the enumerations of the document, of the
// runtime's table and of its scanner.
func TestTable(t *testing.T) {
	for _, row := range []struct {
		set  kind.Set
		kind document.Kind
		text string
		typ  validate.Types
		word string
	}{
		{kind.Null, document.Null, "null", validate.Null, "Null"},
		{kind.Bool, document.Bool, "boolean", validate.Boolean, "Bool"},
		{kind.Number, document.Number, "number", validate.Number, "Number"},
		{kind.String, document.String, "string", validate.String, "String"},
		{kind.Array, document.Array, "array", validate.Array, "Array"},
		{kind.Object, document.Object, "object", validate.Object, "Object"},
	} {
		if got := kind.Of(&document.Node{Kind: row.kind}); got != row.set {
			t.Errorf("Of(%s) = %s", row.kind, got)
		}
		if got := kind.OfTypes(row.typ); got != row.set {
			t.Errorf("OfTypes(%d) = %s, want %s", row.typ, got, row.set)
		}
		if got := row.set.Types(); got != row.typ {
			t.Errorf("%s.Types() = %d, want %d", row.set, got, row.typ)
		}
		if row.set.String() != row.text || row.set.Word() != row.word || !row.set.IsSingle() {
			t.Errorf("%s is %q, in Go %q", row.text, row.set, row.set.Word())
		}
	}
	if got := kind.OfTypes(0); got != kind.All {
		t.Errorf("OfTypes(0) = %s", got)
	}
	if got := kind.OfTypes(validate.Integer | validate.Null); got != kind.Number|kind.Null {
		t.Errorf("OfTypes(integer, null) = %s", got)
	}
	if list := (kind.Object | kind.Null).List(); len(list) != 2 || list[0] != kind.Null || list[1] != kind.Object {
		t.Errorf("List() = %v", list)
	}
	if (kind.Object|kind.Null).Word() != "" || kind.Set(0).IsSingle() || kind.All.IsSingle() {
		t.Error("a set of several kinds, or none, is single")
	}
}
