// Package sample holds a printed program, so that the test of the printer can
// compile it. Nothing else imports it.
package sample

import (
	"regexp"

	"github.com/bindery-go/bindery/runtime/validate"
)

// Program returns the printed program.
func Program() *validate.Program { return &schemaProgram }

func matchA(text []byte) bool { return regexp.MustCompile(`^a*/\z`).Match(text) }

func matchX(text []byte) bool { return regexp.MustCompile(`^x-`).Match(text) }
