package gofile

import (
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/runtime/format"
	"github.com/bindery-go/bindery/runtime/format/idn"
)

// FormatCheck returns the function that checks a format, func(T) bool for
// strings and byte slices; nil for a format that nothing checks.
func FormatCheck(name string) *jen.Statement {
	switch function := format.Function(name); {
	case function == "":
		return nil
	case idn.Has(name):
		return FormatIDN.Dot(function)
	default:
		return Format.Dot(function)
	}
}
