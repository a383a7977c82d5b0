package document

import (
	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/source"
)

func yamlSyntaxErrors(f *source.File, places *yamlPlaces, text []byte, err error) diag.Diagnostics {
	return diag.Diagnostics{diag.New(diag.SyntaxError, f.Start(), "%v", err)}
}
