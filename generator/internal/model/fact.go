package model

import "github.com/bindery-go/bindery/generator/internal/document"

// Constant is a Go constant of a string.
type Constant struct {
	Name, Value string
	Doc         string // raw text
}

// ValueForm is the Go type of a value that a schema gives as data.
type ValueForm string

// The forms of values; every JSON value has one.
const (
	TextValue  ValueForm = "string"
	BoolValue  ValueForm = "bool"
	IntValue   ValueForm = "int64"
	FloatValue ValueForm = "float64"
	TextList   ValueForm = "[]string"
	TextMap    ValueForm = "map[string]string"
	JSONValue  ValueForm = "jsonvalue.Value"
)

// Fact is a value that a schema gives as data: a constant where Go has
// constants of its type, a function that returns it elsewhere.
type Fact struct {
	Name  string
	Doc   string // what it is
	Note  string // what the schema says of it; raw
	Form  ValueForm
	Value *document.Node
}
