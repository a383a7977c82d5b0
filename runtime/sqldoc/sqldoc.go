// Package sqldoc keeps documents in columns of SQL databases, as JSON text. The
// methods Scan and Value of generated types, which they have where the configuration
// says sql: true, are made of it.
//
// A document is read with the checks of its whole schema. A column that is NULL has
// none: scan it into a sql.Null of the type. The functions are safe for concurrent use
// as far as the values are.
package sqldoc

import (
	"database/sql/driver"
	"fmt"
)

// Scan reads a column that holds text or bytes, as [database/sql.Scanner] does. The
// error is that of UnmarshalJSON, or says that the column holds something else; x stays
// as it is then.
func Scan(x interface{ UnmarshalJSON(data []byte) error }, src any) error {
	switch src := src.(type) {
	case []byte:
		return x.UnmarshalJSON(src)
	case string:
		return x.UnmarshalJSON([]byte(src))
	case nil:
		return fmt.Errorf("sqldoc: the column is NULL: scan it into a sql.Null of the type")
	}
	return fmt.Errorf("sqldoc: the column holds %T, not JSON text", src)
}

// Value is a document as text, as [driver.Valuer] gives it: text suits the types of
// databases for JSON, which bytes do not everywhere.
func Value(x interface{ MarshalJSON() ([]byte, error) }) (driver.Value, error) {
	text, err := x.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return string(text), nil
}
