package sqldoc_test

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/sqldoc"
)

// column is as generated types are.
type column struct{ jsonvalue.Value }

func (c *column) Scan(src any) error             { return sqldoc.Scan(&c.Value, src) }
func (c column) AsColumn() (driver.Value, error) { return sqldoc.Value(c.Value) }

func Example() {
	var c column
	err := c.Scan([]byte(`{"a": 1}`))
	v, _ := c.AsColumn()
	fmt.Println(v, err)
	// Output: {"a":1} <nil>
}

func TestScan(t *testing.T) {
	for _, src := range []any{nil, 7, true, []byte("{"), "x"} {
		c := column{jsonvalue.FromInt(1)}
		if err := c.Scan(src); err == nil || c.Text() != "1" {
			t.Errorf("%v: %v, %s", src, err, c.Text())
		}
	}
	var n sql.Null[column]
	if err := n.Scan(nil); err != nil || n.Valid {
		t.Errorf("NULL: %v", err)
	}
	if err := n.Scan("[1]"); err != nil || !n.Valid || n.V.Text() != "[1]" {
		t.Errorf("%v, %v", n, err)
	}
}
